"""Answers: quoted without an LLM, written and cited with one, the same by every way of asking."""

from dataclasses import replace
from typing import Any

import pytest
from llama_index.core.base.response.schema import AsyncStreamingResponse, StreamingResponse
from llama_index.core.prompts import ChatPromptTemplate
from llama_index.core.query_engine import RouterQueryEngine
from llama_index.core.schema import NodeWithScore
from llama_index.core.selectors import LLMSingleSelector
from llama_index.core.tools import QueryEngineTool

from rag.answers import answer_record
from rag.config import RagConfig
from rag.errors import QuestionError
from rag.papers import Paper
from rag.ranking.nodes import node_of
from rag.store import PaperStore
from rag.testing import ScriptedLLM
from tests.conftest import BATS, FROGS, HASH, OWLS, QUESTION, ask, engine_over

BY_ID = {paper.paper_id: paper for paper in (BATS, FROGS, OWLS)}
pytestmark = pytest.mark.stores("slowly")


def assert_quotes_are_exact(record: dict[str, Any], papers: dict[str, Paper] = BY_ID) -> None:
    assert record["citations"]
    for citation in record["citations"]:
        abstract = papers[citation["paper_id"]].abstract
        assert citation["quote"]
        assert abstract[citation["start"] : citation["end"]] == citation["quote"]


@pytest.mark.stores("both")
def test_without_an_llm_the_answer_is_the_papers_own_sentence(animals: RagConfig) -> None:
    record = ask(engine_over(animals)[0])
    assert record["verdict"] == "answered"
    assert "navigate by echolocation at 40 kHz in total darkness. [1]" in record["answer"]
    assert record["sentences"] == [
        {"text": "Bats hear well.", "citations": [1], "supported": True},
        {"text": "They navigate by echolocation at 40 kHz in total darkness.", "citations": [1], "supported": True},
    ]
    assert_quotes_are_exact(record)


def test_a_record_has_the_fields_of_the_contract(animals: RagConfig) -> None:
    record = ask(engine_over(animals)[0])
    assert list(record) == [
        "question", "standalone_question", "answer", "verdict", "citations", "sentences", "papers", "mode",
        "timings_ms", "usage", "filters", "corrections", "translation", "problem", "dropped_citations",
        "removed_sentences",
    ]  # fmt: skip
    assert list(record["citations"][0]) == ["n", "paper_id", "title", "url", "quote", "start", "end"]
    assert record["papers"][0] == {
        "paper_id": "bats", "title": "BATNET", "url": "", "abstract": BATS.abstract,
        "score": record["papers"][0]["score"], "probability": None, "why": record["papers"][0]["why"],
        "authors": [], "year": None, "venue": "", "status": "", "kind": "", "identifiers": [],
    }  # fmt: skip
    assert (record["mode"], record["usage"], set(record["timings_ms"])) == (
        "extractive", None, {"retrieve", "synthesize", "total"},
    )  # fmt: skip


def test_a_question_that_names_two_papers_is_answered_from_both(animals: RagConfig) -> None:
    record = ask(engine_over(animals)[0], "How do BATNET and FROGNET differ: echolocation, or leap?")
    assert {citation["paper_id"] for citation in record["citations"]} == {"bats", "frogs"}
    assert_quotes_are_exact(record)


def test_the_paper_whose_words_come_nearer_speaks_first_where_the_ranking_is_close(animals: RagConfig) -> None:
    synthesizer = engine_over(animals)[0]._response_synthesizer
    close = [NodeWithScore(node=node_of(FROGS), score=0.9), NodeWithScore(node=node_of(BATS), score=0.8)]
    response = synthesizer.synthesize(QUESTION, close)
    assert response.metadata is not None
    assert response.metadata["citations"][0]["paper_id"] == "bats"


@pytest.mark.stores("both")
def test_what_no_paper_answers_is_refused_with_the_nearest_papers(animals: RagConfig) -> None:
    record = ask(engine_over(animals)[0], "Who painted the Mona Lisa?")
    assert (record["verdict"], record["citations"], record["sentences"]) == ("not_in_papers", [], [])
    assert record["answer"].startswith("These papers do not say.")
    assert len(record["papers"]) == 3


def test_streaming_gives_the_same_answer(animals: RagConfig) -> None:
    whole, streamed = ask(engine_over(animals)[0]), ask(engine_over(animals, streaming=True)[0])
    assert whole | {"timings_ms": 0} == streamed | {"timings_ms": 0}


async def test_asynchronous_callers_get_the_same_answer(animals: RagConfig) -> None:
    response = await engine_over(animals)[0].aquery(QUESTION)
    record = answer_record(QUESTION, response)
    assert record | {"timings_ms": 0} == ask(engine_over(animals)[0]) | {"timings_ms": 0}


async def test_an_llm_streams_to_asynchronous_callers(animals: RagConfig) -> None:
    engine, _ = engine_over(animals, [["Bats use ", "40 kHz [1", "]."]], streaming=True)
    response = await engine.aquery(QUESTION)
    assert isinstance(response, AsyncStreamingResponse)
    assert [piece async for piece in response.response_gen] == ["Bats use", " 40 kHz", " [1]."]
    assert_quotes_are_exact(answer_record(QUESTION, response))


