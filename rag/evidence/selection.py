"""Which sentences of an abstract to quote: the fewest that answer to every part of the question.

The limits were chosen on questions made for this from 42 abstracts, and tried on the project's question files: there
the gold papers' quoted sentences hold 0.95 of the facts asked for, on 0.40 of their abstracts. A short question takes a
fifth of one.
"""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rag.evidence.leaning import dangles, speaks_of_method
from rag.evidence.marks import worths
from rag.evidence.wanted import MOST, Part, wanted

_MOST = 4
_LEAST_GAIN = 0.3
"""Of what the first sentence gave, that each further one must add."""
_LEAST_NEW = 0.08
"""Share of the question's words, by rarity, that a further sentence must newly cover."""
_SHARE = 0.5
"""Share of the abstract, in characters, beyond which no sentence is added."""
_MOST_FOR_SENSE = 0.6
"""The same for a sentence without which the best one says nothing."""
_BARE = 0.15
"""What having its words counts where a question only names the paper: "What is X?", "What are the results of X?"."""
_BARE_LEAST = 0.6
"""Of the first sentence's worth, what each further one must have there."""
_LONG = 8
"""Words from which a question is long, and describes what it looks for: more sentences then answer to it."""
_MOST_LONG = 4
_LEAST_GAIN_LONG = 0.35
_SHARE_LONG = 0.6
_ANNOUNCES = re.compile(r"\b(?:two|three|four|five|several|following)\s+(?:[\w-]+\s+){0,2}\w+s\s*[.:]$", re.IGNORECASE)
"""A sentence that says only that others follow: "It has three stages."."""
_CONTRASTS = re.compile(r"(?:In|By) contrast\b|Conversely\b|On the (?:other hand|contrary)\b")
"""What begins the second half of a contrast: alone it would say half of what is found."""
_ASKING = 0.4
"""What a sentence is worth less that asks: it answers nothing, though it has the words."""
_OF_QUESTIONS = re.compile(r"\bquestions?\b|问题", re.IGNORECASE)
_PART = 0.85
"""How much a part's own words count for its sentence, beside the whole question's."""


@dataclass(frozen=True)
class Sheet:
    """What sentences are chosen by.

    Args:
        question: as asked.
        parts: of the question, in order.
        texts: the sentences.
        matches: shape (sentences, words): how well a sentence answers to each content word of the question, 0 to 1.
        weights: shape (words,): their rarity, summing to 1.
        asked: the words, analysed.
        names: of what the paper proposes.
        own: of the words, those that only name the paper.
    """

    question: str
    parts: tuple[Part, ...]
    texts: Sequence[str]
    matches: NDArray[np.float32]
    weights: NDArray[np.float32]
    asked: Sequence[str] = ()
    names: tuple[str, ...] = ()
    own: Collection[str] = ()

    @property
    def length(self) -> int:
        """How many words the question has beside those that only name the paper."""
        return sum(term not in self.own for term in self.asked)

    def is_named(self) -> bool:
        """Whether the question names what the paper proposes."""
        return any(name.casefold() in self.question.casefold() for name in self.names)

    def worths(self, part: Part) -> NDArray[np.float32]:
        """What the sentences' marks are worth to a part of the question."""
        found = worths(self.texts, part, self.question, self.asked, () if self.is_named() else self.names)
        if _OF_QUESTIONS.search(self.question):
            return found
        asking = np.array([text.rstrip().endswith("?") for text in self.texts], dtype=np.float32)
        return np.asarray(found - _ASKING * asking)


def chosen(sheet: Sheet) -> list[int]:
    """The sentences to quote, in the order of the abstract.

    Each part of the question gets the sentence that answers to it best. Then the one that adds most is taken, until
    little is added or as many are taken as the kinds of answer need. One that says nothing without the one before it
    brings that.
    """
    if not sheet.texts:
        return []
    if not sheet.length:
        return _of_a_kind(sheet)
    matches, weights = sheet.matches, sheet.weights
    parts = sheet.parts or (Part((), sheet.question, wanted(sheet.question)),)
    quoted = _Quoted(sheet.texts, matches, sheet.names)
    most = _most(parts, sheet.length)
    long = sheet.length >= _LONG
    least, share, new = (_LEAST_GAIN_LONG, _SHARE_LONG, 0.0) if long else (_LEAST_GAIN, _SHARE, _LEAST_NEW)
    worth = matches @ weights
    picks = [_best_for(part, sheet, worth) for part in parts]
    first = picks[0][0]
    for _, best in picks:
        if best not in quoted.places and (not quoted.places or quoted.fits(best, _SHARE_LONG)):
            quoted.take(best)
    worth = worth + sheet.worths(parts[0])
    while len(quoted.places) < most:
        added = quoted.added(weights)
        gain = 0.5 * worth + 0.5 * added
        gain[quoted.places] = -1.0
        best = int(gain.argmax())
        if gain[best] < least * first or added[best] < new or not quoted.fits(best, share):
            break
        quoted.take(best)
    return quoted.standing()


