"""Column tables in JSON: pandas' orientations, and rows under a header."""

from collections.abc import Mapping
from typing import Any

from rag.readers.fields import FieldMapping
from rag.readers.refusals import Unreadable
from rag.readers.spilled_lists import SpilledList

# Columns besides title and abstract that belong to each paper; a list of another name may be the whole table's.
_OWN = ("title", "abstract", "authors", "year", "venue", "url", "paper_id", "doi")


def tabled(value: Mapping[str, Any], mapping: FieldMapping) -> list[Any]:
    """A table: pandas' `split` form, or by columns as `{"title": [...], "abstract": [...]}`.

    Columns of unequal length give one `Unreadable`: a gap may be anywhere, so that nothing tells which title is whose.
    """
    columns, data = value.get("columns"), value.get("data")
    if isinstance(columns, list) and isinstance(data, list) and all(isinstance(row, list) for row in data):
        return [_row(list(map(str, columns)), row) for row in data]
    abstracts = _column(value, mapping, "abstract")
    if not abstracts or not all(isinstance(cell, str | float | None) for cell in abstracts.values()):
        return []
    titles = _column(value, mapping, "title")
    if not titles and any(isinstance(value[name], str) and mapping.means(str(name), "title") for name in value):
        return []  # one paper, whose abstract is a list of sentences
    if isinstance(value[_name(value, mapping, "abstract")], list) and (unequal := _unequal(value, mapping)):
        return [Unreadable(unequal)]
    table = {str(name): _cells(column) for name, column in value.items()}
    names = [name for name, cells in table.items() if not cells.keys().isdisjoint(abstracts)]
    rows = dict.fromkeys([*titles, *abstracts])
    return [{name: table[name].get(row) for name in names} for row in rows]


def _unequal(value: Mapping[str, Any], mapping: FieldMapping) -> str:
    """What is wrong with listed columns that are not of one length; "" for nothing."""
    sizes = {
        str(name): len(column)
        for name, column in value.items()
        if isinstance(column, list) and any(mapping.means(str(name), field) for field in _OWN)
    }
    if len(set(sizes.values())) < 2:
        return ""
    said = ", ".join(f"{name} has {size:,}" for name, size in sizes.items())
    return (
        f"its columns are of unequal length ({said}), so that nothing tells which values belong together: "
        "write null where one is missing"
    )


def _row(header: list[str], row: list[Any]) -> Any:
    """A row under its header; nothing names the cells of a longer one."""
    if len(row) > len(header) and any(cell not in (None, "") for cell in row[len(header) :]):
        return Unreadable(f"it has {len(row)} cells where the header has {len(header)}")
    return dict(zip(header, row, strict=False))


def _name(value: Mapping[str, Any], mapping: FieldMapping, field: str) -> Any:
    """The name of the column that means a field."""
    return next(name for name, cells in value.items() if mapping.means(str(name), field) and _cells(cells))


def _column(value: Mapping[str, Any], mapping: FieldMapping, field: str) -> dict[Any, Any]:
    """The cells of the column that means a field."""
    named = (cells for name, cells in value.items() if mapping.means(str(name), field))
    return next(filter(None, map(_cells, named)), {})


def _cells(column: Any) -> dict[Any, Any]:
    """A column's cells by their keys; those of a list are its numbers, as pandas writes them."""
    if isinstance(column, SpilledList):  # records, of which no column is made
        return {}
    if isinstance(column, Mapping):
        return {str(key): cell for key, cell in column.items()}
    return {str(at): cell for at, cell in enumerate(column)} if isinstance(column, list) else {}


def rows_of(rows: list[Any], mapping: FieldMapping) -> list[Any]:
    """The rows under a header; nothing if the first row is none."""
    header = rows[0]
    if not all(isinstance(cell, str) and len(cell) < 80 for cell in header) or not mapping.knows(tuple(header)):
        return []
    return [_row(header, row) if isinstance(row, list) else row for row in rows[1:]]