@pytest.mark.stores("both")
def test_an_llm_writes_and_each_citation_quotes_the_nearest_sentence(animals: RagConfig) -> None:
    engine, llm = engine_over(animals, ["Frogs leap 2 metres [2]. Bats navigate at 40 kHz [1]."])
    record = ask(engine, "How far do frogs leap, and at what kHz do bats navigate by echolocation?")
    assert llm is not None
    (prompt,) = [str(messages[-1].content) for messages in llm.requests]
    order = sorted(BY_ID, key=lambda key: prompt.index(BY_ID[key].abstract))
    assert record["answer"] == "Frogs leap 2 metres [1]. Bats navigate at 40 kHz [2]."
    assert list(dict.fromkeys(citation["paper_id"] for citation in record["citations"])) == [order[1], order[0]]
    assert [sentence["citations"] for sentence in record["sentences"]] == [[1], [2]]
    assert {sentence["supported"] for sentence in record["sentences"]} == {True}
    assert record["mode"] == "scripted:script"
    assert_quotes_are_exact(record)


def test_a_marker_after_the_full_stop_belongs_to_the_sentence_before(animals: RagConfig) -> None:
    record = ask(engine_over(animals, ["Bats navigate at 40 kHz. [1] They hear well. [1]"])[0])
    assert record["sentences"] == [
        {"text": "Bats navigate at 40 kHz.", "citations": [1], "supported": True},
        {"text": "They hear well.", "citations": [1], "supported": True},
    ]


def test_numbers_that_name_no_paper_are_dropped(animals: RagConfig) -> None:
    record = ask(engine_over(animals, ["Bats hear [1][7]."])[0])
    assert record["answer"] == "Bats hear [1]."
    assert {citation["n"] for citation in record["citations"]} == {1}


def test_a_question_that_retrieval_knows_to_be_hopeless_costs_no_call(animals: RagConfig) -> None:
    engine, llm = engine_over(animals, [])
    assert ask(engine, "Who painted the Mona Lisa?")["verdict"] == "not_in_papers"
    assert llm is not None
    assert llm.requests == []


@pytest.mark.stores("both")
def test_an_empty_index_says_how_to_fill_it_and_costs_no_call(config: RagConfig) -> None:
    PaperStore.create(config.index, HASH).close()
    engine, llm = engine_over(config, [])
    assert ask(engine)["answer"] == "There are no papers in this index yet. Add some: python ingest.py PATH"
    assert llm is not None
    assert llm.requests == []


def test_the_prompt_can_be_read_and_replaced(animals: RagConfig) -> None:
    engine, llm = engine_over(animals, ["Bats [1]."])
    (name,) = engine.get_prompts()
    assert name == "response_synthesizer:answer"
    engine.update_prompts({name: ChatPromptTemplate.from_messages([("user", "MINE {context_str} {query_str}")])})
    ask(engine)
    assert llm is not None
    assert str(llm.requests[0][-1].content).startswith("MINE")


def test_the_engine_serves_as_a_llamaindex_tool(animals: RagConfig) -> None:
    tool = QueryEngineTool.from_defaults(engine_over(animals)[0], name="papers", description="papers")
    assert "40 kHz" in tool.call(QUESTION).content


@pytest.mark.parametrize("streaming", [False, True])
def test_an_empty_question_is_refused(animals: RagConfig, streaming: bool) -> None:
    with pytest.raises(QuestionError, match="The question is empty"):
        engine_over(animals, streaming=streaming)[0].query("  ")


def test_closing_a_streamed_answer_closes_the_llms_stream(animals: RagConfig) -> None:
    engine, _ = engine_over(animals, [["Bats ", "hear ", RuntimeError("read on after the close")]], streaming=True)
    response = engine.query(QUESTION)
    assert isinstance(response, StreamingResponse)
    assert next(response.response_gen) == "Bats"
    response.response_gen.close()
    assert list(response.response_gen) == []


def test_a_llamaindex_router_chooses_the_engine_and_keeps_its_proof(animals: RagConfig) -> None:
    tool = QueryEngineTool.from_defaults(engine_over(animals)[0], name="papers", description="papers")
    choice = '[{"choice": 1, "reason": "the only one"}]'
    selector = LLMSingleSelector.from_defaults(llm=ScriptedLLM([choice]))
    router = RouterQueryEngine(selector, [tool], llm=ScriptedLLM([]))
    response = router.query(QUESTION)
    assert response.metadata is not None
    assert response.metadata["citations"][0]["paper_id"] == "bats"


def test_a_chinese_question_without_a_latin_name_is_left_to_the_llm(animals: RagConfig) -> None:
    engine, llm = engine_over(animals, ["How do bats find their way?", "蝙蝠用回声 [1]。"])
    assert ask(engine, "蝙蝠怎样找路？")["verdict"] == "answered"
    assert llm is not None
    assert len(llm.requests) == 2  # it translates, then answers


async def test_a_hopeless_question_costs_asynchronous_callers_no_call_either(animals: RagConfig) -> None:
    engine, llm = engine_over(animals, [])
    response = await engine.aquery("Who painted the Mona Lisa?")
    assert response.metadata is not None
    assert response.metadata["verdict"] == "not_in_papers"
    assert llm is not None
    assert llm.requests == []


def test_the_llm_is_shown_evidence_k_papers_and_the_answer_lists_top_k(animals: RagConfig) -> None:
    engine, llm = engine_over(replace(animals, top_k=2, evidence_k=1), ["Bats [1]."])
    assert len(ask(engine)["papers"]) == 2
    assert llm is not None
    assert str(llm.requests[0][-1].content).count("<abstract number=") == 1


@pytest.mark.parametrize("question", [f"{QUESTION}\ud800", f" {QUESTION}\x00 "])
async def test_the_llm_gets_the_question_without_what_no_encoding_takes(animals: RagConfig, question: str) -> None:
    engine, llm = engine_over(animals, ["Bats [1].", "Bats [1]."])
    assert ask(engine, question)["verdict"] == "answered"
    await engine.aquery(question)
    assert llm is not None
    assert [str(messages[-1].content).rpartition("Question: ")[2] for messages in llm.requests] == [QUESTION] * 2
