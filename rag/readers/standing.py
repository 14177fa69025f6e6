"""Standing: whether a paper was withdrawn, retracted or rejected, by what its record says."""

import re
from collections.abc import Callable
from typing import Any

from rag.readers.values import text_of
from rag.text.cleaning import clean_line

_FLAGS = {"true", "yes", "1", "1.0", "y", "t"}
_ANY = re.compile(r"retract|withdr|reject|撤|拒|未录用", re.IGNORECASE)
_DENIED = re.compile(r"\b(?:not|never|non|accept(?:ed)?)\b", re.IGNORECASE)
_WORDS = (
    ("retracted", re.compile(r"\bretracted\b|撤稿", re.IGNORECASE)),
    ("withdrawn", re.compile(r"\bwithdraw(?:n|al)?\b|撤回|撤销", re.IGNORECASE)),
    ("rejected", re.compile(r"\breject(?:ed)?\b|拒稿|未录用", re.IGNORECASE)),
)
# A venue is a name: there may be a workshop on learning to reject.
_VENUE = re.compile(r"\b(withdrawn|retracted|rejected)(?: (?:submission|paper|article)s?\b|$)", re.IGNORECASE)
# What OpenReview calls a paper's venue once the others have been accepted.
_SUBMITTED = re.compile(r"Submitted to (?:[A-Z][\w./&-]* )+20\d\d$")
_FORUM_ID = re.compile(r"(?=.*[A-Za-z])[\w-]{10}$")
# Publishers put RETRACTED: before a title or in brackets at either end; "Withdrawn: a life" is a title.
_TITLE = re.compile(
    r"^\W*(?i:(retracted))(?i:\s+(?:article|paper|chapter))?\s*[\]:)】：]|^\W*(RETRACTED)\b"
    r"|^\W*(WITHDRAWN)\b|^[\[(【](?i:(withdrawn))[\])】]|[\[(](?i:(retracted|withdrawn))(?i: article| paper)?[\])]$"
    r"|^\W*(撤稿)"
)
# arXiv's comments: "10 pages. Withdrawn by the authors due to an error in Lemma 2", "This paper has been withdrawn".
_COMMENT = re.compile(
    r"(?:^|[.;,(] ?|\b(?:paper|article|submission|manuscript|version|is|was|been) )(withdrawn|retracted)"
    r"(?: (?:by|due|because|at|for|from|as|since|pending)\b|\W*$)",
    re.IGNORECASE,
)
_KINDS = r"(?:paper|article|submission|manuscript|preprint|work|version|arxiv \w+)"
_ABSTRACT = re.compile(
    rf"^\W*(?:(?:this|the|our) {_KINDS} (?:has been|was|is|had been) (?:temporarily )?(withdrawn|retracted)\b"
    rf"|(?:(?:this|the) )?(?:{_KINDS} )?(withdrawn|retracted)(?: (?:by|due to|because|at|for)\b|\W*$)"
    rf"|(?:the )?(?:authors?|we) (?:has |have |hereby )*(withdraw|retract)(?:n|s|ed|ing)? (?:this|the|our) {_KINDS}\b)",
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
    for text in map(text_of, map(value, ("status", "kind"))):
        # A status is a few words; a sentence about withdrawal is none.
        if text and len(text) < 200 and _ANY.search(text) and not _DENIED.search(text):
            line = clean_line(text).replace("_", " ")
            return next((status for status, pattern in _WORDS if pattern.search(line)), "")
    if status := _venue_status(value):
        return status
    if match := _COMMENT.search(clean_line(text_of(value("comments")))[:300]):
        return match[1].lower()
    match = _TITLE.search(title) or _ABSTRACT.match(abstract)
    word = next(group for group in match.groups() if group).lower() if match else ""
    return {"withdraw": "withdrawn", "retract": "retracted", "撤稿": "retracted"}.get(word, word)


def _venue_status(value: Callable[[str], Any]) -> str:
    venue = text_of(value("venue"))
    if not venue or len(venue) > 200:
        return ""
    line = clean_line(venue).replace("_", " ")
    if match := _VENUE.search(line):
        return match[1].lower()
    if _SUBMITTED.match(line):
        on_openreview = "openreview" in text_of(value("url")) or _FORUM_ID.match(text_of(value("paper_id")))
        return "rejected" if on_openreview else ""
    return ""
