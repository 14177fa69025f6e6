"""Fields: whatever a source calls them, and in whatever shape it holds them."""

import json
from pathlib import Path
from typing import Any

import pytest

from rag.errors import SourceError
from rag.papers import Paper
from rag.readers import FieldMapping, Refusal
from tests.rag.readers.reading import items_of


def read_record(record: dict[str, Any], source: str = "list.json") -> Paper:
    paper = FieldMapping().paper(record, source, "record 1")
    assert isinstance(paper, Paper)
    return paper


@pytest.mark.parametrize(
    ("title", "abstract"),
    [
        ("Title", "Abstract"),
        ("TITLE", "ABSTRACT"),
        (" Document Title ", "Abstract Note"),
        ("Article Title", "abstractText"),
        ("\ufefftitle", "paper_abstract"),
        ("TI", "AB"),
        ("Titel", "Kurzfassung"),
        ("Titel", "Zusammenfassung"),
        ("Titre", "Résumé"),
        ("Titre", "Re\u0301sume\u0301"),
        ("Título", "Resumen"),
        ("Título", "Resumo"),
        ("Titolo", "Riassunto"),
        ("标题", "摘要"),
        ("题名", "Summary-摘要"),
        ("标题 (Title)", "摘要（Abstract）"),
        ("タイトル", "要約"),
        ("論文名", "概要"),
        ("제목", "초록"),
        ("Название", "Аннотация"),
        ("name", "text"),
        ("display_name", "summary"),
    ],
)
def test_names_of_titles_and_abstracts_are_known(title: str, abstract: str) -> None:
    paper = read_record({title: "On Bats", abstract: "We hear bats."})
    assert (paper.title, paper.abstract) == ("On Bats", "We hear bats.")


@pytest.mark.parametrize(
    ("value", "abstract"),
    [
        ({"value": "We go."}, "We go."),
        ({"en": "We go.", "de": "Wir gehen."}, "We go."),
        ({"We": [0, 2], "go": [1]}, "We go We"),
        ('{"We": [0, 2], "go": [1]}', "We go We"),
        ("{'We': [0, 2], 'go': [1]}", "We go We"),
        ({"IndexLength": 2, "InvertedIndex": {"We": [0], "go": [1]}}, "We go"),
        (["We.", "", None, "Go."], "We.\n\nGo."),
        ([{"text": "We.", "section": "Abstract"}, {"text": "Go."}], "We.\n\nGo."),
        (
            [
                {"description": "How", "descriptionType": "Methods"},
                {"description": "We go.", "descriptionType": "Abstract"},
            ],
            "We go.",
        ),
        ([{"value": "We go.", "source": "arXiv"}, {"value": "We go on.", "source": "pub"}], "We go."),
        ("<jats:title>Abstract</jats:title><jats:p>We <jats:italic>go</jats:italic>.</jats:p>", "We go."),
        ("{BERT} and {others: [1]}", "BERT and {others: [1]}"),
    ],
)
def test_an_abstract_is_found_in_its_shape(value: Any, abstract: str) -> None:
    assert read_record({"title": "T", "abstract": value}).abstract == abstract


@pytest.mark.parametrize(
    "authors",
    [
        ["Ana Diaz", "Bo Li"],
        [{"firstName": "Ana", "lastName": "Diaz"}, {"firstName": "Bo", "lastName": "Li"}],
        [{"given": "Ana", "family": "Diaz"}, {"given": "Bo", "family": "Li"}],
        [{"name": "Ana Diaz"}, {"fullName": "Bo Li"}],
        {"authors": [{"full_name": "Ana Diaz"}, {"full_name": "Bo Li"}]},
        {"value": ["Ana Diaz", "Bo Li"]},
        [["Diaz", "Ana", ""], ["Li", "Bo", ""]],
        "Diaz, Ana; Li, Bo",
        "['Ana Diaz', 'Bo Li']",
    ],
)
def test_authors_are_names_in_order(authors: Any) -> None:
    assert read_record({"abstract": "We.", "authors": authors}).authors == ("Ana Diaz", "Bo Li")


