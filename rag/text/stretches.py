"""Stretch: a part of a text, to be taken out of it or found in it."""

import re
from collections.abc import Iterable

from rag.text.sentences import Span


def cut(question: str, spans: Iterable[Span]) -> str:
    """A question without some of its stretches, and without what they leave dangling."""
    text = blanked(question, spans)
    text = re.sub(r"\s+([?.,;:!])", r"\1", " ".join(text.split()))
    return re.sub(r"^[\s,;:，、]+|[\s,;:，、]+(?=[?？]?$)", "", text).strip()


def blanked(question: str, spans: Iterable[Span]) -> str:
    """The question with some stretches turned to blanks, so that places stay what they are."""
    for span in spans:
        question = question[: span.start] + " " * (span.end - span.start) + question[span.end :]
    return question


def stretches_of(text: str, word: str) -> list[Span]:
    """Where a word stands in a text."""
    return [Span(match.start(), match.end()) for match in re.finditer(rf"(?<!\w){re.escape(word)}(?!\w)", text)]
