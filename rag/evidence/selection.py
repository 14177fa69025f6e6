"""Which sentences of an abstract to quote: the fewest that answer to every part of the question.

The weights were chosen on the project's question files, where the gold papers' quoted sentences then hold 0.90 of the
facts asked for, on 0.46 of their abstracts. Half of the abstract is the most that an answer should need.
"""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from rag.evidence.leaning import dangles, speaks_of_method
from rag.evidence.wanted import MOST, Wanted, wanted
from rag.lexical import analyze
from rag.text.sentences import Span

_MOST = 4
_LEAST_GAIN = 0.3
"""Of what the first sentence gave, that each further one must add."""
_LEAST_GAIN_LONG = 0.35
_LONG = 8
_MOST_LONG = 4
_LEAST_NEW = 0.08
"""Share of the question's words, by rarity, that a further sentence must newly cover."""
_SHARE = 0.5
"""Share of the abstract, in characters, beyond which no sentence is added."""
_SHARE_LONG = 0.6
_MOST_FOR_SENSE = 0.6
"""The same for a sentence without which the best one says nothing."""
_CLAIM_BONUS = 0.1
_BACKGROUND = 0.1
_NUMBER_BONUS = 0.15
_DATA_BONUS = 0.2
_OFF_MALUS = 0.1
_OPENING_MALUS = 0.1
_COUNTED_BONUS = 0.2
_POINTS_BONUS = 0.15
_NAME_BONUS = 0.15
_WAY_BONUS = 0.05
_BARE = 0.15
"""What having its words counts where a question only names the paper: "What is X?", "What are the results of X?"."""
_BARE_LEAST = 0.6
"""Of the first sentence's worth, what each further one must have there."""
_OUTCOME_BONUS = 0.1
_MEANING_BONUS = 0.2
_REASON_BONUS = 0.1
_LINK_MALUS = 0.5
_PART = 0.85
"""How much a part's own words count for its sentence, beside the whole question's."""

