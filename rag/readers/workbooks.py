"""Excel and OpenDocument workbooks: every sheet whose columns are known."""

import json
import os
import re
import subprocess  # nosec B404: the one call says why
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from typing import IO, Any
from xml.parsers import expat

from rag.errors import SourceError
from rag.papers import Paper
from rag.readers import sheet_process
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
_SECONDS = 20.0
_SECONDS_PER_BYTE = 2e-6
"""Beyond `_SECONDS`: 50,000 papers are 36 MB and take 2 seconds, so that a slow machine has time enough."""
_GRACE = 2.0
"""Seconds: the process ends itself in time, and is ended where it cannot."""
_MEMORY = 1 << 30
_MEMORY_PER_BYTE = 16
"""Beyond `_MEMORY`; these 50,000 take 135 MB in all."""
_WRITTEN = 1 << 29
"""Bytes: some 300,000 abstracts. Few texts that stand in very many cells would otherwise fill this program."""
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
    """The sheets' names and rows, read by a process of its own.

    Raises:
        SourceError: that process found the workbook broken, broke down, or took too long or too much memory.
    """
    try:
        _require_whole(stream, source)
        with tempfile.TemporaryFile() as told:
            _run(stream, told)
            told.seek(0)
            yield from _told(told)
    except (OSError, ValueError, NotImplementedError, zipfile.BadZipFile) as error:
        raise SourceError(
            f"{source} cannot be read as a workbook ({error}). Open it and save it again, or as CSV."
        ) from error


def _require_whole(stream: IO[bytes], source: str) -> None:
    """Raise an error for a trap, and for broken XML: the library looks for its end for ever, or reads a part."""
    if zipfile.is_zipfile(stream):
        with zipfile.ZipFile(stream) as archive:
            for member in archive.infolist():
                require_bounded(member.file_size, member.compress_size, source)
            for member in archive.infolist():
                if _SHEETS.match(member.filename):
                    with archive.open(member) as part:
                        _parse(part, member.filename)


def _parse(part: IO[bytes], name: str) -> None:
    stream, parser = FitStream(part), expat.ParserCreate()
    try:
        while block := stream.read(_BLOCK):
            parser.Parse(block)
        parser.Parse(b"", True)
    except expat.ExpatError as error:
        raise ValueError(f"{name} in it is broken: {error}") from None


def _run(stream: IO[bytes], told: IO[bytes]) -> None:
    """Have a process read the workbook in `stream` and write to `told`.

    Raises:
        ValueError: it did not come to its end.
    """
    size = stream.seek(0, os.SEEK_END)
    seconds, memory = _SECONDS + _SECONDS_PER_BYTE * size, _MEMORY + _MEMORY_PER_BYTE * size
    command = [sys.executable, "-P", sheet_process.__file__, str(seconds), str(memory), str(_WRITTEN)]
    try:
        stream.flush()
        ended = subprocess.run(  # noqa: S603 - this very program, and numbers # nosec B603
            command, stdin=stream.fileno(), stdout=told, stderr=subprocess.PIPE, timeout=seconds + _GRACE, check=False
        )
    except subprocess.TimeoutExpired:
        raise ValueError(f"it cannot be read within {seconds:.0f} seconds") from None
    if b"Timeout" in ended.stderr:
        raise ValueError(f"it cannot be read within {seconds:.0f} seconds")
    if ended.returncode == sheet_process.TOO_MUCH_MEMORY or b"memory allocation" in ended.stderr:
        raise ValueError(f"reading it takes more than {memory >> 20} MiB of memory")
    if ended.returncode:
        raise ValueError(f"the library that reads it broke down, with code {ended.returncode}")


def _told(lines: IO[bytes]) -> Iterator[tuple[str, list[list[Any]]]]:
    name, rows = None, list[list[Any]]()
    for told in map(json.loads, lines):
        if isinstance(told, list):
            rows.append(told)
            continue
        if "error" in told:
            raise ValueError(told["error"])
        if name is not None:
            yield name, rows
        name, rows = told["sheet"], []
    if name is not None:
        yield name, rows


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
