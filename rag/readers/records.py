"""JSON exports: a list of records with a title, an abstract and what else they carry.

Knows the events export of ICML, NeurIPS and ICLR (`name`, `speakers/authors`, `virtualsite_url`, `type`)
and records whose fields carry their plain names.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rag.errors import SourceError
from rag.papers import Paper, content_id
from rag.readers.refusals import Refusal

_NAMES: Mapping[str, Sequence[str]] = {
    "paper_id": ("id", "paper_id"),
    "title": ("title", "name"),
    "abstract": ("abstract",),
    "authors": ("authors", "speakers/authors"),
    "year": ("year",),
    "venue": ("venue", "conference"),
    "url": ("url", "virtualsite_url", "link"),
    "kind": ("type", "kind"),
}
# https://icml.cc//virtual/2024/poster/35005 names the venue, the year and the event's number.
_EVENT_URL = re.compile(r"^https?://(?P<venue>\w+)\.cc/+virtual/(?P<year>\d{4})/[\w-]+/(?P<id>\d+)")


def read_json(text: str, source: str) -> Iterator[Paper | Refusal] | None:
    """Read a JSON list of records; None if the text is not JSON.

    Raises:
        SourceError: it begins as JSON but is broken (line and column named), or has no known shape.
    """
    start = text.lstrip()[:1]
    if start not in ("[", "{"):
        return None
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        raise SourceError(
            f"{source} is broken JSON at line {error.lineno}, column {error.colno}: {error.msg}. "
            "Export it again, or mend that line."
        ) from None
    except (RecursionError, ValueError) as error:  # nested too deeply, or a number of thousands of digits
        raise SourceError(f"{source} is no export of papers: {error}.") from None
    if not isinstance(data, list) or not all(isinstance(record, dict) for record in data):
        found = ", ".join(list(data)[:8]) if isinstance(data, dict) else "values that are not records"
        raise SourceError(f"{source} holds no list of records; at its top are: {found or 'nothing'}.")
    if data and not any("abstract" in record for record in data):
        raise SourceError(f"{source} has no field 'abstract'; its fields are: {', '.join(list(data[0])[:12])}.")
    return (_paper(record, source, number) for number, record in enumerate(data, 1))


def _paper(record: Mapping[str, Any], source: str, number: int) -> Paper | Refusal:
    values = {name: _first(record, keys) for name, keys in _NAMES.items()}
    title, abstract = _text(values["title"]), _text(values["abstract"])
    shown = title or f"record {number}"
    if not abstract:
        return Refusal(source, shown, "it has no abstract")
    url = _text(values["url"])
    event = _EVENT_URL.match(url)
    year = _text(values["year"]) or (event["year"] if event else "")
    return Paper(
        paper_id=_text(values["paper_id"]) or (event["id"] if event else "") or content_id(title, abstract),
        title=title,
        abstract=abstract,
        authors=_names(values["authors"]),
        year=int(year) if re.fullmatch(r"\d{4}", year) else None,
        venue=_text(values["venue"]) or (event["venue"].upper() if event else ""),
        url=url,
        kind=_text(values["kind"]),
        source=source,
    )


def _first(record: Mapping[str, Any], keys: Sequence[str]) -> Any:
    return next((record[key] for key in keys if record.get(key) not in (None, "")), None)


def _text(value: Any) -> str:
    if isinstance(value, bool) or not isinstance(value, str | int):
        return ""
    # JSON can spell half a surrogate pair, which neither the tokenizer nor the store can take.
    return re.sub(r"[\ud800-\udfff]", "\ufffd", str(value)).strip()


def _names(value: Any) -> tuple[str, ...]:
    if isinstance(value, str):
        value = re.split(r"\s*;\s*|\s*,\s*|\s+and\s+", value)
    if not isinstance(value, list):
        return ()
    names = (_text(item.get("name")) if isinstance(item, dict) else _text(item) for item in value)
    return tuple(name for name in names if name)
