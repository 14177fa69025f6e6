import pytest

from rag.corpus.team_sizes import team_size
from rag.index.facts import Facts, Noted
from tests.conftest import paper

PAPERS = [
    paper("On bats.", "Bats", "a", authors=("Ann Ash",)),
    paper("On cats.", "Cats", "b", authors=("Ann Ash", "Bo Bay")),
    paper("On dogs.", "Dogs", "c", authors=("Bo Bay", "Cy Cox", "Di Day")),
    paper("On eels.", "Eels", "d"),
]


def facts() -> Facts:
    return Noted(PAPERS).facts()


@pytest.mark.parametrize(
    ("question", "lead"),
    [
        ("How many papers have one author?", "**1 paper has 1 author**"),
        ("How many papers have only one author?", "**1 paper has 1 author**"),
        ("How many papers have more than one author?", "**2 papers have more than 1 author**"),
        ("Which papers have exactly two authors?", "**1 paper has 2 authors**"),
        ("How many papers have at least 2 authors?", "**2 papers have at least 2 authors**"),
        ("How many papers have fewer than 3 authors?", "**2 papers have fewer than 3 authors**"),
        ("How many papers have 20 or more authors?", "**0 papers have at least 20 authors**"),
        ("有多少篇论文有超过一位作者？", "**2 篇论文有超过 1 位作者**"),
        ("多少篇论文只有一位作者？", "**1 篇论文有 1 位作者**"),
    ],
)
def test_papers_of_so_many_authors_are_counted_in_the_records(question: str, lead: str) -> None:
    found = team_size(question, facts())
    assert found is not None
    assert found.lead.startswith(lead)


@pytest.mark.parametrize(
    "question",
    ["How many authors has Bats?", "Which papers study agents with two actors?", "Who are the three authors of Bats?"],
)
def test_other_questions_on_authors_are_left_alone(question: str) -> None:
    assert team_size(question, facts()) is None
