"""Follow-ups with an LLM, and what one conversation may never know of another."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from rag.answers import answer_record
from rag.config import RagConfig
from rag.engine import PaperQueryEngine
from rag.testing import Reply, ScriptedLLM, ScriptedServer
from tests.conftest import engine_over
from tests.rag.answering.test_prompted import over_http

TALK: list[dict[str, Any]] = [
    {"role": "user", "content": "What is BATNET?"},
    {"role": "assistant", "content": "BATNET is about bats.", "citations": [{"paper_id": "bats"}]},
]
ANSWER = "Bats navigate at 40 kHz [1]."


def asked(config: RagConfig, replies: list[str | Reply], question: str) -> tuple[dict[str, Any], ScriptedLLM]:
    engine, llm = engine_over(config, replies)
    assert llm is not None
    return answer_record(question, engine.query(engine.understand(question, history=TALK))), llm


def test_an_llm_rewrites_the_question_and_answers_the_rewritten_one(animals: RagConfig) -> None:
    record, llm = asked(animals, ["How does BATNET navigate?", ANSWER], "How does it navigate?")
    assert record["question"] == "How does it navigate?"
    assert record["standalone_question"] == "How does BATNET navigate?"
    assert record["answer"] == f"*Read as: How does BATNET navigate?*\n\n{ANSWER}"
    rewriting, answering = [str(messages[-1].content) for messages in llm.requests]
    assert '<message of="user">What is BATNET?</message>' in rewriting
    assert rewriting.endswith("Last question: How does it navigate?")
    assert answering.endswith("Question: How does BATNET navigate?")


@pytest.mark.parametrize(
    "reply",
    [
        "",
        "Sure!\nHere it is:\nHow does BATNET navigate?",
        "x" * 1000,
        "<think>Bats?",
        [OSError("gone")],
        [ValueError()],
    ],
)
def test_where_the_rewriting_fails_the_rules_do_it(animals: RagConfig, reply: str | Reply) -> None:
    record, _ = asked(animals, [reply, ANSWER], "How does it navigate?")
    assert record["standalone_question"] == "How does BATNET navigate?"
    assert record["problem"] is None


@pytest.mark.parametrize(
    "reply",
    ["<think>it: BATNET</think>\nHow does BATNET navigate?", 'Standalone question: "How does BATNET navigate?"'],
)
def test_a_rewritten_question_is_freed_of_its_wrapping(animals: RagConfig, reply: str) -> None:
    record, _ = asked(animals, [reply, ANSWER], "How does it navigate?")
    assert record["standalone_question"] == "How does BATNET navigate?"


def test_the_tokens_of_both_requests_are_counted(animals: RagConfig) -> None:
    with ScriptedServer([["How does BATNET navigate?"], [ANSWER]]) as server:
        engine = over_http(animals, server)
        response = engine.query(engine.understand("How does it navigate?", history=TALK))
    assert response.metadata is not None
    assert response.metadata["usage"] == {"prompt_tokens": 18, "completion_tokens": 8, "total_tokens": 26}


def test_a_first_question_and_one_that_stands_alone_cost_no_rewriting(animals: RagConfig) -> None:
    record, llm = asked(animals, ["Frogs leap [1]."], "How far do frogs jump on wet leaves?")
    assert len(llm.requests) == 1
    assert record["standalone_question"] == "How far do frogs jump on wet leaves?"
    assert record["answer"] == "Frogs leap [1]."
    engine, llm_of_first = engine_over(animals, [ANSWER])
    engine.query("At what kHz do bats navigate?")
    assert llm_of_first is not None
    assert len(llm_of_first.requests) == 1


def test_a_follow_up_is_left_to_the_llm_even_where_words_promise_nothing(animals: RagConfig) -> None:
    record, llm = asked(animals, ["Is BATNET any good?", "These papers do not say."], "Is it any good?")
    assert len(llm.requests) == 2
    assert record["verdict"] == "not_in_papers"


def test_a_long_conversation_is_cut_to_the_window(animals: RagConfig) -> None:
    engine, llm = engine_over(animals, ["How does BATNET navigate?", ANSWER])
    assert llm is not None
    llm.window = 1024
    talk = [{"role": role, "content": f"bats {n} " * 60} for n in range(20) for role in ("user", "assistant")]
    engine.query(engine.understand("How does it navigate?", history=[*talk, *TALK]))
    assert str(llm.requests[0][-1].content).count("<message") < 8
    assert "What is BATNET?" in str(llm.requests[0][-1].content)


def test_an_answer_from_memory_is_no_rewritten_question(animals: RagConfig) -> None:
    engine, _ = engine_over(animals, ["It was painted by Rembrandt."])
    assert engine.understand("How does it navigate?", history=TALK).query_str == "How does BATNET navigate?"


def test_conversations_at_the_same_time_know_nothing_of_each_other(animals: RagConfig) -> None:
    engine: PaperQueryEngine = engine_over(animals)[0]

    def first(_: int) -> str:
        return engine.understand("How does it navigate?", history=TALK).query_str

    def other(_: int) -> str:
        return engine.understand("And who wrote it?").query_str

    with ThreadPoolExecutor(4) as pool:
        told, strangers = list(pool.map(first, range(20))), list(pool.map(other, range(20)))
    assert set(told) == {"How does BATNET navigate?"}
    assert set(strangers) == {"And who wrote it?"}


async def test_asynchronous_callers_continue_a_conversation_too(animals: RagConfig) -> None:
    engine, _ = engine_over(animals)
    response = await engine.aquery(engine.understand("How does it navigate?", history=TALK))
    record = answer_record("How does it navigate?", response)
    assert record["standalone_question"] == "How does BATNET navigate?"
    assert {citation["paper_id"] for citation in record["citations"]} == {"bats"}
