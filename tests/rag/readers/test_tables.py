"""Tables: exports and spreadsheets saved as text."""

from pathlib import Path

import pytest

from rag.errors import SourceError
from rag.papers import Paper
from rag.readers import Refusal, tables
from tests.rag.readers.reading import items_of, papers_of, refusals_of

BOTH = [("A, b", "We; a."), ("B", "We b.")]


def said(papers: list[Paper]) -> list[tuple[str, str]]:
    return [(paper.title, paper.abstract) for paper in papers]


@pytest.mark.parametrize(
    "content",
    [
        'title,abstract\n"A, b",We; a.\nB,We b.\n',
        'title,abstract\r\n"A, b",We; a.\r\nB,We b.\r\n',
        'title,abstract\r"A, b",We; a.\rB,We b.\r',
        '\ufeff"title","abstract"\n"A, b","We; a."\n"B","We b."',
        'title, abstract\n"A, b", "We; a."\n"B", "We b."\n',
        'Title;Abstract\nA, b;"We; a."\nB;We b.\n',
        'sep=;\nTitle;Abstract\nA, b;"We; a."\nB;We b.\n',
        '\ufeff"sep=;"\r\nTitle;Abstract\r\nA, b;"We; a."\r\nB;We b.\r\n',
        "Title\tAbstract\nA, b\tWe; a.\nB\tWe b.\n",
        "title|abstract\nA, b|We; a.\nB|We b.\n",
        "| Title | Abstract |\n|:---|---:|\n| A, b | We; a. |\n| B | We b. |\n",
        '\n\ntitle,abstract\n\n"A, b",We; a.\n,\nB,We b.\n\n',
        'Exported on 1 May\n"Query: bats, all"\n\ntitle,abstract\n"A, b",We; a.\nB,We b.\n',
        'Export of abstracts\nTitle;Abstract\nA, b;"We; a."\nB;We b.\n',
        ',title,abstract\n0,"A, b",We; a.\n1,B,We b.\n',
        'title,abstract,abstract\n"A, b",,We; a.\nB,We b.,other\n',
    ],
)
def test_a_table_is_read_however_it_is_written(tmp_path: Path, content: str) -> None:
    assert said(papers_of(tmp_path, content, "list.csv")) == BOTH


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "cp1252", "utf-8-sig"])
def test_the_encoding_is_told_by_the_bytes(tmp_path: Path, encoding: str) -> None:
    content = "Titel;Kurzfassung\nFledermäuse;Wir hören Fledermäuse.\n".encode(encoding)
    assert said(papers_of(tmp_path, content, "list.csv")) == [("Fledermäuse", "Wir hören Fledermäuse.")]


EXPORTS = {
    "Scopus": "Authors,Author full names,Title,Year,Source title,DOI,Abstract\n"
    '"Diaz A.","Diaz, Ana (57212345678)",T,2020,J,10.1/X,We.\n',
    "Web of Science": "PT\tAU\tTI\tSO\tAB\tPY\tDI\tUT\nJ\tDiaz, Ana\tT\tJ\tWe.\t2020\t10.1/x\tWOS:1\n",
    "Zotero": '"Key","Publication Year","Author","Title","Publication Title","DOI","Abstract Note"\n'
    '"K",2020,"Diaz, Ana",T,J,10.1/x,We.\n',
    "IEEE Xplore": '"Document Title",Authors,"Publication Title","Publication Year","Abstract","DOI"\n'
    'T,"Ana Diaz",J,2020,We.,10.1/x\n',
    "Dimensions": '"About the data: exported today"\n'
    "Rank,Publication ID,DOI,Title,Abstract,Source title,Authors,PubYear\n"
    '1,10.1/x,10.1/x,T,We.,J,"Diaz, Ana",2020\n',
    "Lens": "Title,Publication Year,Source Title,Author/s,Abstract,DOI\nT,2020,J,Ana Diaz,We.,10.1/x\n",
    "Embase": '"TITLE","AUTHOR NAMES","SOURCE TITLE","PUBLICATION YEAR","ABSTRACT","DOI"\n'
    'T,"Diaz, Ana",J,2020,We.,10.1/x\n',
    "CNKI": "Title-题名,Author-作者,Source-文献来源,Summary-摘要,Year-年,DOI\nT,Ana Diaz,J,We.,2020,10.1/x\n",
}


@pytest.mark.parametrize("name", EXPORTS)
def test_exports_give_all_that_they_carry(tmp_path: Path, name: str) -> None:
    (paper,) = papers_of(tmp_path, EXPORTS[name], "list.csv")
    known = (paper.title, paper.abstract, paper.authors, paper.year, "doi:10.1/x" in paper.identifiers)
    assert known == ("T", "We.", ("Ana Diaz",), 2020, True)
    assert paper.venue == "J"


def test_line_ends_within_quotes_part_nothing(tmp_path: Path) -> None:
    content = 'title,abstract\n"A","We\nsee ""bats"",\n\nand more."\nB,We b.\n'
    assert said(papers_of(tmp_path, content, "list.csv")) == [("A", 'We\nsee "bats",\n\nand more.'), ("B", "We b.")]


