"""With whom an author has written."""

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
