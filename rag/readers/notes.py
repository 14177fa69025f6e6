"""Notes: a Markdown page on one paper, its fields in YAML at the top, as Obsidian, Hugo and Zettlr keep them."""

import io
import re
from collections.abc import Iterator, Mapping
from pathlib import PurePosixPath
from typing import Any

from rag.errors import SourceError
from rag.papers import Paper
from rag.readers.content import Content
from rag.readers.fields import FieldMapping
from rag.readers.plain_text import read_text
from rag.readers.refusals import Refusal
from rag.readers.yaml_records import yaml_values
from rag.text.cleaning import is_missing

_FRONT = re.compile(r"\s*---[ \t]*\n(?P<front>(?:[^\n]*\n)*?)(?:---|\.\.\.)[ \t]*(?:\n|$)")
_FIELD = re.compile(r"^(?P<name>[^\W\d][\w -]*):[ \t]*(?P<value>.*)$", re.MULTILINE)
# Rules between the papers of a labelled list look the same.
_ANOTHER = re.compile(r"^\W*title\W*:", re.IGNORECASE | re.MULTILINE)
_OF_PAPERS = {"doi", "author", "authors", "arxiv"}
_CALLOUT = re.compile(r"^>[ \t]*\[!(?:abstract|summary|tldr)\][^\n]*$", re.IGNORECASE | re.MULTILINE)


def is_note(content: Content) -> bool:
    """Whether a page begins with fields between two lines of dashes, and is about one thing."""
    found = _FRONT.match(content.head_text.replace("\r\n", "\n"))
    if not found or not _FIELD.match(found["front"]):
        return False
    return not _ANOTHER.search(content.head_text, found.end())


def read_note(content: Content, mapping: FieldMapping) -> Iterator[Paper | Refusal]:
    """Read a page's fields, and its abstract out of the text below where they have none.

    A page whose fields are not a paper's is read as the text that it holds.
    """
    with content.text() as file:
        text = file.read().lstrip("\ufeff")
    found = _FRONT.match(text)
    if found is None:
        raise SourceError(
            f"{content.name} has fields at its top that do not end within its first part. Close them: ---"
        )
    fields, body = _fields(found["front"], content.name), text[found.end() :]
    if not is_missing(mapping.first(fields, tuple(fields), "abstract")):
        yield mapping.paper(_titled(fields, "", content, mapping), content.name, "line 1")
        return
    items = list(_below(body, content, mapping))
    papers = [item for item in items if isinstance(item, Paper)]
    of_paper = bool(_OF_PAPERS.intersection(map(str.lower, fields)))
    if not of_paper and (len(papers) > 1 or not mapping.is_record(fields)):  # a list, and its own title
        yield from items
        return
    abstract, title = (papers[0].abstract, papers[0].title) if papers else ("", "")
    fields = _titled(fields, title, content, mapping) | {"abstract": abstract}
    yield mapping.paper(fields, content.name, "line 1")


def _titled(fields: dict[str, Any], below: str, content: Content, mapping: FieldMapping) -> dict[str, Any]:
    if not is_missing(mapping.first(fields, tuple(fields), "title")):
        return fields
    return fields | {"title": below or PurePosixPath(content.inner_name).stem}  # Obsidian names the file for the paper


def _fields(front: str, source: str) -> dict[str, Any]:
    """The fields; where a colon in a title makes them no YAML, each line's by itself."""
    try:
        values = yaml_values(front, source)
    except SourceError:
        return {match["name"]: match["value"].strip("\"'") for match in _FIELD.finditer(front)}
    return {str(name): value for value in values if isinstance(value, Mapping) for name, value in value.items()}


def _below(body: str, content: Content, mapping: FieldMapping) -> Iterator[Paper | Refusal]:
    """What the text below the fields holds."""
    if not any(map(str.isalnum, body)):
        return
    body = _CALLOUT.sub("## Abstract\n", body)
    stream = io.BytesIO(body.encode("utf-8", "surrogateescape"))
    yield from read_text(Content.of(stream, content.name, content.inner_name), mapping)
