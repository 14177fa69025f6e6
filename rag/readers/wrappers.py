"""Wrappers: the objects that exports put around their lists of records."""

from collections.abc import Iterator, Mapping
from typing import Any

from rag.cleaning import is_missing
from rag.errors import SourceError
from rag.readers.fields import FieldMapping, value_at
from rag.readers.unknown_shapes import shown
from rag.readers.values import flat

_DEPTH = 5


def unwrapped(value: Any, source: str, mapping: FieldMapping) -> Iterator[Any]:
    """The records in a JSON value: itself, or those that it holds.

    Args:
        value: of any shape.
        source: for messages.
        mapping: which field is which; its `records` is the path to the list.

    Raises:
        SourceError: it is an object that holds something else; the message lists what is at its top.
    """
    if not isinstance(value, Mapping):
        yield value
        return
    plan = mapping.plan(tuple(value))
    if all(plan[field] and isinstance(value[plan[field][0]], str) for field in ("title", "abstract")):
        yield value
        return
    if "records" in mapping.named and (inner := value_at(value, mapping.named["records"])) is not None:
        yield from inner.values() if isinstance(inner, Mapping) else inner if isinstance(inner, list) else [inner]
        return
    if _is_paper(value, mapping):
        yield value
        return
    found = _tabled(value, mapping) or list(_nested(value, mapping, _DEPTH))
    if found:
        yield from found
    elif mapping.is_record(value) or not any(isinstance(inner, list | dict) for inner in value.values()):
        yield value
    else:
        raise _unknown(value, source)


def _is_paper(value: Mapping[str, Any], mapping: FieldMapping) -> bool:
    """Whether it is a record itself, whatever it holds besides (references have titles, too)."""
    fields = flat(value)
    names = tuple(fields)
    title, abstract = (mapping.first(fields, names, field) for field in ("title", "abstract"))
    if is_missing(abstract) or (isinstance(abstract, list) and len(abstract) > 1):
        return False
    if isinstance(title, str):
        return True
    return not isinstance(title, list | dict) and not any(_papers(inner, mapping) for inner in value.values())


def _papers(inner: Any, mapping: FieldMapping) -> bool:
    """Whether a list has records with abstracts, or at least titles beside other fields."""
    if not isinstance(inner, list):
        return False
    records = [flat(member) for member in inner[:50] if isinstance(member, Mapping)]
    return any(mapping.knows(tuple(record)) or mapping.knows(tuple(record), "title") for record in records)


def _tabled(value: Mapping[str, Any], mapping: FieldMapping) -> list[dict[str, Any]]:
    """A table: pandas' `split` form, or by columns as `{"title": [...], "abstract": [...]}`."""
    columns, data = value.get("columns"), value.get("data")
    if isinstance(columns, list) and isinstance(data, list) and all(isinstance(row, list) for row in data):
        return [dict(zip(map(str, columns), row, strict=False)) for row in data]
    table = {str(name): _cells(column) for name, column in value.items()}
    abstracts = next((cells for name, cells in table.items() if cells and mapping.knows((name,))), [])
    if not abstracts or not all(isinstance(cell, str | None) for cell in abstracts):
        return []
    columns = [name for name, cells in table.items() if len(cells) == len(abstracts)]
    return [{name: table[name][row] for name in columns} for row in range(len(abstracts))]


def _cells(column: Any) -> list[Any]:
    return list(column.values()) if isinstance(column, Mapping) else column if isinstance(column, list) else []


def _nested(value: Any, mapping: FieldMapping, depth: int) -> Iterator[Any]:
    """Records under any key: `{"notes": [...]}`, `{"2023": [...], "2024": [...]}`, or keyed by their ids."""
    if not isinstance(value, Mapping) or depth == 0:
        return
    for key, inner in value.items():
        if _papers(inner, mapping):
            yield from inner
        elif isinstance(inner, Mapping) and mapping.is_record(inner):
            own = mapping.knows(tuple(map(str, inner)), "paper_id")
            yield inner if own else {"id": str(key)} | dict(inner)
        else:
            for member in inner if isinstance(inner, list) else [inner]:
                yield from _nested(member, mapping, depth - 1)


def _unknown(value: Mapping[str, Any], source: str) -> SourceError:
    lists = {
        key: [member for member in inner if isinstance(member, Mapping)]
        for key, inner in value.items()
        if isinstance(inner, list)
    }
    key = max(lists, key=lambda name: len(lists[name]), default="KEY")
    records = lists.get(key, [])
    inside = f" The records under {key} have the fields: {shown(records[0])}." if records else ""
    return SourceError(
        f"{source} holds no list of papers that is known by name; at its top are: {shown(value)}.{inside} "
        f"Say where they are and which field is which: --map records={key},title=FIELD,abstract=FIELD"
    )
