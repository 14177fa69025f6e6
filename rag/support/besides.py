"""Beside: a Chinese sentence, read word for word, beside the title and the sentences of an English abstract."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from rag.support.alignment import Alignment
from rag.support.glosses import Gloss
from rag.text.analysis import analyze

_NEAR_BEST = 0.12
_WHOLE = 0.3
_NO_MEANING = frozenset(analyze("than from not without hardly and only"))


@dataclass(frozen=True, eq=False)
class Beside:
    """A glossed sentence beside one paper.

    Args:
        gloss: of the sentence.
        alignment: of the gloss with title and abstract.
        places: which words of the paper stand in its title, and in each of its sentences.
        rarity: of each word of the gloss: its weight, summing to 1.
    """

    gloss: Gloss
    alignment: Alignment
    places: tuple[NDArray[np.bool_], ...]
    rarity: NDArray[np.float32]

    @cached_property
    def owned(self) -> list[list[int]]:
        """The words of the gloss that read each token, those with a meaning."""
        words = self.alignment.sentence
        return [
            [
                i
                for i, span in enumerate(words.spans)
                if token.start <= span.start
                and span.end <= token.end
                and (words.content[i] or (len(words.terms[i]) > 3 and words.terms[i] not in _NO_MEANING))
            ]
            for token in self.gloss.tokens
        ]

    @cached_property
    def near(self) -> NDArray[np.float32]:
        """How near each token comes to each word of the paper: the best of its readings."""
        rows = [
            self.alignment.nearness[own].max(axis=0) if own else np.full(len(self.alignment.evidence.terms), -1.0)
            for own in self.owned
        ]
        return np.array(rows, dtype=np.float32).reshape(len(self.gloss.tokens), len(self.alignment.evidence.terms))

    @cached_property
    def weights(self) -> NDArray[np.float32]:
        """The weight of each token: that of the reading which the paper has, else of its commonest one."""
        best = self.alignment.nearness.max(axis=1, initial=0.0)
        found = np.array(
            [max((best[i], self.rarity[i]) for i in own)[1] if own else 0.0 for own in self.owned], dtype=np.float32
        )
        return found / max(float(found.sum()), 1e-9)

    @cached_property
    def matches(self) -> NDArray[np.float32]:
        """Shape (places, tokens): how well each place answers to each token."""
        rows = [self.near[:, inside].max(axis=1, initial=0.0) for inside in self.places]
        return np.array(rows, dtype=np.float32).reshape(len(self.places), len(self.gloss.tokens))

    @cached_property
    def clauses(self) -> list[list[int]]:
        """The tokens of each clause."""
        found: list[list[int]] = [[]]
        for k, token in enumerate(self.gloss.tokens):
            if token.pauses:
                found.append([])
            else:
                found[-1].append(k)
        return [clause for clause in found if any(self.owned[k] for k in clause)]

    def answer(self, clause: Sequence[int]) -> float:
        """How well the best sentence of the paper answers to a clause, and to the sentence beside it."""
        return float(self._answers(clause).max(initial=0.0))

    def about(self, clause: Sequence[int]) -> NDArray[np.bool_]:
        """Which words of the paper stand in the sentences that a clause may be about."""
        score = self._answers(clause)
        chosen = np.flatnonzero(score >= score.max() - _NEAR_BEST)
        found: NDArray[np.bool_] = np.any([self.places[i] for i in chosen], axis=0)
        return found

    def _answers(self, clause: Sequence[int]) -> NDArray[np.float32]:
        own = self.weights[list(clause)]
        part: NDArray[np.float32] = self.matches[:, list(clause)] @ (own / max(float(own.sum()), 1e-9))
        return part + _WHOLE * (self.matches @ self.weights)

    def terms(self, token: int) -> list[str]:
        """The analysed English words of a token."""
        return [self.alignment.sentence.terms[i] for i in self.owned[token]]
