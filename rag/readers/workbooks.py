"""Excel and OpenDocument workbooks: every sheet whose columns are known."""

from collections.abc import Iterator
from typing import Any

from rag.errors import SourceError
from rag.papers import Paper
from rag.readers.content import Content
from rag.readers.fields import FieldMapping
from rag.readers.records import Record, papers_of
from rag.readers.refusals import Refusal
from rag.readers.unknown_shapes import unknown_shape

_HEADER_ROWS = 20
"""Exports may put a title, a date and a query above their header."""


def read_workbook(content: Content, mapping: FieldMapping) -> Iterator[Paper | Refusal]:
    """Read the sheets of a workbook.

    Raises:
        SourceError: it is damaged, or no sheet has a column that is known.
    """
    from python_calamine import CalamineError, CalamineWorkbook

    with content.seekable() as stream:
        try:
            workbook = CalamineWorkbook.from_filelike(stream)
            sheets = [(name, workbook.get_sheet_by_name(name).to_python()) for name in workbook.sheet_names]
        except (CalamineError, OSError, ValueError) as error:
            raise SourceError(
                f"{content.name} cannot be read as a workbook ({error}). Open it and save it again, or as CSV."
            ) from error
    headed = [(name, rows, _header(rows, mapping)) for name, rows in sheets if rows]
    known = [(name, rows, at) for name, rows, at in headed if at is not None]
    if headed and not known:
        _, rows, _ = headed[0]
        header = [str(cell) for cell in rows[0] if cell != ""]
        raise unknown_shape(content.name, header, [dict(zip(header, row, strict=False)) for row in rows[1:50]])
    for name, rows, at in known:
        place = f"{name}, row" if len(sheets) > 1 else "row"
        yield from papers_of(_records(rows, at, place), content.name, mapping)


def _header(rows: list[list[Any]], mapping: FieldMapping) -> int | None:
    for field in ("abstract", "title"):
        for at, row in enumerate(rows[:_HEADER_ROWS]):
            if mapping.knows(tuple(str(cell)[:80] for cell in row), field):
                return at
    return None


def _records(rows: list[list[Any]], at: int, place: str) -> Iterator[Record]:
    header = [str(cell).strip() for cell in rows[at]]
    for number, row in enumerate(rows[at + 1 :], at + 2):
        record = {name: cell for name, cell in zip(header, row, strict=False) if name}
        if any(cell != "" for cell in record.values()):
            yield f"{place} {number}", record
