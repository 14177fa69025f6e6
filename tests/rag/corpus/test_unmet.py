"""What is said where no paper meets a condition."""

import pytest

from rag.corpus.unmet import unmet
from rag.evidence.verdicts import Verdict
from rag.index.facts import Facts, Noted
from rag.understanding.filters import Filter
from tests.conftest import paper


@pytest.fixture(scope="module")
def facts() -> Facts:
    return Noted([paper("Text.", paper_id=str(n), year=2020 + n, venue="ICML") for n in range(3)]).facts()


@pytest.mark.parametrize(
    ("condition", "question", "text"),
    [
        ("year=1999", "papers from 1999", "None of the 3 papers is dated 1999; they are of 2020 to 2022."),
        ("year<2000", "2000年以前的论文", "3 篇论文中没有一篇的年份是 2000 年以前；它们的年份是 2020 至 2022。"),
        ("venue=NeurIPS", "NeurIPS papers", "None of the 3 papers is recorded as of NeurIPS; they are of ICML."),
        (
            "kind=oral",
            "oral papers",
            "No record of this index states a kind of paper (oral, spotlight, poster…), so which are oral papers "
            "cannot be told.",
        ),
        (
            "status=retracted",
            "retracted papers",
            "No paper of this index is marked retracted; as no record states any standing, that may merely not "
            "be known.",
        ),
    ],
)
def test_what_the_records_tell_instead_is_said(condition: str, question: str, text: str, facts: Facts) -> None:
    found = unmet(question, [Filter.parse(condition)], facts)
    assert found.verdict is Verdict.NOT_IN_PAPERS
    assert found.text.endswith(text)


def test_how_many_there_are_without_the_condition_is_said(facts: Facts) -> None:
    found = unmet("papers from 1999 on bats", [Filter.parse("year=1999")], facts, 4)
    assert found.text.endswith("Without that condition, 4 papers match clearly.")


def test_a_condition_that_is_met_alone_is_not_said_to_be_met_by_none(facts: Facts) -> None:
    told = unmet("papers", [Filter.parse("year=2021")], facts, beside=[Filter.parse("author=Bo")])
    assert told.text == "**0 papers.** 1 of the 3 papers meets year 2021, but it does not meet author Bo."