def _best_for(part: Part, sheet: Sheet, worth: NDArray[np.float32]) -> tuple[float, int]:
    """The place of the sentence that answers to a part of the question best, after its value."""
    own = list(part.places)
    total = float(sheet.weights[own].sum())
    if total > 0:
        worth = _PART * sheet.matches[:, own] @ sheet.weights[own] / total + (1 - _PART) * worth
    value = worth + sheet.worths(part)
    return float(value.max()), int(value.argmax())


def _most(parts: Sequence[Part], words: int) -> int:
    needed = sum(MOST[part.wanted] for part in parts)
    return min(_MOST, needed if words < _LONG else max(needed, _MOST_LONG))


def _of_a_kind(sheet: Sheet) -> list[int]:
    """The sentences that give the kind of answer wanted, where the question only names the paper."""
    part = sheet.parts[0] if sheet.parts else Part((), sheet.question, wanted(sheet.question))
    value = _BARE * sheet.matches @ sheet.weights + sheet.worths(part)
    quoted = _Quoted(sheet.texts, sheet.matches, sheet.names)
    order = [int(at) for at in (-value).argsort(kind="stable")]
    for at in order[: MOST[part.wanted]]:
        if not quoted.places or (value[at] >= _BARE_LEAST * value[order[0]] and quoted.fits(at, _SHARE)):
            quoted.take(at)
    return quoted.standing()


class _Quoted:
    """The sentences taken so far."""

    def __init__(self, texts: Sequence[str], matches: NDArray[np.float32], names: tuple[str, ...]) -> None:
        self._texts = texts
        self._names = names
        self._lengths = [len(text) for text in texts]
        self._matches = matches
        self._covered = np.zeros(matches.shape[1], dtype=np.float32)
        self.places: list[int] = []

    def take(self, place: int) -> None:
        self.places.append(place)
        self._covered = np.maximum(self._covered, self._matches[place])

    def added(self, weights: NDArray[np.float32]) -> NDArray[np.float32]:
        """What each sentence would add to the words that are covered."""
        gain: NDArray[np.float32] = (np.maximum(self._matches, self._covered) - self._covered) @ weights
        return gain

    def standing(self) -> list[int]:
        """The places, none of them of a sentence that says nothing by itself without the ones that it leans on.

        The first one taken stays with those before it; each further one stays where it fits with them.
        """
        kept: set[int] = set()
        for place in self.places:
            leaning = self._leaning(place, kept)
            if not kept or leaning <= kept | set(self.places) or self._share(kept | leaning) <= _MOST_FOR_SENSE:
                kept |= leaning
        for place in sorted(kept):
            if place + 1 < len(self._texts) and _ANNOUNCES.search(self._texts[place]):
                kept.add(place + 1)
        return sorted(kept)

    def _leaning(self, place: int, kept: Collection[int]) -> set[int]:
        """A sentence and those before it that say what it speaks of, back to one that stands by itself."""
        leaning = {place}
        at = place
        while at and (dangles(self._texts[at]) or _CONTRASTS.match(self._texts[at])) and at - 1 not in kept:
            at -= 1
            leaning.add(at)
        if len(leaning) > 1 and speaks_of_method(self._texts[place], self._texts[at], self._names):
            return {place}
        return leaning

    def _share(self, places: Collection[int]) -> float:
        return sum(self._lengths[at] for at in places) / max(sum(self._lengths), 1)

    def fits(self, place: int, share: float) -> bool:
        taken = sum(self._lengths[at] for at in self.places)
        return taken + self._lengths[place] <= share * sum(self._lengths)
