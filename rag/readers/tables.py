"""CSV and TSV: exports of Scopus, Web of Science, Zotero and spreadsheets."""

import csv
import re
from collections.abc import Iterable, Iterator
from itertools import chain, islice, zip_longest
from typing import Any

from rag.errors import SourceError
from rag.papers import Paper
from rag.readers.content import Content
from rag.readers.fields import FieldMapping
from rag.readers.records import Record, papers_of
from rag.readers.refusals import Refusal
from rag.readers.table_headers import Dialect, cells_of, dialect_of, header_line
from rag.readers.unknown_shapes import shown

_MENDED = 50
"""Quotes without an end that one file may have before the rest of it is taken as it comes."""
_LARGEST_CELL = 1 << 28
_RULE = re.compile(r"\s*:?-+:?\s*")
_PROSE_WORDS = 12
_SUFFIXES = (".csv", ".tsv", ".tab")


def is_table(content: Content, mapping: FieldMapping) -> bool:
    """Whether the first line names columns that are known, or the suffix says so."""
    if content.suffix in _SUFFIXES:
        return True
    names = tuple(cells_of(header_line(content.head_text)))
    return (
        len(names) > 1 and max(map(len, names)) < 60 and mapping.knows(names) and len(content.head_text.split("\n")) > 1
    )


def read_table(content: Content, mapping: FieldMapping) -> Iterator[Paper | Refusal]:
    """Read a table whose columns are named by a row near its top.

    Columns without names are read by number: --map title=1,abstract=2.

    Raises:
        SourceError: no column is known, or no row names them.
    """
    # The limit is the module's own, for all readers alike: an abstract may be longer than its 131,072 characters.
    csv.field_size_limit(_LARGEST_CELL)
    dialect = dialect_of(content.head_text, mapping)
    with content.text(newline="") as text:
        yield from papers_of(_records(text, content.name, dialect, mapping), content.name, mapping)


def _records(text: Iterable[str], source: str, dialect: Dialect, mapping: FieldMapping) -> Iterator[Record | Refusal]:
    lines = (line.replace("\0", " ") for line in text)
    skipped = sum(1 for _ in islice(lines, dialect.skipped))
    rows = _rows(lines, dialect, source, skipped + 1)
    header: list[str] = []
    met = False
    for number, row in rows:
        filled = [cell for cell in row if cell.strip()]
        if not filled or (dialect.delimiter == "|" and all(map(_RULE.fullmatch, filled))):
            continue
        if not header:
            if mapping.is_numbered:
                header = [str(at) for at in range(1, len(row) + 1)]
            else:
                header = [cell.strip().strip("\ufeff") for cell in row]
                _require_names(header, source, mapping)
                continue
        met = True
        yield from _record(row, header, f"line {number}", source, dialect.delimiter)
    if not met:
        said = f"below its header ({shown(header)})" if header else "with a value"
        raise SourceError(f"{source} holds no paper: there is no row {said}. Export it again with its rows.")


def _require_names(header: list[str], source: str, mapping: FieldMapping) -> None:
    """A first row with prose in it is a paper already."""
    prose = [len(cell.split()) >= _PROSE_WORDS for cell in header]
    if any(prose) and not mapping.is_record(dict.fromkeys(header)):
        abstract = prose.index(True) + 1
        title = next((f"title={at}," for at, cell in enumerate(header, 1) if at != abstract and cell), "")
        raise SourceError(
            f"{source} has no row that names its columns: the first is a paper already. "
            f"Count the columns: --map {title}abstract={abstract}"
        )


def _record(row: list[str], header: list[str], place: str, source: str, delimiter: str) -> Iterator[Record | Refusal]:
    if len(header) == 1:
        row = [delimiter.join(row)]
    if len(row) > len(header) and any(cell.strip() for cell in row[len(header) :]):
        yield Refusal(
            source,
            place,
            f"it has {len(row)} cells where the header has {len(header)}: a cell with a delimiter in it needs quotes",
        )
        return
    record: dict[str, Any] = {}
    for name, cell in zip_longest(header, row[: len(header)], fillvalue=""):
        if name and (name not in record or not record[name].strip()):
            record[name] = cell
    yield place, record


def _rows(
    lines: Iterator[str], dialect: Dialect, source: str, first: int, mended: int = 0
) -> Iterator[tuple[int, list[str]]]:
    """Rows with the line each begins at.

    A quote that is never closed swallows the rows after it. The row it began in is then cut before the first of them,
    and the lines from there on are read anew.
    """
    taken: list[str] = []

    def _taking() -> Iterator[str]:
        for line in lines:
            taken.append(line)
            yield line

    number = first
    try:
        for row in csv.reader(_taking(), **dialect.options):
            swallowed = _swallowed_at(taken, dialect) if len(taken) > 1 and mended < _MENDED else 0
            if swallowed:
                yield number, next(csv.reader(taken[:swallowed], **dialect.options))
                rest = chain(taken[swallowed:], lines)
                yield from _rows(rest, dialect, source, number + swallowed, mended + 1)
                return
            yield number, row
            number += len(taken)
            taken.clear()
    except csv.Error as error:
        raise SourceError(
            f"{source} cannot be read from line {number} on ({error}): a quote there may have no end. Close it."
        ) from error


def _swallowed_at(taken: list[str], dialect: Dialect) -> int:
    """The first of the lines that is a row of its own, if they are no row by strict rules; else 0.

    Where the file's end alone closes the quote, a row with too many cells is one, too: it is refused, not swallowed.
    """
    try:
        list(csv.reader(taken, strict=True, **dialect.options))
    except csv.Error as error:
        widths = [
            len(next(csv.reader(taken[at : at + 1], **dialect.options), [])) for at in range(1, min(len(taken), 1000))
        ]
        if dialect.width > 1 and dialect.width in widths:
            return 1 + widths.index(dialect.width)
        if dialect.width > 1 and "unexpected end" in str(error):
            return next((at for at, width in enumerate(widths, 1) if width > dialect.width), 0)
    return 0
