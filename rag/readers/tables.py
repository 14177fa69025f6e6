"""CSV and TSV: exports of Scopus, Web of Science, Zotero and spreadsheets."""

import csv
import io
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any

from rag.papers import Paper
from rag.readers.content import Content
from rag.readers.fields import FieldMapping
from rag.readers.records import Record, papers_of
from rag.readers.refusals import Refusal

_DELIMITERS = ",\t;|"
_MENDED = 50
"""Quotes without an end that one file may have before the rest of it is taken as it comes."""


def is_table(content: Content, mapping: FieldMapping) -> bool:
    """Whether the first line names columns that are known, or the suffix says so."""
    names = _cells(content.head_text)
    if content.suffix in (".csv", ".tsv", ".tab"):
        return len(names) > 0
    return (
        len(names) > 1 and max(map(len, names)) < 60 and mapping.knows(names) and len(content.head_text.split("\n")) > 1
    )


def read_table(content: Content, mapping: FieldMapping) -> Iterator[Paper | Refusal]:
    """Read a table whose first row names its columns.

    Raises:
        SourceError: no column is known.
    """
    with content.text(newline="") as text:
        yield from papers_of(_records(text, content), content.name, mapping)


def _records(text: Iterable[str], content: Content) -> Iterator[Record | Refusal]:
    # The limit is the module's own, for all readers alike: an abstract may be longer than its 131,072 characters.
    csv.field_size_limit(1 << 30)
    lines = (line.replace("\0", " ") for line in text)
    delimiter = delimiter_of(content.head_text)
    rows = _rows(lines, delimiter)
    header: list[str] = []
    for number, row in rows:
        if not header:
            if not (len(row) == 1 and row[0].lower().startswith("sep=")):
                header = [cell.strip().lstrip("\ufeff") for cell in row]
            continue
        if not any(cell.strip() for cell in row):
            continue
        yield from _record(row, header, f"line {number}", content.name)


def _record(row: list[str], header: list[str], place: str, source: str) -> Iterator[Record | Refusal]:
    if len(row) > len(header) and any(cell.strip() for cell in row[len(header) :]):
        yield Refusal(
            source,
            place,
            f"it has {len(row)} cells where the header has {len(header)}: a cell with a delimiter in it needs quotes",
        )
        return
    record: dict[str, Any] = {}
    for name, cell in zip(header, row, strict=False):
        if name not in record or not record[name].strip():
            record[name] = cell
    yield place, record


def _rows(lines: Iterator[str], delimiter: str, first: int = 1, mended: int = 0) -> Iterator[tuple[int, list[str]]]:
    """Rows with the line each begins at.

    A quote that is never closed swallows the rows after it. The row it began in is then cut at its own line, and the
    lines after it are read anew.
    """
    taken: list[str] = []

    def _taking() -> Iterator[str]:
        for line in lines:
            taken.append(line)
            yield line

    number = first
    for row in csv.reader(_taking(), delimiter=delimiter):
        if len(taken) > 1 and mended < _MENDED and _has_swallowed(taken, len(row), delimiter):
            yield number, next(csv.reader(taken[:1], delimiter=delimiter))
            yield from _rows(chain(taken[1:], lines), delimiter, number + 1, mended + 1)
            return
        yield number, row
        number += len(taken)
        taken.clear()


def _has_swallowed(taken: list[str], width: int, delimiter: str) -> bool:
    """Whether a row over several lines is two: by strict rules it is none, and its second line is one by itself."""
    try:
        list(csv.reader(taken, delimiter=delimiter, strict=True))
    except csv.Error:
        return len(next(csv.reader(taken[1:2], delimiter=delimiter), [])) == width > 1
    return False


def delimiter_of(head: str) -> str:
    """What parts the columns of a header."""
    first = _header_line(head)
    if first.lower().startswith("sep=") and len(first.strip()) > 4:
        return first[4]
    # Outside of quotes, a header has its delimiter more often than anything else of the kind.
    plain = "".join(first.split('"')[::2])
    return max(_DELIMITERS, key=lambda mark: plain.count(mark))


def _header_line(head: str) -> str:
    return next((line for line in io.StringIO(head, newline="") if line.strip()), "")


def _cells(head: str) -> tuple[str, ...]:
    lines = [line for line in io.StringIO(head[:20_000], newline="") if line.strip()][:2]
    if lines and lines[0].lower().startswith("sep="):
        lines = lines[1:]
    row = next(csv.reader(lines[:1], delimiter=delimiter_of(head)), [])
    return tuple(cell.strip() for cell in row)
