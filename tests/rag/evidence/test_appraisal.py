"""What the papers found can say, judged before anything is written."""

from collections.abc import Callable, Sequence

import pytest

from rag.config import RagConfig
from rag.indexing import IndexStats
from rag.papers import Paper
from tests.conftest import ask, engine_over, paper

RATE = "It estimates the learning rate of quiet nets, and its code is at https://prodigy.org."
TRIED = "It is tried on bat calls."
PRODIGY = paper(
    f"We propose a quiet learner. {RATE} {TRIED}", "ProdigyNet: A quiet learner", "prodigy", venue="BatConf"
)


@pytest.fixture
def learners(index: Callable[[Sequence[Paper]], IndexStats], config: RagConfig) -> RagConfig:
    index([PRODIGY, paper("Owls hunt by hearing.", "Owls", "owl"), paper("Frogs sing in ponds.", "Frogs", "frog")])
    return config


@pytest.mark.parametrize(
    "question",
    ["Where is the code of ProdigyNet?", "What is the code URL of ProdigyNet?", "ProdigyNet 的代码链接是什么？"],
)
def test_the_sentence_that_carries_what_is_asked_is_quoted(learners: RagConfig, question: str) -> None:
    record = ask(engine_over(learners)[0], question)
    assert record["verdict"] == "answered"
    assert RATE in [citation["quote"] for citation in record["citations"]]
    assert TRIED not in [citation["quote"] for citation in record["citations"]]


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("What future work does ProdigyNet propose?", "does not say it (future work)"),
        ("How does ProdigyNet use blockchain?", "does not mention blockchain"),
        ("ProdigyNet 由谁资助？", "没有说明这一点"),
    ],
)
def test_what_the_abstract_lacks_is_said_of_the_paper(learners: RagConfig, question: str, told: str) -> None:
    record = ask(engine_over(learners)[0], question)
    assert record["verdict"] == "abstract_does_not_say"
    assert told in record["answer"]
    assert {citation["paper_id"] for citation in record["citations"]} == {"prodigy"}


def test_the_venue_that_a_question_cites_is_no_detail_asked(learners: RagConfig) -> None:
    assert ask(engine_over(learners)[0], "What is ProdigyNet tried on, according to BatConf?")["verdict"] == "answered"
