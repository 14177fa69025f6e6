"""XML: PubMed, arXiv's Atom feeds, EndNote, JATS, and records with plainly named parts, one element at a time."""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from rag.errors import SourceError
from rag.papers import Paper
from rag.readers.content import Content
from rag.readers.fields import FieldMapping
from rag.readers.records import Record, papers_of
from rag.readers.refusals import Refusal, whole_before
from rag.readers.xml_shapes import SHAPES, has_abstract, note_volume, plain_record
from rag.readers.xml_streams import xml_stream
from rag.readers.xml_texts import local_name

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

_ROOT = re.compile(r"(?:\s*<\?.*?\?>)*\s*<(?:[\w.-]+:)?([^\W\d][\w.-]*)", re.DOTALL)
_PENDING = 1000
"""Records without an abstract that are kept until one with an abstract shows that they are papers."""


def root_of(content: Content) -> str:
    """The name of an XML text's first element; empty if it is no XML."""
    text = content.head_text.lstrip()
    if not text.startswith("<"):
        return ""
    match = _ROOT.match(re.sub(r"<!--.*?-->|<!DOCTYPE[^>\[]*(?:\[.*?\]\s*)?>", "", text, flags=re.DOTALL))
    return match[1] if match else ""


def read_xml(content: Content, mapping: FieldMapping) -> Iterator[Paper | Refusal]:
    """Read the papers of an XML file.

    Raises:
        SourceError: the XML is broken (line and column named), or of another kind.
    """
    return papers_of(_records(content), content.name, mapping)


def _records(content: Content) -> Iterator[Record]:
    from lxml import etree

    seen: dict[str, None] = {}
    number = 0
    root = root_of(content)
    # No entity is expanded and nothing is fetched: an export needs neither, an attack does.
    safe = {"resolve_entities": False, "no_network": True, "load_dtd": False, "huge_tree": False}
    elements = (element for _, element in etree.iterparse(xml_stream(content), events=("end",), **safe))
    try:
        for place, fields in _known(elements, seen, root) if root in SHAPES else _plain(elements, seen):
            number += 1
            yield f"record {number} ({place})", fields
    except etree.XMLSyntaxError as error:
        line, column = error.position
        why = re.sub(r", line \d+, column \d+$", "", error.msg or "it breaks off")
        raise SourceError(
            f"{content.name} is broken XML at line {line}, column {column}: {why}.{whole_before(number)} "
            "Download or export it again."
        ) from error
    if not number:
        names = ", ".join(filter(None, seen))
        raise SourceError(
            f"{content.name} is XML without papers of a kind that is known; its elements are: {names}. "
            "PubMed, arXiv's Atom feeds, EndNote, JATS, the ACL Anthology and records with a title and an abstract "
            "are known; export it as RIS, BibTeX, CSV or JSON."
        )


def _known(elements: Iterator["Element"], seen: dict[str, None], root: str) -> Iterator[tuple[str, dict[str, Any]]]:
    shapes = SHAPES[root]
    for element in elements:
        _note(element, seen)
        fields = shapes.get(element.tag)
        if fields is not None:
            yield f"line {element.sourceline}", fields(element)
            _forget(element)


def _plain(elements: Iterator["Element"], seen: dict[str, None]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Elements with a title and an abstract, and those of the same name that lack the abstract."""
    papers: set[str] = set()
    pending: list[tuple[str, str, dict[str, Any]]] = []
    for element in elements:
        _note(element, seen)
        note_volume(element)
        record = plain_record(element)
        name, place = str(element.tag), f"line {element.sourceline}"
        if record is not None and (name in papers or has_abstract(record)):
            if name not in papers:
                papers.add(name)
                yield from ((at, other) for tag, at, other in pending if tag == name)
                pending = [waiting for waiting in pending if waiting[0] != name]
            yield place, record
        elif record is not None:
            pending.append((name, place, record))
        if record is not None or _is_at_top(element):
            _forget(element)
        if len(pending) >= _PENDING:
            yield from _bibliography(pending, papers)
            pending = []
    if not papers:
        yield from _bibliography(pending, papers)


def _bibliography(
    pending: list[tuple[str, str, dict[str, Any]]], papers: set[str]
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Titles with authors, which are papers though none has an abstract, as in DBLP's files."""
    for name, place, record in pending:
        if record.get("authors"):
            papers.add(name)
            yield place, record


def _is_at_top(element: "Element") -> bool:
    parent = element.getparent()
    return parent is not None and parent.getparent() is None


def _note(element: "Element", seen: dict[str, None]) -> None:
    if len(seen) < 12:
        seen.setdefault(local_name(element))


def _forget(element: "Element") -> None:
    """Give back the memory of what was read."""
    element.clear()
    while element.getprevious() is not None:
        del element.getparent()[0]
