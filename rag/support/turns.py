"""Turns: what a Chinese sentence says goes one way (up, better) and the abstract says goes the other."""

import re
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from rag.support.besides import Beside
from rag.support.directions import agreed, leaning, opposed, sides
from rag.support.glosses import has_own_reading
from rag.support.negation import masks

_HEAD = 0.7
_REACH, _FAR = 5, 9
_BREAK = re.compile(
    r"[,;:()]|\b(?:and|or|but|without|than|from|over|while|whereas|which|that|as|when|by|with|for|to|of|in|on)\b"
)
# Where what a verb is said of ends, and what joins its parts.
_ENDS = "并 而 且 并且 但 但是 而且 以 来 时 是 为 使 让 比 后 用 将 把 被 就 才 也 还 则 因而 当 情况 情况下 下"
_STOPS = frozenset(_ENDS.split())
_LIMITS = frozenset(["maximum", "minimum"])
_AND = frozenset(["和", "与", "及", "以及", "或", "、"])


def turned(beside: Beside, clause: Sequence[int], within: NDArray[np.bool_]) -> Iterator[str]:
    """What the clause says goes one way and the paper the other.

    Args:
        beside: the sentence and the paper.
        clause: the tokens of one of its clauses.
        within: which words of the paper are looked at.
    """
    for at, k in enumerate(clause):
        said = leaning(beside.terms(k)) if has_own_reading(beside.gloss.tokens[k].word) else frozenset()
        if beside.gloss.tokens[k].english in _LIMITS and any(_is_number(beside, i) for i in clause[at + 1 :]):
            continue  # "at most 40 %" is no most
        denied = any(beside.gloss.tokens[i].denies for i in clause[max(0, at - 3) : at])
        for head in _heads(beside, clause, at) if said else ():
            stands = _leanings(beside, head, within, _REACH if said & {"more", "less"} else _FAR)
            cost = not sides()["costs"].isdisjoint(beside.terms(head))
            against = [agreed(said, one, cost=cost) if denied else opposed(said, one, cost=cost) for one in stands]
            if stands and all(against) and not (denied and _near_denial(beside, head, within)):
                yield f"{beside.gloss.tokens[k].word} of {beside.gloss.tokens[head].word}"


def _leanings(beside: Beside, head: int, within: NDArray[np.bool_], reach: int) -> list[frozenset[str]]:
    """Which way the paper says that a thing goes, wherever it speaks of it.

    Args:
        beside: the sentence and the paper.
        head: the token of the thing.
        within: which words of the paper are looked at.
        reach: how many words away it may be said.
    """
    evidence = beside.alignment.evidence
    content = np.flatnonzero(evidence.content | np.isin(evidence.terms, list(frozenset().union(*sides().values()))))
    stands = []
    for j in np.flatnonzero(within & (beside.near[head] >= _HEAD)):
        place = int(np.searchsorted(content, j))
        around = [
            int(i)
            for i in content[max(0, place - reach) : place + reach + 1]
            if i != j and evidence.sentence_numbers[i] == evidence.sentence_numbers[j] and leaning([evidence.terms[i]])
        ]
        before = [i for i in around if i < j]
        if before and not _BREAK.search(evidence.text[evidence.spans[before[-1]].end : evidence.spans[j].start]):
            around = before[-1:]  # "improving robustness and lowering cost"
        stands += [_leans(beside, i) for i in around]
    return stands


def _near_denial(beside: Beside, head: int, within: NDArray[np.bool_]) -> bool:
    """Whether the paper speaks of a thing in a sentence that denies something."""
    explicit, _, taken = masks(beside.alignment.evidence)
    of = beside.alignment.evidence.sentence_numbers
    spoken = of[within & (beside.near[head] >= _HEAD)]
    return bool(np.isin(of[explicit | taken], spoken).any())


def _leans(beside: Beside, word: int) -> frozenset[str]:
    """Which way a word of the paper leans; nowhere if it is denied."""
    explicit, _, taken = masks(beside.alignment.evidence)
    return frozenset() if explicit[word] or taken[word] else leaning([beside.alignment.evidence.terms[word]])


def _is_number(beside: Beside, token: int) -> bool:
    return bool(re.search(r"\d", beside.gloss.tokens[token].word))


def _heads(beside: Beside, clause: Sequence[int], at: int) -> list[int]:
    """What a token that says which way is said of: the last noun of each part after it, or the last one before."""
    heads: list[int] = []
    last = None
    for k in clause[at + 1 :]:
        token = beside.gloss.tokens[k]
        if token.denies:  # what goes up or down is that something is not
            return []
        if token.word in _STOPS or leaning(beside.terms(k)) or _is_number(beside, k):
            break
        if token.word in _AND:
            heads += [last] if last is not None else []
            last = None
        elif beside.owned[k]:
            last = k
    heads += [last] if last is not None else []
    if heads:
        return heads
    before = [
        k for k in clause[:at] if beside.owned[k] and not leaning(beside.terms(k)) and not beside.gloss.tokens[k].denies
    ]
    return before[-1:]
