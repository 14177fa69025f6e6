"""Conversations as the reader's browser keeps them; the server keeps none.

What comes back from a browser may have been changed by anyone: it is read into the types below, which cut and drop what
does not fit, and it is escaped when it is shown like all that is not ours.
"""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints, ValidationError

from rag.errors import AskPapersError
from rag.understanding.filters import Filter
from ui.cards import by_number, nearest_of
from ui.markup import attribute
from ui.turns import Progress, Turn, Turns, canonical

_NEAREST = 5
"""Papers that an answer does not cite, of which so many are kept."""
_TURNS = 500
_LONGEST = 8_000_000


def _cut(value: object) -> object:
    return value[:20_000] if isinstance(value, str) else value


Text = Annotated[str, BeforeValidator(_cut), StringConstraints(max_length=20_000)]
Whole = Annotated[int, Field(ge=0, le=1_000_000)]


class _Stored(BaseModel):
    model_config = ConfigDict(extra="ignore", frozen=True)


class _Mark(_Stored):
    start: Whole
    end: Whole


class _Why(_Stored):
    terms: tuple[Text, ...] = ()
    sentence: _Mark | None = None


class _Paper(_Stored):
    paper_id: Text
    title: Text = ""
    url: Text | None = None
    abstract: Text = ""
    score: Annotated[float, Field(allow_inf_nan=False)] = 0.0
    probability: Annotated[float, Field(ge=0, le=1)] | None = None
    why: _Why | None = None
    authors: tuple[Text, ...] = ()
    year: int | None = None
    venue: Text | None = None
    status: Text | None = None


class _Citation(_Mark):
    n: Annotated[int, Field(ge=1, le=999)]
    paper_id: Text
    title: Text = ""
    url: Text | None = None
    quote: Text = ""


class _Sentence(_Stored):
    text: Text = ""
    citations: tuple[int, ...] = ()
    supported: bool | None = None


class _Condition(_Stored):
    field: Text
    operator: Text
    value: Text
    said: Text = ""
    removable: Text = ""
    applied: bool = True
    why: Text = ""


class _Correction(_Stored):
    model_config = ConfigDict(extra="ignore", frozen=True, populate_by_name=True, serialize_by_alias=True)
    from_: Text = Field(alias="from")
    to: Text


class _Translation(_Stored):
    text: Text
    language: Text = ""
    by: Text = ""


class _Reading(_Stored):
    filters: tuple[_Condition, ...] = ()
    corrections: tuple[_Correction, ...] = ()
    translation: _Translation | None = None
    standalone_question: Text | None = None


class _Record(_Reading):
    question: Text
    answer: Text
    verdict: Text
    citations: tuple[_Citation, ...] = ()
    sentences: tuple[_Sentence, ...] = ()
    papers: tuple[_Paper, ...] = ()
    mode: Text = ""
    problem: Text | None = None


class _Turn(_Stored):
    question: Annotated[Text, StringConstraints(min_length=1)]
    answer: Text = ""
    progress: Progress = "stopped"
    record: _Record | None = None
    error: Text = ""
    where: tuple[Text, ...] = ()
    without: tuple[_Condition, ...] = ()
    reading: _Reading = _Reading()
    remarks: tuple[Text, ...] = ()
    reworded: Text = ""
    offers: tuple[Text, ...] = ()


def keep_turn(turn: Turn, place: int, *, goes_on: bool, line: str | None = None) -> str:
    """Return the word to the browser, as hidden HTML, to keep a turn in place of those kept from there on.

    Args:
        turn: as far as it has come.
        place: its place in the conversation.
        goes_on: whether it was asked at the end; a browser that kept more before it then starts a new conversation,
            and one whose question box still holds the question empties it.
        line: what the line of conditions is to show from now on; None leaves what is there.
    """
    ended = turn.ended()
    without = [{"field": item.field, "operator": item.operator, "value": item.value} for item in turn.without]
    fields = {
        "question": ended.question, "answer": ended.answer, "progress": ended.progress, "error": ended.error,
        "where": ended.where, "without": without, "reading": ended.reading, "remarks": ended.remarks,
        "reworded": ended.reworded, "offers": ended.offers, "record": _slim(ended.record),
    }  # fmt: skip
    shown = {} if line is None else {"line": line}
    return _word({"from": place, "goes_on": goes_on, "running": turn.running, "turn": fields, **shown})


def keep_until(place: int, *, box: str | None = None) -> str:
    """Return the word to the browser to keep only the turns before a place, and what its question box is to show."""
    return _word({"from": place} | ({} if box is None else {"box": box}))


def keep_all() -> str:
    """Return the word to the browser that what it shows is what it keeps."""
    return _word({"all": True})


def begin_anew() -> str:
    """Return the word to the browser that what follows is another conversation: its boxes are empty."""
    return _word({"new": True, "box": "", "line": ""})


def turns_of(text: str) -> Turns:
    """Return a conversation as a browser kept it: its turns in order, up to the first that cannot be read.

    Args:
        text: JSON with a list `turns`, each as `keep_turn` words it.
    """
    if len(text) > _LONGEST:
        return ()
    try:
        kept = json.loads(text)
    except (ValueError, RecursionError):
        return ()
    listed = kept.get("turns") if isinstance(kept, dict) else None
    turns: list[Turn] = []
    for item in listed[:_TURNS] if isinstance(listed, list) else ():
        try:
            turns.append(_turn_of(_Turn.model_validate(item)))
        except (ValidationError, AskPapersError):
            break
    return tuple(turns)


def _turn_of(found: _Turn) -> Turn:
    """A turn that shows no more than it has: one without its record was stopped, unless it failed."""
    for condition in found.where:
        canonical(condition)
    plain = {name: getattr(found, name) for name in ("question", "answer", "error", "where", "remarks", "reworded")}
    turn = Turn(
        **plain,
        progress="failed" if found.progress == "failed" and found.error else "stopped",
        without=tuple(Filter(item.field, item.operator, item.value) for item in found.without),
        reading=found.reading.model_dump(),
        offers=found.offers[:4],
    )
    if found.progress not in ("done", "stopped") or found.record is None:
        return turn
    return replace(turn, progress=found.progress, record=found.record.model_dump())


def _slim(record: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """What of a record is needed to draw it again and to go on from it."""
    if record is None:
        return None
    cited = {str(quotes[0]["paper_id"]) for quotes in by_number(record).values()}
    nearest = [str(paper["paper_id"]) for paper in nearest_of(record)[:_NEAREST]]
    papers = [paper for paper in record["papers"] if str(paper["paper_id"]) in {*cited, *nearest}]
    known = {name: record[name] for name in _Record.model_fields if name in record}
    return {**known, "corrections": record.get("corrections") or (), "papers": papers}


def _word(fields: Mapping[str, Any]) -> str:
    # Two words in a row may be the same; the number makes the page take notice of the second one too.
    word = json.dumps({**fields, "n": time.monotonic_ns()}, ensure_ascii=False, separators=(",", ":"))
    return f'<div class="ap-raw">{attribute(word)}</div>'
