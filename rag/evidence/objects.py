"""Object: what a question puts beside a paper's method ("was it tested on speech"), unheard of in the abstract."""

import re

from rag.evidence.evidence import Reading
from rag.questions import content_terms
from rag.text.analysis import analyze
from rag.understanding.mentions import names_of

_FAR = 0.4
"""Cosine below which nothing in an abstract speaks of a word. Measured on 38 questions that ask yes or no: of what the
abstract tells, at least one word of each object lies above."""
_YES_NO = re.compile(
    r"^\W*(?:and |but |so )?(?:is|are|was|were|does|do|did|can|could|has|have|will|would)\b", re.IGNORECASE
)
_ENDS = r"(?=\s+(?:when|if|than|and|or|in|on|of|for|with|at|by|to|without|as|well|too)\b|\s*[?.,;!]|\s*$)"
_THING = rf"(?:the |a |an |any |other )?(?P<what>(?:[\w'’-]+\s+){{0,3}}?[\w'’-]+){_ENDS}"
_PUT_TO = re.compile(
    r"\b(?:appli(?:ed|cable)|tested|evaluated|tried|used|trained|validated|transferred|extended|work|works|run|runs|available"
    rf"|compatible|suitable|scale|scales|generali[sz]es?)\s+(?:to|on|for|in|with)\s+{_THING}",
    re.IGNORECASE,
)
_DOES = re.compile(
    r"\b(?:test|tests|use|uses|support|supports|cover|covers|predict|handle|handles|include|includes|consider|considers|employ"
    rf"|involve|require|mention|generate|detect)\s+{_THING}",
    re.IGNORECASE,
)
_GENERAL_WORDS = """
model network data dataset image task problem method approach algorithm learning sequence setting case application
system practice paper thing experiment work real world time use scale small large other new
"""
_GENERAL = frozenset(term for word in _GENERAL_WORDS.split() for term in analyze(word))


def unheard_object(question: str, reading: Reading) -> str:
    """What a question asks of beside the paper's own, where nothing in the abstract comes near it; else empty.

    Args:
        question: as asked, in English.
        reading: of the paper that it names.
    """
    own = {term for name in names_of(reading.paper) for term in analyze(name)}
    patterns = (_PUT_TO, _DOES) if _YES_NO.search(question) else (_PUT_TO,)
    if not (
        _YES_NO.search(question) or re.search(r"\bwhat happens\b|^\W*how (?:well )?(?:does|do|is)\b", question, re.I)
    ):
        return ""
    for pattern in patterns:
        for match in pattern.finditer(question):
            terms = content_terms(match["what"])
            telling = [term for term in terms if term not in _GENERAL] or terms
            if not telling or own & set(terms):
                continue
            if not any(reading.holds(term) or reading.nearness(term) >= _FAR for term in telling):
                return match["what"].strip()
    return ""
