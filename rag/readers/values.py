"""Values of records: nested shapes laid flat, and the text in whatever holds it."""

from collections.abc import Mapping
from typing import Any

from rag.cleaning import is_missing

# Where the shapes in use keep a paper's fields: OpenReview, Hugging Face's daily papers, JSON:API, Elasticsearch.
_WRAPPERS = ("content", "paper", "attributes", "_source", "bibjson", "metadata")
_IDS = ("externalIds", "external_ids", "ids")
_NESTED = (*_WRAPPERS, *_IDS)
_TEXTS = ("value", "text", "title", "name", "display_name", "description", "$t", "#text", "source", "url")


def flat(record: Mapping[str, Any]) -> Mapping[str, Any]:
    """A record's fields on one level: wrappers opened, OpenReview's `{"value": …}` taken out.

    Args:
        record: as the source has it.
    """
    if not any(type(record.get(name)) is dict for name in _NESTED):
        return record
    fields = dict(record)
    for wrapper in _WRAPPERS:
        if isinstance(fields.get(wrapper), dict):
            inner = {name: _bare(value) for name, value in fields.pop(wrapper).items()}
            # A note's forum, not the id of its latest revision, is the paper.
            outer = {"id": fields.pop("forum")} if wrapper == "content" and fields.get("forum") else {}
            fields = inner | fields | outer
    for name in _IDS:
        if isinstance(fields.get(name), dict):
            ids = {kind.lower(): value for kind, value in fields.pop(name).items()}
            fields = {kind: ids[kind] for kind in ("arxiv", "doi", "pmid", "pubmed", "acl") if ids.get(kind)} | fields
    return fields


def _bare(value: Any) -> Any:
    return value["value"] if isinstance(value, dict) and "value" in value else value


def text_of(value: Any) -> str:
    """The text in a value: itself, a number's digits, a list's parts, a record's one telling field.

    Args:
        value: anything that JSON or a table may hold.
    """
    if isinstance(value, str):
        return value
    if is_missing(value) or isinstance(value, bool):
        return ""
    if isinstance(value, int):
        return str(value) if abs(value) < 10**30 else ""
    if isinstance(value, float):
        return f"{value:.0f}" if value.is_integer() else str(value)
    if isinstance(value, list | tuple):
        return "\n\n".join(part for part in map(text_of, value) if not is_missing(part))
    if isinstance(value, Mapping):
        if _is_inverted(value):
            return _reordered(value)
        return next((text_of(value[name]) for name in _TEXTS if value.get(name)), "")
    if isinstance(value, bytes):
        return value.decode("utf-8", "replace")
    return str(value)


def _is_inverted(value: Mapping[Any, Any]) -> bool:
    return all(isinstance(places, list) and all(type(at) is int for at in places) for places in value.values())


def _reordered(index: Mapping[str, list[int]]) -> str:
    """OpenAlex's abstract: each word with its places."""
    placed = sorted((at, word) for word, places in index.items() for at in places)
    return " ".join(word for _, word in placed)
