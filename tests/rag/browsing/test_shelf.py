from pathlib import Path

import pytest

from rag.browsing.shelf import Search, Shelf
from rag.index.changes import Changes
from rag.papers import Paper
from tests.conftest import paper

PAPERS = [
    paper("Bats hunt.", "Zebra crossings", "z", authors=("Ann Lee",), year=2020, venue="ICML"),
    paper("Owls hunt.", "a bat", "b", authors=("Bob Ma",), year=2023, venue="ICLR"),
    paper("Mice run.", "Mice", "m", authors=("Cy Ng",), year=2023, venue="ICML"),
    paper("Bats again.", "Unplaced", "u"),
]
SHELF = Shelf.of(PAPERS)


def ids(search: Search, shelf: Shelf = SHELF) -> list[str]:
    return [entry.paper_id for entry in shelf.entries(shelf.find(search).rows)]


@pytest.mark.parametrize(
    ("search", "found"),
    [
        (Search(), ["b", "m", "u", "z"]),
        (Search(sort="title", descending=True), ["z", "u", "m", "b"]),
        (Search(sort="year"), ["z", "b", "m", "u"]),
        (Search(sort="year", descending=True), ["b", "m", "z", "u"]),
        (Search(sort="venue"), ["b", "m", "z", "u"]),
        (Search(sort="authors", descending=True), ["m", "b", "z", "u"]),
        (Search("bat"), ["b", "z", "u"]),
        (Search("hunt", venues=("ICML",)), ["z"]),
        (Search(years=(2023,)), ["b", "m"]),
        (Search(years=(2023, 0)), ["b", "m", "u"]),
        (Search(venues=("",)), ["u"]),
        (Search(venues=("none such",)), []),
        (Search("?!"), []),
    ],
)
def test_papers_are_found_in_the_order_wanted_and_what_is_unknown_comes_last(search: Search, found: list[str]) -> None:
    assert ids(search) == found


def test_a_facet_counts_what_each_of_its_values_would_give_beside_the_other_facet() -> None:
    found = SHELF.find(Search("hunt", venues=("ICML",)))
    assert found.venues == (("ICLR", 1), ("ICML", 1))
    assert found.years == ((2020, 1),)


def test_a_chosen_value_stays_though_nothing_meets_it_any_more() -> None:
    found = SHELF.find(Search("mice", venues=("ICLR",), years=(2020,)))
    assert ("ICLR", 0) in found.venues
    assert (2020, 0) in found.years


def test_a_paper_without_a_title_goes_by_its_label() -> None:
    assert Shelf.of([paper("Bats hunt at night.")]).entries([0])[0].title == "Bats hunt at night"


def kept(shelf: Shelf | None) -> Shelf:
    assert shelf is not None
    return shelf


def test_a_shelf_is_kept_on_disk_for_its_generation_alone(tmp_path: Path) -> None:
    Shelf.of(PAPERS, 3).keep(tmp_path)
    assert ids(Search("bat"), kept(Shelf.kept(tmp_path, 3))) == ["b", "z", "u"]
    assert kept(Shelf.latest(tmp_path, 4)).generation == 3
    assert Shelf.latest(tmp_path, 3) is None
    Shelf.of([], 4).keep(tmp_path)
    assert Shelf.kept(tmp_path, 3) is None
    assert [folder.name for folder in tmp_path.iterdir()] == ["4"]


def test_a_damaged_shelf_is_no_shelf(tmp_path: Path) -> None:
    Shelf.of(PAPERS, 3).keep(tmp_path)
    (tmp_path / "3" / "words.txt").write_text("other")
    assert Shelf.kept(tmp_path, 3) is None
    assert Shelf.latest(tmp_path, 4) is None


@pytest.mark.parametrize(
    ("gone", "new"),
    [
        ({"m"}, []),
        ({"b", "u"}, [paper("Bats, at last.", "Aardvark", "a", authors=("Zoe Wu",), year=2024, venue="ACL")]),
        (set(), [paper("Mice sleep.", "Mice", "m", year=2019), paper("蝙蝠在飞。", "蝙蝠", "x")]),
        ({"b", "m", "u", "z"}, []),
        (set(), []),
    ],
)
def test_a_shelf_after_changes_is_as_one_made_anew(gone: set[str], new: list[Paper]) -> None:
    changed = {paper.paper_id for paper in new}
    anew = Shelf.of([paper for paper in PAPERS if paper.paper_id not in gone | changed] + new)
    after = SHELF.after(Changes(0, new, frozenset(gone)), 1)
    assert after.generation == 1
    assert after.prints() == anew.prints()
    for text in ("", "bat", "m", "mice", "hunt", "zebra", "sleep", "蝙", "zoe", "run"):
        found = after.find(Search(text))
        assert (ids(Search(text), after), found.venues) == (ids(Search(text), anew), anew.find(Search(text)).venues)
