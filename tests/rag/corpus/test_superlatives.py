"""Who has the most papers, and which paper the most authors."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from rag.corpus.superlatives import superlative, told, uncounted
from rag.index.facts import Facts, Noted
from rag.papers import Paper
from tests.conftest import BATS, FROGS, OWLS

PAPERS = [
    replace(BATS, authors=("Ada A.", "Bo B.", "Cy C.")),
    replace(FROGS, authors=("Ada A.",)),
    replace(OWLS, authors=("Dee D.", "Bo B.")),
]


def facts_of(papers: Sequence[Paper]) -> Facts:
    return Noted(papers).facts()


@pytest.mark.parametrize(
    "question",
    [
        "Which paper has the most authors?",
        "What is the paper with the largest number of authors?",
        "哪篇论文的作者最多？",
    ],
)
def test_the_paper_with_most_authors_is_told(question: str) -> None:
    found = superlative(question, facts_of(PAPERS))
    assert found is not None
    assert found.paper_ids == (BATS.paper_id,)
    assert "3" in found.lead


def test_authors_with_as_many_papers_are_all_named() -> None:
    found = superlative("Which author has the most papers?", facts_of(PAPERS))
    assert found is not None
    assert found.lead == (
        "**Ada A. and Bo B. have the most papers here: 2 each**. Next: Cy C. (1), Dee D. (1). Those of Ada A.:"
    )
    assert found.paper_ids == (BATS.paper_id, FROGS.paper_id)


def test_only_the_papers_that_meet_the_conditions_are_counted() -> None:
    found = superlative("哪位作者的论文最多？", facts_of(PAPERS), frozenset((OWLS.paper_id, BATS.paper_id)))
    assert found is not None
    assert found.lead == "**Bo B. 的论文最多：2 篇**。其次：Ada A. (1)、Cy C. (1)、Dee D. (1)。"


def test_the_answer_says_that_it_was_counted_in_the_records_and_quotes_exactly() -> None:
    question = "Who has the most papers?"
    found = superlative(question, facts_of([*PAPERS[1:], PAPERS[0]]))
    assert found is not None
    answer = told(found, question, lambda ids: [paper for paper in PAPERS if paper.paper_id in ids])
    assert "Counted in the papers' records" in answer.text
    assert all(
        item.quote == paper.abstract[item.start : item.end]
        for item in answer.citations
        for paper in PAPERS
        if paper.paper_id == item.paper_id
    )


@pytest.mark.parametrize(
    "question", ["Who wrote the paper on bats?", "What do most authors think?", "Most papers on bats"]
)
def test_other_questions_of_authors_are_not_counted(question: str) -> None:
    assert superlative(question, facts_of(PAPERS)) is None


def test_without_authors_nothing_is_counted() -> None:
    assert superlative("Who has the most papers?", facts_of([replace(BATS, authors=())])) is None


@pytest.mark.parametrize(
    "question",
    [
        "Which university has the most papers?",
        "Which woman has the most papers?",
        "Which author has the most papers on bats?",
        "哪所大学的论文最多？",
    ],
)
def test_what_no_record_counts_has_no_author_for_an_answer(question: str) -> None:
    assert superlative(question, facts_of(PAPERS)) is None
    assert uncounted(question)
    assert not uncounted("Which author has the most papers?")
