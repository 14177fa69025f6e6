"""Formats: a table from what content looks like to its reader; the suffix decides only where content does not."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from rag.errors import SourceError
from rag.papers import Paper
from rag.readers.bibtex import is_bibtex, read_bibtex
from rag.readers.content import Content
from rag.readers.fields import FieldMapping
from rag.readers.html_tables import read_html_table, web_page
from rag.readers.json_records import is_json, is_json_lines, read_json, read_json_lines
from rag.readers.notes import is_note, read_note
from rag.readers.parquet import read_parquet
from rag.readers.plain_text import read_text
from rag.readers.refusals import Refusal
from rag.readers.sciencedirect import is_sciencedirect, read_sciencedirect
from rag.readers.tables import is_table, read_table
from rag.readers.tagged import is_nbib, is_ris, is_wos, read_nbib, read_ris, read_wos
from rag.readers.workbooks import read_workbook
from rag.readers.xml_records import read_xml, root_of
from rag.readers.yaml_records import read_yaml

Reader = Callable[[Content, FieldMapping], Iterator[Paper | Refusal]]


@dataclass(frozen=True)
class Format:
    """A format that is read.

    Args:
        name: as people call it.
        recognises: whether content is of it.
        read: its reader.
        suffixes: what settles it where nothing is recognised.
    """

    name: str
    recognises: Callable[[Content, FieldMapping], bool]
    read: Reader
    suffixes: tuple[str, ...] = ()


FORMATS = (
    Format("Parquet", lambda content, _: content.head.startswith(b"PAR1"), read_parquet, (".parquet",)),
    Format("Excel", lambda content, _: is_workbook(content), read_workbook, (".xlsx", ".xls", ".xlsb", ".ods")),
    Format("XML", lambda content, _: bool(root_of(content)), read_xml, (".xml", ".atom")),
    Format("JSON lines", lambda content, _: is_json_lines(content), read_json_lines, (".jsonl", ".ndjson")),
    Format("JSON", lambda content, _: is_json(content), read_json, (".json",)),
    Format("RIS", lambda content, _: is_ris(content), read_ris, (".ris", ".enw")),
    Format("PubMed .nbib", lambda content, _: is_nbib(content), read_nbib, (".nbib",)),
    Format("Web of Science", lambda content, _: is_wos(content), read_wos),
    Format("ScienceDirect's text", lambda content, _: is_sciencedirect(content), read_sciencedirect),
    Format("YAML", lambda content, _: content.suffix in (".yaml", ".yml"), read_yaml, (".yaml", ".yml")),
    Format("Markdown note", lambda content, _: is_note(content), read_note),
    Format("BibTeX", lambda content, _: is_bibtex(content), read_bibtex, (".bib", ".bibtex")),
    Format("table", is_table, read_table, (".csv", ".tsv", ".tab")),
    Format("plain text", lambda content, _: True, read_text),
)

_LATEX = re.compile(r"^\s*\\documentclass\b", re.MULTILINE)
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1a\x1c-\x1f]")

# Files that hold words all the same, but not as a list of papers.
_BINARY = (
    (b"%PDF", "a PDF", "The text of papers is not read, only lists of abstracts: export those from where it came."),
    (b"{\\rtf", "a rich-text document", "Save it as plain text."),
    (b"SQLite format 3", "a database", "Export its table as CSV."),
    (b"7z\xbc\xaf", "a 7z archive", "Unpack it first."),
    (b"Rar!", "a RAR archive", "Unpack it first."),
    (b"\x89PNG", "a picture", "Copy the list as text."),
    (b"\xff\xd8\xff", "a picture", "Copy the list as text."),
    (b"GIF8", "a picture", "Copy the list as text."),
    (b"version https://git-lfs", "a Git LFS pointer, not the file itself", "Fetch it: git lfs pull"),
)


def format_of(content: Content, mapping: FieldMapping) -> Format:
    """The format of a file.

    Raises:
        SourceError: it is empty, or no text and of no known kind.
    """
    if not content.head.strip(b"\0 \t\r\n\xef\xbb\xbf\xff\xfe"):
        but = " but for blanks, zero bytes or byte-order marks" if content.head else ""
        raise SourceError(f"{content.name} is empty{but}: there is no paper in it.")
    for mark, what, advice in _BINARY:
        if content.head.startswith(mark):
            raise SourceError(f"{content.name} is {what}. {advice}")
    for format_ in FORMATS[:2]:
        if format_.recognises(content, mapping):
            return format_
    _require_text(content)
    if _LATEX.search(content.head_text[:4096]):
        raise SourceError(
            f"{content.name} is a LaTeX document, not a list of papers. Copy its title and abstract into a text file."
        )
    if _is_html(content):
        if "<table" not in content.head_text.lower():
            raise SourceError(web_page(content.name))
        return Format("HTML table", lambda _, __: True, read_html_table)
    found = next(format_ for format_ in FORMATS[2:] if format_.recognises(content, mapping))
    if found is FORMATS[-1]:  # anything is plain text: here the suffix may know better
        return next((format_ for format_ in FORMATS if content.suffix in format_.suffixes), found)
    return found


def _require_text(content: Content) -> None:
    text = content.head_text
    odd = len(_CONTROL.findall(text[:4096]))
    if odd > len(text[:4096]) * 0.1:
        at = next((i for i, byte in enumerate(content.head) if _CONTROL.match(chr(byte))), 0)
        raise SourceError(
            f"{content.name} is not text (byte {at} is 0x{content.head[at]:02x}) and of no kind that is known. "
            "Export the papers as JSON, CSV, BibTeX, RIS or plain text."
        )


def is_workbook(content: Content) -> bool:
    """Whether it is an Excel or OpenDocument workbook, which are archives by their bytes."""
    if content.head.startswith(b"\xd0\xcf\x11\xe0"):
        return True
    return content.head.startswith(b"PK\x03\x04") and (
        content.suffix in (".xlsx", ".xlsm", ".xlsb", ".ods")
        or b"xl/" in content.head[:4096]
        or b"application/vnd.oasis.opendocument.spreadsheet" in content.head[:200]
    )


def _is_html(content: Content) -> bool:
    start = content.head_text.lstrip()[:100].lower()
    return start.startswith("<!doctype html") or root_of(content).lower() in ("html", "head", "body", "table")
