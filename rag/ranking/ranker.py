"""Ranker: weighs the features of papers to scores, and says how probable it is that each one answers.

What a feature weighs depends on the question: the words of a short question with a rare name count for more than those
of a long description. Fitted by `python -m benchmarks.ranker`, which writes a file for each embedding model.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rag.config import BUNDLED_EMBEDDING, TRAINED_EMBEDDING
from rag.ranking.features import NAMES, QUESTION_NAMES

_ARRAYS = ("middle", "spread", "weights", "usual")
_FARTHEST = 2.5
"""Spreads from the middle beyond which a question counts as no more unusual: the fit has seen few there."""


class Kind(StrEnum):
    """What is asked: probabilities are fitted to each kind for itself, so that they mean the same for all.

    A question is answered by a paper or two; a topic by every paper on it; a rough reading is a Chinese question read
    word for word.
    """

    QUESTION = "question"
    TOPIC = "topic"
    ROUGH = "rough"


@dataclass(frozen=True, eq=False)
class Ranker:
    """Weights.

    Args:
        embedding: the model whose cosines they were fitted to, as RAG_EMBEDDING names it.
        middle, spread: of each question feature in the examples, shape (`QUESTION_NAMES`,).
        weights: shape (`NAMES`, 1 + `QUESTION_NAMES`): of each feature, and what each question feature adds to it.
        usual: what all candidates of the examples scored on average.
        chance: for each kind of question, shape (2 + `QUESTION_NAMES` + 1,): of the score, of its distance from the
            best one, of the question's features, and what is added.
    """

    embedding: str
    middle: NDArray[np.float64]
    spread: NDArray[np.float64]
    weights: NDArray[np.float64]
    usual: NDArray[np.float64]
    chance: Mapping[Kind, NDArray[np.float64]]

    @classmethod
    def of(cls, text: str) -> Ranker:
        """Read the JSON form."""
        read = json.loads(text)
        if tuple(read["features"]) != NAMES or tuple(read["question_features"]) != QUESTION_NAMES:
            raise ValueError("the ranker was fitted to other features: run python -m benchmarks.ranker")
        arrays = {name: np.array(read[name]) for name in _ARRAYS}
        return cls(read["embedding"], **arrays, chance={kind: np.array(read["chance"][kind]) for kind in Kind})

    def record(self) -> dict[str, Any]:
        """The JSON form."""
        arrays = {name: np.round(getattr(self, name), 5).tolist() for name in _ARRAYS}
        chances = {kind: np.round(self.chance[kind], 5).tolist() for kind in Kind}
        told = {"embedding": self.embedding, "features": NAMES, "question_features": QUESTION_NAMES}
        return told | arrays | {"chance": chances}

    def standing(self, question: NDArray[np.float32]) -> NDArray[np.float64]:
        """How unusual a question is, in spreads from the middle, shape (..., `QUESTION_NAMES`)."""
        return np.clip((question - self.middle) / self.spread, -_FARTHEST, _FARTHEST)

    def scores(self, matrix: NDArray[np.float32], question: NDArray[np.float32]) -> NDArray[np.float64]:
        """A score for each row of features.

        Args:
            matrix: shape (papers, `NAMES`).
            question: shape (`QUESTION_NAMES`,).
        """
        weights = self.weights @ np.append(1.0, self.standing(question))
        return np.asarray((matrix - self.usual) @ weights)

    def probabilities(
        self, scores: NDArray[np.float64], question: NDArray[np.float32], kind: Kind = Kind.QUESTION
    ) -> NDArray[np.float64]:
        """How probable it is that each paper answers, 0 to 1, in the order of the scores.

        Args:
            scores: of the papers.
            question: shape (`QUESTION_NAMES`,).
            kind: what is asked.
        """
        chance = self.chance[kind]
        near = chance[0] * scores + chance[1] * (scores - scores.max())
        odds = near + self.standing(question) @ chance[2:-1] + chance[-1]
        return np.asarray(1 / (1 + np.exp(-np.clip(odds, -30, 30))))


FILES = {BUNDLED_EMBEDDING: "ranker.json", TRAINED_EMBEDDING: "ranker-abstracts.json"}
"""Of each model, as RAG_EMBEDDING names it, the file of the ranker that was fitted to it, if there is one."""


def fitted_to(embedding: str) -> Ranker | None:
    """The ranker that was fitted to a model; None where none was.

    Args:
        embedding: names the model, as RAG_EMBEDDING does.
    """
    known = embedding in FILES and files("rag.ranking").joinpath(FILES[embedding]).is_file()
    return _read(FILES[embedding]) if known else None


def bundled() -> Ranker:
    """The ranker of the default embedding model."""
    return _read(FILES[BUNDLED_EMBEDDING])


@cache
def _read(file: str) -> Ranker:
    return Ranker.of(files("rag.ranking").joinpath(file).read_text(encoding="utf-8"))
