"""Denial: what a question takes a paper to need or have, and its abstract says that it does without."""

import re
from collections.abc import Sequence
from itertools import pairwise

from rag.papers import Paper
from rag.questions import content_terms
from rag.text.analysis import analyze
from rag.text.sentences import Span, sentence_spans

_WANTED = re.compile(
    r"\b(?:which|what)\s+(?P<what>(?:[\w-]+\s+){1,4}?)(?=(?:does|do|did|is|are|was|were|has|have|can)\b)", re.I
)
_WHY = re.compile(
    r"\b(?:why|how much|how)\s+(?:does|do|did|is|are|was|were)\s+(?:the\s+)?(?P<what>(?:[\w-]+(?:\s+|\s*[?]|$)){1,8})",
    re.IGNORECASE,
)
_NEEDS_NOT = re.compile(
    r"\b(?:no need (?:for|of|to)|(?:do|does|did) not (?:require|need|rely on|depend on|use|involve)|(?:is|are) not"
    r" (?:required|needed)|without (?:requiring|needing|the need (?:for|of|to)|any|relying on|using|access to)"
    r"|(?:eliminat|obviat|remov|avoid|bypass|circumvent)(?:es|ing|e|s|ed) the (?:need|necessity|use) (?:for|of|to)"
    r"|needs? no|requires? no|free of)\b(?:\W+[\w-]+){0,5}\W+$",
    re.IGNORECASE,
)
_DENIES = re.compile(
    r"\b(?:without|no|not|never|neither|nor|cannot|free of|instead of|rather than|avoid(?:s|ing)?|bypass(?:es|ing)?"
    r"|eliminat(?:es|ing)|remov(?:es|ing)|obviat(?:es|ing)|dispens(?:es|ing) with|unnecessary|independent of)\b"
    r"(?:\W+[\w-]+){0,6}\W+$",
    re.IGNORECASE,
)
_OWN_DENIAL = re.compile(
    r"\b(?:without|not|no|never|instead of|rather than|avoid\w*|n't|free)\b|不|没|无", re.IGNORECASE
)


def denied(question: str, paper: Paper) -> tuple[str, Span] | None:
    """What a question takes to be there, and the sentence of an abstract that denies it; None where none does.

    Args:
        question: as asked, in English.
        paper: that it is about.
    """
    if _OWN_DENIAL.search(question):
        return None
    for pattern in (_WANTED, _WHY):
        for match in pattern.finditer(question):
            for phrase in _pairs(content_terms(match["what"])):
                if span := _denial(phrase, paper.abstract):
                    return match["what"].strip(" ?"), span
    return None


def _pairs(terms: Sequence[str]) -> list[tuple[str, str]]:
    return list(pairwise(terms))


def _denial(phrase: tuple[str, str], abstract: str) -> Span | None:
    """The sentence that says that the paper does without what a phrase names, or denies it where none affirms it."""
    denial: Span | None = None
    affirmed = False
    for span in sentence_spans(abstract):
        sentence = abstract[span.start : span.end]
        for match in re.finditer(r"[\w-]+(?=[\s-]+[\w-]+)", sentence):
            following = " ".join(re.split(r"[\s-]+", sentence[match.start() :], maxsplit=2)[:2])
            if tuple(analyze(following))[:2] != phrase:
                continue
            after = sentence[match.start() : match.start() + len(following) + 5]
            if _NEEDS_NOT.search(sentence[: match.start()]):
                return span
            if _DENIES.search(sentence[: match.start()]) or after.endswith("-free"):
                denial = denial or span
            else:
                affirmed = True
    return None if affirmed else denial
