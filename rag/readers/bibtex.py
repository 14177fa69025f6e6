"""BibTeX and BibLaTeX."""

import logging
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from rag.papers import Paper
from rag.readers.content import Content
from rag.readers.fields import FieldMapping
from rag.readers.records import Record, papers_of
from rag.readers.refusals import Refusal

if TYPE_CHECKING:
    from bibtexparser.model import Block

_ENTRY = re.compile(r"^[ \t]*@(?P<type>\w+)[ \t]*[{(]", re.MULTILINE)
_BATCH = 500
"""Entries parsed at once: a library of any size in little memory."""
_SWALLOWED = re.compile(r"[}\"]\s*\n\s*(?P<name>[A-Za-z][\w-]*)\s*=\s*[{\"]")
_NO_PAPERS = ("comment", "string", "preamble")


def is_bibtex(content: Content) -> bool:
    """Whether an entry begins in the first lines."""
    start = _ENTRY.search(content.head_text[:200_000])
    return bool(start) and (content.suffix in (".bib", ".bibtex") or _begins(content.head_text))


def read_bibtex(content: Content, mapping: FieldMapping) -> Iterator[Paper | Refusal]:
    """Read a library; an entry that is broken is refused by its key and line, and costs no other."""
    with content.text() as text:
        yield from papers_of(_records(text, content.name), content.name, mapping, latex=True)


def _begins(text: str) -> bool:
    """Comments and blank lines may stand before the first entry, prose may not."""
    lines = (line.strip() for line in text.split("\n", 200)[:200])
    first = next((line for line in lines if line and not line.startswith("%")), "")
    return bool(_ENTRY.match(first))


def _records(lines: Any, source: str) -> Iterator[Record | Refusal]:
    strings: list[str] = []
    for first, batch in _batches(lines):
        # Abbreviations hold for all that follows; their lines must not shift the numbering.
        prefix = "".join(strings)
        shift = first - prefix.count("\n")
        for block in _parsed(prefix + batch):
            yield from _record(block, source, shift)
        strings += [f"{line}\n" for line in batch.split("\n") if re.match(r"\s*@string\s*[{(].*[})]\s*$", line, re.I)]


def _batches(lines: Any) -> Iterator[tuple[int, str]]:
    """Text of some hundred entries at a time, with the number of its first line."""
    taken: list[str] = []
    first, entries = 1, 0
    for number, line in enumerate(lines, 1):
        if _ENTRY.match(line):
            entries += 1
            if entries > _BATCH:
                yield first, "".join(taken)
                taken, first, entries = [], number, 1
        taken.append(line)
    yield first, "".join(taken)


def _parsed(text: str) -> list["Block"]:
    from bibtexparser.entrypoint import parse_string
    from bibtexparser.middlewares import RemoveEnclosingMiddleware, ResolveStringReferencesMiddleware

    # The parser also logs what it returns as a failed block.
    logging.getLogger("bibtexparser").setLevel(logging.CRITICAL)
    stack = [ResolveStringReferencesMiddleware(), RemoveEnclosingMiddleware()]
    return list(parse_string(text, parse_stack=stack).blocks)


def _record(block: "Block", source: str, shift: int) -> Iterator[Record | Refusal]:
    from bibtexparser.model import DuplicateBlockKeyBlock, DuplicateFieldKeyBlock, Entry, ParsingFailedBlock

    line = shift + (block.start_line or 0)
    if isinstance(block, DuplicateBlockKeyBlock | DuplicateFieldKeyBlock):
        block = block.ignore_error_block or block  # two papers under one key are two papers; a field twice is one
    if isinstance(block, Entry):
        yield from _entry(block, source, line)
    elif isinstance(block, ParsingFailedBlock):
        start = _ENTRY.match(block.raw or "")
        if start and start["type"].lower() in _NO_PAPERS:
            return
        key = re.match(r"\s*@\w+\s*[{(]\s*([^,\s]*)", block.raw or "")
        where = f"{key[1] if key else 'an entry'} (line {line})"
        yield Refusal(source, where, "it is broken BibTeX: a brace or a quote is not closed, or a comma is missing")


def _entry(entry: Any, source: str, line: int) -> Iterator[Record | Refusal]:
    fields: dict[str, Any] = {}
    for field in entry.fields:
        fields.setdefault(field.key.lower(), field.value)
    where = f"{entry.key or 'an entry without a key'} (line {line})"
    for name, value in fields.items():
        if swallowed := _SWALLOWED.search(str(value)):
            why = f"it is broken BibTeX: a comma is missing between {name} and {swallowed['name']}"
            yield Refusal(source, where, why)
            return
    prefix = str(fields.get("archiveprefix") or fields.get("eprinttype") or "arxiv").lower()
    if prefix != "arxiv":
        fields.pop("eprint", None)
    fields.pop("key", None)  # a sorting key, not an id
    yield where, {"type": entry.entry_type} | fields | {"authors_parsed": _people(str(fields.get("author", "")))}


def _people(names: str) -> list[list[str]]:
    """[family, given, suffix] of each author, by BibTeX's own rules."""
    from bibtexparser.middlewares.names import parse_single_name_into_parts, split_multiple_persons_names

    people = []
    for name in split_multiple_persons_names(names.replace("\n", " ")) if names.strip() else ():
        parts = parse_single_name_into_parts(name, strict=False)
        people.append([" ".join([*parts.von, *parts.last]), " ".join(parts.first), " ".join(parts.jr)])
    return people
