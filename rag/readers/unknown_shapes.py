"""Unknown shapes: what a person is told about records whose fields are not known by name."""

from collections.abc import Iterable, Mapping
from typing import Any

from rag.errors import SourceError
from rag.readers.aliases import ALIASES, plain_name
from rag.readers.fields import FieldMapping
from rag.readers.prose import longest_text
from rag.text.cleaning import clean_line

# What servers answer with in place of a list.
_COMPLAINTS = ("error", "errors", "message", "detail")


def unknown_shape(source: str, fields: Iterable[str], records: Iterable[Mapping[str, Any]] = ()) -> SourceError:
    """The error for records whose fields say neither title nor abstract: the fields found and the mapping to type."""
    names = list(map(str, fields))
    guess = longest_text(records) or "FIELD"
    title = next((name for name in names if plain_name(name) in ALIASES["title"]), "FIELD")
    return SourceError(
        f"{source} has no field for an abstract that is known by name; its fields are: {shown(names)}. "
        f"Say which is which: --map title={title},abstract={guess}"
    )


def unknown_object(source: str, value: Mapping[str, Any], mapping: FieldMapping) -> SourceError:
    """The error for an object that holds no list of papers: what is at its top, and the mapping to type."""
    lists = {key: inner for key, inner in value.items() if isinstance(inner, list)}
    if lists and not any(lists.values()) and not any(isinstance(inner, Mapping) for inner in value.values()):
        return SourceError(f"{source} holds no paper: its list under {', '.join(map(str, lists))} holds no record.")
    if "records" in mapping.named:
        return SourceError(
            f"{source} has no list at --map records={mapping.named['records']}; at its top are: {shown(value)}. "
            "Name the one that holds the papers."
        )
    says = next((value[name] for name in _COMPLAINTS if value.get(name)), None)
    said = f" It says: {clean_line(str(says))[:200]}." if says else ""
    held = {key: [member for member in inner if isinstance(member, Mapping)] for key, inner in lists.items()}
    key = max(held, key=lambda name: len(held[name]), default="KEY")
    records = held.get(key, [])
    inside = f" The records under {key} have the fields: {shown(records[0])}." if records else ""
    guess = longest_text(records[:50]) or "FIELD"
    return SourceError(
        f"{source} holds no list of papers that is known by name; at its top are: {shown(value)}.{said}{inside} "
        f"Say where they are and which field is which: --map records={key},title=FIELD,abstract={guess}"
    )


def shown(names: Iterable[str]) -> str:
    """Field names for a message: the first dozen."""
    names = [str(name) for name in names if str(name).strip()]
    return ", ".join(clean_line(name)[:40] for name in names[:12]) + (", …" if len(names) > 12 else "") or "none"
