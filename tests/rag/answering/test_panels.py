"""Several papers asked the same, one by one."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from rag.config import RagConfig
from rag.engine import PaperQueryEngine
from rag.indexing import IndexStats
from rag.papers import Paper
from tests.conftest import engine_over, paper

PAPERS = [
    paper("Bats suffer from noise. We propose BATNET. It outperforms nets by 5%.", "BATNET: Hearing", "bat",
          authors=("Ida Ash",), year=2020),
    paper("Owls face a challenge at dusk. We present OWLNET. It achieves 9% more on the DUSK benchmark.",
          "OWLNET: Seeing", "owl", authors=("Jo Elm",), year=2021),
    paper("We propose ECHO, a sonar for bats in caves.", "ECHO: Sonar for bats in caves", "cave", authors=("Li Wei",)),
    paper("We propose ECHO, a chat partner for lonely owls.", "ECHO: Chat for lonely owls", "chat",
          authors=("Bo Fir",)),
]  # fmt: skip
CHOSEN = ["paper=owl|bat"]


@pytest.fixture
def engine(index: Callable[[Sequence[Paper]], IndexStats], config: RagConfig) -> PaperQueryEngine:
    index(PAPERS)
    return engine_over(config)[0]


def answered(engine: PaperQueryEngine, question: str, where: Sequence[str] = (), history: Any = None) -> dict[str, Any]:
    response = engine.query(engine.understand(question, where, history))
    return {"answer": str(response), **(response.metadata or {})}


@pytest.mark.parametrize(
    ("question", "quotes"),
    [
        ("What are the main results?", ["It achieves 9% more on the DUSK benchmark.", "It outperforms nets by 5%."]),
        ("What problem do they solve?", ["Owls face a challenge at dusk.", "Bats suffer from noise."]),
        ("他们的主要结果是什么？", ["It achieves 9% more on the DUSK benchmark.", "It outperforms nets by 5%."]),
        ("Which benchmarks do they use?", ["It achieves 9% more on the DUSK benchmark."]),
    ],
)
def test_each_chosen_paper_answers_or_is_said_not_to(
    engine: PaperQueryEngine, question: str, quotes: list[str]
) -> None:
    found = answered(engine, question, CHOSEN)
    assert found["verdict"] == "answered"
    assert [item["quote"] for item in found["citations"]] == quotes
    assert found["answer"].count("The abstract of **BATNET: Hearing** does not say it.") == 2 - len(quotes)


def test_where_none_says_it_the_verdict_says_so(engine: PaperQueryEngine) -> None:
    found = answered(engine, "What are their limitations?", CHOSEN)
    assert (found["verdict"], found["citations"]) == ("abstract_does_not_say", [])
    assert found["answer"].count("does not say it.") == 2


def test_no_paper_is_named_the_best(engine: PaperQueryEngine) -> None:
    found = answered(engine, "Which is best?", CHOSEN)
    assert found["answer"].startswith("Abstracts do not weigh papers against each other")
    assert [item["paper_id"] for item in found["citations"]] == ["owl", "bat"]


def test_records_are_told_of_each_under_its_own_number(engine: PaperQueryEngine) -> None:
    found = answered(engine, "Who wrote them?", CHOSEN)
    assert "is by Jo Elm" in found["answer"]
    assert "is by Ida Ash" in found["answer"]
    assert sorted({(item["n"], item["paper_id"]) for item in found["citations"]}) == [(1, "owl"), (2, "bat")]


def test_one_of_the_chosen_papers_is_pointed_to(engine: PaperQueryEngine) -> None:
    assert {item["paper_id"] for item in answered(engine, "the second one?", CHOSEN)["citations"]} == {"bat"}


def test_two_papers_of_one_name_are_both_told_and_told_apart(engine: PaperQueryEngine) -> None:
    found = answered(engine, "Who wrote ECHO?")
    assert found["answer"].startswith("2 papers have a method named ECHO:")
    assert {item["paper_id"] for item in found["citations"]} == {"cave", "chat"}
    found = answered(engine, "How does ECHO, the sonar for bats, work in caves?")
    assert {item["paper_id"] for item in found["citations"]} == {"cave"}


def test_a_talk_on_one_of_them_stays_with_it(engine: PaperQueryEngine) -> None:
    cited = [{"n": 1, "paper_id": "chat"}]
    talk = [
        {"role": "user", "content": "Which ECHO chats with owls?"},
        {"role": "assistant", "content": "We propose ECHO. [1]", "citations": cited},
    ]
    assert {item["paper_id"] for item in answered(engine, "Who wrote ECHO?", history=talk)["citations"]} == {"chat"}
    understood = engine.understand("Is it fast?", history=talk)
    assert understood.records()["standalone_question"] == "Is ECHO: Chat for lonely owls fast?"


def test_more_is_what_has_not_been_quoted(engine: PaperQueryEngine) -> None:
    talk: list[dict[str, Any]] = [
        {"role": "user", "content": "What is BATNET?"},
        {"role": "assistant", "content": "> We propose BATNET. [1]", "citations": [{"n": 1, "paper_id": "bat"}]},
    ]
    told = answered(engine, "tell me more", history=talk)
    assert [item["quote"] for item in told["citations"]] == ["Bats suffer from noise.", "It outperforms nets by 5%."]
    talk[1]["content"] = PAPERS[0].abstract
    assert "says no more than has been quoted" in answered(engine, "tell me more", history=talk)["answer"]
