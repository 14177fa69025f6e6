"""Notices: what publishers print around an abstract and exports carry along."""

import re
from itertools import pairwise

# "Abstract: …", "ABSTRACT— …", "[Abstract] …", JATS' heading on a line of its own; "Abstract interpretation" is words.
_HEADING = re.compile(
    r"^[*_\[【(]{0,3}(?:abstract|摘要|résumé|resumen|resumo|riassunto|zusammenfassung|аннотация|要旨|초록)(?:"
    r"[*_]{0,3}[ \t]*(?:[\]】)][ \t]*[:：.]?|[:：]|\.(?=\s)|[—–]|-(?=\s))[*_]{0,3}\s*|[*_]{0,3}[ \t]*\n\s*)",
    re.IGNORECASE,
)
# arXiv's daily feeds: "arXiv:2401.00001v1 Announce Type: new Abstract: …"
_ANNOUNCED = re.compile(r"^arXiv:\S+\s+Announce Type:\s*[\w-]+\s+")
_SHOUTED = re.compile(
    r"^(?:ABSTRACT\s+(?=[A-Z][a-z]|A )|Abstract\s+(?=(?:We|This|In|The|Our|It|To|Recent|There|These)\b))"
)
# A sentence's end, also where an export left out the blank ("© 2022 IEEE.We study"), and before a lone sign.
_PARTS = re.compile(r"(?<=[.!?。])\s*(?=[A-Z©(][^.]|\(c\))|\n+|(?<!opyright)\s+(?=©)")
_COPYRIGHT = re.compile(r"(?:copyright\s*)?(?:©|\(c\)|copyright\b)", re.IGNORECASE)
_SIGNS = ("©", "(c)", "copyright", "rights reserved")
"""One of them stands in every notice: a look that costs little."""
_DATED = re.compile(r"\b(?:19|20)\d\d\b|\brights reserved\b|\bthe authors?\b|\bpublished by\b", re.IGNORECASE)
# What stands beside it: the first in any words, the others with names alone.
_LICENCE = re.compile(
    r"(?:this is an open[- ]access|open access article|this article is (?:licensed|distributed|published|an open)"
    r"|this article is protected|this work is licensed|(?:distributed|licensed) under|reprinted with permission)",
    re.IGNORECASE,
)
_RIGHTS = re.compile(
    r"(?:all rights reserved|published (?:by|under)|licensee|under exclusive licen[cs]e)\b", re.IGNORECASE
)
# A publisher's name, cut at one of its points: "KGaA, Weinheim."
_NAME_END = re.compile(r"[A-Z][\w&,'-]*[.,]?(?:\s+[A-Z][\w&'-]*[.,]?)?$")
_AUTHORS = re.compile(r"The Authors?(?:\(s\))?\.?", re.IGNORECASE)
_SMALL = frozenset(
    [
        *(
            "the",
            "author",
            "authors",
            "author(s)",
            "of",
            "and",
            "for",
            "by",
            "under",
            "exclusive",
            "licence",
            "license",
        ),
        *("to", "on", "behalf", "with", "an", "a", "in", "de", "la", "all", "rights", "reserved", "published", "its"),
        *("affiliates", "holder", "holders", "society", "access", "open", "article", "association", "foundation"),
        *("limited", "part", "copyright", "licensee"),
    ]
)
"""Words of a notice that are no names."""
_LONGEST = 40
"""Words of a notice."""


def without_notices(abstract: str) -> str:
    """An abstract without the word "Abstract" before it and the publisher's notice of copyright around it.

    Args:
        abstract: cleaned.

    Returns:
        "" for a notice alone.
    """
    abstract = _ANNOUNCED.sub("", abstract)
    abstract = _SHOUTED.sub("", _HEADING.sub("", abstract, count=1), count=1)
    lower = abstract.lower()
    if not any(sign in lower for sign in _SIGNS):
        return abstract
    cuts = [0, *(match.end() for match in _PARTS.finditer(abstract)), len(abstract)]
    kinds = [_kind(abstract[start:end].strip()) for start, end in pairwise(cuts)]
    first, last = 0, len(kinds)
    while first < last and (kinds[first] == "notice" or (first and kinds[first])):
        first += 1
    at = last
    while at > first and kinds[at - 1]:
        at -= 1
        last = at if kinds[at] == "notice" else last
    return abstract[cuts[first] : cuts[last]].strip()


def _kind(part: str) -> str:
    """What a sentence is: a publisher's "notice", what may be the end of its "name", or ""."""
    words = [word.strip(".,;:") for word in part.split()]
    if len(words) > _LONGEST:
        return ""
    if _LICENCE.match(part):
        return "notice"
    named = all(not word[:1].islower() or word in _SMALL or "." in word for word in words)
    if named and ((_COPYRIGHT.match(part) and _DATED.search(part)) or _RIGHTS.match(part)):
        return "notice"
    return "name" if _NAME_END.match(part) or _AUTHORS.fullmatch(part) else ""
