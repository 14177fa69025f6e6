"""Excel and OpenDocument workbooks: every sheet whose columns are known."""

import re
import zipfile
from collections.abc import Iterator, Mapping
from typing import IO, Any

from rag.errors import SourceError
from rag.papers import Paper
from rag.readers.archives import require_bounded
from rag.readers.content import Content
from rag.readers.fields import FieldMapping
from rag.readers.records import Record, papers_of
from rag.readers.refusals import Refusal
from rag.readers.unknown_shapes import shown, unknown_shape
from rag.readers.xml_streams import FitStream

_PROSE_WORDS = 12
_SHEETS = re.compile(r"(?:content\.xml|xl/.*\.(?:xml|rels))$", re.IGNORECASE)
_BLOCK = 1 << 16
_PLACE = re.compile(r"(?P<column>[A-Za-z]*)(?P<row>\d+)")
_MOST_CELLS = 50_000_000
_HEADER_ROWS = 30
"""Exports may put a title, a date and a query above their header."""


def read_workbook(content: Content, mapping: FieldMapping) -> Iterator[Paper | Refusal]:
    """Read the sheets of a workbook; one with several columns of which none is known is a Refusal.

    Raises:
        SourceError: it is damaged, or no sheet has a column that is known.
    """
    with content.seekable() as stream:
        sheets = [(name, rows) for name, rows in _sheets(stream, content.name) if rows]
    headed = [(name, rows, _header(rows, mapping)) for name, rows in sheets]
    if headed and all(at is None for _, _, at in headed):
        rows = max((rows for _, rows, _ in headed), key=len)
        header = [str(cell) for cell in rows[0] if cell != ""]
        raise unknown_shape(content.name, header, [dict(zip(header, row, strict=False)) for row in rows[1:50]])
    met = False
    for name, rows, at in headed:
        if at is not None:
            place = f"{name}, row" if len(sheets) > 1 else "row"
            for item in papers_of(_records(rows, at, place, mapping), content.name, mapping):
                met = True
                yield item
        elif (len(rows) > 1 and len(rows[0]) > 1) or _holds_prose(rows):
            names = shown(str(cell) for cell in rows[0] if cell != "")
            met = True
            yield Refusal(content.name, f"the sheet {name}", f"none of its columns is known by name: {names}")
    if not met:
        what = "no row below a header" if headed else "no cell with a value"
        raise SourceError(f"{content.name} holds no paper: its sheets have {what}. Save it again with its rows.")


def _sheets(stream: IO[bytes], source: str) -> Iterator[tuple[str, list[list[Any]]]]:
    from python_calamine import CalamineError, CalamineWorkbook

    try:
        _require_bounded(stream, source)
        workbook = CalamineWorkbook.from_filelike(stream)
        for name in workbook.sheet_names:
            yield name, workbook.get_sheet_by_name(name).to_python()
    except (CalamineError, OSError, ValueError, NotImplementedError, zipfile.BadZipFile) as error:
        raise SourceError(
            f"{source} cannot be read as a workbook ({error}). Open it and save it again, or as CSV."
        ) from error


def _require_bounded(stream: IO[bytes], source: str) -> None:
    if zipfile.is_zipfile(stream):
        with zipfile.ZipFile(stream) as archive:
            for member in archive.infolist():
                require_bounded(member.file_size, member.compress_size, source)
            for member in archive.infolist():
                if _SHEETS.match(member.filename):
                    with archive.open(member) as part:
                        _require_closed(part, member.filename)
    stream.seek(0)


def _require_closed(part: IO[bytes], name: str) -> None:
    """Raise ValueError for far cells, and for tags never closed: the library would look for their end for ever."""
    from lxml import etree

    stream = FitStream(part)
    parser = etree.XMLParser(target=_Extent(), resolve_entities=False, no_network=True, huge_tree=True)
    try:
        while block := stream.read(_BLOCK):
            parser.feed(block)
        parser.close()
    except etree.XMLSyntaxError as error:
        raise ValueError(f"{name} in it is broken: {error.msg}") from None


class _Extent:
    """Sees how far a sheet's cells reach: the library makes room for all within, and ends the program for too many."""

    def __init__(self) -> None:
        self._rows = self._columns = 1

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        """A row or a cell, by its place: "r" is 12, or AB12.

        Raises:
            ValueError: the sheet would be too large.
        """
        found = _PLACE.fullmatch(attributes.get("r", "")) if tag.endswith(("}c", "}row")) else None
        if found is None:
            return
        if len(found["column"]) > 3 or len(found["row"]) > 9:  # no program writes such
            raise ValueError(f"the cell {found[0][:40]} in it is too far off")
        column = 0
        for letter in found["column"].upper():
            column = column * 26 + ord(letter) - 64
        self._rows, self._columns = max(self._rows, int(found["row"])), max(self._columns, column)
        if self._rows * self._columns > _MOST_CELLS:
            raise ValueError(f"the cell {found[0]} in it is too far off")

    def close(self) -> None:
        """The end."""


def _header(rows: list[list[Any]], mapping: FieldMapping) -> int | None:
    if mapping.is_numbered:
        return -1
    for field in ("abstract", "title"):
        for at, row in enumerate(rows[:_HEADER_ROWS]):
            if mapping.knows(tuple(str(cell)[:80] for cell in row), field):
                return at
    return None


def _holds_prose(rows: list[list[Any]]) -> bool:
    """Whether a cell may be an abstract, in a sheet of a single row or column, too."""
    return any(len(str(cell).split()) >= _PROSE_WORDS for row in rows for cell in row)


def _records(rows: list[list[Any]], at: int, place: str, mapping: FieldMapping) -> Iterator[Record]:
    counted = [str(number) for number in range(1, max(map(len, rows)) + 1)]
    header = counted if mapping.is_numbered else [str(cell).strip() for cell in rows[at]]
    for number, row in enumerate(rows[at + 1 :], at + 2):
        record: dict[str, Any] = {}
        for name, cell in zip(header, row, strict=False):
            if name and record.get(name, "") == "":
                record[name] = cell
        if any(cell != "" for cell in record.values()):
            yield f"{place} {number}", record