@pytest.mark.parametrize(
    ("record", "year"),
    [
        ({"year": "2020"}, 2020),
        ({"issued": {"date-parts": [[2019, 5]]}}, 2019),
        ({"publishedAt": "2024-01-01T00:00:00.000Z"}, 2024),
        ({"cdate": 1_600_000_000_000, "venue": "ICLR 2021 Poster"}, 2021),
        ({"cdate": 1_600_000_000_000}, 2020),
        ({"versions": [{"created": "Mon, 2 Apr 2007 19:18:42 GMT"}], "update_date": "2008-11-26"}, 2007),
        ({"venue": "Bat Journal 45, 1932"}, None),
        ({"Jahr": "2018"}, 2018),
    ],
)
def test_the_year_is_that_of_publication_before_that_of_a_record(record: dict[str, Any], year: int | None) -> None:
    assert read_record({"abstract": "We."} | record).year == year


def test_the_files_name_gives_venue_and_year_where_the_record_does_not() -> None:
    paper = read_record({"abstract": "We."}, "cvpr2019.json")
    assert (paper.venue, paper.year) == ("CVPR", 2019)


def test_ids_of_other_sources_are_kept_beside_the_papers_own() -> None:
    ids = {"ArXiv": "2101.00001v2", "DOI": "10.1/S2", "PubMed": "77", "CorpusId": 5}
    paper = read_record({"paperId": "abc", "title": "T", "abstract": "We.", "externalIds": ids})
    assert paper.identifiers == ("arxiv:2101.00001", "doi:10.1/s2", "pmid:77")
    assert paper.url == "https://arxiv.org/abs/2101.00001"


@pytest.mark.parametrize(
    ("value", "paper_id"), [(7, "7"), (7.0, "7"), ("  x ", "x"), ({"$oid": "65a"}, "65a"), (["z"], "z"), (0, "0")]
)
def test_an_id_is_text_whatever_it_was(value: Any, paper_id: str) -> None:
    assert read_record({"id": value, "abstract": "We."}).paper_id == paper_id


@pytest.mark.parametrize("url", ["javascript:alert(1)", "/virtual/2024/poster/1", "data:text/html,x", "", None])
def test_what_is_no_web_address_is_none(url: Any) -> None:
    assert read_record({"abstract": "We.", "url": url}).url == ""


def test_a_mapping_as_typed_is_understood() -> None:
    assert FieldMapping.parse(" title = Head , abstract=The Gist ").named == {"title": "Head", "abstract": "The Gist"}
    assert FieldMapping.parse(None).named == {}


@pytest.mark.parametrize("text", ["title", "title=", "=Head", "title:Head"])
def test_a_mapping_of_another_form_is_an_error_that_shows_the_form(text: str) -> None:
    with pytest.raises(SourceError, match=r"not of the form title=Title,abstract=AB"):
        FieldMapping.parse(text)


def test_a_mapping_of_an_unknown_field_is_an_error_that_lists_the_known() -> None:
    with pytest.raises(SourceError, match=r"does not know headline.*paper_id, title, abstract"):
        FieldMapping.parse("headline=Head")


def test_unknown_names_are_an_error_with_the_mapping_to_type(tmp_path: Path) -> None:
    record = {"head": "On Bats", "gist": "We hear bats. They hear us, too."}
    with pytest.raises(SourceError, match=r"its fields are: head, gist.*--map title=FIELD,abstract=gist"):
        items_of(tmp_path, json.dumps([record]), "list.json")


def test_a_named_field_that_is_not_there_is_named_in_the_refusal(tmp_path: Path) -> None:
    _, item = items_of(tmp_path, '[{"title": "On Bats", "x": 1}]', "list.json", "abstract=gist")
    assert item == Refusal("list.json", "On Bats", "it has no abstract: no field gist, nor one known by name")
