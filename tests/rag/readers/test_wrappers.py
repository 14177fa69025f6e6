"""Wrappers: the shapes in which services and data sets hand out their lists."""

import json
from pathlib import Path
from typing import Any

import pytest

from rag.errors import SourceError
from rag.papers import Paper
from rag.readers import FieldMapping
from rag.readers.wrappers import unwrapped
from tests.rag.readers.reading import items_of, papers_of, refusals_of

A = {"title": "A", "abstract": "We a."}
B = {"title": "B", "abstract": "We b."}
BOTH = [("A", "We a."), ("B", "We b.")]


def said(items: list[Any]) -> list[tuple[str, str]]:
    """Title and abstract of papers, record and reason of refusals."""
    return [
        (item.title, item.abstract) if isinstance(item, Paper) else (f"refused {item.record}", item.why)
        for item in items
    ]


SHAPES: dict[str, Any] = {
    "list": [A, B],
    "list of lists": [[A], [B]],
    "answers of several calls": [{"notes": [A]}, {"notes": [B]}],
    "under a key": {"count": 2, "notes": [A, B]},
    "deep under keys": {"a": {"b": {"c": {"d": {"e": {"f": {"papers": [A, B]}}}}}}},
    "by year": {"2023": [A], "2024": [B]},
    "by id": {"p1": A, "p2": B},
    "venues with papers": {"venues": [{"title": "ICML", "papers": [A]}, {"title": "ICLR", "papers": [B]}]},
    "a list with a title and a description of its own": {
        "title": "Mine",
        "description": "Good ones.",
        "papers": [A, B],
    },
    "a list with a summary of its own": {"name": "ICLR", "summary": "All papers.", "data": [A, B]},
    "pandas split": {"columns": ["title", "abstract"], "index": [0, 1], "data": [list(A.values()), list(B.values())]},
    "pandas columns": {"title": {"0": "A", "1": "B"}, "abstract": {"0": "We a.", "1": "We b."}},
    "pandas index": {"0": A, "1": B},
    "pandas table": {
        "schema": {"fields": [{"name": "index", "type": "integer"}, {"name": "title", "type": "string"}]},
        "data": [{"index": 0} | A, {"index": 1} | B],
    },
    "columns": {"title": ["A", "B"], "abstract": ["We a.", "We b."]},
    "rows under a header": [["title", "abstract"], ["A", "We a."], ["B", "We b."]],
    "Hugging Face rows": {"features": [{"name": "title", "type": "x"}], "rows": [{"row_idx": 0, "row": A}, {"row": B}]},
    "Elasticsearch": {"hits": {"total": 2, "hits": [{"_id": "1", "_source": A}, {"_id": "2", "_source": B}]}},
    "Solr": {"response": {"docs": [{"title": ["A"], "abstract": ["We a."]}, {"title": ["B"], "abstract": ["We b."]}]}},
    "JSON:API": {"data": [{"id": "1", "type": "x", "attributes": A}, {"id": "2", "type": "x", "attributes": B}]},
    "Semantic Scholar references": {"data": [{"contexts": [], "citedPaper": A}, {"citedPaper": B}]},
    "Zotero API": [
        {"key": "K", "library": {"name": "me"}, "data": {"title": title, "abstractNote": abstract}}
        for title, abstract in BOTH
    ],
    "Zotero": {
        "items": [
            {"title": title, "abstractNote": abstract, "attachments": [{"title": "PDF"}]} for title, abstract in BOTH
        ],
        "collections": {"c": {"name": "Collection"}},
    },
    "OpenReview, both versions": {
        "notes": [
            {"id": "1", "content": {"title": {"value": "A"}, "abstract": {"value": "We a."}}},
            {"id": "2", "content": B},
        ]
    },
    "Atom as JSON": {
        "feed": {"title": "Query", "entry": [{"title": "A", "summary": "We a."}, {"title": "B", "summary": "We b."}]}
    },
}


@pytest.mark.parametrize("name", SHAPES)
def test_both_papers_are_found_and_nothing_else(tmp_path: Path, name: str) -> None:
    assert said(items_of(tmp_path, json.dumps(SHAPES[name]), "list.json")) == BOTH


@pytest.mark.parametrize("name", ["under a key", "by year", "JSON:API", "columns"])
def test_each_line_of_json_lines_may_be_wrapped(tmp_path: Path, name: str) -> None:
    line = json.dumps(SHAPES[name])
    assert said(items_of(tmp_path, f"{line}\n{line}\n", "list.jsonl")) == BOTH * 2


def test_a_mixed_openreview_export_keeps_text_and_refuses_what_has_no_abstract(tmp_path: Path) -> None:
    notes = [
        {
            "id": "n1",
            "content": {
                "title": {"value": "New"},
                "abstract": {"value": "new style"},
                "authors": {"value": ["A B", "C D"]},
                "keywords": {"value": []},
            },
        },
        {"id": "n2", "content": {"title": "Old", "abstract": "old style", "authors": ["E F"]}},
        {"id": "n3", "content": {"title": {"value": "Desk"}, "venue": {"value": "Withdrawn Submission"}}},
    ]
    new, old, desk = items_of(tmp_path, json.dumps({"count": 3, "notes": notes}), "notes.json")
    assert isinstance(new, Paper)
    assert isinstance(old, Paper)
    assert (new.paper_id, new.title, new.abstract, new.authors) == ("n1", "New", "new style", ("A B", "C D"))
    assert (old.paper_id, old.title, old.abstract, old.authors) == ("n2", "Old", "old style", ("E F",))
    assert not isinstance(desk, Paper)
    assert (desk.record, "no abstract" in desk.why) == ("Desk", True)


