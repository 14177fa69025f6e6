"""Polarity: whether a question or a sentence denies what it is about, so that no opposite is taken for support."""

import re
from collections.abc import Sequence

from rag.corpus.listing import Match, Sureness
from rag.evidence.evidence import Reading
from rag.text.analysis import analyze, words

_DENIAL = re.compile(
    r"\b(?:not(?!\s+(?:only|just|merely|necessarily))|cannot|no(?!\s+(?:matter|longer\s+than))|never|neither|nor|none|without"
    r"|fail(?:s|ed|ing)?\s+to|failure\s+to|unable\s+to|lack(?:s|ed|ing)?(?:\s+of)?|absence\s+of|hardly|rarely)\b"
    r"|\b\w+n['’]t\b|(?<!有)没有|并不|(?<![是能会要])不(?!同|仅|断|确定)|未能?|无法|无(?=效|影响|关)",
    re.IGNORECASE,
)
_YES_OR_NO = re.compile(
    r"^\W*(?:does|do|did|is|are|was|were|can|could|has|have|will|would|should)\b|是否|吗", re.IGNORECASE
)
_ASSERTS = re.compile(
    r"\b(?:is|are|was|were|does|do|did|has|have|had|can|cannot|could|will|would|should|that|which|who|what|how|why|found|finds"
    r"|shows?|n['’]t)\b|[\u3040-\u9fff]",
    re.IGNORECASE,
)
"""A question that says something; "offline RL without cloning" only names a topic, of which nothing is the opposite."""
_DENYING = frozenset(analyze("lack lacking absence absent fail failing failed failure unable never hardly rarely"))
_BRACKETS = re.compile(r"[(（][^()（）]*[)）]")
_CLAIM = 3
"""Words that make a claim, which one can deny: of two, a thing and a property, too much is left open."""
_ENOUGH = 0.9
"""Share of the question's words, by rarity, that one sentence must hold to speak for or against."""
_BEFORE = 2
"""Words before the claim that may deny it: "no effect of"."""


def denies(text: str) -> bool:
    """Whether a text has a word of denial."""
    return bool(_DENIAL.search(text))


def opposed(question: str, matches: Sequence[Match]) -> tuple[Match, ...]:
    """The papers of a list, those set apart that say without a denial what was asked for with one.

    Args:
        question: without what it wants left out.
        matches: the surest first.
    """
    if not denies(_BRACKETS.sub(" ", question)):  # "SAM (the optimizer, not Segment Anything)" denies nothing
        return tuple(matches)
    judged = [_judged(match) for match in matches]
    return tuple(sorted(judged, key=lambda match: match.sureness is Sureness.OPPOSED))


def _judged(match: Match) -> Match:
    paper, span = match.paper, match.evidence
    said = paper.title if span is None else f"{paper.title}. {paper.abstract[span.start : span.end]}"
    if denies(said):
        return match
    return Match(paper, Sureness.OPPOSED, span, match.found)


def opponents(question: str, readings: Sequence[Reading]) -> tuple[Reading, Reading] | None:
    """Of the papers read for a yes-or-no question, one that agrees with it and one that says the opposite.

    Args:
        question: as asked.
        readings: the best first.

    Returns:
        The one of the question's own polarity first; None where the papers do not disagree on it.
    """
    if not readings or not (_YES_OR_NO.search(question) or (denies(question) and _ASSERTS.search(question))):
        return None
    first, *others = readings
    if (stance := _stance(first)) is None:
        return None
    for other in others:
        against = _stance(other)
        if against is not None and against is not stance:
            return (first, other) if stance is denies(question) else (other, first)
    return None


def _stance(reading: Reading) -> bool | None:
    """Whether the sentence that is nearest to the question denies the claim; None where it does not make it.

    It makes the claim where it has the question's words, those aside that only deny; a denial beside them, as in "SGD
    is robust and does not overfit" of robust SGD, is none of the claim.
    """
    weights = {
        term: float(weight) for term, weight in zip(reading.asked, reading.weights, strict=True) if term not in _DENYING
    }
    if len(weights) < _CLAIM:
        return None
    for span in reading.best():
        text = reading.paper.abstract[span.start : span.end]
        found = words(text)
        places = [at for at, (term, _) in enumerate(found) if term in weights]
        held = sum(weights[term] for term in {found[at][0] for at in places})
        if held >= _ENOUGH * sum(weights.values()):
            start = found[max(places[0] - _BEFORE, 0)][1].start
            return denies(text[start : found[places[-1]][1].end])
    return None
