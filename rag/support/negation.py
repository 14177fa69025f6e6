"""Negation: which words of a text are denied, and whether sentence and evidence deny the same."""

import re
from bisect import bisect_left
from collections.abc import Collection, Iterator
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from rag.support.alignment import Alignment, Words
from rag.text.analysis import analyze

CUE = re.compile(
    r"\b(?:(?<!,\s)not(?!\s+(?:only|just|merely|necessarily))|cannot|no(?!\s+(?:matter|longer\s+than))|never|neither|nor|none"
    r"|without|fail(?:s|ed|ing)?\s+to|failure\s+to|unable\s+to|lack(?:s|ed|ing)?(?:\s+of)?|absence\s+of|hardly|rarely"
    r"|seldom|scarcely|free\s+(?:of|from)|devoid\s+of)\b|\b\w+n['’]t\b",
    re.IGNORECASE,
)
# Words that deny without a "not"; what stands near them may be said with one.
_SOFT = re.compile(
    r"\b(?:avoid\w*|eliminat\w*|remov\w*|prevent\w*|obviat\w*|bypass\w*|circumvent\w*|independent(?:ly)?\s+of|rather\s+than"
    r"|instead\s+of|unlike|zero|limited|insufficient\w*|regardless|irrespective|dispens\w*|forgo\w*|replac\w*|unnecessary"
    r"|relax\w*|suffer\w*|struggl\w*|ignor\w*|neglect\w*|overlook\w*|despite|poor\w*|difficult\w*"
    r"|fail\w*|un(?:seen|known|clear|able|like|labell?ed|supervised|necessary|observed|available)|impossible|infeasible"
    r"|intractable|inaccessible)\b|-free\b|-agnostic\b|-less\b",
    re.IGNORECASE,
)
_PREFIXED = re.compile(
    r"\b(?:un|in|im|ir|non|dis|mis|anti|over|out)[a-z-]{4,}|\b(?:low|reduc|hard|robust|less|few|rare|only)\w*",
    re.IGNORECASE,
)
_PAPER_DENIES = re.compile(
    r"\b(?:we|authors?|paper|work|study|article)\s+(?:do|does|did|has|have|can)(?:\s+not|n['’]t)\b(?!\s+(?:only|just|require|need))"
    r"|\bwe\s+cannot\b",
    re.IGNORECASE,
)
_CLAUSE_END = re.compile(
    r"[,;:.!?()]\s|\s(?:but|and|while|whereas|although|because|which|that|who|however|or|than|yet|when|if)\s",
    re.IGNORECASE,
)
_SCOPE = 2
_BEFORE, _AFTER = 2, 5
_ALIGNED = 0.58
_HELD = 0.55


# What a word takes away that stands after it; and what says that something is needed.
_TAKING = re.compile(
    r"(?:avoid|eliminat|remov|obviat|bypass|circumvent|dispens|forgo)\w*|independent(?:ly)?\s+of|rather\s+than|instead\s+of",
    re.IGNORECASE,
)
_TAKEN = 5
# "Without labels" is what "unsupervised" says.
_LABELS = frozenset(analyze("labels labeled labelled annotations annotated supervision"))
_LABEL_REACH = 5
_UNSUPERVISED = re.compile(r"\b(?:un|self-?)supervised\b|\bunlabell?ed\b|\bautomatically\b", re.IGNORECASE)
_NEEDING = frozenset(analyze("requires needs relies depends requiring needing relying depending necessitates"))


def negated(text: Words) -> NDArray[np.bool_]:
    """Which words are explicitly denied: the next two words of meaning after a "not", up to the end of the clause."""
    return masks(text)[0]


@lru_cache(maxsize=128)
def neighbours(text: Words) -> list[list[int]]:
    """For each word, the words of meaning that it may be said of: three after it in its clause, else two before."""
    content, of = np.flatnonzero(text.content), text.clause_numbers
    found = []
    for i in range(len(text.terms)):
        after = content[np.searchsorted(content, i, side="right") :][:3]
        near = [int(k) for k in after if of[k] == of[i]]
        found.append(near or [int(k) for k in content[: np.searchsorted(content, i)][-2:] if of[k] == of[i]])
    return found


@lru_cache(maxsize=128)
def masks(text: Words) -> tuple[NDArray[np.bool_], NDArray[np.bool_], NDArray[np.bool_]]:
    """What is explicitly denied, all near a word that denies in some way, and what such a word takes away."""
    explicit, wide, taken = (np.zeros(len(text.terms), dtype=bool) for _ in range(3))
    starts = np.array([span.start for span in text.spans], dtype=np.int64)
    content, of = np.flatnonzero(text.content), text.sentence_numbers
    for pattern in (CUE, _SOFT):
        for match in pattern.finditer(text.text):
            at = int(np.searchsorted(starts, match.start()))
            if at >= len(starts):
                continue
            near = int(np.searchsorted(content, at))
            around = content[max(0, near - (_BEFORE if pattern is CUE else 1)) : near + _AFTER]
            wide[around[of[around] == of[at]]] = True
            end = _CLAUSE_END.search(text.text, match.end())
            inside = content[
                (starts[content] >= match.end()) & (starts[content] < (end.start() + 1 if end else len(text.text)))
            ]
            if pattern is CUE:
                explicit[inside[:_SCOPE]] = True
            if pattern is CUE or _TAKING.fullmatch(match[0]):
                taken[inside[:_TAKEN]] = True
    for match in re.finditer(r"(\w+)-(?:free|less|agnostic)\b", text.text):
        hyphened = (match.start(1) <= starts) & (starts < match.end(1))
        explicit |= hyphened
        wide |= hyphened
    return explicit, wide, taken