@pytest.mark.parametrize(
    ("content", "titles"),
    [
        ('title,abstract\nA,"never closed\nB,fine\nC,"also ""fine"""\n', ["A", "B", "C"]),
        ('title,abstract\nA,"two\nlines never closed\nB,fine\nC,fine\n', ["A", "B", "C"]),
        ('title,abstract\nA,fine\nB,"never closed', ["A", "B"]),
        ('title,abstract\nA,"one\nB,"two\nC,"three\nD,fine\n', ["A", "B", "C", "D"]),
    ],
)
def test_a_quote_that_is_never_closed_costs_no_later_row(tmp_path: Path, content: str, titles: list[str]) -> None:
    assert [paper.title for paper in papers_of(tmp_path, content, "list.csv")] == titles


def test_a_quote_that_is_never_closed_swallows_no_row_that_is_broken_itself(tmp_path: Path) -> None:
    content = 'title,abstract,year\nA,"We a,2020\nB,We b, too,2021\nC,We c, too,2022\n'
    items = items_of(tmp_path, content, "list.csv")
    assert [item.title for item in items if isinstance(item, Paper)] == ["A"]
    assert [item.record for item in items if isinstance(item, Refusal)] == ["line 3", "line 4"]


def test_a_row_with_too_many_cells_is_refused_by_its_line_and_one_with_too_few_is_filled(tmp_path: Path) -> None:
    items = items_of(tmp_path, "title,abstract,year\nA,We a,b.,2020\nB,We b.\nC\nD,We d.,2020,,\n", "list.csv")
    assert [item.record for item in items if isinstance(item, Refusal)] == ["line 2", "C"]
    assert (
        "4 cells where the header has 3" in refusals_of(tmp_path, "title,abstract,year\nA,a,b,2\n", "list.csv")[0].why
    )
    assert [item.title for item in items if isinstance(item, Paper)] == ["B", "D"]


def test_refusals_below_a_preamble_name_the_files_own_line(tmp_path: Path) -> None:
    content = 'Export\n\ntitle,abstract\nA,"two\nlines"\nx,y,z\n'
    assert [item.record for item in refusals_of(tmp_path, content, "list.csv")] == ["line 6"]


def test_a_single_column_holds_its_commas(tmp_path: Path) -> None:
    assert said(papers_of(tmp_path, 'abstract\nWe, a.\n"We, b."\n', "list.csv")) == [("", "We, a."), ("", "We, b.")]


def test_a_nul_byte_is_a_blank(tmp_path: Path) -> None:
    items = papers_of(
        tmp_path, b'title,abstract\nZero,"alpha\x00beta \x1b[31mgamma\x07"\nAfter,still here\n', "list.csv"
    )
    assert said(items) == [("Zero", "alpha beta gamma"), ("After", "still here")]


def test_columns_without_names_are_counted(tmp_path: Path) -> None:
    abstract = "We study bats and show that they hunt in the dark by their ears alone."
    with pytest.raises(SourceError, match=r"no row that names its columns.*--map title=1,abstract=2"):
        items_of(tmp_path, f"On Bats,{abstract}\n", "list.csv")
    items = items_of(tmp_path, f"On Bats,{abstract}\n", "list.csv", "title=1,abstract=2")
    assert [(item.title, item.abstract) for item in items if isinstance(item, Paper)] == [("On Bats", abstract)]


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("a,b\n1,2\n", "its fields are: a, b"),
        ("title,abstract\n,\n", "no row below its header (title, abstract)"),
        ("sep=;\n", "no row with a value"),
        ("\n\n", "is empty but for blanks"),
    ],
)
def test_a_table_without_papers_is_an_error(tmp_path: Path, content: str, expected: str) -> None:
    with pytest.raises(SourceError, match=r"^list\.csv ") as caught:
        items_of(tmp_path, content, "list.csv")
    assert expected in str(caught.value)


def test_a_cell_without_an_end_is_named_by_its_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "_LARGEST_CELL", 1000)
    content = 'title,abstract\nA,We a.\nB,"' + "never closed " * 200 + "\n"
    with pytest.raises(SourceError, match=r"list\.csv cannot be read from line 3 on"):
        items_of(tmp_path, content, "list.csv")


def test_columns_named_by_paths_are_known_by_their_last_step(tmp_path: Path) -> None:
    content = "id,content.title.value,content.abstract.value,content.authors\nn1,Bats,They hear.,\"['A B', 'C D']\"\n"
    (paper,) = papers_of(tmp_path, content, "notes.csv")
    assert (paper.title, paper.abstract, paper.authors) == ("Bats", "They hear.", ("A B", "C D"))


def test_an_abstract_that_is_said_to_be_missing_is_missing(tmp_path: Path) -> None:
    assert not papers_of(tmp_path, "title,abstract\nBats,Abstract Missing\n", "papers.csv")
