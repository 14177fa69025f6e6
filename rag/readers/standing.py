"""Standing: whether a paper was withdrawn, retracted or rejected, by what its record says."""

import re
from collections.abc import Callable
from typing import Any

from rag.cleaning import clean_line
from rag.readers.values import text_of

_FIELDS = ("status", "kind", "venue")
_FLAGS = {"true", "yes", "1"}
_WORDS = (
    ("retracted", re.compile(r"\bretracted\b", re.IGNORECASE)),
    ("withdrawn", re.compile(r"\bwithdraw(?:n|al)?\b", re.IGNORECASE)),
    ("rejected", re.compile(r"\breject(?:ed)?\b", re.IGNORECASE)),
)
_ANY = re.compile(r"retract|withdr|reject", re.IGNORECASE)
_TITLE = re.compile(
    r"^\W*(retracted|withdrawn)(?:\s+(?:article|paper|chapter))?\s*[\]:)]|\((retracted|withdrawn)\)$", re.I
)
_ABSTRACT = re.compile(
    r"^\W*(?:this|the) (?:paper|article|submission|manuscript|preprint|work) (?:has been|was|is|had been) "
    r"(?:temporarily )?(withdrawn|retracted)\b",
    re.IGNORECASE,
)


def status_of(value: Callable[[str], Any], title: str, abstract: str) -> str:
    """Tell "retracted", "withdrawn" or "rejected"; "" for a paper in good standing.

    Args:
        value: gives a field of the record.
        title: cleaned; publishers put RETRACTED: before it.
        abstract: cleaned; arXiv's says "This paper has been withdrawn".
    """
    for flag in ("retracted", "withdrawn"):
        if text_of(value(flag)).casefold() in _FLAGS or value(flag) is True:
            return flag
    for text in map(text_of, map(value, _FIELDS)):
        # A venue or a status is a few words; a sentence about withdrawal is none.
        if text and len(text) < 200 and _ANY.search(text):
            line = clean_line(text).replace("_", " ")
            return next((status for status, pattern in _WORDS if pattern.search(line)), "")
    match = _TITLE.search(title) or _ABSTRACT.match(abstract)
    return next(group for group in match.groups() if group).lower() if match else ""
