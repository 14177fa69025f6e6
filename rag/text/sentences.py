"""Sentences of a text, as spans of characters."""

import re
from dataclasses import dataclass
from functools import lru_cache

import sentencex

_DOLLAR = re.compile(r"(?<!\\)\$")
_SHORT_FORM = re.compile(r"\b(?:e\.g|i\.e|et al|vs|cf|resp|w\.r\.t|a\.k\.a|Fig|Eq|Sec)\.$")
_HARD_LIMIT = 20_000
"""Characters given to the splitter at once; a longer run without any sentence end is no prose."""


@dataclass(frozen=True)
class Span:
    """A stretch of a text: `text[start:end]`."""

    start: int
    end: int


def sentence_spans(text: str) -> list[Span]:
    """Part a text into sentences; what lies between two spans is white space alone.

    Args:
        text: English, Chinese or both.
    """
    return list(_spans(text))


@lru_cache(maxsize=4096)
def _spans(text: str) -> tuple[Span, ...]:
    """Kept for the papers that are found often: the abstract of each result is parted, to say why it was found."""
    spans: list[Span] = []
    offset = 0
    for block in (text[i : i + _HARD_LIMIT] for i in range(0, len(text), _HARD_LIMIT)):
        for piece in sentencex.segment("en", block):
            start = text.index(piece, offset) if piece else offset
            offset = start + len(piece)
            inner = piece.strip()
            if inner:
                begin = start + piece.index(inner)
                spans.append(Span(begin, begin + len(inner)))
    return tuple(_joined(text, spans))


def _joined(text: str, spans: list[Span]) -> list[Span]:
    """Put back together what was parted inside a formula, or after an abbreviation."""
    joined: list[Span] = []
    for span in spans:
        if joined and _is_open(text[joined[-1].start : joined[-1].end], text[span.start : span.end]):
            joined[-1] = Span(joined[-1].start, span.end)
        else:
            joined.append(span)
    return joined


def _is_open(before: str, after: str) -> bool:
    dollars = len(_DOLLAR.findall(before)) if "$" in before else 0
    if dollars % 2 and "$" in after and len(before) < 600:
        return True
    return bool(_SHORT_FORM.search(before[-12:])) or after[0] in ",;)"
