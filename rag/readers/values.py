"""Values of records: nested shapes laid flat, and the text in whatever holds it."""

import ast
import json
import math
import re
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from rag.readers.deep_fields import DEEP, with_deep
from rag.text.cleaning import is_missing

# Where the shapes in use keep a paper's fields: OpenReview, Hugging Face's daily papers and rows, JSON:API,
# Elasticsearch, Semantic Scholar's references, Zotero, DBLP, GraphQL.
_WRAPPERS = (
    *("content", "paper", "attributes", "_source", "bibjson", "metadata", "row", "citedPaper", "citingPaper", "data"),
    *("info", "node"),
)
_IDS = ("externalIds", "external_ids", "externalids", "ids")
NESTED = frozenset((*_WRAPPERS, *_IDS))
"""Names under which a record may keep fields one level down."""

_FOUND_DEEP = NESTED | frozenset(DEEP)

_TEXTS = (
    *("value", "text", "title", "name", "display_name", "description", "en", "$t", "#text", "@value", "$oid", "source"),
    *("url", "p"),
)
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_NESTING = 40
_VALUE = {"value"}
_PRINTED_LIST = re.compile(r"\s*\[\s*\{\s*['\"]value['\"]\s*:")
_UNPARTED = re.compile(r"(?<=[\w.]['\"])\s+(?=['\"]\w)")
_PRINTED = re.compile(r"\s*\{\s*['\"]value['\"]\s*:(.*?)\}?\s*$", re.DOTALL)


def flat(record: Mapping[str, Any]) -> Mapping[str, Any]:
    """A record's fields on one level: wrappers opened, OpenReview's `{"value": …}` taken out.

    Args:
        record: as the source has it.
    """
    if _FOUND_DEEP.isdisjoint(record):
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
            ids = {str(kind).lower(): value for kind, value in fields.pop(name).items()}
            fields = {kind: ids[kind] for kind in ("arxiv", "doi", "pmid", "pubmed", "acl") if ids.get(kind)} | fields
    return with_deep(fields) if any(name in fields for name in DEEP) else fields


def _bare(value: Any) -> Any:
    return value["value"] if isinstance(value, dict) and "value" in value else value


def opened(value: Any, nesting: int = 4) -> Any:
    """A value out of OpenReview's `{"value": …}`, be it a record, its printed form, or a list of either.

    Args:
        value: what a field holds.
        nesting: how often one may lie in another.
    """
    if isinstance(value, str):
        # A table keeps a record as JSON or as Python prints it; a cell may be cut off, or hold what neither reads.
        if nesting and _PRINTED_LIST.match(value) and (parts := listed(value)):
            return opened(parts, nesting - 1)
        if not (match := _PRINTED.match(value)):
            return value
        record = parsed(value)
        value = record if isinstance(record, Mapping) and "value" in record else match[1].strip().strip("'\"")
        return opened(value, nesting - 1) if nesting else value
    if isinstance(value, Mapping):
        return opened(value["value"], nesting - 1) if "value" in value and nesting else value
    if isinstance(value, list) and nesting and any(map(_is_wrapped, value)):
        parts = [opened(part, nesting - 1) if _is_wrapped(part) else part for part in value]
        return [part for part in parts if part is not None]
    return value


def _is_wrapped(part: Any) -> bool:
    return (isinstance(part, str) and bool(_PRINTED.match(part))) or (isinstance(part, Mapping) and set(part) == _VALUE)


def innermost(column: str) -> str:
    """The field's name in that of a column made of a path, or in a namespace: `title` of `content.title.value`.

    Args:
        column: as pandas names what it lays flat, or as "dc:title".
    """
    steps = [step for step in column.rpartition(":")[2].split(".") if step not in _WRAPPERS]
    steps = steps[:-1] if steps[-1:] == ["value"] else steps
    return steps[0] if len(steps) == 1 else column


def value_at(record: Any, path: str) -> Any:
    """What lies at a path like `content.abs.value` or `titles.0`; None if nothing does."""
    for step in path.split("."):
        if isinstance(record, Mapping):
            record = record.get(step)
        elif isinstance(record, list | tuple) and step.isdecimal() and int(step) < len(record):
            record = record[int(step)]
        else:
            return None
    return record


