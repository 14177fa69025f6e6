"""JSON and JSON lines: lists of records, and the wrappers that exports put around them."""

import json
import re
from collections.abc import Iterator, Mapping
from itertools import chain, islice
from typing import Any

from rag.errors import SourceError
from rag.papers import Paper
from rag.readers.content import Content
from rag.readers.fields import FieldMapping
from rag.readers.json_values import DECODER, LARGEST, JsonValues, plainly
from rag.readers.records import Record, papers_of
from rag.readers.refusals import Refusal
from rag.readers.unknown_shapes import unknown_object
from rag.readers.wrappers import unwrapped

_LINES_SUFFIXES = (".jsonl", ".ndjson", ".jsonlines")
# "[1] A reference" and "{BERT} revisited" are no JSON.
_START = re.compile(r"\s*(?:\[\s*(?:[\[{\"\]]|(?:-?\d|true|false|null)[^\]]*,)|\{\s*[\"'}])")
_BETWEEN = re.compile(r"\s*,?\s*")
_HOPELESS = 1000
"""Lines at a file's start that are no JSON, after which no more are tried."""


def is_json(content: Content) -> bool:
    """Whether a text begins as JSON does."""
    text = content.head_text
    return bool(_START.match(text)) or (content.suffix == ".json" and text.lstrip()[:1] in ("[", "{"))


def is_json_lines(content: Content) -> bool:
    """Whether each line is a record of its own."""
    lines = [line for line in content.head_text.split("\n", 20)[:20] if line.strip(" \t\r\ufeff\x1e")]
    if not lines:
        return False
    if content.suffix in _LINES_SUFFIXES:
        # Pretty-printed records, or a list of them, are named so, too.
        return (any(_is_record(line) for line in lines) and not _opens_list(lines[0])) or not is_json(content)
    first, second = (_is_object(line) for line in [*lines, ""][:2])
    if not first and lines[0].rstrip().endswith(("[", "{", ",")):
        return False  # the object that holds the records of the next lines
    return len(lines) > 1 and lines[0].lstrip().startswith("{") and (first or second)


def read_json_lines(content: Content, mapping: FieldMapping) -> Iterator[Paper | Refusal]:
    """Read a file of one JSON record a line; a broken line costs that line alone.

    Raises:
        SourceError: no line is JSON, or no field is known.
    """
    return papers_of(_lines(content, mapping), content.name, mapping)


def read_json(content: Content, mapping: FieldMapping) -> Iterator[Paper | Refusal]:
    """Read a JSON list of records, the object that holds one, or several objects one after the other.

    Raises:
        SourceError: it is broken JSON (line and column named), or of no shape that is known.
    """
    with content.text() as text:
        values = JsonValues(text, content.name)
        records = _records(values, content.name, mapping)
        numbered = ((f"record {number}", record) for number, record in enumerate(records, 1))
        nothing = "is empty: its list holds no record."
        yield from papers_of(numbered, content.name, mapping, nothing=nothing)


def _records(values: JsonValues, source: str, mapping: FieldMapping) -> Iterator[Any]:
    """The values' records; an object that holds none is a record of its own, unless it is all there is."""
    rows: list[Any] = []
    several = iter(values)
    for value in chain(islice(several, 1), several):
        if isinstance(value, list) and values.in_list and not any(isinstance(part, Mapping) for part in value):
            rows.append(value)  # a table without names; its header is the first row
            continue
        inner = unwrapped(value, mapping)
        if inner is not None:
            yield from inner
        elif values.in_list or values.has_more():
            yield value
        else:
            raise unknown_object(source, value, mapping)
    if rows:
        yield from unwrapped(rows, mapping) or rows


def _lines(content: Content, mapping: FieldMapping) -> Iterator[Record | Refusal]:
    good = False
    bad: list[Refusal] = []
    with content.text() as text:
        for number, line in enumerate(iter(lambda: text.readline(LARGEST), ""), 1):
            if len(line) == LARGEST:
                raise SourceError(
                    f"{content.name} is broken JSON lines: line {number} has more than {LARGEST:,} characters. "
                    "Save it with one JSON record a line."
                )
            line = line.strip().strip("\ufeff\x1a")  # the second ended files in DOS
            line = line[:-1] if line.endswith("},") else line
            if not line:
                continue
            place = f"line {number}"
            try:
                found = _values(line)
            except (ValueError, RecursionError) as error:
                refusal = Refusal(content.name, place, f"it is not valid JSON: {_reason(error)}")
                if good:
                    yield refusal
                    continue
                bad.append(refusal)
                if len(bad) == _HOPELESS:
                    raise _no_lines(content.name, bad) from None
                continue
            if not good:
                yield from bad
            good = True
            for value in found:
                inner = unwrapped(value, mapping)
                yield from ((place, record) for record in ([value] if inner is None else inner))
    if bad and not good:
        raise _no_lines(content.name, bad)


def _values(line: str) -> list[Any]:
    """The value of a line; also several of them with nothing, blanks or a comma between.

    Raises:
        ValueError: it is broken.
        RecursionError: it is nested too deep.
    """
    value, end = DECODER.raw_decode(line)
    found = [value]
    while end < len(line):
        start = _BETWEEN.match(line, end).end()  # type: ignore[union-attr]
        value, end = DECODER.raw_decode(line, start)
        if not isinstance(value, Mapping | list):
            raise json.JSONDecodeError("Extra data", line, start)
        found.append(value)
    return found


def _no_lines(source: str, bad: list[Refusal]) -> SourceError:
    return SourceError(
        f"{source} is named as JSON lines, but none of its {'first ' if len(bad) == _HOPELESS else ''}{len(bad)} lines "
        f"is JSON ({bad[0].record}: {bad[0].why}). Save it with one JSON record a line."
    )


def _reason(error: BaseException) -> str:
    if isinstance(error, RecursionError):
        return "its brackets are nested too deep"
    return f"{plainly(error)} at column {getattr(error, 'colno', 1)}"


def _decoded(line: str) -> Any:
    try:
        return DECODER.decode(line.strip(" \t\r\n\ufeff\x1e").removesuffix(","))
    except (ValueError, RecursionError):
        return None


def _is_object(line: str) -> bool:
    return isinstance(_decoded(line), Mapping)


def _is_record(line: str) -> bool:
    return isinstance(_decoded(line), Mapping | str | list)


def _opens_list(line: str) -> bool:
    """Whether a line begins a list of records, or is one."""
    value = _decoded(line)
    if value is None:
        return line.lstrip(" \t\ufeff").startswith("[")
    return isinstance(value, list) and any(isinstance(member, Mapping) for member in value)
