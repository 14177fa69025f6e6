"""HTML tables, which some portals save under the name of an Excel file."""

from pathlib import Path

import pytest

from rag.errors import SourceError
from rag.readers import Refusal
from tests.rag.readers.reading import items_of, papers_of

PAGE = """<html><head><meta charset="{encoding}"></head><body><table><tr><td colspan=2>Export</td></tr>
<tr><th>Title-题名</th><th>Summary-摘要</th><th>Author-作者</th></tr>
<tr><td>蝙蝠</td><td>它们能听见&lt;5 m。</td><td>张三;李四;</td></tr><tr><td>青蛙</td><td></td><td>王五</td></tr>
</table></body></html>"""


@pytest.mark.parametrize("encoding", ["utf-8", "gb18030"])
def test_a_table_in_a_page_named_excel_is_read(tmp_path: Path, encoding: str) -> None:
    bats, frogs = items_of(tmp_path, PAGE.format(encoding=encoding).encode(encoding), "CNKI.xls")
    assert not isinstance(bats, Refusal)
    assert (bats.title, bats.abstract, bats.authors) == ("蝙蝠", "它们能听见<5 m。", ("张三", "李四"))
    assert frogs == Refusal("CNKI.xls", "青蛙", "it has no abstract")


def test_a_table_alone_is_read(tmp_path: Path) -> None:
    rows = "<tr><td>Title</td><td>Abstract</td></tr><tr><td>Bats</td><td>They hear.</td></tr>"
    (paper,) = papers_of(tmp_path, f"<table>{rows}</table>", "export.xls")
    assert paper.title == "Bats"


def test_a_page_without_such_a_table_is_a_web_page(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=r"^page\.html is a web page\. Save the export"):
        items_of(tmp_path, "<!doctype html><html><body><table><tr><td>Hi</td></tr></table></body></html>", "page.html")
