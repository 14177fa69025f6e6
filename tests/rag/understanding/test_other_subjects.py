"""Follow-ups that name a subject of their own: papers of two words, others on a subject, by the same authors."""

from collections.abc import Callable, Sequence

import pytest

from rag.config import RagConfig
from rag.engine import PaperQueryEngine
from rag.papers import Paper
from tests.conftest import BATS, FROGS, engine_over, paper

ARENA = paper("We introduce Owl Arena, where owls are judged by 240 people.", "Owl Arena: Judging owls", "arena")
PLUS = paper("We call this algorithm OWL+. It doubles the speed of owls.", "OWL+: Faster owls", "plus")


@pytest.fixture
def engine(index: Callable[[Sequence[Paper]], object], config: RagConfig) -> PaperQueryEngine:
    index([BATS, FROGS, ARENA, PLUS])
    return engine_over(config)[0]


def read(engine: PaperQueryEngine, question: str, before: str, *cited: str) -> str:
    answer = {"role": "assistant", "content": "So it is. [1]", "citations": [{"paper_id": key} for key in cited]}
    asked = engine.understand(question, history=[{"role": "user", "content": before}, answer])
    return str(asked.records().get("standalone_question") or asked.query_str)


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("And Owl Arena?", "What is Owl Arena?"),
        ("What is OWL+, and how does it work?", "What is OWL+, and how does it work?"),
        ("OWL+ 是什么，它怎么工作？", "OWL+ 是什么，它怎么工作？"),
        ("OWL+ 的作者是谁？", "OWL+ 的作者是谁？"),
        ("Any other papers on owls?", "Which papers are on owls?"),
        ("有没有其他关于猫头鹰的论文？", "哪些论文研究猫头鹰？"),
        ("How well does it do compared with other methods?", "How well does BATNET do compared with other methods?"),
        ("和 OWL+ 相比呢？", "BATNET 和 OWL+ 相比呢？"),
    ],
)
def test_a_subject_of_its_own_is_kept(engine: PaperQueryEngine, question: str, text: str) -> None:
    assert read(engine, question, "What is BATNET?", "bats") == text


def test_which_one_names_the_papers_it_chooses_from(engine: PaperQueryEngine) -> None:
    found = read(engine, "Which one goes faster?", "Compare BATNET and FROGNET.", "bats", "frogs")
    assert found == "Which of BATNET and FROGNET goes faster?"
    found = read(engine, "Compare the two.", "Which animals are there?", "bats", "frogs")
    assert found == "Compare BATNET and FROGNET."


def test_the_two_papers_are_told_from_a_list_of_more(engine: PaperQueryEngine) -> None:
    assert read(engine, "第二篇讲了什么？", "哪些论文研究动物？", "bats", "frogs").startswith("介绍一下")
