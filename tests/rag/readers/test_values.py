"""Values that were printed into a cell or wrapped once more."""

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest

from tests.rag.readers.reading import items_of, papers_of

ABSTRACT = "We study bats."


@pytest.mark.parametrize(
    "authors",
    [
        ["{'value': 'Ada Byron'}", '{"value": "Bo Li"}'],
        [{"value": "Ada Byron"}, {"value": "Bo Li"}],
        [{"value": {"name": "Ada Byron"}}, {"fullName": "Bo Li"}],
        "{'value': ['Ada Byron', 'Bo Li']}",
        "[{'value': 'Ada Byron'}, {'value': 'Bo Li'}]",
        "[{'authorId': '1', 'name': 'Ada Byron'}, {'authorId': None, 'name': 'Bo Li'}]",
        "['Ada Byron' 'Bo Li']",
        "['Ada Byron'\n 'Bo Li']",
        '["Ada Byron", null, "Bo Li"]',
    ],
)
def test_printed_and_wrapped_authors_are_two_people(tmp_path: Path, authors: Any) -> None:
    record = {"title": "On Bats", "abstract": ABSTRACT, "authors": authors}
    (paper,) = papers_of(tmp_path, json.dumps([record]), "list.json")
    assert paper.authors == ("Ada Byron", "Bo Li")


@pytest.mark.parametrize(
    "printed",
    ["{{'value': '{}'}}", '{{"value": "{}"}}', "{{'value': {{'value': '{}'}}}}", " {{ 'value' : '{}' }} "],
)
def test_no_field_keeps_a_records_printed_form(tmp_path: Path, printed: str) -> None:
    row = ["On Bats", ABSTRACT, "ICML 2024", "https://x.org/a", "2101.00001", "Poster"]
    table = io.StringIO()
    csv.writer(table).writerows(
        [["title", "abstract", "venue", "url", "arxiv_id", "type"], list(map(printed.format, row))]
    )
    (paper,) = papers_of(tmp_path, table.getvalue(), "list.csv")
    assert [paper.title, paper.abstract, paper.venue, paper.url, paper.paper_id, paper.kind] == row


@pytest.mark.parametrize("cell", ["{'value': None}", "{'value': nan}", "{'value': ''}", "[{'value': None}]"])
def test_a_printed_nothing_is_nothing(tmp_path: Path, cell: str) -> None:
    record = {"title": "On Bats", "abstract": cell, "summary": ABSTRACT, "venue": cell, "authors": cell}
    (paper,) = papers_of(tmp_path, json.dumps([record]), "list.json")
    assert (paper.abstract, paper.venue, paper.authors) == (ABSTRACT, "", ())


def test_a_printed_list_of_paragraphs_is_their_text(tmp_path: Path) -> None:
    (paper,) = papers_of(tmp_path, "title,abstract\nA,\"['We a.', 'We b.']\"\n", "list.csv")
    assert paper.abstract == "We a.\n\nWe b."


def test_a_cell_cut_off_inside_its_record_keeps_its_words(tmp_path: Path) -> None:
    record = {"title": "On Bats", "abstract": "{'value': 'We study bats and"}
    (paper,) = papers_of(tmp_path, json.dumps([record]), "list.json")
    assert paper.abstract == "We study bats and"


@pytest.mark.parametrize("venue", ["{'name': 'ICML'}", "['ICML']", {"value": "ICML"}, ["{'value': 'ICML'}"]])
def test_a_printed_venue_is_its_name(tmp_path: Path, venue: Any) -> None:
    (paper,) = papers_of(tmp_path, json.dumps([{"title": "A", "abstract": "We a.", "venue": venue}]), "list.json")
    assert paper.venue == "ICML"


@pytest.mark.parametrize("title", ["{0, 1}-matrices", "[0, 1]", "[Re] On Bats", "{a: b} and more"])
def test_a_title_in_brackets_is_a_title(tmp_path: Path, title: str) -> None:
    (paper,) = items_of(tmp_path, json.dumps([{"title": title, "abstract": "We a."}]), "list.json")
    assert getattr(paper, "title", "") == title
