"""Which sentences of an abstract to quote: the fewest that answer to every part of the question.

The weights were chosen on the project's question files, where the gold papers' quoted sentences then hold 0.90 of the
facts asked for, on 0.46 of their abstracts. Half of the abstract is the most that an answer should need.
"""

import re
from collections.abc import Collection, Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from rag.text.sentences import Span

_MOST = 4
_LEAST_GAIN = 0.35
_SHARE = 0.6
"""Share of the abstract, in characters, beyond which no sentence is added for the question as a whole or for a part."""
_SHARE_FOR_SENSE = 0.55
"""The same for a sentence that is added because the next one refers to it."""
_MOST_FOR_SENSE = 0.65
"""The same where the next one says nothing without it."""
_CLAIM_BONUS = 0.1
_BACKGROUND = 0.1
_NUMBER_BONUS = 0.15
_DATA_BONUS = 0.1
_LINK_MALUS = 0.5

_CLAIM = re.compile(
    r"\b(?:we|our|this (?:paper|work|study))\b.*?\b(?:propos|introduc|present|develop|show|find|prove|demonstrat|provid"
    r"|design|deriv|establish|offer|reveal|construct|stud|investigat|analy[sz]|us(?:e|es|ing)\b|enforc|achiev|obtain)"
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
_TRIAL = re.compile(
    r"\b(?:experiment\w*|data ?sets?|benchmark\w*|evaluat\w+|empirical\w*|outperform\w*|tasks?)\b", re.I
)
_ASKS_DATA = re.compile(
    r"\b(?:which|what|whose)\s+(?:\w+[ -]){0,3}?(?:data|datasets?|benchmarks?|tasks?|environments?|problems?|domains?"
    r"|corpus|corpora)\b|\b(?:evaluated|tested|shown|demonstrated|measured|validated)\b",
    re.IGNORECASE,
)
_REFERS_BACK = re.compile(
    r"^(?:(?:By|Through|Under|With|In|Using|From|Based on|Following|To|For|At)\s+(?:\w+\s+){0,2}?(?:this|these|such|it"
    r"|them|those|that)\b"
    r"|(?:This|These|Those|Such|It|They|Its|Their|The (?:first|second|former|latter|resulting|proposed|key|main))\b"
    r"|Doing so|Specifically|In particular|Concretely|Moreover|Furthermore|Additionally|That is|Namely"
    r"|We (?:use|call|name|refer to) (?:this|these|it)|(?:Many|Some|Most|Both|All|Each|One) of (?:these|them|this))"
)
_DANGLES = re.compile(
    r"^(?:(?:However|Moreover|Furthermore|Additionally|In addition|Thus|Hence|Therefore|Consequently|As a result"
    r"|Besides|Also|Finally|Notably|Crucially|Importantly|Specifically|In particular|Instead|Yet|But|And|So|Further"
    r"|Indeed),?\s+)?"
    r"(?:(?:By|Through|Using|From|Based on|With|In|Under|Following|To|For|On|Like|Unlike|While|Although|Since|Because"
    r"|When|As)\s+)?"
    r"(?:doing |imposing |using |leveraging |exploiting |address |tackle |overcome |solve |do |bridge |remedy )?"
    r"(?:(?:this|these|those|such|they|its|their|them|that(?=,)|the (?:former|latter|same|above|resulting))\b"
    r"(?!\s+(?:paper|work|study|article|letter|survey|report|note|manuscript|position|thesis)\b)"
    r"|it\b(?!\s+(?:is|was|has been|remains|seems|becomes|can be|turns out)\b[^.]{0,60}\b(?:that|to|whether|how|why"
    r"|known|clear|unclear)\b)|both (?:of|are|methods|approaches|problems|cases|settings)\b|so\b(?=,))"
    r"|^\(?(?:i{2,3}|iv|v|[2-9]|[b-e])[).]\s|^(?:Second|Third|Fourth|Next|Then)(?:ly)?,\s|^(?:The )?(?:second|third) ",
    re.IGNORECASE,
)
"""A sentence that says nothing by itself: it comes with the one before, or not at all."""
_NEXT_PART = re.compile(
    r"[?.;:]\s+|,?\s+and\s+(?=(?:what|which|how|why|when|where|who|in what|in which|on what|on which|with|is|are|does"
    r"|do|by|from|at)\b)|,\s+(?=(?:what|which|how|why|when|where|who|in what|on which|and)\b)|[。？；，]",
    re.IGNORECASE,
)


def chosen(
    texts: Sequence[str],
    matches: NDArray[np.float32],
    weights: NDArray[np.float32],
    parts: Sequence[Sequence[int]],
    *,
    question: str,
    numeric: bool,
) -> list[int]:
    """The sentences to quote, in the order of the abstract.

    Greedy: each next sentence is the one that adds most; it ends where little is added. Then each part of the question
    gets the sentence that answers to it best, and a sentence that refers back gets the one before it.

    Args:
        texts: the sentences.
        matches: shape (sentences, words): how well a sentence answers to each content word of the question, 0 to 1.
        weights: shape (words,): their rarity, summing to 1.
        parts: the places of the words of each part of the question.
        question: as asked.
        numeric: whether it asks for a number.
    """
    if not texts:
        return []
    quoted = _Quoted(texts, matches)
    bonus = _bonus(texts, question, numeric)
    worth = matches @ weights + bonus
    first = 0.0
    while len(quoted.places) < _MOST:
        gain = 0.5 * worth + 0.5 * quoted.added(weights)
        gain[quoted.places] = -1.0
        best = int(gain.argmax())
        if quoted.places and (gain[best] < _LEAST_GAIN * first or not quoted.fits(best, _SHARE)):
            break
        first = first or float(gain[best])
        quoted.take(best)
    asking = [part for part in map(list, parts) if float(weights[part].sum()) > 0]
    for part in asking if len(asking) > 1 else []:
        best = int((matches[:, part] @ weights[part] / weights[part].sum() + bonus).argmax())
        if best not in quoted.places and quoted.fits(best, _SHARE):
            quoted.take(best)
    for place in sorted(quoted.places):
        _completed(quoted, texts, place)
    return _standing(quoted, texts)


def _standing(quoted: "_Quoted", texts: Sequence[str]) -> list[int]:
    """The places, none of them a sentence that says nothing by itself without the ones that it leans on.

    The best sentence stays with those before it; each further one stays where it fits with them.
    """
    kept: set[int] = set()
    for place in quoted.places:
        leaning = {place}
        while place and place not in kept and _DANGLES.search(texts[place]):
            place -= 1
            leaning.add(place)
        if not kept or leaning <= set(quoted.places) | kept or quoted.share(kept | leaning) <= _MOST_FOR_SENSE:
            kept |= leaning
    return sorted(kept)


def _completed(quoted: "_Quoted", texts: Sequence[str], place: int) -> None:
    """Take the sentence that one refers back to, and the one that this refers to if it says nothing by itself."""
    while place and place - 1 not in quoted.places and _REFERS_BACK.search(texts[place]):
        dangles = _DANGLES.search(texts[place]) and quoted.fits(place - 1, _MOST_FOR_SENSE)
        if not (dangles or quoted.fits(place - 1, _SHARE_FOR_SENSE)):
            return
        place -= 1
        quoted.take(place)


def parts_of(question: str, words: Sequence[Span]) -> list[list[int]]:
    """The places of the words in each part of a question: "What is X, and on which data?" has two.

    Args:
        question: as asked.
        words: its content words.
    """
    bounds = [0, *(match.start() for match in _NEXT_PART.finditer(question)), len(question)]
    parts = [[at for at, span in enumerate(words) if start <= span.start < end] for start, end in pairwise(bounds)]
    return [part for part in parts if part]


class _Quoted:
    """The sentences taken so far."""

    def __init__(self, texts: Sequence[str], matches: NDArray[np.float32]) -> None:
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

    def share(self, places: Collection[int]) -> float:
        """Of the abstract, in characters."""
        return sum(self._lengths[at] for at in places) / max(sum(self._lengths), 1)

    def fits(self, place: int, share: float) -> bool:
        taken = sum(self._lengths[at] for at in self.places)
        return taken + self._lengths[place] <= share * sum(self._lengths)


def _bonus(texts: Sequence[str], question: str, numeric: bool) -> NDArray[np.float32]:
    wanted: list[tuple[re.Pattern[str], float]] = [(_CLAIM, _CLAIM_BONUS), (_BACKGROUND_LEAD, -_BACKGROUND)]
    if numeric:
        wanted.append((_NUMBER, _NUMBER_BONUS))
    if not _ASKS_LINK.search(question):
        wanted.append((_LINK, -_LINK_MALUS))
    if _ASKS_DATA.search(question):
        wanted.append((_TRIAL, _DATA_BONUS))
    return np.array(
        [sum(weight for pattern, weight in wanted if pattern.search(text)) for text in texts], dtype=np.float32
    )


def dangles(sentence: str) -> bool:
    """Whether a sentence says nothing by itself, since it refers to the one before."""
    return bool(_DANGLES.search(sentence) or _REFERS_BACK.search(sentence))


def claims(sentence: str) -> bool:
    """Whether a sentence says what its paper does."""
    return bool(_CLAIM.search(sentence))
