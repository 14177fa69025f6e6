"""Roles: which side of a comparison comes out on top, and from which value a thing went to which."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from rag.support.alignment import Alignment, Words
from rag.support.quantities import Quantity, plain, quantities
from rag.text.analysis import analyze

_WINNING = frozenset(analyze("outperform exceed surpass beat dominate precede cause imply"))
_PASSIVE = re.compile(r"\b(?:is|are|was|were|be|been|being)\s+(?:\w+ly\s+)?$", re.IGNORECASE)
_REACH = 5
_LEAST_CROSSED = 0.55
_MARGIN = 0.3
_FROM = re.compile(r"\bfrom[\s$]+$", re.IGNORECASE)
_TO = re.compile(r"[\s$]*\b(?:to|down to|up to)[\s$]+", re.IGNORECASE)


def exchanged(alignment: Alignment, within: NDArray[np.bool_]) -> Iterator[str]:
    """Verbs of the sentence whose two sides the evidence has the other way round.

    Args:
        alignment: of the sentence with a paper.
        within: which words of the paper are looked at.
    """
    there = [j for j, term in enumerate(alignment.evidence.terms) if term in _WINNING and within[j]]
    for i, term in enumerate(alignment.sentence.terms):
        if term not in _WINNING or not there:
            continue
        own = _sides(alignment.sentence, i)
        margins = []
        for j in there:
            first, second = _sides(alignment.evidence, j)
            straight = [_likeness(alignment, own[0], first), _likeness(alignment, own[1], second)]
            crossed = [_likeness(alignment, own[0], second), _likeness(alignment, own[1], first)]
            margins.append((max(crossed) - max(straight), max(crossed)))
        if all(margin > _MARGIN and crossed > _LEAST_CROSSED for margin, crossed in margins):
            yield alignment.sentence.word(i)


def _sides(text: Words, at: int) -> tuple[list[int], list[int]]:
    """The words of meaning before and after a verb in its sentence; exchanged in the passive."""
    same = [
        k for k in range(len(text.terms)) if text.content[k] and text.sentence_numbers[k] == text.sentence_numbers[at]
    ]
    before, after = [k for k in same if k < at][-_REACH:], [k for k in same if k > at][:_REACH]
    passive = _PASSIVE.search(text.text[: text.spans[at].start])
    return (after, before) if passive else (before, after)


def _likeness(alignment: Alignment, one: Sequence[int], other: Sequence[int]) -> float:
    if not one or not other:
        return 0.0
    return float(alignment.nearness[np.ix_(list(one), list(other))].max(axis=1).mean())


def turned_ranges(sentence: str, evidence: Sequence[str]) -> Iterator[str]:
    """Pairs "from a to b" of the sentence that the evidence has as "from b to a" alone.

    Args:
        sentence: of the answer.
        evidence: titles and abstracts.
    """
    stated = [pair for text in evidence for pair in _ranges(text)]
    for first, last in _ranges(sentence):
        straight = any(a.states(first) and b.states(last) for a, b in stated)
        turned = any(a.states(last) and b.states(first) for a, b in stated)
        if turned and not straight:
            yield f"{first.value:g} to {last.value:g}"


def _ranges(text: str) -> list[tuple[Quantity, Quantity]]:
    found, bare = quantities(text), plain(text)
    return [
        (one, other)
        for one, other in pairwise(found)
        if _FROM.search(bare[: one.start]) and _TO.fullmatch(bare[one.end : other.start])
    ]
