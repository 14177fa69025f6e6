"""Wrappers: the objects that exports put around their lists of records."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from rag.cleaning import is_missing
from rag.readers.aliases import STRONG_ABSTRACTS, plain_name
from rag.readers.fields import FieldMapping
from rag.readers.values import flat, value_at

_DEPTH = 12
_LOOKED_AT = 50
# What a paper has besides a title; a section, a collection or a column has no such thing.
_PAPERLIKE = ("abstract", "authors", "year", "doi", "url", "paper_id", "venue")
_ANY_NAME = ("name", "displayname")
# Other papers that a paper's record holds.
_RELATED = (
    "references",
    "citations",
    "reference",
    "relatedworks",
    "related",
    "bibentries",
    "similarpapers",
    "embedding",
)


@dataclass(frozen=True)
class _Group:
    """Records found side by side.

    Args:
        records: all of them.
        rank: 3, some have a title and an abstract; 2, an abstract; 1, look like papers; 0, have titles.
    """

    records: list[Any]
    rank: int


def unwrapped(value: Any, mapping: FieldMapping) -> Iterator[Any] | None:
    """The records in a JSON value: itself, or those that it holds.

    Args:
        value: of any shape.
        mapping: which field is which; its `records` is the path to the list.

    Returns:
        None for an object that holds something else.
    """
    if isinstance(value, list):
        return _of_list(value, mapping)
    if not isinstance(value, Mapping):
        return iter([value])
    if "records" in mapping.named:
        inner = _listed_at(value, mapping.named["records"])
        if inner is not None:
            return iter(inner)
    if _is_paper(value, mapping):
        return iter([value])
    found = _tabled(value, mapping) or _best(_groups(value, mapping, _DEPTH))
    if found:
        return iter(found)
    holds_more = any(isinstance(inner, list | dict) for inner in value.values())
    return iter([value]) if mapping.is_record(value) or not holds_more else None


def _of_list(value: list[Any], mapping: FieldMapping) -> Iterator[Any]:
    """A list within a list: records all the same, or the rows of a table under their header."""
    if value and isinstance(value[0], list):
        parts = [part if isinstance(part, list) else [part] for part in value]
        if not any(isinstance(member, Mapping) for part in parts for member in part):
            yield from _rows(value, mapping) or value
            return
        value = [member for part in parts for member in part]
    for member in value:
        inner = unwrapped(member, mapping) if isinstance(member, Mapping) else None
        yield from [member] if inner is None else inner


def _listed_at(value: Any, path: str) -> list[Any] | None:
    inner = value_at(value, path)
    if inner is None and "." in path:  # a list on the way: the records of each of its members
        outer, _, rest = path.partition(".")
        members = value.get(outer) if isinstance(value, Mapping) else None
        if isinstance(members, list):
            parts = [_listed_at(member, rest) or [] for member in members]
            return [record for part in parts for record in part] or None
        return _listed_at(members, rest) if isinstance(members, Mapping) else None
    if isinstance(inner, Mapping):
        return list(inner.values())
    return inner if isinstance(inner, list) or inner is None else [inner]


def _is_paper(value: Mapping[str, Any], mapping: FieldMapping) -> bool:
    """Whether it is a record itself, whatever it holds besides (references have titles, too)."""
    fields = flat(value)
    plan = mapping.plan(tuple(fields))
    if _is_plain(value, plan):
        return True
    if any("." in path and value_at(value, path) is not None for path in mapping.named.values()):
        return True
    if not plan["abstract"]:
        return False
    title, abstract = (mapping.first(fields, tuple(fields), field) for field in ("title", "abstract"))
    if is_missing(abstract):
        # Semantic Scholar says `"abstract": null`; the papers in its references are others.
        return isinstance(title, str) and plain_name(str(plan["abstract"][0])) in STRONG_ABSTRACTS
    if isinstance(title, list) and isinstance(abstract, list) and len(title) == len(abstract) > 1:
        return False
    if isinstance(title, Mapping) and isinstance(abstract, Mapping):  # by language, or columns of a table
        return "value" in title or "en" in title
    strong = any(
        plain_name(str(name)) in STRONG_ABSTRACTS and not is_missing(fields[name]) for name in plan["abstract"]
    )
    if strong and not is_missing(title):
        return True
    return isinstance(abstract, str) and not any(_rank(inner, mapping) > 2 for inner in _lists(value))


def _is_plain(value: Mapping[str, Any], plan: Mapping[str, tuple[str, ...]]) -> bool:
    """Nearly every record: a title and an abstract that are texts."""
    if not (plan["title"] and plan["abstract"]):
        return False
    title, abstract = plan["title"][0], plan["abstract"][0]
    texts = isinstance(value.get(title), str) and isinstance(value.get(abstract), str)
    return texts and plain_name(str(abstract)) in STRONG_ABSTRACTS


def _lists(value: Mapping[str, Any]) -> Iterator[list[Any]]:
    for name, inner in value.items():
        if plain_name(str(name)) not in _RELATED:
            if isinstance(inner, list):
                yield inner
            elif isinstance(inner, Mapping):
                yield list(inner.values())


def _rank(records: list[Any], mapping: FieldMapping) -> int:
    """As in `_Group`; -1 for what is no list of records."""
    best = -1
    for member in records[:_LOOKED_AT]:
        if not isinstance(member, Mapping):
            continue
        fields = flat(member)
        plan = mapping.plan(tuple(map(str, fields)))
        titled = bool(plan["title"])
        told = any(
            titled or plain_name(name) in STRONG_ABSTRACTS or _is_prose(fields[name]) for name in plan["abstract"]
        )
        rank = 3 if titled and told else 2 if told else -1 + titled
        if not rank and plain_name(plan["title"][0]) not in _ANY_NAME and any(plan[field] for field in _PAPERLIKE):
            rank = 1
        best = max(best, rank)
    return best


def _is_prose(value: Any) -> bool:
    """Whether a `text` or a `description` is more than a name."""
    return isinstance(value, str) and (len(value.split()) >= 5 or len(value.encode("utf-8", "surrogatepass")) >= 60)


def _best(groups: Iterator[_Group]) -> list[Any]:
    """The records of the likeliest groups; those that look like papers without abstracts are not lost over others."""
    found = list(groups)
    top = max((group.rank for group in found), default=-1)
    kept = [group for group in found if group.rank >= min(top, 1) and not (top == 3 and group.rank == 2)]
    return [record for group in kept for record in group.records]


def _groups(value: Mapping[str, Any], mapping: FieldMapping, depth: int) -> Iterator[_Group]:
    """Records under any key: `{"notes": [...]}`, `{"2023": [...], "2024": [...]}`, or keyed by their ids."""
    if not depth:
        return
    keyed: list[tuple[str, Any]] = []
    for key, inner in value.items():
        if plain_name(str(key)) in _RELATED and len(value) > 1 and mapping.is_record(value):
            continue
        if isinstance(inner, list):
            if inner and isinstance(inner[0], list):
                inner = list(_of_list(inner, mapping))
            rank = _rank(inner, mapping)
            if rank >= 0:
                yield _Group(inner, rank)
            if rank < 2:
                members = (member for member in inner if isinstance(member, Mapping))
                for member in members:
                    yield from _groups(member, mapping, depth - 1)
        elif isinstance(inner, Mapping):
            if rows := _tabled(inner, mapping):
                yield _Group(rows, 3)
                continue
            rank = _rank([inner], mapping)
            if rank >= 0:
                keyed.append((str(key), inner))
            if rank < 2:
                yield from _groups(inner, mapping, depth - 1)
    if keyed:
        yield _Group(_keyed(keyed, mapping), _rank([record for _, record in keyed], mapping))


def _keyed(records: list[tuple[str, Any]], mapping: FieldMapping) -> list[Any]:
    """Records under their ids; a single one is rather under a word such as "message"."""
    if len(records) == 1 and not any(map(str.isdigit, records[0][0])):
        return [records[0][1]]
    own = [mapping.knows(tuple(map(str, record)), "paper_id") for _, record in records]
    return [record if has else {"id": key} | dict(record) for (key, record), has in zip(records, own, strict=True)]


def _tabled(value: Mapping[str, Any], mapping: FieldMapping) -> list[dict[str, Any]]:
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


def _rows(rows: list[Any], mapping: FieldMapping) -> list[Any]:
    """The rows under a header; nothing if the first row is none."""
    header = rows[0]
    if not all(isinstance(cell, str) and len(cell) < 80 for cell in header) or not mapping.knows(tuple(header)):
        return []
    return [dict(zip(header, row, strict=False)) if isinstance(row, list) else row for row in rows[1:]]
