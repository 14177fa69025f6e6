"""Column tables in JSON: pandas' orientations, and rows under a header."""

from collections.abc import Mapping
from typing import Any

from rag.readers.fields import FieldMapping


def tabled(value: Mapping[str, Any], mapping: FieldMapping) -> list[dict[str, Any]]:
    """A table: pandas' `split` form, or by columns as `{"title": [...], "abstract": [...]}`."""
    columns, data = value.get("columns"), value.get("data")
    if isinstance(columns, list) and isinstance(data, list) and all(isinstance(row, list) for row in data):
        return [dict(zip(map(str, columns), row, strict=False)) for row in data]
    abstracts = _column(value, mapping, "abstract")
    if not abstracts or not all(isinstance(cell, str | float | None) for cell in abstracts.values()):
        return []
    titles = _column(value, mapping, "title")
    if not titles and any(isinstance(value[name], str) and mapping.means(str(name), "title") for name in value):
        return []  # one paper, whose abstract is a list of sentences
    table = {str(name): _cells(column) for name, column in value.items()}
    names = [name for name, cells in table.items() if not cells.keys().isdisjoint(abstracts)]
    rows = dict.fromkeys([*titles, *abstracts])
    return [{name: table[name].get(row) for name in names} for row in rows]


def _column(value: Mapping[str, Any], mapping: FieldMapping, field: str) -> dict[Any, Any]:
    """The cells of the column that means a field."""
    named = (cells for name, cells in value.items() if mapping.means(str(name), field))
    return next(filter(None, map(_cells, named)), {})


def _cells(column: Any) -> dict[Any, Any]:
    if isinstance(column, Mapping):
        return dict(column)
    return dict(enumerate(column)) if isinstance(column, list) else {}


def rows_of(rows: list[Any], mapping: FieldMapping) -> list[Any]:
    """The rows under a header; nothing if the first row is none."""
    header = rows[0]
    if not all(isinstance(cell, str) and len(cell) < 80 for cell in header) or not mapping.knows(tuple(header)):
        return []
    return [dict(zip(header, row, strict=False)) if isinstance(row, list) else row for row in rows[1:]]
