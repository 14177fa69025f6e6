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
_SURE = re.compile(r"\s*@\w+\s*[{(]\s*[^\s,{}]*\s*,\s*[\w-]+\s*=\s*[{\"\w]")
_FIELD_AFTER = re.compile(r"\s*(?:%[^\n]*\n\s*)?(?P<name>[A-Za-z][\w-]*)\s*=")
_REMARK = re.compile(r"(?<=[}\"]),(?:[ \t]*,)+|(?<=[}\"]),[ \t]*%[^\n]*(?=\n)")
_COMMENT_LINE = re.compile(r"%[^\n]*(?:\n\s*|$)")
_ESCAPED_START = re.compile(r"(?<=\sand\s)\s*(?=\\)", re.IGNORECASE)
_NO_PAPERS = ("comment", "string", "preamble")
_NO_ENTRY = "holds no BibTeX entry: one begins with a word such as @article{. Check that it is the right file."
_BROKEN = "it is broken BibTeX: a brace or a quote is not closed, or a comma is missing"

_SWOLLEN = "its {} is put together of too many parts. Write it out"
_MOST_PARTS = 1000
_LONGEST_JOINED = 100_000
"""Characters: no abbreviation and no field that is joined with `#` comes near."""


def is_bibtex(content: Content) -> bool:
    """Whether an entry begins in the first lines."""
    start = _ENTRY.search(content.head_text[:200_000])
    return bool(start) and (content.suffix in (".bib", ".bibtex") or _begins(content.head_text))


def read_bibtex(content: Content, mapping: FieldMapping) -> Iterator[Paper | Refusal]:
    """Read a library; an entry that is broken is refused by its key and line, and costs no other."""
    with content.text() as text:
        yield from papers_of(_records(text, content.name), content.name, mapping, latex=True, nothing=_NO_ENTRY)


def _begins(text: str) -> bool:
    """Comments and blank lines may stand before the first entry, and a program's few words; prose may not."""
    before = 0
    for match in re.finditer(r"^.*$", text[:200_000], re.MULTILINE):
        line = match[0].strip()
        if _ENTRY.match(line):
            return not before or bool(_SURE.match(text, match.start()))
        before += bool(line) and not line.startswith("%")
        if before > 5 or len(line) > 100:
            return False
    return False


def _records(lines: Any, source: str) -> Iterator[Record | Refusal]:
    strings: dict[str, str] = {}
    for first, batch in _batches(lines):
        blocks = _parsed(batch)
        _abbreviations(blocks, strings)
        for block in blocks:
            yield from _record(block, source, first, strings)


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

    # The parser also logs what it returns as a failed block.
    logging.getLogger("bibtexparser").setLevel(logging.CRITICAL)
    # It takes the brace after a line break's two backslashes for an escaped one, and it minds remarks and empty fields.
    text = _REMARK.sub(",", text.replace("\\\\}", "\\\\ }"))
    return list(parse_string(text, parse_stack=[]).blocks)


def _abbreviations(blocks: list["Block"], strings: dict[str, str]) -> None:
    """Learn what `@string` names; an abbreviation holds for all that follows."""
    from bibtexparser.model import DuplicateBlockKeyBlock, String

    for block in blocks:
        found = block.ignore_error_block if isinstance(block, DuplicateBlockKeyBlock) else block
        if isinstance(found, String):
            value, _rest = _value(str(found.value), strings)
            if value is not None:
                strings[found.key.lower()] = value


def _record(block: "Block", source: str, shift: int, strings: dict[str, str]) -> Iterator[Record | Refusal]:
    from bibtexparser.model import DuplicateBlockKeyBlock, DuplicateFieldKeyBlock, Entry, ParsingFailedBlock

    line = shift + (block.start_line or 0)
    if isinstance(block, DuplicateBlockKeyBlock | DuplicateFieldKeyBlock):
        block = block.ignore_error_block or block  # two papers under one key are two papers; a field twice is one
    if isinstance(block, Entry):
        yield _entry(block, source, line, strings)
    elif isinstance(block, ParsingFailedBlock):
        start = _ENTRY.match(block.raw or "")
        if start and start["type"].lower() in _NO_PAPERS:
            return
        key = re.match(r"\s*@\w+\s*[{(]\s*([^,\s]*)", block.raw or "")
        yield Refusal(source, f"{key[1] if key else 'an entry'} (line {line})", _BROKEN)


def _entry(entry: Any, source: str, line: int, strings: dict[str, str]) -> Record | Refusal:
    fields: dict[str, Any] = {}
    where = f"{entry.key or 'an entry without a key'} (line {line})"
    for field in entry.fields:
        name = _COMMENT_LINE.sub("", field.key).strip().lower() if "%" in field.key else field.key.lower()
        value, rest = _value(str(field.value), strings)
        if value is None:
            return Refusal(source, where, _SWOLLEN.format(name))
        if swallowed := _FIELD_AFTER.match(rest):
            why = f"it is broken BibTeX: a comma is missing between {name} and {swallowed['name']}"
            return Refusal(source, where, why)
        if name:  # a field of a line that is commented out has none
            fields.setdefault(name, value if rest.startswith("%") else f"{value} {rest}".rstrip())
    prefix = str(fields.get("archiveprefix") or fields.get("eprinttype") or "arxiv").lower()
    if prefix != "arxiv":
        fields.pop("eprint", None)
    fields.pop("key", None)  # a sorting key, not an id
    return where, {"type": entry.entry_type} | fields | {"authors_parsed": _people(str(fields.get("author", "")))}


def _value(raw: str, strings: dict[str, str]) -> tuple[str | None, str]:
    """A field's value, its `#`-joined parts put together, and what follows it that is no part of it.

    The value is None where it is longer than any list of papers' would be: abbreviations of abbreviations double.
    """
    raw = raw.strip()
    value = ""
    for at in range(_MOST_PARTS):
        end = _end_of(raw)
        part = raw[:end]
        value += part[1:-1] if part[:1] in ("{", '"') else strings.get(part.strip().lower(), part.strip())
        rest = raw[end:].lstrip()
        goes_on = rest.startswith("#")
        if (goes_on or at) and len(value) > _LONGEST_JOINED:
            break
        if not goes_on:
            return value, rest
        raw = rest[1:].lstrip()
    return None, ""


def _end_of(raw: str) -> int:
    """Where the first part of a value ends: its closing brace or quote, or the `#` after a name or number."""
    if raw[:1] not in ("{", '"'):
        return raw.index("#") if "#" in raw else len(raw)
    depth = 0
    for match in re.finditer(r"\\.|[{}\"]", raw, re.DOTALL):
        mark = match[0]
        depth += (mark == "{") - (mark == "}")
        if depth == 0 and mark == ("}" if raw[0] == "{" else '"') and match.start():
            return match.end()
    return len(raw)


def _people(names: str) -> list[list[str]]:
    """[family, given, suffix] of each author, by BibTeX's own rules."""
    from bibtexparser.middlewares.names import parse_single_name_into_parts, split_multiple_persons_names

    people = []
    # The splitter loses a backslash, and what it escapes, at a later name's start: an empty group goes in between.
    guarded = _ESCAPED_START.sub("{}", names.replace("\n", " "))
    for name in split_multiple_persons_names(guarded) if names.strip() else ():
        parts = parse_single_name_into_parts(name.removeprefix("{}"), strict=False)
        people.append([" ".join([*parts.von, *parts.last]), " ".join(parts.first), " ".join(parts.jr)])
    return people
