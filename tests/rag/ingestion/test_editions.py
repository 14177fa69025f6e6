"""Edits of files: what a newer copy says takes the place of what the older one said, and nothing else goes."""

from pathlib import Path

import pytest

from tests.shelves import Record, Shelf, counts

BATS: Record = {"title": "Bats", "abstract": "We hear bats in caves and reach 71 percent of all that there are."}
EDITED = BATS | {"abstract": "Now moths come into it, with 64 percent reached by other means."}
BEES: Record = {"title": "Bees", "abstract": "Bees buzz."}

pytestmark = pytest.mark.stores("slowly")


@pytest.fixture
def shelf(tmp_path: Path, place: str) -> Shelf:
    return Shelf(tmp_path, place)


def abstracts(shelf: Shelf) -> list[str]:
    return sorted(paper.abstract for paper in shelf.papers().values())


def test_an_edited_abstract_without_an_id_replaces_the_old_one(shelf: Shelf) -> None:
    shelf.put("a.jsonl", {"title": "Bats", "abstract": "Reaches 71 percent."}, {"title": "Bees", "abstract": "Buzz."})
    shelf.ingest()
    shelf.put("a.jsonl", {"title": "Bats", "abstract": "Reaches 64 percent."}, {"title": "Bees", "abstract": "Buzz."})
    assert counts(shelf.ingest()) == (2, 0, 1, 1, 0, 0)
    assert sorted(paper.abstract for paper in shelf.papers().values()) == ["Buzz.", "Reaches 64 percent."]


def test_an_edit_of_what_stands_in_two_files_leaves_nothing_of_the_old_behind(shelf: Shelf) -> None:
    for name in ("a.jsonl", "b.jsonl"):
        shelf.put(name, BATS, BEES)
    shelf.ingest()
    shelf.put("a.jsonl", EDITED, BEES)
    shelf.ingest()
    assert len(abstracts(shelf)) == 3  # the other file still says so
    shelf.put("b.jsonl", EDITED, BEES)
    shelf.ingest()
    assert abstracts(shelf) == sorted([EDITED["abstract"], BEES["abstract"]])


def test_an_edit_of_both_files_at_once_leaves_one_paper(shelf: Shelf) -> None:
    for record in (BATS, EDITED):
        for name in ("a.jsonl", "b.jsonl"):
            shelf.put(name, record)
        shelf.ingest()
    assert abstracts(shelf) == [EDITED["abstract"]]


def test_an_edit_of_a_row_that_is_there_twice_leaves_nothing_of_the_old_behind(shelf: Shelf) -> None:
    shelf.put("a.jsonl", BATS, BATS | {"year": 2020}, BEES)
    assert shelf.ingest().papers == 2
    shelf.put("a.jsonl", EDITED, EDITED | {"year": 2020}, BEES)
    assert shelf.ingest().papers == 2
    assert abstracts(shelf) == sorted([EDITED["abstract"], BEES["abstract"]])


def test_an_edit_and_its_undoing_end_where_they_began(shelf: Shelf) -> None:
    shelf.put("a.jsonl", BATS)
    shelf.put("b.jsonl", BATS | {"year": 2020})
    shelf.ingest()
    before = shelf.papers()
    for record in (EDITED, BATS):
        shelf.put("a.jsonl", record)
        shelf.ingest()
    assert list(shelf.papers().values()) == list(before.values())


def test_an_edited_line_of_a_list_without_titles_replaces_the_old_one(shelf: Shelf) -> None:
    long = "We hear bats in caves, count them by night, and find 71 of them under the roof of the church."
    shelf.put("a.jsonl", {"abstract": long}, {"abstract": "Frogs jump far over wet leaves."})
    shelf.ingest()
    shelf.put("a.jsonl", {"abstract": long.replace("71", "64")}, {"abstract": "Frogs jump far over wet leaves."})
    assert counts(shelf.ingest()) == (2, 0, 1, 1, 0, 0)
    assert abstracts(shelf) == ["Frogs jump far over wet leaves.", long.replace("71", "64")]


def test_another_abstract_in_a_list_without_titles_replaces_none(shelf: Shelf) -> None:
    shelf.put("a.jsonl", {"abstract": "We hear bats in caves."})
    shelf.ingest()
    shelf.put("a.jsonl", {"abstract": "Frogs jump far over wet leaves."})
    assert counts(shelf.ingest()) == (2, 1, 0, 0, 0, 0)


def test_a_new_paper_of_an_old_title_replaces_none_that_is_still_there(shelf: Shelf) -> None:
    shelf.put("a.jsonl", BATS)
    shelf.ingest()
    shelf.put("a.jsonl", EDITED, BATS)
    assert counts(shelf.ingest()) == (2, 1, 0, 1, 0, 0)


def test_rows_of_one_number_in_files_of_one_name_can_be_edited(shelf: Shelf) -> None:
    animals = ("Bats", "Bees", "Owls")
    for text in ("first", "second and longer"):
        for animal in animals:
            (shelf.folder / animal).mkdir(exist_ok=True)
            shelf.put(f"{animal}/list.jsonl", {"id": "1", "title": animal, "abstract": f"{animal}, said at {text}."})
        shelf.ingest()
        assert abstracts(shelf) == [f"{animal}, said at {text}." for animal in animals]
    assert set(shelf.papers()) == {"1", "1@list", "1@Owls/list"}


@pytest.mark.parametrize("status", ["retracted", "withdrawn"])
def test_what_a_source_takes_back_no_longer_shows(shelf: Shelf, status: str) -> None:
    record = BATS | {"id": "10.1/x"}
    shelf.put("a.jsonl", record | {f"is_{status}": True})
    shelf.put("b.jsonl", record | {"year": 2020})
    shelf.ingest()
    assert [paper.status for paper in shelf.papers().values()] == [status]
    shelf.put("a.jsonl", record)
    shelf.ingest()
    assert [(paper.status, paper.year) for paper in shelf.papers().values()] == [("", 2020)]


def test_a_field_that_only_a_pruned_file_had_goes_with_it(shelf: Shelf) -> None:
    shelf.put("a.jsonl", BATS)
    shelf.put("b.jsonl", BATS | {"year": 2020, "venue": "ICML"})
    shelf.ingest()
    (shelf.folder / "b.jsonl").unlink()
    shelf.ingest(prune=True)
    assert [(paper.year, paper.venue) for paper in shelf.papers().values()] == [(None, "")]


def test_two_talks_of_the_same_words_are_known_again_from_another_file(shelf: Shelf) -> None:
    talk = {"title": "Invited Talk", "abstract": "The speaker will tell us more."}
    talks = [talk | {"authors": ["Ada Ames"]}, talk | {"authors": ["Bo Bell"]}]
    shelf.put("a.jsonl", *talks)
    shelf.ingest()
    shelf.put("b.jsonl", *talks)
    assert counts(shelf.ingest("b.jsonl")) == (2, 0, 0, 2, 0, 0)
