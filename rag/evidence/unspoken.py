"""Unspoken: an aspect on which papers are compared, and of which one side's abstract says nothing."""

import re
from collections.abc import Sequence

from rag.evidence.details import Detail, Fault
from rag.evidence.evidence import Reading
from rag.evidence.forms import is_said_otherwise
from rag.evidence.plain_words import PLAIN_WORDS
from rag.evidence.unstated import UNSTATED
from rag.questions import names
from rag.text.analysis import analyze, words
from rag.understanding.aspects import is_aspect

_FAR = 0.45
"""Cosine below which nothing in an abstract speaks of a word: the limit of `rag.evidence.details`."""
_PLAIN = frozenset(term for word in PLAIN_WORDS.split() for term in analyze(word)) | frozenset(
    analyze(
        "respect regard terms handle deal treat say about aspect setting settings strength weakness advantage each"
        " offer top bring add give provide get achieve gain need want focus contribute cost benefit goal improve"
    )
)


def unspoken(asked_as: str, question: str, terms: Sequence[str], reading: Reading) -> Detail | None:
    """What papers are compared on, where this one's abstract does not speak of it; None where it may.

    Args:
        asked_as: the question in the words of whoever asked it.
        question: in English.
        terms: its words beside the sides' names and those that only compare, analysed.
        reading: of the side's paper, for the question in English.
    """
    text = f"{reading.paper.title} {reading.paper.abstract}"
    for wanted, stated in UNSTATED:
        match = re.search(rf"(?<![a-z0-9])(?:{wanted})(?![a-z0-9])", asked_as, re.IGNORECASE)
        if match:  # "Adam" answers to "optimizer", near it or not
            said = re.search(rf"(?<![a-z0-9])(?:{stated})", text, re.IGNORECASE)
            return None if said else Detail(match[0], Fault.UNSTATED)
    others = {term for term, _ in names(question)}  # a third side, say, is no aspect
    telling = [term for term in terms if term in reading.asked and term not in _PLAIN | others and not is_aspect(term)]
    if not telling or any(reading.holds(term) or reading.nearness(term) >= _FAR for term in telling):
        return None
    spans = [span for term, span in words(question) if term in telling]
    aspect = question[spans[0].start : spans[-1].end]
    return None if is_said_otherwise(aspect, text) else Detail(aspect, Fault.UNSTATED)
