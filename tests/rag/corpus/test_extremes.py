"""The longest, the shortest, the newest: as far as the records tell."""

from dataclasses import replace

import pytest

from rag.corpus.extremes import Found, told_of
from rag.index.facts import Noted
from rag.understanding.extreme import Extreme, extreme_of
from tests.conftest import paper

PAPERS = [
    paper("One two three.", "Short", "short", year=2019, authors=("Ada A.",)),
    paper("One two three four five.", "A longer title", "long", year=2021, authors=("Ada A.", "Bo B.")),
]


def told(question: str) -> Found:
    extreme = extreme_of(question)
    assert extreme is not None
    return told_of(extreme, question, ["short", "long"], lambda ids: PAPERS, Noted(PAPERS).facts())


@pytest.mark.parametrize(
    ("question", "lead", "ids"),
    [
        ("Which abstract is the longest?", "**The longest abstract here has 5 words.**", ("long",)),
        ("What is the longest abstract?", "**The longest abstract here has 5 words.**", ("long",)),
        ("标题最短的论文是哪篇？", "**最短的标题有 1 个词。**", ("short",)),
        ("What are the two longest titles?", "**The 2 longest titles here have 3, 1 words.**", ("long", "short")),
        ("Which paper has the most authors?", "**The most authors of a paper here are 2**, of one paper.", ("long",)),
        (
            "Which paper has the fewest authors?",
            "**The fewest authors of a paper here are 1**, of one paper.",
            ("short",),
        ),
        (
            "How long is the average abstract?",
            "**An abstract here has 4.0 words on average** (median 4), from 3 to 5.",
            (),
        ),
    ],
)
def test_what_can_be_counted_is_told(question: str, lead: str, ids: tuple[str, ...]) -> None:
    found = told(question).counted
    assert found is not None
    assert (found.lead, found.paper_ids) == (lead, ids)


def test_the_newest_paper_is_the_one_of_the_last_year() -> None:
    found = told("Which paper is the newest?").counted
    assert found is not None
    assert found.paper_ids == ("long",)


def test_of_papers_of_one_year_none_is_called_the_newest() -> None:
    facts = Noted([replace(one, year=2024) for one in PAPERS]).facts()
    found = told_of(Extreme("age", "newest"), "What is the newest paper?", ["short", "long"], lambda ids: PAPERS, facts)
    assert found == Found(
        None, "All 2 papers are of 2024, and records state no finer date, so which is newest cannot be told."
    )


@pytest.mark.parametrize(
    "question", ["What is the most cited paper?", "被引用最多的论文是哪篇？", "most influential papers"]
)
def test_citations_are_not_told(question: str) -> None:
    found = told(question)
    assert found.counted is None
    assert found.untold


@pytest.mark.parametrize(
    "question", ["What is the longest path?", "Which papers are the most relevant?", "最长公共子序列"]
)
def test_other_extremes_are_what_papers_are_about(question: str) -> None:
    assert extreme_of(question) is None
