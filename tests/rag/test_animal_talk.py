"""Whole conversations and collections as researchers meet them: follow-ups, contradictions, copies."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from llama_index.core.schema import QueryBundle

from rag.config import RagConfig
from rag.engine import PaperQueryEngine
from rag.evidence.polarity import denies
from rag.indexing import IndexStats
from rag.papers import Paper
from tests.conftest import ask, engine_over, paper

Ingest = Callable[[Sequence[Paper]], IndexStats]

MOTH = paper("MOTHNET tracks moths by lamp light. It has an accuracy of 71.", "MOTHNET", "moth", authors=("Ida Ash",),
             year=2018)  # fmt: skip
TOAD = paper("TOADNET tracks toads by their call. It has an accuracy of 64.", "TOADNET", "toad", authors=("Jo Elm",),
             year=2022)  # fmt: skip
HERON = paper("Herons fish at dawn. They stand still in shallow water.", "How herons fish", "heron")
FOR = paper("Tea leaf extract lengthens naps of mice.", "Tea leaf extract lengthens naps", "for")
AGAINST = paper(
    "Tea leaf extract does not lengthen naps of mice.", "Tea leaf extract does not lengthen naps", "against"
)
REVERSED = paper("Naps change how mice take to a new diet.", "Naps and diet", "reversed")


def cited(record: dict[str, Any]) -> list[str]:
    return list(dict.fromkeys(citation["paper_id"] for citation in record["citations"]))


@pytest.mark.parametrize("question", ["Who painted the Night Watch?", "What is 3+4?", "Summarise the paper on whales"])
def test_what_the_collection_does_not_cover_is_refused_without_a_source(
    index: Ingest, config: RagConfig, question: str
) -> None:
    index([MOTH, TOAD, HERON])
    engine, _ = engine_over(config, ["From memory: Rembrandt."])
    talk = [{"role": "user", "content": "What is MOTHNET?"}, {"role": "assistant", "content": "It tracks moths. [1]"}]
    record = ask(engine, question)
    later = engine.query(engine.understand(question, history=talk))
    assert record["answer"].startswith("These papers do not say.")
    assert str(later).startswith("These papers do not say.")
    assert later.metadata is not None
    assert record["citations"] == later.metadata["citations"] == []


def test_a_dialogue_keeps_changes_and_drops_its_subject(index: Ingest, config: RagConfig) -> None:
    index([MOTH, TOAD, HERON])
    engine: PaperQueryEngine = engine_over(config)[0]
    talk: list[dict[str, Any]] = []
    asked = []
    for question in ("What is MOTHNET?", "Who wrote it, and when?", "And the toad one?", "Which of the two is better?",
                     "New topic: how do herons fish?"):  # fmt: skip
        understood = engine.understand(question, history=talk)
        response = engine.query(understood)
        assert response.metadata is not None
        asked.append((understood.query_str, str(response), [n.node.node_id for n in response.source_nodes]))
        citations = response.metadata["citations"]
        talk += [
            {"role": "user", "content": question},
            {"role": "assistant", "content": str(response), "citations": citations},
        ]
    assert asked[0][0] == "What is MOTHNET?"
    assert "Ida Ash" in asked[1][1]
    assert "2018" in asked[1][1]
    assert asked[2][2][0] == "toad"
    assert set(asked[3][2][:2]) == {"moth", "toad"}
    assert "NET" not in asked[4][0]
    assert asked[4][2][0] == "heron"


def test_a_denial_that_is_asked_for_is_not_borne_out_by_its_opposite(index: Ingest, config: RagConfig) -> None:
    index([FOR, AGAINST, REVERSED])
    record = ask(engine_over(config)[0], "Which papers found that tea leaf extract does NOT lengthen naps?")
    assert record["answer"].startswith("**1 paper matches clearly**, 1 on it without that denial.")
    assert cited(record) == ["against", "for"]
    assert (
        "said without the denial that was asked for** (1)\n\n- **Tea leaf extract lengthens naps**" in record["answer"]
    )


def test_both_sides_of_a_contradiction_are_quoted(index: Ingest, config: RagConfig) -> None:
    index([FOR, AGAINST, REVERSED])
    record = ask(engine_over(config)[0], "Does tea leaf extract lengthen naps of mice?")
    assert cited(record) == ["for", "against"]
    assert "Another paper says the opposite, **Tea leaf extract does not lengthen naps**:" in record["answer"]


def test_a_denial_of_something_else_is_no_opposite(index: Ingest, config: RagConfig) -> None:
    aside = paper("Tea leaf extract lengthens naps of mice, and it is not toxic to them.", "Naps of mice", "aside")
    index([FOR, aside, REVERSED])
    record = ask(engine_over(config)[0], "Does tea leaf extract lengthen naps of mice?")
    assert "says the opposite" not in record["answer"]


def test_an_llm_sees_both_sides(index: Ingest, config: RagConfig) -> None:
    index([FOR, AGAINST, REVERSED])
    engine, llm = engine_over(config, ["Papers disagree [1][2]."])
    ask(engine, "Does tea leaf extract lengthen naps of mice?")
    assert llm is not None
    shown = str(llm.requests[0][-1].content)
    assert FOR.abstract in shown
    assert AGAINST.abstract in shown


@pytest.mark.parametrize(
    ("text", "denied"),
    [("Q does not help.", True), ("No effect of Q", True), ("Q fails to help", True), ("Q没有效果", True),
     ("有没有关于Q的论文？", False), ("Q是不是有效", False),
     ("Q not only helps", False), ("Q helps", False), ("不同的方法", False)],
)  # fmt: skip
def test_a_denial_is_told_by_its_words(text: str, denied: bool) -> None:
    assert denies(text) is denied


def test_copies_of_one_paper_leave_room_for_the_other(index: Ingest, config: RagConfig) -> None:
    abstract = "We count bats at dusk with a microphone and a lamp, and compare the approach with counts by eye."
    copies = [paper(abstract, "Counting bats by sound", f"v{n}", authors=("Ida Ash",), year=2020) for n in range(1, 7)]
    other = paper("Bat counting from a drone with a heat camera is compared with nets.", "Bats from above", "drone")
    index([*copies, other])
    nodes = engine_over(config)[0].retrieve(QueryBundle("Compare the approaches to bat counting."))
    ids = [node.node.node_id for node in nodes]
    assert len(ids) == len(set(ids))
    assert "drone" in ids
    titles = [node.node.metadata["title"] for node in nodes[:5]]
    assert set(titles) == {"Counting bats by sound", "Bats from above"}


def test_numbers_follow_papers_and_none_beyond_them_is_shown(index: Ingest, config: RagConfig) -> None:
    long = paper(" ".join(f"Fact {n} on moths is UNIT-{n}." for n in range(1, 60)), "Long moths", "long")
    short = paper("Moths like lamps, says UNIT-99.", "Short moths", "short")
    index([long, short])
    engine, _ = engine_over(config, ["Moths like lamps [2]. Fact 1 on moths is UNIT-1 [1]. Moths [3]. Moths [4]."])
    record = ask(engine, "Which facts on moths are there, and what do moths like?")
    numbers = {citation["n"]: citation["paper_id"] for citation in record["citations"]}
    assert set(numbers) <= {1, 2}
    assert len(set(numbers.values())) == len(numbers)
    assert record["dropped_citations"] == 2
    assert "[3]" not in record["answer"]


def test_a_question_in_other_words_of_denial_is_answered_by_the_paper_that_denies(
    index: Ingest, config: RagConfig
) -> None:
    index([FOR, AGAINST, REVERSED, HERON])
    engine, _ = engine_over(config)
    record = ask(engine, "Is tea leaf extract unable to lengthen naps of mice?")
    assert cited(record)[0] == "against"


def test_of_two_papers_talked_of_both_answer_which_is_better(index: Ingest, config: RagConfig) -> None:
    index([MOTH, TOAD, HERON])
    engine, _ = engine_over(config)
    record = ask(engine, "About MOTHNET / TOADNET: Which of the two is better?")
    assert sorted(cited(record)) == ["moth", "toad"]