_CLAIM = re.compile(
    r"^Our (?:approach|method|framework|algorithm|model|analysis|results?)\b|\b(?:we|our|this (?:paper|work|study))\b.*?\b(?:propos|introduc|present|develop|show|find|prove|demonstrat|provid"
    r"|design|deriv|establish|offer|reveal|construct|stud|investigat|analy[sz]|evaluat|compar|us(?:e|es|ing)\b|enforc|achiev|obtain)"
    r"|\b(?:is|are|was|were) (?:proposed|introduced|presented|developed|shown)",
    re.IGNORECASE,
)
_BACKGROUND_LEAD = re.compile(
    r"^(?:However|Yet|Despite|Although|Existing|Recent|Previous|Prior|Current|Traditional|Many|Most|While|Unfortunately"
    r"|Nevertheless)\b"
    r"|\b(?:existing|previous|prior|current) (?:\w+ )?(?:methods|approaches|works?|models|solutions|studies)\b"
    r".*\b(?:suffer|fail|lack|limit|struggle|cannot|require|rely|often|focus)|remains? (?:un|an open|challeng)",
    re.IGNORECASE,
)
_NUMBER = re.compile(
    r"\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|twice|double|half|dozens?|hundreds?|times)\b", re.IGNORECASE
)
_LINK = re.compile(
    r"https?://|\bproject page\b|\b(?:code|source|implementation)s?\b.{0,40}\b(?:available|released|at)\b", re.I
)
_ASKS_LINK = re.compile(
    r"\b(?:codes?|link|url|github|repositor(?:y|ies)|website|page|available|availability|released?|public(?:ly)?|download|open"
    r"|where|implement\w*)\b|代码|链接|开源|网址|主页",
    re.IGNORECASE,
)
_WEIGHS = re.compile(
    r"\b(?:better|worse|faster|slower|stronger|more (?:accurate|efficient))\b|更(?:好|快|准|强)", re.IGNORECASE
)
"""A question that a figure helps to answer."""
_TRIAL = re.compile(
    r"\b(?:experiment\w*|data ?sets?|benchmark\w*|evaluat\w+|empirical\w*|outperform\w*|tasks?|demonstrate|results"
    r"|state-of-the-art|tested|domains?|environments?)\b",
    re.IGNORECASE,
)
_COUNTED = re.compile(
    r"(?:\d[\d.,]*|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozens?|hundreds?|thousands?))"
    r"[\s$%}\\+~-]+(?P<what>(?:[\w-]+\s?){1,4})",
    re.IGNORECASE,
)
_SEVERAL = re.compile(r"\b(?:two|three|four|five|six|seven|both)\b|[两三四五六]个", re.IGNORECASE)
_POINTS = re.compile(
    r"(?<!\w)\(?(?:2|ii|b)[).]\s|\b(?:two|three|four|five|six|seven|both|respectively)\b", re.IGNORECASE
)
_OUTCOME = re.compile(
    r"\b(?:outperform\w*|achiev\w+|improv\w+|show(?:s|n|ed)?|demonstrat\w+|results?|find(?:s|ings?)?|found|state-of-the-art"
    r"|superior|prove[sdn]?|reveal\w*|surpass\w*|reduc\w+)\b",
    re.IGNORECASE,
)
_BEATS = re.compile(
    r"\b(?:outperform\w*|surpass\w*|state-of-the-art|superior|better|improv\w+|up to|achiev\w+|prove[sdn]?|find that"
    r"|show that|experiment\w*|results?)\b|\d\s*\\?%|\\times",
    re.IGNORECASE,
)
_PROPOSES = re.compile(
    r"\b(?:propos|introduc|present|develop|call|dub|term|nam)(?:e|es|ed|ing|s|ling|led)?\b|\bis an? \b", re.IGNORECASE
)
_MEANS = re.compile(
    r"\b(?:by \w+ing|using|via|through|based on|consists?|components?|modules?|leverag\w+|first\b.*\bthen|exploit\w*|combin\w+"
    r"|decompos\w+|learns?|optimiz\w+)\b",
    re.IGNORECASE,
)
_BECAUSE = re.compile(
    r"\b(?:because|since|due to|as it|owing to|caused?|leads? to|leading to|stems?|arises?|thus|therefore|hence|thereby"
    r"|however|suffers?|limited|limitations?|fails?|cannot|challeng\w+|hinder\w*|struggl\w+|problem|requires?|lacks?)\b",
    re.IGNORECASE,
)
_MARKS: dict[Wanted, tuple[tuple[re.Pattern[str], float], ...]] = {
    Wanted.NUMBER: ((_NUMBER, _NUMBER_BONUS),),
    Wanted.DATA: ((_TRIAL, _DATA_BONUS), (_PROPOSES, -_OFF_MALUS)),
    Wanted.RESULT: ((_OUTCOME, _OUTCOME_BONUS), (_BEATS, _OUTCOME_BONUS), (_PROPOSES, -_OFF_MALUS)),
    Wanted.MEANING: ((_PROPOSES, _MEANING_BONUS),),
    Wanted.WAY: ((_MEANS, _WAY_BONUS),),
    Wanted.REASON: ((_BECAUSE, _REASON_BONUS), (_PROPOSES, -_OFF_MALUS)),
}
"""What marks a sentence that gives an answer of a kind, and what that is worth."""
_ASKS = re.compile(r"\b(?:what|which|how|why|who|when|where|whose)\b", re.IGNORECASE)
"""What a sentence without it, before a question, only tells the occasion of that question."""
_NEXT_PART = re.compile(
    r"[?.;:]\s+|,?\s+and\s+(?=(?:what|which|how|why|when|where|who|in what|in which|on what|on which|with|is|are|does"
    r"|do|by|from|at)\b)|,\s+(?=(?:what|which|how|why|when|where|who|in what|on which|and)\b)|[。？；，]",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Part:
    """A part of a question: "What is X, and on which data?" has two.

    Args:
        places: of its words among the question's.
        text: as asked.
        wanted: the kind of answer that it asks for.
    """

    places: tuple[int, ...]
    text: str
    wanted: Wanted


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
    first = 0.0
    for part in parts:
        own = list(part.places)
        total = float(weights[own].sum())
        value = _PART * matches[:, own] @ weights[own] / total + (1 - _PART) * worth if total > 0 else worth
        value = value + _bonus(sheet, part)
        best = int(value.argmax())
        first = first or float(value[best])
        if best not in quoted.places and (not quoted.places or quoted.fits(best, share)):
            quoted.take(best)
    worth = worth + _bonus(sheet, parts[0])
    while len(quoted.places) < most:
        added = quoted.added(weights)
        gain = 0.5 * worth + 0.5 * added
        gain[quoted.places] = -1.0
        best = int(gain.argmax())
        if gain[best] < least * first or added[best] < new or not quoted.fits(best, share):
            break
        quoted.take(best)
    return quoted.standing()


def _most(parts: Sequence[Part], words: int) -> int:
    needed = sum(MOST[part.wanted] for part in parts)
    return min(_MOST, needed if words < _LONG else max(needed, _MOST_LONG))


def _of_a_kind(sheet: Sheet) -> list[int]:
    """The sentences that give the kind of answer wanted, where the question only names the paper."""
    part = sheet.parts[0] if sheet.parts else Part((), sheet.question, wanted(sheet.question))
    value = _BARE * sheet.matches @ sheet.weights + _bonus(sheet, part)
    quoted = _Quoted(sheet.texts, sheet.matches, sheet.names)
    order = [int(at) for at in (-value).argsort(kind="stable")]
    for at in order[: MOST[part.wanted]]:
        if not quoted.places or (value[at] >= _BARE_LEAST * value[order[0]] and quoted.fits(at, _SHARE)):
            quoted.take(at)
    return quoted.standing()


def parts_of(question: str, words: Sequence[Span]) -> list[Part]:
    """The parts of a question that have words of their own.

    Args:
        question: as asked.
        words: its content words.
    """
    bounds = [0, *(match.start() for match in _NEXT_PART.finditer(question)), len(question)]
    parts = []
    for start, end in pairwise(bounds):
        text = question[start:end]
        told = re.match(r"\s*\.\s", question[end:]) and not _ASKS.search(text) and "?" in question[end:]
        if not told and (places := tuple(at for at, span in enumerate(words) if start <= span.start < end)):
            parts.append(Part(places, text, wanted(text)))
    return parts


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
        return sorted(kept)

    def _leaning(self, place: int, kept: Collection[int]) -> set[int]:
        """A sentence and those before it that say what it speaks of, back to one that stands by itself."""
        leaning = {place}
        at = place
        while at and dangles(self._texts[at]) and at - 1 not in kept:
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


def _bonus(sheet: Sheet, part: Part) -> NDArray[np.float32]:
    kind = part.wanted
    marks: list[tuple[re.Pattern[str], float]] = [*_MARKS.get(kind, ())]
    if kind is not Wanted.REASON:
        marks += [(_CLAIM, _CLAIM_BONUS), (_BACKGROUND_LEAD, -_BACKGROUND)]
    if _WEIGHS.search(part.text) and kind is not Wanted.NUMBER:
        marks.append((_NUMBER, _NUMBER_BONUS))
    if _SEVERAL.search(part.text):
        marks.append((_POINTS, _POINTS_BONUS))
    if not _ASKS_LINK.search(sheet.question):
        marks.append((_LINK, -_LINK_MALUS))
    bonus = np.array([sum(worth for mark, worth in marks if mark.search(text)) for text in sheet.texts], np.float32)
    if kind is not Wanted.REASON and not _CLAIM.search(sheet.texts[0]):
        bonus[0] -= _OPENING_MALUS  # it tells of the field
    if kind is Wanted.NUMBER:
        bonus += [_COUNTED_BONUS * _counts(text, sheet.asked) for text in sheet.texts]
    elif kind in (Wanted.ANYTHING, Wanted.FACT, Wanted.THING) and not sheet.is_named():
        bonus += [_NAME_BONUS * any(name in text for name in sheet.names) for text in sheet.texts]
    return bonus


def _counts(text: str, asked: Collection[str]) -> bool:
    """Whether a sentence tells how many there are of something that is asked about: "40 LLMs"."""
    return any(term in asked for match in _COUNTED.finditer(text) for term in analyze(match["what"]))


def claims(sentence: str) -> bool:
    """Whether a sentence says what its paper does."""
    return bool(_CLAIM.search(sentence))
