"""Exchanges: a conversation's turns as its exports tell them, whatever their form."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rag.answers import paper_of_record
from rag.papers import Paper
from ui.cards import by_number, nearest_of, unproven
from ui.turns import Turn
from ui.wording import EN, Words, condition_name

Record = Mapping[str, Any]

_NEAREST = 5
"""Papers that are told where none answers."""


@dataclass(frozen=True, slots=True)
class Source:
    """A cited paper of one answer: its number there, what it is quoted with, and whether that bears the answer out."""

    n: int
    paper: Paper
    quotes: tuple[str, ...]
    marks: tuple[tuple[int, int], ...]
    proves: bool


@dataclass(frozen=True, slots=True)
class Exchange:
    """A question and its answer.

    Args:
        question: as typed.
        answer: as Markdown; what there is of it.
        reading: how the question was read, a line each.
        notes: what must be known of the answer before it is read.
        sources: by their number.
        nearest: the papers that came nearest, where none answers.
        words: of the frame.
    """

    question: str
    answer: str
    reading: tuple[str, ...]
    notes: tuple[str, ...]
    sources: tuple[Source, ...]
    nearest: tuple[Paper, ...]
    words: Words


def exchanges_of(turns: Sequence[Turn], words: Words = EN) -> list[Exchange]:
    """Return the finished exchanges of a conversation, in order; one that is still being written is left out."""
    return [_exchange(turn, words) for turn in turns if not turn.running]


def cited_papers(turns: Sequence[Turn]) -> list[Paper]:
    """Return the papers that a conversation cites, each once, in the order in which they are first cited."""
    found: dict[str, Paper] = {}
    for turn in turns:
        for source in _sources(turn.record or {}):
            found.setdefault(source.paper.paper_id, source.paper)
    return list(found.values())


def _exchange(turn: Turn, words: Words) -> Exchange:
    record = turn.record or {}
    notes = []
    nearest: tuple[Paper, ...] = ()
    if turn.progress == "failed":
        notes.append(turn.error)
    elif turn.progress == "stopped":
        notes.append((words.stopped if record else words.stopped_bare) if turn.answer else words.stopped_empty)
    elif (verdict := str(record.get("verdict"))) != "answered" and not turn.is_courtesy:
        notes.append(words.verdicts.get(verdict, words.unknown_verdict)[0])
        if verdict == "not_in_papers":
            nearest = tuple(map(paper_of_record, nearest_of(record)[:_NEAREST]))
    reading = tuple(_reading(turn, words))
    return Exchange(turn.question, turn.answer, reading, tuple(notes), _sources(record), nearest, words)


def _reading(turn: Turn, words: Words) -> list[str]:
    reading = {} if turn.is_courtesy else turn.reading
    lines = [condition_name(words, item) for item in reading.get("filters") or () if item.get("applied")]
    standalone = str(reading.get("standalone_question") or turn.question)
    translation = reading.get("translation")
    if standalone != turn.question:
        lines.append(f"{words.read_as}: {standalone}")
    if translation:
        lines.append(f"{words.in_english.get(str(translation.get('by')), words.in_english['model'])}: "
                     f"{translation.get('text')}")  # fmt: skip
    return lines


def _sources(record: Record) -> tuple[Source, ...]:
    papers = {str(paper.get("paper_id")): paper for paper in record.get("papers") or ()}
    doubted = unproven(record)
    return tuple(
        Source(
            n,
            paper_of_record(papers.get(str(quotes[0].get("paper_id")), quotes[0])),
            tuple(str(quote.get("quote") or "") for quote in quotes),
            tuple((int(quote["start"]), int(quote["end"])) for quote in quotes),
            n not in doubted,
        )
        for n, quotes in by_number(record).items()
    )
