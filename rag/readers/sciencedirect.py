"""ScienceDirect's text export: a citation of several lines, each ended by a comma, and a labelled abstract below it."""

import re
from collections.abc import Iterator

from rag.papers import Paper
from rag.readers.content import Content
from rag.readers.fields import FieldMapping
from rag.readers.records import Record, papers_of
from rag.readers.refusals import Refusal

_ADDRESS = re.compile(r"^\((https?://www\.sciencedirect\.com/\S+)\)\s*$", re.MULTILINE)
_DOI = re.compile(r"^https?://(?:dx\.)?doi\.org/(10\.\S+?)\.?$")
_YEAR = re.compile(r"^(?:19|20)\d\d,?$")
_ABSTRACT = re.compile(r"^Abstract:\s*(.*?)(?=^Keywords?:|\Z)", re.MULTILINE | re.DOTALL)


def is_sciencedirect(content: Content) -> bool:
    """Whether a citation's address stands on a line of its own, in brackets, below one that ends with a comma."""
    found = _ADDRESS.search(content.head_text)
    return bool(found) and content.head_text.lstrip().partition("\n")[0].rstrip().endswith(",")


def read_sciencedirect(content: Content, mapping: FieldMapping) -> Iterator[Paper | Refusal]:
    """Read each citation with its abstract."""
    with content.text() as text:
        yield from papers_of(_records(text.read().lstrip("\ufeff")), content.name, mapping)


def _records(text: str) -> Iterator[Record]:
    """A citation begins the lines above an address, down from the blank line before them."""
    starts = [text.rfind("\n\n", 0, match.start()) + 1 for match in _ADDRESS.finditer(text)]
    for start, end in zip(starts, [*starts[1:], len(text)], strict=False):
        part = text[start:end].strip()
        line = text.count("\n", 0, start) + 1 + (text[start : start + 1] == "\n")
        yield f"line {line}", _fields(part)


def _fields(part: str) -> dict[str, str]:
    address = _ADDRESS.search(part)
    above, below = (part[: address.start()], part[address.end() :]) if address else (part, "")
    lines = [line.strip() for line in above.strip().split("\n")]
    authors, title, venue = [line.rstrip(",.") for line in [*lines, "", "", ""][:3]]
    abstract = _ABSTRACT.search(below)
    return {
        "authors": authors,
        "title": title,
        "venue": venue,
        "year": next((line for line in lines if _YEAR.match(line)), ""),
        "doi": next((match[1] for line in lines if (match := _DOI.match(line))), ""),
        "url": address[1] if address else "",
        "abstract": abstract[1].strip() if abstract else "",
    }
