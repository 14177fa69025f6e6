"""Who has the most papers, which year, which of two: counted in the records."""

from dataclasses import replace

import pytest

from rag.corpus.standings import standing
from rag.index.facts import Noted
from rag.understanding.rankings import ranking_of
from tests.conftest import BATS, FROGS, OWLS

FACTS = Noted(
    [
        replace(BATS, authors=("Ada Alder", "Bo Birch", "Cy Cedar"), year=2020),
        replace(FROGS, authors=("Ada Alder",), year=2021),
        replace(OWLS, authors=("Dee Dogwood", "Ada Alder", "Bo Birch"), year=2021),
    ]
).facts()
CASES = [
    ("Which author has the most papers?", "**Ada Alder has the most papers here: 3**. Next: Bo Birch (2), "),
    ("Who is first author most often?", "**Ada Alder is the first author of the most papers here: 2**."),
    ("Which author is most often the last author?", "**Cy Cedar, Ada Alder and Bo Birch are each the last author"),
    ("top 2 authors", "**The 2 authors with the most papers here**: Ada Alder (3), Bo Birch (2)."),
    ("Which year has the most papers?", "**Most papers here are of 2021: 2**, of 3."),
    ("Which two authors wrote the most papers together?", "**Ada Alder and Bo Birch wrote the most papers together"),
    ("Who wrote more papers, Bo Birch or Ada Alder?", "**Ada Alder has more papers here: 3**, against 2 of Bo Birch."),
    ("Which authors have more than 2 papers?", "**1 author has at least 3 papers**: Ada Alder (3)."),
    ("How many authors have only one paper?", "**2 authors have exactly 1 paper**: Cy Cedar (1), Dee Dogwood (1)."),
    ("How many different authors are there?", "**4 different names of authors** stand on the 3 papers"),
    ("哪位作者的论文最多？", "**Ada Alder 的论文最多：3 篇**。"),
    ("Bo Birch 和 Ada Alder 谁的论文更多？", "**Ada Alder 的论文更多：3 篇**，Bo Birch 2 篇。"),
    ("哪一年的论文最多？", "**2021 年的论文最多：2 篇**，共 3 篇。"),
    ("哪些作者有超过 2 篇论文？", "**有 1 位作者有至少 3 篇论文**：Ada Alder (3)。"),
]


@pytest.mark.parametrize(("question", "lead"), CASES)
def test_what_is_ranked_is_counted_in_the_records(question: str, lead: str) -> None:
    ranking = ranking_of(question, FACTS)
    assert ranking is not None
    found = standing(ranking, question, FACTS.ids, FACTS)
    assert found is not None
    assert found.lead.startswith(lead)


def test_only_the_papers_asked_of_are_counted() -> None:
    ranking = ranking_of("Which author has the most papers on frogs?", FACTS)
    assert ranking is not None
    assert ranking.rest("Which author has the most papers on frogs?").split() == ["on", "frogs?"]
    found = standing(ranking, "Who has the most?", [FROGS.paper_id], FACTS, "frogs")
    assert found is not None
    assert found.lead.startswith("**Ada Alder has the most papers here on frogs: 1**.")


@pytest.mark.parametrize(
    "question",
    [
        "Who wrote the paper on bats?", "Most papers on bats", "Which university has the most papers?",
        "Which paper has the most authors?", "哪篇论文的作者最多？",
    ],
)  # fmt: skip
def test_other_questions_rank_no_authors(question: str) -> None:
    assert ranking_of(question, FACTS) is None
