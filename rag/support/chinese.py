"""A Chinese sentence beside an English abstract: its gloss is aligned, and denials and directions are compared."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from rag.support.alignment import Alignment
from rag.support.directions import agreed, leaning, opposed, sides
from rag.support.glosses import COUNTS, Gloss, Token, is_term
from rag.support.general import is_general
from rag.support.negation import best_of, denies_at_all, masks, neighbours, runs_of
from rag.support.opposites import contradictions, has_opposite
from rag.text.analysis import analyze

_DENYING = frozenset(["not", "without", "hardly"])
_SOFTLY = frozenset(analyze("avoid lack fail overlook hard limited only instead rather few insufficient"))
_SAME = 0.58
_HEAD = 0.7
_NEAR_BEST = 0.12
_REACH, _FAR = 5, 9
_BREAK = re.compile(r"[,;:()]|\b(?:and|or|but|without|than|from|over|while|whereas|which|that|as|when|by|with|for|to|of|in|on)\b")
_WHOLE = 0.3
_LEAST_TERM = 0.33
_LEAST_MEAN = 0.45
# Where what a verb is said of ends, and what joins its parts.
_STOPS = frozenset(
    "并 而 且 并且 但 但是 而且 以 来 时 是 为 使 让 比 后 用 将 把 被 就 才 也 还 则 因而 当 情况 情况下 下".split()
)
_AND = frozenset("和 与 及 以及 或 、".split())
_NO_HEADS = frozenset(analyze("than from not without hardly and only"))


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
                and (words.content[i] or (len(words.terms[i]) > 3 and words.terms[i] not in _NO_HEADS))
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

    @property
    def mean(self) -> float:
        """How well the paper answers to the whole sentence."""
        return float(self.matches.max(axis=0, initial=0.0) @ self.weights)

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

    def faults(self, clause: Sequence[int]) -> Iterator[str]:
        """What a clause says, denies or turns round, unlike the paper."""
        within = self._about(clause)
        yield from self._denied(clause, within)
        yield from self._affirmed(clause, within)
        yield from self._turned(clause, within)
        yield from self._counted(clause)
        for k in clause:
            token = self.gloss.tokens[k]
            if self.owned[k] and is_term(token.word) and self.near[k].max() < _LEAST_TERM and not self._is_general(k):
                yield f"word {token.word} {self.near[k].max():.2f}"
        words = {i for k in clause for i in self.owned[k]}
        yield from (f"{said} for {stands}" for said, stands in contradictions(self.alignment, within, words))

    def _about(self, clause: Sequence[int]) -> NDArray[np.bool_]:
        """Which words of the paper stand in the sentences that a clause may be about."""
        score = self._answers(clause)
        chosen = np.flatnonzero(score >= score.max() - _NEAR_BEST)
        found: NDArray[np.bool_] = np.any([self.places[i] for i in chosen], axis=0)
        return found

    def _answers(self, clause: Sequence[int]) -> NDArray[np.float32]:
        own = self.weights[list(clause)]
        part: NDArray[np.float32] = self.matches[:, list(clause)] @ (own / max(float(own.sum()), 1e-9))
        return part + _WHOLE * (self.matches @ self.weights)

    def _denies(self, token: Token) -> bool:
        return token.english in _DENYING

    def _denied(self, clause: Sequence[int], within: NDArray[np.bool_]) -> Iterator[str]:
        """What the clause denies and the paper does not."""
        _, wide, _ = masks(self.alignment.evidence)
        for at, k in enumerate(clause):
            if not self._denies(self.gloss.tokens[k]):
                continue
            scope = [i for i in clause[at + 1 :] if self.owned[i]][:3]
            if not denies_at_all(self.alignment.evidence, within):
                yield f"denial {self.gloss.tokens[k].word}"
                continue
            near = np.where(within[None, :], self.near, -1.0)
            heads = [i for i in scope if near[i].max() >= _SAME]
            if heads and not any(wide[best_of(near[i])].any() for i in heads):
                yield f"denial of {self.gloss.tokens[heads[0]].word}"

    def _affirmed(self, clause: Sequence[int], within: NDArray[np.bool_]) -> Iterator[str]:
        """What the paper denies and the clause does not."""
        if any(self._denies(self.gloss.tokens[k]) or not _SOFTLY.isdisjoint(self._terms(k)) for k in clause):
            return
        explicit, _, _ = masks(self.alignment.evidence)
        near = np.where(within[None, :], self.near, -1.0)
        for group in runs_of(explicit & within):
            rows = [max(clause, key=lambda k: near[k, j]) for j in group]  # noqa: B023
            if any(near[k, j] < _SAME for k, j in zip(rows, group, strict=True)):
                continue
            free = [
                bool((~explicit & (self.near[k] >= near[k, j] - 0.15)).any()) for k, j in zip(rows, group, strict=True)
            ]
            if not all(free):
                yield f"no denial of {self.gloss.tokens[rows[0]].word}"

    def _turned(self, clause: Sequence[int], within: NDArray[np.bool_]) -> Iterator[str]:
        """What the clause says goes one way and the paper the other."""
        for at, k in enumerate(clause):
            said = leaning(self._terms(k))
            denied = any(self._denies(self.gloss.tokens[i]) for i in clause[max(0, at - 3) : at])
            for head in self._heads(clause, at) if said else ():
                stands = self._leanings(head, within, _REACH if said & {"more", "less"} else _FAR)
                cost = not sides()["costs"].isdisjoint(self._terms(head))
                against = [
                    agreed(said, one, cost=cost) if denied else opposed(said, one, cost=cost) for one in stands
                ]
                if stands and all(against) and not (denied and self._near_denial(head, within)):
                    yield f"{self.gloss.tokens[k].word} of {self.gloss.tokens[head].word}"

    def _leanings(self, head: int, within: NDArray[np.bool_], reach: int) -> list[frozenset[str]]:
        """Which way the paper says that a thing goes, wherever it speaks of it.

        Args:
            head: the token of the thing.
            within: which words of the paper are looked at.
            reach: how many words away it may be said.
        """
        evidence = self.alignment.evidence
        content = np.flatnonzero(evidence.content | np.isin(evidence.terms, list(frozenset().union(*sides().values()))))
        stands = []
        for j in np.flatnonzero(within & (self.near[head] >= _HEAD)):
            place = int(np.searchsorted(content, j))
            around = [
                int(i)
                for i in content[max(0, place - reach) : place + reach + 1]
                if i != j
                and evidence.sentence_numbers[i] == evidence.sentence_numbers[j]
                and leaning([evidence.terms[i]])
            ]
            before = [i for i in around if i < j]
            if before and not _BREAK.search(evidence.text[evidence.spans[before[-1]].end : evidence.spans[j].start]):
                around = before[-1:]  # "improving robustness and lowering cost"
            stands += [self._leans(i) for i in around]
        return stands

    def _near_denial(self, head: int, within: NDArray[np.bool_]) -> bool:
        """Whether the paper speaks of a thing in a sentence that denies something."""
        explicit, _, taken = masks(self.alignment.evidence)
        of = self.alignment.evidence.sentence_numbers
        spoken = of[within & (self.near[head] >= _HEAD)]
        return bool(np.isin(of[explicit | taken], spoken).any())

    def _leans(self, word: int) -> frozenset[str]:
        """Which way a word of the paper leans; nowhere if it is denied."""
        explicit, _, taken = masks(self.alignment.evidence)
        return frozenset() if explicit[word] or taken[word] else leaning([self.alignment.evidence.terms[word]])

    def _heads(self, clause: Sequence[int], at: int) -> list[int]:
        """What a token that says which way is said of: the last noun of each part after it, else the last one before."""
        heads: list[int] = []
        last = None
        for k in clause[at + 1 :]:
            token = self.gloss.tokens[k]
            if self._denies(token):  # what goes up or down is that something is not
                return []
            if token.word in _STOPS or leaning(self._terms(k)) or re.search(r"\d", token.word):
                break
            if token.word in _AND:
                heads += [last] if last is not None else []
                last = None
            elif self.owned[k]:
                last = k
        heads += [last] if last is not None else []
        if heads:
            return heads
        before = [
            k
            for k in clause[:at]
            if self.owned[k] and not leaning(self._terms(k)) and not self._denies(self.gloss.tokens[k])
        ]
        return before[-1:]

    def _counted(self, clause: Sequence[int]) -> Iterator[str]:
        """Counts in words ("three data sets") of which the paper knows another alone."""
        evidence = self.alignment.evidence
        told = {j: COUNTS[term] for j, term in enumerate(evidence.terms) if term in COUNTS}
        for at, k in enumerate(clause):
            count = COUNTS.get(self.gloss.tokens[k].english)
            nouns = [i for i in clause[at + 1 :] if self.owned[i]][:3]
            if count is None or not nouns or count in told.values():
                continue
            for j in told:
                after = [i for i in neighbours(evidence)[j] if i > j]
                if after and self.near[np.ix_(nouns, after)].max() >= _HEAD:
                    yield f"number {self.gloss.tokens[k].word}"
                    break

    def _is_general(self, token: int) -> bool:
        words = self.alignment.sentence
        return any(is_general(words.terms[i], words.word(i)) or has_opposite(words.terms[i]) for i in self.owned[token])

    def _terms(self, token: int) -> list[str]:
        return [self.alignment.sentence.terms[i] for i in self.owned[token]]


def mean_of(besides: Sequence[Beside]) -> float:
    """How well papers together answer to the words of a sentence, 0 to 1.

    Args:
        besides: the sentence beside each of them.
    """
    return max(
        (float(np.max([b.matches.max(axis=0) for b in besides], axis=0) @ one.weights) for one in besides), default=0.0
    )


def faults_of(besides: Sequence[Beside]) -> Iterator[str]:
    """What papers together do not bear out; each clause is held against the one that answers to it best.

    Args:
        besides: the sentence beside each paper; at least one.
    """
    mean = mean_of(besides)
    if mean < _LEAST_MEAN:
        yield f"words {mean:.2f}"
    for clause in besides[0].clauses:
        yield from max(besides, key=lambda beside: beside.answer(clause)).faults(clause)  # noqa: B023
