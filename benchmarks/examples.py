"""Examples: the features of questions' candidates, and which of them answer, to fit a ranker on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

from benchmarks.datasets import Question
from rag.languages.interpreter import Interpreter
from rag.ranking.features import NAMES, QUESTION_NAMES
from rag.retrieval import HybridRetriever
from rag.understanding.asked import Asked


@dataclass(frozen=True, eq=False)
class Examples:
    """The candidates of some questions, one question after the other.

    Args:
        matrix: shape (candidates, `rag.ranking.features.NAMES`).
        gold: relevance of each candidate; 0 for those that do not answer.
        starts: where each question's candidates begin.
        told: of each question, shape (questions, `rag.ranking.features.QUESTION_NAMES`).
        ideal: of each question, the relevances of all that answers it, found or not, best first, ten at most.
        groups: of each question, "tune", "held" or its kind.
    """

    matrix: NDArray[np.float32]
    gold: NDArray[np.int64]
    starts: NDArray[np.int64]
    told: NDArray[np.float32]
    ideal: Sequence[Sequence[int]]
    groups: NDArray[np.str_]

    @property
    def lengths(self) -> NDArray[np.int64]:
        """How many candidates each question has."""
        return np.diff(np.append(self.starts, len(self.gold)))

    def of(self, chosen: NDArray[np.bool_]) -> Examples:
        """Those of some questions."""
        rows = np.repeat(chosen, self.lengths)
        lengths = self.lengths[chosen]
        starts = np.cumsum(np.append(0, lengths[:-1])) if len(lengths) else lengths
        ideal = [each for each, kept in zip(self.ideal, chosen, strict=True) if kept]
        return Examples(self.matrix[rows], self.gold[rows], starts, self.told[chosen], ideal, self.groups[chosen])


def gathered(retriever: HybridRetriever, questions: Sequence[Question], *, without_gold: bool = False) -> Examples:
    """Ask the product for the candidates of questions.

    Args:
        retriever: over an index that holds the gold papers.
        questions: each in a group of its own besides "all".
        without_gold: leave out every paper that answers, so that none does.
    """
    matrices, golds, told, ideal, groups = [], [], [], [], []
    everything = frozenset(retriever.lexical.ids)
    interpreter = Interpreter()
    for question in tqdm(questions, leave=False):
        allowed = everything - set(question.gold) if without_gold else None
        asked = Asked(question.text, topic=question.text, allowed=allowed)
        asked.translation = interpreter.read(question.text)
        found = retriever.compared(asked)
        if found is None:
            continue
        gold: Mapping[str, int] = {} if without_gold else question.gold
        matrices.append(found.matrix)
        golds.append(np.array([gold.get(paper_id, 0) for paper_id in found.ids], dtype=np.int64))
        told.append(found.question)
        ideal.append(sorted(question.gold.values(), reverse=True)[:10])
        groups.append(next((group for group in question.groups if group != "all"), "all"))
    lengths = [len(each) for each in golds]
    return Examples(
        np.concatenate(matrices or [np.zeros((0, len(NAMES)), np.float32)]),
        np.concatenate(golds or [np.zeros(0, np.int64)]),
        np.cumsum([0, *lengths[:-1]]),
        np.stack(told) if told else np.zeros((0, len(QUESTION_NAMES)), np.float32),
        ideal,
        np.array(groups),
    )


def joined(parts: Sequence[Examples]) -> Examples:
    """Examples of several sources, one after the other."""
    offsets = np.cumsum([0, *(len(part.gold) for part in parts)])
    return Examples(
        np.concatenate([part.matrix for part in parts]),
        np.concatenate([part.gold for part in parts]),
        np.concatenate([part.starts + offset for part, offset in zip(parts, offsets, strict=False)]),
        np.concatenate([part.told for part in parts]),
        [each for part in parts for each in part.ideal],
        np.concatenate([part.groups for part in parts]),
    )
