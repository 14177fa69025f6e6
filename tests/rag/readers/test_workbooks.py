"""Workbooks: sheets of Excel and OpenDocument, written here by hand."""

import io
import zipfile
from pathlib import Path
from xml.sax.saxutils import escape

import pytest

from rag.errors import SourceError
from rag.papers import Paper
from rag.readers import Refusal
from tests.rag.readers.reading import items_of, papers_of

Rows = list[list[str | float | None]]
_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_RELS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"


def packed(files: dict[str, str]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return buffer.getvalue()


def xlsx(sheets: dict[str, Rows]) -> bytes:
    numbered = list(enumerate(sheets, 1))
    files = {
        "[Content_Types].xml": f'<Types xmlns="{_PACKAGE}/content-types"/>',
        "_rels/.rels": f'<Relationships xmlns="{_PACKAGE}/relationships"><Relationship Id="r1" '
        f'Type="{_RELS}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
        "xl/workbook.xml": f'<workbook xmlns="{_MAIN}" xmlns:r="{_RELS}"><sheets>'
        + "".join(f'<sheet name="{name}" sheetId="{at}" r:id="rId{at}"/>' for at, name in numbered)
        + "</sheets></workbook>",
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{_PACKAGE}/relationships">'
        + "".join(
            f'<Relationship Id="rId{at}" Type="{_RELS}/worksheet" Target="worksheets/s{at}.xml"/>' for at, _ in numbered
        )
        + "</Relationships>",
    }
    for at, name in numbered:
        rows = "".join(f'<row r="{n}">{"".join(map(_xlsx_cell, row))}</row>' for n, row in enumerate(sheets[name], 1))
        files[f"xl/worksheets/s{at}.xml"] = f'<worksheet xmlns="{_MAIN}"><sheetData>{rows}</sheetData></worksheet>'
    return packed(files)


def _xlsx_cell(value: str | float | None) -> str:
    if isinstance(value, str):
        return f'<c t="inlineStr"><is><t xml:space="preserve">{escape(value)}</t></is></c>'
    return "<c/>" if value is None else f"<c><v>{value}</v></c>"


def ods(rows: Rows) -> bytes:
    cells = "".join(
        "<table:table-row>"
        + "".join(
            f'<table:table-cell office:value-type="string"><text:p>{cell}</text:p></table:table-cell>' for cell in row
        )
        + "</table:table-row>"
        for row in rows
    )
    spaces = " ".join(
        f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"' for name in ("office", "table", "text")
    )
    kind = "application/vnd.oasis.opendocument.spreadsheet"
    manifest = "urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"
    return packed(
        {
            "mimetype": kind,
            "META-INF/manifest.xml": f'<m:manifest xmlns:m="{manifest}">'
            f'<m:file-entry m:full-path="/" m:media-type="{kind}"/></m:manifest>',
            "content.xml": f"<office:document-content {spaces}><office:body><office:spreadsheet>"
            f'<table:table table:name="S">{cells}</table:table>'
            "</office:spreadsheet></office:body></office:document-content>",
        }
    )


PAPERS: Rows = [["Title", "Abstract", "Year"], ["A", "We a.\nAnd more.", 2020], ["B", "We b.", None]]


def changed(data: bytes, member: str, old: str, new: str) -> bytes:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        files = {name: archive.read(name).decode() for name in archive.namelist()}
    assert old in files[member]
    return packed(files | {member: files[member].replace(old, new)})


@pytest.mark.parametrize("missing", ["</table:table>", "</table:table></office:spreadsheet>"])
def test_a_sheet_that_is_never_closed_is_refused_and_not_read_for_ever(tmp_path: Path, missing: str) -> None:
    open_ended = changed(ods([["Title", "Abstract"], ["A", "We a."]]), "content.xml", missing, "")
    with pytest.raises(SourceError, match=r"^list\.ods cannot be read as a workbook \(content\.xml in it is broken: "):
        items_of(tmp_path, open_ended, "list.ods")


def test_a_sheet_of_excel_that_is_cut_is_refused(tmp_path: Path) -> None:
    cut = changed(xlsx({"S": [["Title", "Abstract"], ["A", "We a."]]}), "xl/worksheets/s1.xml", "</sheetData>", "")
    with pytest.raises(SourceError, match=r"xl/worksheets/s1\.xml in it is broken"):
        items_of(tmp_path, cut, "list.xlsx")


def test_control_characters_in_a_cell_cost_nothing(tmp_path: Path) -> None:
    odd = changed(ods([["Title", "Abstract"], ["A", "We a."]]), "content.xml", "We a.", "We\x0b a.")
    assert [paper.abstract for paper in papers_of(tmp_path, odd, "list.ods")] == ["We a."]


@pytest.mark.parametrize("name", ["list.xlsx", "list.xls", "list.bin"])
def test_a_sheet_is_read_whatever_the_suffix(tmp_path: Path, name: str) -> None:
    first, second = papers_of(tmp_path, xlsx({"S": PAPERS}), name)
    assert (first.title, first.abstract, first.year) == ("A", "We a.\nAnd more.", 2020)
    assert (second.title, second.abstract, second.year) == ("B", "We b.", None)


def test_an_opendocument_sheet_is_read(tmp_path: Path) -> None:
    (paper,) = papers_of(tmp_path, ods([["Titel", "Kurzfassung"], ["A", "Wir."]]), "list.ods")
    assert (paper.title, paper.abstract) == ("A", "Wir.")


def test_the_header_is_found_below_a_preamble(tmp_path: Path) -> None:
    rows: Rows = [["Export of 2024", None, None], [None, None, None], *PAPERS]
    assert [paper.title for paper in papers_of(tmp_path, xlsx({"S": rows}), "list.xlsx")] == ["A", "B"]


def test_every_sheet_is_read_and_one_that_is_not_known_is_listed(tmp_path: Path) -> None:
    sheets: dict[str, Rows] = {
        "2023": PAPERS,
        "2024": [PAPERS[0], ["C", None, 2024]],
        "Log": [["who", "when"], ["x", "y"]],
    }
    items = items_of(tmp_path, xlsx(sheets), "list.xlsx")
    assert [item.title for item in items if isinstance(item, Paper)] == ["A", "B"]
    assert [item for item in items if isinstance(item, Refusal)] == [
        Refusal("list.xlsx", "C", "it has no abstract"),
        Refusal("list.xlsx", "the sheet Log", "none of its columns is known by name: who, when"),
    ]


def test_numbers_are_text_where_text_is_meant(tmp_path: Path) -> None:
    rows: Rows = [["ID", "Title", "Abstract"], [7.0, 1984.0, "We."]]
    (paper,) = papers_of(tmp_path, xlsx({"S": rows}), "list.xlsx")
    assert (paper.paper_id, paper.title) == ("7", "1984")


def test_columns_are_mapped_by_name_or_number(tmp_path: Path) -> None:
    rows: Rows = [["Head", "Gist"], ["A", "We a."]]
    assert [p.title for p in papers_of(tmp_path, xlsx({"S": rows}), "l.xlsx", "title=Head,abstract=Gist")] == ["A"]
    assert [p.abstract for p in papers_of(tmp_path, xlsx({"S": rows[1:]}), "l.xlsx", "title=1,abstract=2")] == ["We a."]


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (xlsx({"S": [["Head", "Gist"], ["A", "We hear. They hear."]]}), "--map title=FIELD,abstract=Gist"),
        (xlsx({"S": []}), "no cell with a value"),
        (xlsx({"S": PAPERS[:1]}), "no row below a header"),
        (xlsx({"S": PAPERS})[:-40], "cannot be read as a workbook"),
        (b"\xd0\xcf\x11\xe0" + b"junk" * 500, "cannot be read as a workbook"),
    ],
    ids=["unknown columns", "empty", "no rows", "cut", "old and broken"],
)
def test_a_workbook_without_papers_is_an_error(tmp_path: Path, content: bytes, expected: str) -> None:
    with pytest.raises(SourceError, match=r"^list\.xlsx ") as caught:
        items_of(tmp_path, content, "list.xlsx")
    assert expected in str(caught.value)


def test_a_sheet_of_one_row_that_may_be_a_paper_is_listed_not_lost(tmp_path: Path) -> None:
    abstract = "We measure how owls locate prey by hearing alone in complete darkness."
    content = xlsx({"Papers": [["Title", "Abstract"], ["Bats", "They hear."]], "More": [["Owls", abstract]]})
    paper, refusal = items_of(tmp_path, content, "a.xlsx")
    assert isinstance(paper, Paper)
    assert isinstance(refusal, Refusal)
    assert (paper.title, refusal.record) == ("Bats", "the sheet More")
