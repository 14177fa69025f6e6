"""JSON and JSON lines: lists of records, and the wrappers that exports put around them."""

from collections.abc import Iterator
from itertools import chain
from typing import Any

from rag.errors import SourceError
from rag.papers import Paper
from rag.readers.content import Content
from rag.readers.fields import FieldMapping
from rag.readers.json_values import DECODER, JsonValues
from rag.readers.records import Record, papers_of
from rag.readers.refusals import Refusal
from rag.readers.wrappers import unwrapped


def is_json_lines(content: Content) -> bool:
    """Whether each line is a record of its own."""
    lines = [line for line in content.head_text.split("\n", 20)[:20] if line.strip()]
    if content.suffix in (".jsonl", ".ndjson", ".jsonlines"):
        return bool(lines)
    whole = sum(_object(line) is not None for line in lines[:2])
    return len(lines) > 1 and lines[0].lstrip().startswith("{") and whole > 0


def read_json_lines(content: Content, mapping: FieldMapping) -> Iterator[Paper | Refusal]:
    """Read a file of one JSON record a line; a broken line costs that line alone.

    Raises:
        SourceError: no line is JSON, or no field is known.
    """
    return papers_of(_lines(content), content.name, mapping)


def read_json(content: Content, mapping: FieldMapping) -> Iterator[Paper | Refusal]:
    """Read a JSON list of records, or the object that holds one.

    Raises:
        SourceError: it is broken JSON (line and column named), or of no shape that is known.
    """
    with content.text() as text:
        values = iter(JsonValues(text, content.name))
        first = next(values, None)
        if first is None:
            return
        items = chain([first], values)
        records = (record for value in items for record in unwrapped(value, content.name, mapping))
        numbered = ((f"record {number}", record) for number, record in enumerate(records, 1))
        yield from papers_of(numbered, content.name, mapping)


def _lines(content: Content) -> Iterator[Record | Refusal]:
    good, bad = 0, 0
    with content.text() as text:
        for number, line in enumerate(text, 1):
            line = line.strip().lstrip("\ufeff")
            if not line:
                continue
            try:
                value = DECODER.decode(line)
            except (ValueError, RecursionError) as error:
                bad += 1
                if good == 0 and bad >= 20:
                    raise SourceError(
                        f"{content.name} is named as JSON lines, but its first {bad} lines are no JSON "
                        f"(line {number}: {_reason(error)}). Save it with one JSON record a line."
                    ) from None
                yield Refusal(content.name, f"line {number}", f"it is not valid JSON: {_reason(error)}")
                continue
            good += 1
            yield f"line {number}", value


def _reason(error: BaseException) -> str:
    if isinstance(error, RecursionError):
        return "its brackets are nested too deep"
    return f"{getattr(error, 'msg', 'a number is too long')} at column {getattr(error, 'colno', 1)}"


def _object(line: str) -> Any:
    try:
        value = DECODER.decode(line.strip())
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None
