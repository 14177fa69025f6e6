from collections.abc import Iterator
from pathlib import Path

import pytest

from rag.browsing.shelf import Search, Shelf
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


class Once:
    """Papers that may be read once."""

    def __init__(self) -> None:
        self.left = 1

    def __iter__(self) -> Iterator[Paper]:
        self.left -= 1
        assert self.left >= 0
        return iter(PAPERS)


def test_a_shelf_is_kept_on_disk_for_its_generation_alone(tmp_path: Path) -> None:
    papers = Once()
    assert len(Shelf.open(tmp_path, 3, papers)) == 4
    assert ids(Search("bat"), Shelf.open(tmp_path, 3, papers)) == ["b", "z", "u"]
    assert len(Shelf.open(tmp_path, 4, [])) == 0
    assert [folder.name for folder in tmp_path.iterdir()] == ["4"]


def test_a_damaged_shelf_is_made_again(tmp_path: Path) -> None:
    Shelf.open(tmp_path, 3, PAPERS)
    (tmp_path / "3" / "words.txt").write_text("other")
    assert ids(Search("bat"), Shelf.open(tmp_path, 3, PAPERS)) == ["b", "z", "u"]


def test_a_folder_that_cannot_be_written_keeps_no_shelf_and_stops_none(tmp_path: Path) -> None:
    (tmp_path / "shelf").write_text("a file in the way")
    assert len(Shelf.open(tmp_path / "shelf", 1, PAPERS)) == 4
