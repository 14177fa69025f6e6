"""Whole talks on lists of papers: pointed into, narrowed, gone on with, left for another subject."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from rag.config import RagConfig
from rag.engine import PaperQueryEngine
from rag.indexing import IndexStats
from rag.papers import Paper
from tests.conftest import engine_over, paper

PAPERS = [
    paper("We track bats in caves by sonar.", "Bats by sonar", "sonar", authors=("Ida Ash",)),
    paper("We track bats in caves by lamp light.", "Bats by lamp light", "lamp", authors=("Jo Elm",)),
    paper("We count bats in towns.", "Bats in towns", "towns", authors=("Li Wei",)),
    paper("We propose OWLNET, which counts owls.", "OWLNET: Owls", "owl", authors=("Bo Fir",)),
]
Talk = list[dict[str, Any]]


@pytest.fixture
def engine(index: Callable[[Sequence[Paper]], IndexStats], config: RagConfig) -> PaperQueryEngine:
    index(PAPERS)
    return engine_over(config)[0]


def say(engine: PaperQueryEngine, question: str, talk: Talk) -> tuple[str, str, list[str]]:
    """Ask, add the exchange to the talk; the question as it was read, the answer, the papers that it cites."""
    understood = engine.understand(question, history=talk)
    response = engine.query(understood)
    assert response.metadata is not None
    cited = response.metadata["citations"]
    talk += [
        {"role": "user", "content": question},
        {"role": "assistant", "content": str(response), "citations": cited},
    ]
    read = response.metadata.get("standalone_question", question)
    return read, str(response), list(dict.fromkeys(item["paper_id"] for item in cited))


def test_a_talk_of_many_turns_stays_right(engine: PaperQueryEngine) -> None:
    talk: Talk = []
    listed = say(engine, "Which papers are about bats?", talk)[2]
    assert sorted(listed) == ["lamp", "sonar", "towns"]
    assert say(engine, "only those on caves", talk)[::2] == (
        "Which papers are about bats and are on caves?", [key for key in listed if key != "towns"])  # fmt: skip
    assert "Jo Elm" in say(engine, "who wrote the one by lamp light?", talk)[1]
    assert say(engine, "and more?", talk)[0] != "Which papers are about bats?"
    assert say(engine, "thanks", talk)[2] == []
    assert say(engine, "Great. Now: who wrote OWLNET?", talk)[::2] == ("Who wrote OWLNET?", ["owl"])
    assert say(engine, "how many papers are about bats?", talk)[0] == "how many papers are about bats?"


def test_the_second_of_a_list_is_the_one_numbered_so_with_citations_and_without(engine: PaperQueryEngine) -> None:
    talk: Talk = []
    listed = say(engine, "Which papers are about bats?", talk)[2]
    plain = [{"role": turn["role"], "content": turn["content"]} for turn in talk]
    assert say(engine, "Who wrote the second one?", list(talk))[2] == [listed[1]]
    assert say(engine, "Who wrote [2]?", plain)[2] == [listed[1]]


def test_a_place_beyond_the_list_is_said_not_to_be_there(engine: PaperQueryEngine) -> None:
    talk: Talk = []
    say(engine, "Which papers are about bats?", talk)
    _, answer, cited = say(engine, "Who wrote the ninth one?", talk)
    assert (answer.startswith("These papers do not say. No such paper"), cited) == (True, [])


def test_a_list_at_its_end_says_so(engine: PaperQueryEngine) -> None:
    talk: Talk = []
    say(engine, "Which papers are about bats?", talk)
    assert say(engine, "and more?", talk)[1].endswith("There are no more: all 3 have been listed.")
    talk = talk[:2]
    assert say(engine, "还有吗？", talk)[1].endswith("没有更多了：符合的 3 篇论文都已列出。")


def test_none_of_a_list_that_meets_a_condition_is_told_of_that_list(engine: PaperQueryEngine) -> None:
    talk: Talk = []
    say(engine, "Which papers are about bats?", talk)
    _, answer, cited = say(engine, "which of these use owls?", talk)
    assert answer.endswith("Of the 3 papers listed before, none does by its abstract.")
    assert cited == []


def test_papers_that_were_taken_out_since_are_not_mistaken_for_others(engine: PaperQueryEngine) -> None:
    gone = [{"n": 1, "paper_id": "gone"}, {"n": 2, "paper_id": "lost"}]
    talk: Talk = [
        {"role": "user", "content": "Which papers are about moths?"},
        {"role": "assistant", "content": "**2 papers match clearly**.", "citations": gone},
    ]
    assert say(engine, "Who wrote the second one?", list(talk))[2] == []
    talk[1] = {"role": "assistant", "content": "From **Moths that flee from every lamp light**:\n\n> Moths. [1]"}
    assert say(engine, "Who wrote it?", talk)[2] == []


@pytest.mark.parametrize("citations", [[{"n": "x", "paper_id": {"a": 1}}, None, 5], "ids", [{"paper_id": "a' OR 1=1"}]])
def test_a_hostile_history_does_no_harm(engine: PaperQueryEngine, citations: object) -> None:
    talk: Talk = [
        {"role": "user", "content": "What is OWLNET?"},
        {"role": "assistant", "content": "**" * 5000, "citations": citations},
    ]
    assert set(say(engine, "its results?", talk)[2]) <= {"owl"}


def test_a_model_is_told_the_titles_behind_the_numbers(
    index: Callable[[Sequence[Paper]], IndexStats], config: RagConfig
) -> None:
    index(PAPERS)
    engine, llm = engine_over(config, ["How do bats fly?", "They fly [1]."])
    assert llm is not None
    cited = [{"n": 1, "paper_id": "sonar"}, {"n": 2, "paper_id": "owl"}]
    talk = [
        {"role": "user", "content": "What flies?"},
        {"role": "assistant", "content": "Two [1][2].", "citations": cited},
    ]
    engine.query(engine.understand("How do they fly?", history=talk))
    assert "(1) Bats by sonar (2) OWLNET: Owls" in str(llm.requests[0][-1].content)


def test_what_rules_read_for_sure_costs_a_model_no_call(
    index: Callable[[Sequence[Paper]], IndexStats], config: RagConfig
) -> None:
    index(PAPERS)
    engine, llm = engine_over(config, ["We count owls [1]."])
    assert llm is not None
    cited = [{"n": 1, "paper_id": "sonar"}, {"n": 2, "paper_id": "owl"}]
    talk = [
        {"role": "user", "content": "What flies?"},
        {"role": "assistant", "content": "Two [1][2].", "citations": cited},
    ]
    understood = engine.understand("What does the second one count?", history=talk)
    assert understood.records()["standalone_question"] == "What does OWLNET count?"
    engine.query(understood)
    assert len(llm.requests) == 1
