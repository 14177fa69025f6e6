"""Sentences of a text, as spans of characters."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

import sentencex

_DOLLAR = re.compile(r"(?<!\\)\$")
_SHORT_FORM = re.compile(
    r"\b(?:e\.g|i\.e|et\.?|et al|vs|cf|resp|w\.r\.t|w\.h\.p|a\.k\.a|i\.i\.d|approx|Figs?|Eqs?|Secs?|Thms?|Alg)\.$"
)
_CLOSERS = "\"'”’»)]}*_"
_CLOSING = re.compile(r"([*_\"”’)\]}]+)\s+(?=\S)")
_ENDS = ".!?…。！？"
_NUMBERED = re.compile(r"(?:^|(?<=[\s,;:]))[(*_]{0,2}(?P<number>[1-9]|[ivx]{1,4}|[a-h])[*_]*[).:](?=[\s*_])")
_POINT = re.compile(r"(?<![\w.(])\(?(?:[1-9]|i{1,3}|iv|v|[a-h])\)")
_ROMAN = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii")
_RUN_ON = re.compile(r"(?<=[a-z)*]{3})[.?!](?=(?:[A-Z][a-z]+|A|We|In|I)[ ,])")
"""A full stop without a blank after it: "a new form.Empirically, it …"."""
_LONGEST = 600
"""Characters up to which the points of an enumeration are one sentence, and up to which a formula stays open."""
_LONGEST_UNENDED = 1500
"""Characters up to which what ends in no full stop goes on; a longer run is no prose."""
_HARD_LIMIT = 20_000
"""Characters given to the splitter at once; a longer run without any sentence end is no prose."""


@dataclass(frozen=True)
class Span:
    """A stretch of a text: `text[start:end]`."""

    start: int
    end: int


def sentence_spans(text: str, *, points_apart: bool = False) -> list[Span]:
    """Part a text into sentences; what lies between two spans is white space alone.

    Args:
        text: English, Chinese or both.
        points_apart: each point of a list is a sentence of its own, as in a text that is still being written.
    """
    return list(_spans(text, points_apart))


@lru_cache(maxsize=4096)
def _spans(text: str, points_apart: bool) -> tuple[Span, ...]:
    """Kept for the papers that are found often: the abstract of each result is parted, to say why it was found."""
    spans: list[Span] = []
    offset = 0
    # The splitter takes the number of a point, "2)", for the beginning of a list.
    masked = _POINT.sub(lambda match: match[0].replace("(", "_").replace(")", "_"), text)
    for block in (masked[i : i + _HARD_LIMIT] for i in range(0, len(masked), _HARD_LIMIT)):
        for piece in sentencex.segment("en", block):
            start = masked.index(piece, offset) if piece else offset
            offset = start + len(piece)
            spans += _run_ons(text, start, offset)
    return tuple(_joined(text, spans, points_apart))


def _run_ons(text: str, start: int, end: int) -> Iterator[Span]:
    """The sentences of a piece, of which some may lack the blank between them; none is white space alone."""
    bounds = [start, *(match.end() for match in _RUN_ON.finditer(text, start, end)), end]
    for begin, stop in pairwise(bounds):
        inner = text[begin:stop].strip()
        if inner:
            at = text.index(inner, begin)
            yield Span(at, at + len(inner))


def _joined(text: str, spans: list[Span], points_apart: bool) -> list[Span]:
    """Put back together what was parted inside a sentence."""
    joined: list[Span] = []
    for span in spans:
        before, after = text[joined[-1].start : joined[-1].end] if joined else "", text[span.start : span.end]
        if joined and joined[-1].end == span.start and (closing := _CLOSING.match(after)):
            joined[-1] = Span(joined[-1].start, span.start + len(closing[1]))
            joined.append(Span(span.start + closing.end(), span.end))
        elif joined and (_is_cut(before, after) or (not points_apart and _goes_on(before, after))):
            joined[-1] = Span(joined[-1].start, span.end)
        else:
            joined.append(span)
    return joined


def _is_cut(before: str, after: str) -> bool:
    """Whether a sentence was parted inside a formula or brackets, or after an abbreviation."""
    dollars = len(_DOLLAR.findall(before)) if "$" in before else 0
    if dollars % 2 and "$" in after and len(before) < _LONGEST:
        return True
    return bool(_SHORT_FORM.search(before[-12:])) or after[0] in ",;)"


def _goes_on(before: str, after: str) -> bool:
    """Whether a sentence that was written to its end goes on: no full stop, or the next point of several."""
    if after[0] in ":]}%=" or not after.strip(_CLOSERS):
        return True
    if not before.rstrip(_CLOSERS).endswith(tuple(_ENDS)):
        return len(before) < _LONGEST_UNENDED
    if re.match(r"[a-z]", after) and not re.match(r"(?:[a-z]+[A-Z]|[a-z]-|[ivx]+[).]\s)", after):
        return True
    return _counts_on(before, after)


def _counts_on(before: str, after: str) -> bool:
    """Whether a sentence is the next point of an enumeration: "… (1) It is fast. (2) It is small."."""
    if _NUMBERED.fullmatch(before.strip() + " ", 0, len(before.strip())) or len(before) < 4:
        return True  # a number alone: "2."
    head = _NUMBERED.match(after)
    points = [match["number"] for match in _NUMBERED.finditer(before)]
    if not head or not points or len(before) + len(after) > _LONGEST:
        return False
    return head["number"] == _after(points[-1]) or head["number"] == _after(points[-1], roman=False)


def _after(number: str, *, roman: bool = True) -> str:
    if number.isdigit():
        return str(int(number) + 1)
    if roman and number in _ROMAN[:-1]:
        return _ROMAN[_ROMAN.index(number) + 1]
    return chr(ord(number[0]) + 1)
