"""Authors with so many papers, and with whom one has written."""

from dataclasses import replace

import pytest

from rag.corpus.tallies import tally
from rag.index.facts import Noted
from tests.conftest import BATS, FROGS, OWLS

FACTS = Noted(
    [
        replace(BATS, authors=("Ada Alder", "Bo Birch", "Cy Cedar")),
        replace(FROGS, authors=("Ada Alder",)),
        replace(OWLS, authors=("Dee Dogwood", "Bo Birch", "Ada Alder")),
    ]
).facts()


@pytest.mark.parametrize(
    ("question", "lead"),
    [
        ("Which authors have more than 2 papers?", "**1 author has at least 3 papers**: Ada Alder (3)."),
        ("Who has at least two papers?", "**2 authors have at least 2 papers**: Ada Alder (3), Bo Birch (2)."),
        ("哪些作者有超过 2 篇论文？", "**有 1 位作者有至少 3 篇论文**：Ada Alder (3)。"),
        ("Which authors have more than 9 papers?", "**No author has at least 10 papers**."),
    ],
)
def test_authors_with_so_many_papers_are_counted(question: str, lead: str) -> None:
    found = tally(question, FACTS)
    assert found is not None
    assert found.lead.startswith(lead)


@pytest.mark.parametrize(
    ("question", "lead"),
    [
        ("Who are the co-authors of Bo Birch?", "**Bo Birch has 3 co-authors here, on 2 papers**: Ada Alder (2), "),
        ("With whom did Bo Birch publish?", "**Bo Birch has 3 co-authors here, on 2 papers**: Ada Alder (2), "),
        ("Bo Birch 的合作者有谁？", "**Bo Birch 在 2 篇论文中有 3 位合作者**：Ada Alder (2)、"),
    ],
)
def test_co_authors_are_told_with_how_often(question: str, lead: str) -> None:
    found = tally(question, FACTS)
    assert found is not None
    assert found.lead.startswith(lead)
    assert set(found.paper_ids) == {BATS.paper_id, OWLS.paper_id}


@pytest.mark.parametrize(
    "question", ["Who wrote the bat paper?", "papers by Bo Birch", "How many papers are on 3 species?"]
)
def test_other_questions_are_not_counted(question: str) -> None:
    assert tally(question, FACTS) is None
