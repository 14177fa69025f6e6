"""HTML tables: what CNKI, ProQuest and others save under the name of an Excel file."""

from collections.abc import Iterator
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

from rag.errors import SourceError
from rag.papers import Paper
from rag.readers.content import Content
from rag.readers.fields import FieldMapping
from rag.readers.records import Record, papers_of
from rag.readers.refusals import Refusal

if TYPE_CHECKING:
    from lxml.html import HtmlElement

_HEADER_ROWS = 30


def read_html_table(content: Content, mapping: FieldMapping) -> Iterator[Paper | Refusal]:
    """Read the rows below a row of known names, in whichever table they stand.

    Raises:
        SourceError: no table has such a row.
    """
    from lxml import etree, html

    with content.text() as text:
        source = text.read().lstrip("\ufeff")
    try:
        page = html.document_fromstring(source.encode("utf-8", "replace"), parser=html.HTMLParser(encoding="utf-8"))
    except etree.ParserError:  # no tag in it is whole
        raise SourceError(web_page(content.name)) from None
    tables = [table for table in page.iter("table") if next(table.iterdescendants("table"), None) is None]
    found = [(rows, at) for table in tables if (at := _header(rows := _rows(table), mapping)) is not None]
    if not found:
        raise SourceError(web_page(content.name))
    for rows, at in found:
        yield from papers_of(_records(rows, at), content.name, mapping, nothing="holds no row below its header.")


def web_page(name: str) -> str:
    """What is said of a page that holds no table of papers.

    Args:
        name: the file's.
    """
    return f"{name} is a web page. Save the export that it offers (JSON, CSV, BibTeX, RIS)."


def _rows(table: "HtmlElement") -> list[list[str]]:
    return [[str(cell.text_content()).strip() for cell in row.iter("td", "th")] for row in table.iter("tr")]


def _header(rows: list[list[str]], mapping: FieldMapping) -> int | None:
    named = (at for at, row in enumerate(rows[:_HEADER_ROWS]) if len(row) > 1 and mapping.knows(row))
    return next(named, None)


def _records(rows: list[list[str]], at: int) -> Iterator[Record]:
    header = rows[at]
    for number, row in enumerate(rows[at + 1 :], at + 2):
        if any(row):
            record: dict[str, Any] = dict(zip_longest(header, row[: len(header)], fillvalue=""))
            yield f"row {number}", record
