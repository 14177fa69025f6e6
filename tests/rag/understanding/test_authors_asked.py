"""Authors named side by side, by their place, or with a slip."""

from dataclasses import replace

import pytest

from rag.index.facts import Noted
from rag.understanding.author_slips import Stranger, author_slips, stranger_of
from rag.understanding.authorship import authors
from tests.conftest import BATS, FROGS, OWLS

FACTS = Noted(
    [
        replace(BATS, authors=("Ada Alder", "Bo Birch", "Cy Cedar")),
        replace(FROGS, authors=("Ada Alder",)),
        replace(OWLS, authors=("Dee Dogwood", "Bo Birch")),
    ]
).facts()


@pytest.mark.parametrize(
    ("question", "conditions"),
    [
        ("Which papers have both Ada Alder and Bo Birch?", ['author="Ada Alder"', 'author="Bo Birch"']),
        ("Are Ada Alder and Bo Birch co-authors?", ['author="Ada Alder"', 'author="Bo Birch"']),
        ("How many papers are by either Ada Alder or Dee Dogwood?", ['author="Ada Alder|Dee Dogwood"']),
        ("Ada Alder 或 Dee Dogwood 的论文有哪些？", ['author="Ada Alder|Dee Dogwood"']),
        ("哪些论文同时有 Ada Alder 和 Bo Birch 两位作者？", ['author="Ada Alder"', 'author="Bo Birch"']),
        ("papers whose first author is Dee Dogwood", ['firstauthor="Dee Dogwood"']),
        ("Which papers have Bo Birch as last author?", ['lastauthor="Bo Birch"']),
        ("以 Bo Birch 为第二作者的论文", ['secondauthor="Bo Birch"']),
        ("single-author papers by Ada Alder", ['soleauthor="Ada Alder"']),
        ("Who wrote more papers, Ada Alder or Bo Birch?", []),
        ("papers by Ada Nobody", []),
    ],
)
def test_the_conditions_on_authors_are_read(question: str, conditions: list[str]) -> None:
    assert [str(condition) for condition, _ in authors(question, FACTS)] == conditions


@pytest.mark.parametrize(
    ("field", "ids"),
    [
        ("firstauthor", {FROGS.paper_id, BATS.paper_id}), ("lastauthor", {FROGS.paper_id}),
        ("soleauthor", {FROGS.paper_id}), ("secondauthor", set()),
    ],
)  # fmt: skip
def test_the_place_in_the_byline_is_met(field: str, ids: set[str]) -> None:
    assert {FACTS.ids[row] for row in FACTS.by_author_at(field, "Ada Alder")} == ids


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("papers by Dee Dogwod", "Dee Dogwood"),
        ("Dee Dogwood 和 Cy Cedra 合作的论文", "Cy Cedar"),
        ("Bo Brich's papers", "Bo Birch"),
    ],
)
def test_a_slip_in_a_name_is_read_as_the_one_author_near_it(question: str, name: str) -> None:
    assert [found.name for found in author_slips(question, FACTS)] == [name]


def test_a_name_of_known_words_is_no_slip() -> None:
    assert author_slips("papers by Ada Birch", FACTS) == []


def test_a_name_of_nobody_is_told_with_those_that_look_like_it() -> None:
    assert stranger_of("papers by Gregor Samsa", FACTS) == Stranger("Gregor Samsa")
    assert stranger_of("papers by Ada Aldern Elder", FACTS) == Stranger("Ada Aldern Elder")
    assert stranger_of("papers by Bo Birch", FACTS) is None
