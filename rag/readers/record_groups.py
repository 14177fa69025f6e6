"""Record groups: lists of records wherever in an object they lie, and which of them are the papers."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from rag.readers.aliases import STRONG_ABSTRACTS, plain_name
from rag.readers.column_tables import rows_of, tabled
from rag.readers.fields import FieldMapping
from rag.readers.values import NESTED, flat

_LOOKED_AT = 50
# What a paper has besides a title; a section, a collection or a column has no such thing.
_PAPERLIKE = ("abstract", "authors", "year", "doi", "url", "paper_id", "venue")
_ANY_NAME = ("name", "displayname")
RELATED = (
    "references",
    "citations",
    "reference",
    "relatedworks",
    "related",
    "bibentries",
    "similarpapers",
    "embedding",
)
"""Where a paper's record holds other papers."""


@dataclass(frozen=True)
class _Group:
    """Records found side by side.

    Args:
        records: all of them.
        rank: 3, some have a title and an abstract; 2, an abstract; 1, look like papers; 0, have titles.
    """

    records: list[Any]
    rank: int


def likeliest(value: Mapping[str, Any], mapping: FieldMapping, depth: int) -> list[list[Any]]:
    """The lists of records in an object that are papers; those without abstracts are not lost over others.

    Args:
        value: of any shape.
        mapping: which field is which.
        depth: how many levels down to look.
    """
    found = list(_groups(value, mapping, depth))
    top = max((group.rank for group in found), default=-1)
    kept = (group for group in found if group.rank >= min(top, 1) and not (top == 3 and group.rank == 2))
    return [group.records for group in kept]


def _groups(value: Mapping[str, Any], mapping: FieldMapping, depth: int, *, counted: bool = False) -> Iterator[_Group]:
    """Records under any key: `{"notes": [...]}`, `{"2023": [...], "2024": [...]}`, or keyed by their ids.

    Of a record that is counted already, what wraps its fields is no other.
    """
    if not depth:
        return
    own_record = len(value) > 1 and mapping.is_record(value)
    keyed: list[tuple[str, Any]] = []
    for key, inner in value.items():
        if own_record and plain_name(str(key)) in RELATED:
            continue
        if isinstance(inner, list):
            yield from _groups_of_list(inner, mapping, depth)
        elif isinstance(inner, Mapping):
            if rows := tabled(inner, mapping):
                yield _Group(rows, 3)
                continue
            rank = rank_of([inner], mapping)
            if rank >= 0 and not (counted and key in NESTED):
                keyed.append((str(key), inner))
            if rank < 2:
                yield from _groups(inner, mapping, depth - 1, counted=rank >= 0)
    if keyed:
        yield _Group(_keyed(keyed, mapping), rank_of([record for _, record in keyed], mapping))


def _groups_of_list(members: list[Any], mapping: FieldMapping, depth: int) -> Iterator[_Group]:
    members = evened(members, mapping)
    rank = rank_of(members, mapping)
    if rank >= 0:
        yield _Group(members, rank)
    if rank < 2:
        for member in members:
            if isinstance(member, Mapping):
                yield from _groups(member, mapping, depth - 1, counted=mapping.is_record(member))


def evened(members: list[Any], mapping: FieldMapping) -> list[Any]:
    """A list of lists as one: records all the same, or the rows of a table under their header.

    Args:
        members: any list.
        mapping: which field is which.
    """
    if not (members and isinstance(members[0], list)):
        return members
    parts = [part if isinstance(part, list) else [part] for part in members]
    if any(isinstance(member, Mapping) for part in parts for member in part):
        return [member for part in parts for member in part]
    return rows_of(members, mapping) or members


def _keyed(records: list[tuple[str, Any]], mapping: FieldMapping) -> list[Any]:
    """Records under their ids; a single one is rather under a word such as "message"."""
    if len(records) == 1 and not any(map(str.isdigit, records[0][0])):
        return [records[0][1]]
    own = [mapping.knows(tuple(map(str, record)), "paper_id") for _, record in records]
    return [record if has else {"id": key} | dict(record) for (key, record), has in zip(records, own, strict=True)]


def rank_of(records: list[Any], mapping: FieldMapping) -> int:
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