def text_of(value: Any, nesting: int = _NESTING) -> str:
    """The text in a value: itself, a number's digits, a list's parts, a record's one telling field.

    Args:
        value: anything that JSON or a table may hold.
        nesting: how deep to look into it; what lies deeper is no text of a paper.
    """
    if isinstance(value, str):
        return value
    if is_missing(value) or isinstance(value, bool) or not nesting:
        return ""
    if isinstance(value, int):
        return str(value) if abs(value) < 10**30 else ""
    if isinstance(value, float):
        return f"{value:.0f}" if value.is_integer() else str(value) if math.isfinite(value) else ""
    if isinstance(value, list | tuple):
        parts = [text_of(part, nesting - 1) for part in value]
        return "\n\n".join(part for part in parts if not is_missing(part))
    if isinstance(value, Mapping):
        return _text_in(value, nesting)
    if isinstance(value, bytes):
        return value.decode("utf-8", "replace")
    return str(value)


def _text_in(value: Mapping[Any, Any], nesting: int) -> str:
    index = value.get("InvertedIndex", value)  # AMiner's has its length beside it
    if isinstance(index, Mapping) and _is_inverted(index):
        return _reordered(index)
    only = next(iter(value.values())) if len(value) == 1 else None
    if isinstance(only, str | list | Mapping):
        return text_of(only, nesting - 1)
    return next((text_of(value[name], nesting - 1) for name in _TEXTS if value.get(name)), "")


def abstract_of(value: Any) -> str:
    """The text of an abstract, in the odd shapes that it comes in.

    DataCite lists descriptions of several kinds; INSPIRE the same abstract from several sources; a table may keep
    OpenAlex's index as text.

    Args:
        value: what the abstract's field holds.
    """
    if isinstance(value, str):
        if value[:2] in ('{"', "{'") and value.rstrip()[-2:] == "]}":
            index = parsed(value)
            return text_of(index) if isinstance(index, Mapping) and _is_inverted(index) else value
        if value[:2] in ('["', "['") and isinstance(parts := listed(value), list):
            return text_of(parts) if all(isinstance(part, str) for part in parts) else value
        return value
    if isinstance(value, list) and len(value) > 1 and all(isinstance(part, Mapping) for part in value):
        named = [part for part in value if str(part.get("descriptionType", "")).casefold() == "abstract"]
        return text_of(named or (value[:1] if all("source" in part for part in value) else value))
    return text_of(value)


def line_of(value: Any) -> str:
    """The text of a title, a venue or the like, out of a list or a record that a table keeps as text.

    Args:
        value: what the field holds.
    """
    text = text_of(value)
    if text[:1] not in ("{", "[") or not (inner := listed(text)):
        return text
    if isinstance(inner, list) and not all(isinstance(part, str | Mapping) for part in inner):
        return text  # "[0, 1]" may be a title
    return text_of(inner) or text


def people_in(value: Any) -> Any:
    """Authors ready for `names_of`: the list out of its wrapper, `firstName` spelled `first_name`.

    Args:
        value: what the authors' field holds.
    """
    if isinstance(value, str):
        value = listed(value) or value
    if isinstance(value, Mapping) and len(value) == 1:
        value = next(iter(value.values()))
    if isinstance(value, Mapping) and all(str(key).isdecimal() for key in value):
        value = list(value.values())
    if not isinstance(value, list):
        return value
    return [_snake_cased(item) if isinstance(item, Mapping) else item for item in value]


def _snake_cased(item: Mapping[Any, Any]) -> dict[str, Any]:
    return {_CAMEL.sub("_", str(name)).lower(): value for name, value in item.items()}


def listed(text: str) -> Any:
    """The list or the record that a table keeps as text; None for plain words.

    Args:
        text: as the table has it; numpy prints its lists without commas.
    """
    text = text.strip()
    if (text[:1], text[-1:]) not in (("[", "]"), ("{", "}")):
        return None
    value = parsed(_UNPARTED.sub(", ", text))
    return value if isinstance(value, list | Mapping) else None


def parsed(text: str) -> Any:
    """A list or a record that a table keeps as text, JSON's or Python's; None for what is neither.

    Args:
        text: as the table has it.
    """
    with suppress(ValueError, RecursionError):
        return json.loads(text)
    try:
        return ast.literal_eval(text)  # how pandas writes a dictionary into a table
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return None


def _is_inverted(value: Mapping[Any, Any]) -> bool:
    return all(isinstance(places, list) and all(type(at) is int for at in places) for places in value.values())


def _reordered(index: Mapping[Any, list[int]]) -> str:
    """OpenAlex's abstract: each word with its places."""
    placed = sorted((at, str(word)) for word, places in index.items() for at in places)
    return " ".join(word for _, word in placed)
