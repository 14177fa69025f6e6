"""The phrases that a question quotes, and what they ask of papers."""

import re

from rag.text.sentences import Span
from rag.understanding.filters import Filter

_EMPHASIS_FROM = 7
"""Words of a question from which a single plain word in quotation marks is emphasis and no phrase."""
_EITHER = re.compile(r"\s*,?\s*(?:\bor\b|或者?|、)\s*(?:(?:the|word|words|term|phrase)\s+)*", re.IGNORECASE)
_QUOTED = re.compile(
    r"(?:(?<=^)|(?<=[\s(（，,、:：])|(?<=[\u3000-\u9fff]))[\"“「](?P<text>[^\"“”「」]{3,200})[\"”」](?=$"
    r"|[\s?.,;:!)），。？、'’]|[\u3000-\u9fff])"
)


def phrases(question: str) -> list[tuple[str, Span]]:
    """The phrases that a question quotes, each with its place."""
    return [
        (" ".join(match["text"].split()), Span(match.start(), match.end()))
        for match in _QUOTED.finditer(question)
        if re.search(r"\w\w", match["text"])
        and (re.search(r"\w\W+\w|[A-Z0-9\u3000-\u9fff]", match["text"]) or len(question.split()) < _EMPHASIS_FROM)
    ]


def quotations(question: str) -> list[tuple[Filter, Span]]:
    """The conditions that papers have what a question quotes; of two joined by "or", either is enough."""
    found: list[tuple[Filter, Span]] = []
    for text, at in phrases(question):
        if found and _EITHER.fullmatch(question[found[-1][1].end : at.start]):
            before, span = found.pop()
            at, text = Span(span.start, at.end), f"{before.value}|{text}"
        found.append((Filter("keyword", "=", text, question[at.start : at.end]), at))
    return found


def has_phrase(phrase: str, text: str) -> bool:
    """Whether a text has the words of a phrase one after the other, whatever their case and what parts them."""
    sought = re.findall(r"\w+", phrase.casefold())
    pattern = r"[\W_]+".join(map(re.escape, sought))
    return bool(sought) and bool(re.search(rf"(?<!\w){pattern}(?!\w)", text.casefold()))
