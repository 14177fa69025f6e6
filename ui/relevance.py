"""Relevance: where the probability that an abstract answers says something true of a source, and is shown.

It is that of a question on what abstracts say. Of a list, a person, a paper's record, chosen papers and a follow-up's
words it knows nothing, and a source that answers them may look improbable.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rag.understanding.intent import Intent, intent_of

Record = Mapping[str, Any]

_NOTABLE = 0.2
"""From here on it speaks for a paper, whatever was asked."""
_OF_RECORDS = ("paper", "author")


def shown_probability(paper: Record, record: Record, *, cited: bool) -> float | None:
    """Return the probability to show with a paper of an answer; None where it would say nothing, or nothing true.

    Args:
        paper: as the answer has it.
        record: the answer.
        cited: the answer cites it. One that cites a paper for lacking what was asked has no use for it.
    """
    probability = paper.get("probability")
    if probability is None or (cited and record.get("verdict") != "answered"):
        return None
    return float(probability) if probability >= _NOTABLE or _is_of_contents(record) else None


def _is_of_contents(record: Record) -> bool:
    """Whether what was asked is what abstracts say, in words that stand alone."""
    question = str(record.get("question") or "")
    conditions = record.get("filters") or ()
    return (
        str(record.get("standalone_question") or question) == question
        and intent_of(question) is Intent.LOOKUP
        and not any(item.get("applied") and item.get("field") in _OF_RECORDS for item in conditions)
        and not _is_told_of_records(record)
    )


def _is_told_of_records(record: Record) -> bool:
    """Whether it was answered from papers' records: those sentences no abstract has, and no check was made of them."""
    sentences = record.get("sentences") or ()
    return record.get("mode") == "extractive" and any(
        sentence.get("supported") is None and sentence.get("citations") for sentence in sentences
    )