def denials(alignment: Alignment, within: NDArray[np.bool_], words: Collection[int] | None = None) -> Iterator[str]:
    """Words that the sentence denies and the evidence does not, or the other way round.

    Args:
        alignment: of the sentence with a paper.
        within: which words of the paper are looked at.
        words: those of the sentence that are looked at; all of them by default.
    """
    said, said_wide, _ = masks(alignment.sentence)
    there, there_wide, taken = masks(alignment.evidence)
    nearness = np.where(within[None, :], alignment.nearness, -1.0)
    mine = range(len(said)) if words is None else words
    if _PAPER_DENIES.search(alignment.sentence.text) and not _PAPER_DENIES.search(alignment.evidence.text):
        yield "what the paper does"
    elif _has_cue(alignment.sentence, mine) and not denies_at_all(alignment.evidence, within):
        yield "all of it"
    for group in runs_of(said):
        head = group[0]
        if head not in mine:
            continue
        after = alignment.sentence.terms[head : head + _LABEL_REACH]
        if not _LABELS.isdisjoint(after) and _UNSUPERVISED.search(alignment.evidence.text):
            continue
        near = alignment.nearness
        if near[head].max(initial=-1.0) < _ALIGNED or any(
            there_wide[best_of(rows[head])].any() for rows in (near, nearness)
        ):
            continue
        exact = near[head].max() >= 1.0
        if exact or not any(there_wide[best_of(near[i])].any() for i in group[1:]):
            yield alignment.sentence.word(head)
    yield from _withheld(alignment, nearness, there & within, said | said_wide, mine)
    yield from (word for i, word in _needs(alignment, nearness, taken, said_wide) if i in mine)


def _withheld(
    alignment: Alignment,
    nearness: NDArray[np.float32],
    denied: NDArray[np.bool_],
    said: NDArray[np.bool_],
    mine: Collection[int],
) -> Iterator[str]:
    """What the evidence denies and the sentence says without it."""
    for group in runs_of(denied):
        # The words that follow one "not" in the abstract, where the sentence has them all without it.
        held = [j for j in group if nearness[:, j].max(initial=-1.0) >= _HELD]
        if len(held) < len(group):
            continue
        rows = [int(nearness[:, j].argmax()) for j in held]
        if rows[0] not in mine:
            continue
        free = [
            bool((~masks(alignment.evidence)[0] & (alignment.nearness[i] >= nearness[i, j] - 0.15)).any())
            for i, j in zip(rows, held, strict=True)
        ]
        if not any(said[i] for i in rows) and not all(free):
            yield alignment.sentence.word(rows[0])


def _has_cue(text: Words, words: Collection[int]) -> bool:
    """Whether a word that denies stands right before one of these."""
    starts = [span.start for span in text.spans]
    return any(bisect_left(starts, match.start()) in words for match in CUE.finditer(text.text))


def denies_at_all(text: Words, within: NDArray[np.bool_]) -> bool:
    """Whether there is any word of denial in what is looked at."""
    numbers = {int(text.sentence_numbers[i]) for i in np.flatnonzero(within)}
    spans: dict[int, tuple[int, int]] = {}
    for span, number in zip(text.spans, map(int, text.sentence_numbers), strict=True):
        spans[number] = (spans.get(number, (span.start, 0))[0], span.end)
    parts = [text.text[start : end + 1] for number, (start, end) in spans.items() if number in numbers]
    return any(pattern.search(part) for part in parts for pattern in (CUE, _SOFT, _PREFIXED))


def _needs(
    alignment: Alignment, nearness: NDArray[np.float32], taken: NDArray[np.bool_], said_wide: NDArray[np.bool_]
) -> Iterator[tuple[int, str]]:
    """What the sentence calls needed and the evidence does without."""
    around = neighbours(alignment.sentence)
    for i, term in enumerate(alignment.sentence.terms):
        if term not in _NEEDING or said_wide[i]:
            continue
        for k in around[i]:
            best = best_of(nearness[k])
            if k > i and nearness[k].max(initial=-1.0) >= 1.0 and taken[best].all():
                yield k, alignment.sentence.word(k)
                return


def best_of(row: NDArray[np.float32]) -> NDArray[np.int64]:
    """The places that come as near as the nearest, or almost."""
    return np.flatnonzero(row >= row.max() - 0.1)


def runs_of(mask: NDArray[np.bool_]) -> list[list[int]]:
    """The marked places, those in a row together."""
    runs: list[list[int]] = []
    for i in np.flatnonzero(mask):
        if runs and i - runs[-1][-1] <= 3:
            runs[-1].append(int(i))
        else:
            runs.append([int(i)])
    return runs
