"""Marks: words by which a sentence shows that it gives an answer of a kind, and what each is worth.

The worths were chosen on questions made for this from 42 abstracts, and tried on the project's question files.
"""

import re
from collections.abc import Collection, Sequence

import numpy as np
from numpy.typing import NDArray

from rag.evidence.wanted import Part, Wanted
from rag.text.analysis import analyze

_CLAIM_BONUS = 0.1
_BACKGROUND = 0.1
_NUMBER_BONUS = 0.25
_DATA_BONUS = 0.2
_OFF_MALUS = 0.1
_OPENING_MALUS = 0.1
_COUNTED_BONUS = 0.2
_POINTS_BONUS = 0.15
_NAME_BONUS = 0.15
_WAY_BONUS = 0.05
_OUTCOME_BONUS = 0.1
_MEANING_BONUS = 0.2
_REASON_BONUS = 0.1
_LINK_MALUS = 0.5

_CLAIM = re.compile(
    r"^Our (?:approach|method|framework|algorithm|model|analysis|results?)\b|\b(?:we|our|this (?:paper|work"
    r"|study))\b.*?\b(?:propos|introduc|present|develop|show|find|prove|demonstrat|provid"
    r"|design|deriv|establish|offer|reveal|construct|stud|investigat|analy[sz]|evaluat|compar|us(?:e|es|ing)\b"
    r"|enforc|achiev|obtain)"
    r"|\b(?:is|are|was|were) (?:proposed|introduced|presented|developed|shown)",
    re.IGNORECASE,
)
_BACKGROUND_LEAD = re.compile(
    r"^(?:However|Yet|Despite|Although|Existing|Recent|Previous|Prior|Current|Traditional|Many|Most|While"
    r"|Unfortunately"
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
    r"\b(?:codes?|link|url|github|repositor(?:y|ies)|website|page|available|availability|released?|public(?:ly)?"
    r"|download|open"
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
    r"\b(?:outperform\w*|achiev\w+|improv\w+|show(?:s|n|ed)?|demonstrat\w+|results?|find(?:s|ings?)?|found"
    r"|state-of-the-art"
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
    r"\b(?:by \w+ing|using|via|through|based on|consists?|components?|modules?|leverag\w+|first\b.*\bthen"
    r"|exploit\w*|combin\w+"
    r"|decompos\w+|learns?|optimiz\w+)\b",
    re.IGNORECASE,
)
_BECAUSE = re.compile(
    r"\b(?:because|since|due to|as it|owing to|caused?|leads? to|leading to|stems?|arises?|thus|therefore|hence"
    r"|thereby"
    r"|however|suffers?|limited|limitations?|fails?|cannot|challeng\w+|hinder\w*|struggl\w+|problem|requires?"
    r"|lacks?)\b",
    re.IGNORECASE,
)
_MARKS: dict[Wanted, tuple[tuple[re.Pattern[str], float], ...]] = {
    Wanted.NUMBER: ((_NUMBER, _NUMBER_BONUS),),
    Wanted.DATA: ((_TRIAL, _DATA_BONUS), (_PROPOSES, -_OFF_MALUS)),
    Wanted.RESULT: ((_OUTCOME, _OUTCOME_BONUS), (_BEATS, _OUTCOME_BONUS), (_PROPOSES, -_MEANING_BONUS)),
    Wanted.MEANING: ((_PROPOSES, _MEANING_BONUS),),
    Wanted.WAY: ((_MEANS, _WAY_BONUS),),
    Wanted.REASON: ((_BECAUSE, _REASON_BONUS), (_PROPOSES, -_OFF_MALUS)),
}
"""What marks a sentence that gives an answer of a kind, and what that is worth."""


def worths(
    texts: Sequence[str], part: Part, question: str, asked: Collection[str], names: Collection[str]
) -> NDArray[np.float32]:
    """What the marks of each sentence are worth to a part of a question.

    Args:
        texts: the sentences of an abstract.
        part: of the question.
        question: as asked.
        asked: its content words, analysed.
        names: of what the paper proposes, where the question does not name it.
    """
    kind = part.wanted
    marks: list[tuple[re.Pattern[str], float]] = [*_MARKS.get(kind, ())]
    if kind is not Wanted.REASON:
        marks += [(_CLAIM, _CLAIM_BONUS), (_BACKGROUND_LEAD, -_BACKGROUND)]
    if _WEIGHS.search(part.text) and kind is not Wanted.NUMBER:
        marks.append((_NUMBER, _NUMBER_BONUS))
    if _SEVERAL.search(part.text):
        marks.append((_POINTS, _POINTS_BONUS))
    if not _ASKS_LINK.search(question):
        marks.append((_LINK, -_LINK_MALUS))
    bonus = np.array([sum(worth for mark, worth in marks if mark.search(text)) for text in texts], np.float32)
    if kind is not Wanted.REASON and not _CLAIM.search(texts[0]):
        bonus[0] -= _OPENING_MALUS  # it tells of the field
    if kind is Wanted.NUMBER:
        bonus += [_COUNTED_BONUS * _counts(text, asked) for text in texts]
    elif kind in (Wanted.ANYTHING, Wanted.FACT, Wanted.THING):
        bonus += [_NAME_BONUS * any(name in text for name in names) for text in texts]
    return bonus


def _counts(text: str, asked: Collection[str]) -> bool:
    """Whether a sentence tells how many there are of something that is asked about: "40 LLMs"."""
    return any(term in asked for match in _COUNTED.finditer(text) for term in analyze(match["what"]))


def claims(sentence: str) -> bool:
    """Whether a sentence says what its paper does."""
    return bool(_CLAIM.search(sentence))
