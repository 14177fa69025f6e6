"""Wrappers: the objects that exports put around their lists of records."""

from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any

from rag.readers.aliases import STRONG_ABSTRACTS, plain_name
from rag.readers.column_tables import tabled
from rag.readers.fields import FieldMapping
from rag.readers.record_groups import RELATED, evened, likeliest, rank_of
from rag.readers.values import flat, value_at
from rag.text.cleaning import is_missing

_DEPTH = 12
_HELD = frozenset({"papers", "articles", "publications", "submissions", "accepted", "acceptedpapers", "abstracts"})
"""Where a volume keeps its papers; a paper keeps no others under such a name."""


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
        if not mapping.is_record(value):  # a list of another name may be of something else
            return None
    if _is_paper(value, mapping):
        return chain([value], *_papers_within(value, mapping))
    if rows := tabled(value, mapping):
        return iter(rows)
    if found := likeliest(value, mapping, _DEPTH):
        return chain.from_iterable(found)
    holds_more = any(isinstance(inner, list | dict) for inner in value.values())
    return iter([value]) if mapping.is_record(value) or not holds_more else None


def _of_list(value: list[Any], mapping: FieldMapping) -> Iterator[Any]:
    for member in evened(value, mapping):
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
    if _is_column(title) and (isinstance(abstract, list) or _is_column(abstract)):
        return False  # columns, though one may be too short
    if isinstance(title, Mapping) and isinstance(abstract, Mapping):  # by language, or columns of a table
        return "value" in title or "en" in title
    strong = any(
        plain_name(str(name)) in STRONG_ABSTRACTS and not is_missing(fields[name]) for name in plan["abstract"]
    )
    if strong and not is_missing(title):
        return True
    return isinstance(abstract, str) and not any(rank_of(inner, mapping) > 2 for inner in _lists(value))


def _papers_within(value: Mapping[str, Any], mapping: FieldMapping) -> Iterator[list[Any]]:
    """The papers of what has an abstract of its own and is none: a volume, a session, a reading list."""
    for name, inner in value.items():
        if plain_name(str(name)) in _HELD and isinstance(inner, list) and rank_of(inner, mapping) == 3:
            yield inner


def _is_column(value: Any) -> bool:
    """Whether a value holds those of several records, by number or one after the other."""
    if isinstance(value, Mapping):
        return bool(value) and all(str(key).isdecimal() for key in value)
    return isinstance(value, list) and len(value) > 1


def _is_plain(value: Mapping[str, Any], plan: Mapping[str, tuple[str, ...]]) -> bool:
    """Nearly every record: a title and an abstract that are texts."""
    if not (plan["title"] and plan["abstract"]):
        return False
    title, abstract = plan["title"][0], plan["abstract"][0]
    texts = isinstance(value.get(title), str) and isinstance(value.get(abstract), str)
    return texts and plain_name(str(abstract)) in STRONG_ABSTRACTS


def _lists(value: Mapping[str, Any]) -> Iterator[list[Any]]:
    for name, inner in value.items():
        if plain_name(str(name)) not in RELATED:
            if isinstance(inner, list):
                yield inner
            elif isinstance(inner, Mapping):
                yield list(inner.values())