def test_references_with_abstracts_are_not_taken_for_the_paper_that_cites_them(tmp_path: Path) -> None:
    paper = {"paperId": "p"} | A | {"references": [B], "tldr": {"text": "short"}}
    assert said(items_of(tmp_path, json.dumps(paper), "one.json")) == BOTH[:1]
    without = json.dumps(paper | {"abstract": None})
    assert said(items_of(tmp_path, without, "one.json")) == [("refused A", "it has no abstract")]


def test_a_papers_list_of_paragraphs_is_one_abstract(tmp_path: Path) -> None:
    record = {"doc_id": 4983, "title": "A", "abstract": ["One.", "Two."]}
    (paper,) = papers_of(tmp_path, json.dumps(record), "one.json")
    assert (paper.paper_id, paper.abstract) == ("4983", "One.\n\nTwo.")


def test_records_without_an_abstract_beside_others_are_refused_not_lost(tmp_path: Path) -> None:
    exports = {"2023": [A], "2024": [{"title": "B", "authors": ["X Y"]}], "sections": [{"title": "Section"}]}
    assert [item.record for item in refusals_of(tmp_path, json.dumps(exports), "list.json")] == ["B"]


def test_columns_are_joined_by_their_keys_not_by_their_order(tmp_path: Path) -> None:
    columns = {"title": {"0": "A", "1": "B"}, "abstract": {"1": "We b."}}
    assert said(items_of(tmp_path, json.dumps(columns), "list.json")) == [("refused A", "it has no abstract"), BOTH[1]]


def test_records_keyed_by_id_keep_their_keys(tmp_path: Path) -> None:
    papers = papers_of(tmp_path, json.dumps({"2020.acl-main.1": A, "2020.acl-main.2": B}), "acl.json")
    assert [paper.paper_id for paper in papers] == ["2020.acl-main.1", "2020.acl-main.2"]


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ({"meta": {"n": 1}, "stuff": [{"head": "A", "gist": "x"}]}, "--map records=stuff,title=FIELD,abstract=FIELD"),
        ({"meta": {"n": 1}, "stuff": [{"head": "A", "gist": "x"}]}, "meta, stuff"),
        ({"total": 0, "data": []}, "its list under data holds no record"),
        ({"error": {"text": "too many requests"}, "papers": [1]}, "It says"),
        ([1, 2, 3], "a number"),
        ({}, "an empty record"),
        (None, "empty"),
    ],
)
def test_an_unknown_shape_is_an_error_that_says_what_is_there(tmp_path: Path, value: Any, expected: str) -> None:
    with pytest.raises(SourceError, match=r"^list\.json ") as caught:
        items_of(tmp_path, json.dumps(value), "list.json")
    assert expected in str(caught.value)


def test_one_unknown_object_in_a_list_costs_no_other(tmp_path: Path) -> None:
    items = items_of(tmp_path, json.dumps([A, {"foo": [{"bar": 1}]}, B]), "list.json")
    assert [isinstance(item, Paper) for item in items] == [True, False, True]


def test_what_wraps_a_records_fields_is_no_second_record() -> None:
    hits = [{"@id": "1", "info": {"title": "Bats", "year": "2021"}}, {"info": {"title": "Frogs", "year": "2022"}}]
    found = list(unwrapped({"result": {"hits": {"hit": hits}}}, FieldMapping()) or ())
    assert found == hits


def test_names_in_a_namespace_are_known() -> None:
    entry = {"dc:title": "Bats", "dc:description": "They hear.", "prism:coverDate": "2021-02-01"}
    assert list(unwrapped({"search-results": {"entry": [entry]}}, FieldMapping()) or ()) == [entry]
    paper = FieldMapping().paper(entry, "x.json", "record 1")
    assert isinstance(paper, Paper)
    assert (paper.title, paper.abstract, paper.year) == ("Bats", "They hear.", 2021)


@pytest.mark.parametrize("held", ["papers", "articles", "accepted_papers"])
def test_a_volume_with_an_abstract_of_its_own_swallows_none_of_its_papers(tmp_path: Path, held: str) -> None:
    volume = {"title": "Proceedings", "abstract": "This volume holds the papers of a meeting.", held: [A, B]}
    expected = [("Proceedings", volume["abstract"]), *BOTH]
    assert said(items_of(tmp_path, json.dumps(volume), "volume.json")) == expected
    assert said(items_of(tmp_path, json.dumps([volume]), "volumes.json")) == expected


def test_reviews_among_openreview_notes_are_refused_not_taken_for_papers(tmp_path: Path) -> None:
    paper = {"id": "f", "forum": "f", "replyto": None, "content": {name: {"value": A[name]} for name in A}}
    review = {"id": "r", "forum": "f", "replyto": "f", "content": {"summary": {"value": "It counts bats, and well."}}}
    expected = [("A", "We a."), ("refused r", "it is a reply to a paper (a review, a decision), not a paper")]
    assert said(items_of(tmp_path, json.dumps({"notes": [paper, review]}), "notes.json")) == expected
    lines = f"{json.dumps(paper)}\n{json.dumps(review)}\n"
    assert said(items_of(tmp_path, lines, "notes.jsonl")) == expected
