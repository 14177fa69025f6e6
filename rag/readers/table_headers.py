"""Table headers: the row that names the columns, below what an export puts above it, and what parts them."""

import csv
import io
import re
from dataclasses import dataclass
from typing import Any

from rag.readers.fields import FieldMapping

_DELIMITERS = ",\t;|"
_HEADER_LINES = 30
_SEP = re.compile(r"\"?sep=(.)\"?[\r\n]*$", re.IGNORECASE)


@dataclass(frozen=True)
class Dialect:
    """How a table is written.

    Args:
        delimiter: what parts its cells.
        skipped: lines above its header.
        width: its columns.
        quote: what stands around a cell with a delimiter in it.
        spaced: a blank follows each delimiter.
    """

    delimiter: str
    skipped: int = 0
    width: int = 0
    quote: str = '"'
    spaced: bool = False

    @property
    def options(self) -> dict[str, Any]:
        """As `csv.reader` takes them."""
        return {"delimiter": self.delimiter, "quotechar": self.quote, "skipinitialspace": self.spaced}


def dialect_of(head: str, mapping: FieldMapping) -> Dialect:
    """The dialect of a table, by the first of its lines that names known columns; by the first line if none does.

    Args:
        head: its first characters.
        mapping: which field is which.
    """
    lines = list(io.StringIO(head, newline=""))[:_HEADER_LINES]
    forced, start = "", 0
    filled = [at for at, line in enumerate(lines) if line.strip("\ufeff \t\r\n")]
    if filled and (match := _SEP.match(lines[filled[0]].lstrip("\ufeff"))):
        forced, start = match[1], filled[0] + 1
        filled = filled[1:]
    dialects = [_dialect(lines[at], at, forced) for at in filled]
    if not dialects:
        return Dialect(forced or ",", start)
    if mapping.is_numbered:
        return dialects[0]
    ranks = [_rank(lines[dialect.skipped], dialect, mapping) for dialect in dialects]
    if ranks[0]:  # below a header there are papers, one of which may hold a word such as "text"
        return dialects[ranks.index(3)] if 3 in ranks else dialects[0]
    return dialects[ranks.index(max(ranks))]


def _rank(line: str, dialect: Dialect, mapping: FieldMapping) -> int:
    names = tuple(cells_of(line, dialect))
    if max(map(len, names), default=0) > 120:
        return 0
    titled, told = mapping.knows(names, "title"), mapping.knows(names)
    if dialect.skipped and len(names) == 1:  # a word on a line of its own is no header below others
        return 0
    return 2 * told + titled


def _dialect(line: str, at: int, forced: str) -> Dialect:
    # Outside of quotes, a header has its delimiter more often than anything else of the kind.
    plain = "".join(line.split('"')[::2])
    delimiter = forced or max(_DELIMITERS, key=plain.count)
    quote = "'" if line.startswith("'") and f"'{delimiter}" in line else '"'
    dialect = Dialect(delimiter, at, 0, quote, spaced=f"{delimiter} " in plain or f'"{delimiter} "' in line)
    return Dialect(delimiter, at, len(cells_of(line, dialect)), quote, dialect.spaced)


def header_line(head: str) -> str:
    """The first line that is not blank."""
    lines = (line for line in io.StringIO(head[:20_000], newline="") if line.strip("\ufeff \t\r\n"))
    first = next(lines, "")
    return next(lines, "") if _SEP.match(first) else first


def cells_of(line: str, dialect: Dialect | None = None) -> list[str]:
    """The cells of a single line.

    Args:
        line: with or without its end.
        dialect: None guesses it from the line.
    """
    try:
        row = next(csv.reader([line], **(dialect or _dialect(line, 0, "")).options), [])
    except csv.Error:  # a cell of hundreds of thousands of characters names no column
        return []
    return [cell.strip().strip("\ufeff") for cell in row]
