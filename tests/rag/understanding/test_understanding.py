"""A question understood: what is ranked by, what filters, what is said of it."""

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest
from llama_index.core.base.response.schema import AsyncStreamingResponse, StreamingResponse

from rag.config import RagConfig
from rag.errors import ConfigError
from rag.indexing import IndexStats
from rag.papers import Paper
from tests.conftest import engine_over, paper

pytestmark = pytest.mark.stores("slowly")
PAPERS = [
    paper("Bats hear by echolocation, says BatNavi.", "Bats with echolocation", "with", year=2019, venue="ICML"),
    paper("Bats of this kind fly without echolocation.", "Bats by eyesight", "without", year=2021, venue="ICML"),
    paper("Frogs leap over wet leaves.", "Frogs", "frogs", year=2021, venue="ICLR", authors=("Ada Frost",)),
]


@pytest.fixture
def zoo(index: Callable[[Sequence[Paper]], IndexStats], config: RagConfig) -> RagConfig:
    index(PAPERS)
    return config


def asked(config: RagConfig, question: str) -> dict[str, Any]:
    response = engine_over(config)[0].query(question)
    assert response.metadata is not None
    return response.metadata | {"ids": [node.node.node_id for node in response.source_nodes], "text": str(response)}


@pytest.mark.stores("both")
def test_conditions_filter_and_the_rest_of_the_question_ranks(zoo: RagConfig) -> None:
    read = engine_over(zoo)[0].understand("ICML papers since 2020 about bats")
    assert (read.topic, read.allowed) == ("papers about bats", frozenset({"without"}))


def test_each_condition_is_told_with_the_words_that_said_it(zoo: RagConfig) -> None:
    assert asked(zoo, "papers since 2020 about bats")["filters"] == [
        {"field": "year", "operator": ">=", "value": "2020", "said": "since 2020",
         "removable": "year 2020 or later", "applied": True, "why": ""},
    ]  # fmt: skip


def test_a_condition_that_would_leave_nothing_is_left_aside_and_said_so(zoo: RagConfig) -> None:
    found = asked(zoo, "How do bats hear in papers since 2030?")
    assert [(item["applied"], item["why"]) for item in found["filters"]] == [(False, "no paper meets it")]
    assert found["text"].startswith("*No paper meets “since 2030”, so that was left aside.*")
    assert len(found["ids"]) == 3


def test_conditions_are_not_read_where_that_is_switched_off(zoo: RagConfig) -> None:
    found = asked(replace(zoo, infer_filters=False), 'ICML papers since 2020 about "bats", not on frogs')
    assert (found["filters"], len(found["ids"])) == ([], 3)


def test_a_condition_that_is_taken_back_is_mere_words_and_told_as_left_out(zoo: RagConfig) -> None:
    engine = engine_over(zoo)[0]
    read = engine.understand("ICML papers since 2020 about bats", without=["year>=2020"])
    assert (read.topic, read.allowed) == ("papers since 2020 about bats", frozenset({"with", "without"}))
    assert [(str(item.condition), item.applied, item.why) for item in read.readings] == [
        ("venue=ICML", True, ""), ("year>=2020", False, "left out as asked"),
    ]  # fmt: skip
    assert read.remarks() == []


def test_an_exclusion_that_is_taken_back_pushes_nothing_down_and_finds_nothing(zoo: RagConfig) -> None:
    read = engine_over(zoo)[0].understand("papers on bats, not on echolocation", without=["keyword!=echolocation"])
    assert (read.topic, read.excluded) == ("papers on bats", ())


def test_a_venue_let_in_again_is_not_shut_out_as_a_word(zoo: RagConfig) -> None:
    read = engine_over(zoo)[0].understand("papers about bats excluding ICML", without=["venue!=ICML"])
    assert (read.topic, read.allowed, read.excluded) == ("papers about bats", None, ())
    assert [item.why for item in read.readings] == ["left out as asked"]


def test_an_explicit_condition_holds_whatever_is_taken_back(zoo: RagConfig) -> None:
    read = engine_over(zoo)[0].understand("bats since 2020", ["year>=2020"], without=["year>=2020"])
    assert read.allowed == frozenset({"without", "frogs"})


@pytest.mark.parametrize(("text", "on"), [("1", True), ("off", False)])
def test_the_switch_is_read_from_the_environment(text: str, on: bool) -> None:
    assert RagConfig.from_env({"RAG_INFER_FILTERS": text}).infer_filters is on


def test_a_switch_that_is_neither_on_nor_off_is_refused() -> None:
    with pytest.raises(ConfigError, match="RAG_INFER_FILTERS='maybe' is neither on nor off"):
        RagConfig.from_env({"RAG_INFER_FILTERS": "maybe"})


def test_an_author_who_is_named_filters_and_still_ranks(zoo: RagConfig) -> None:
    found = asked(zoo, "papers by Ada Frost")
    assert (found["ids"], found["verdict"]) == (["frogs"], "answered")


def test_a_quoted_phrase_must_occur_and_one_that_nowhere_occurs_is_said(zoo: RagConfig) -> None:
    assert asked(zoo, 'bats "by echolocation"')["ids"] == ["with"]
    found = asked(zoo, 'bats "echolocation by"')
    assert len(found["ids"]) == 3
    assert "No paper meets “echolocation by”" in found["text"]


def test_an_excluded_topic_comes_last_and_a_paper_that_does_without_it_does_not(zoo: RagConfig) -> None:
    assert asked(zoo, "papers on bats, not on echolocation")["ids"] == ["without", "frogs", "with"]


def test_both_polarities_are_found_where_nothing_is_excluded(zoo: RagConfig) -> None:
    found = asked(replace(zoo, top_k=2), "bats that do not use echolocation")
    assert (sorted(found["ids"]), found["filters"]) == (["with", "without"], [])


def test_a_misspelt_name_is_put_right_and_told(zoo: RagConfig) -> None:
    found = asked(zoo, "What does BatNvai hear?")
    assert found["corrections"] == [{"from": "BatNvai", "to": "BatNavi"}]
    assert found["text"].startswith("*“BatNvai” was read as “BatNavi”.*")
    assert found["ids"][0] == "with"


async def test_remarks_and_filters_come_with_every_way_of_asking(zoo: RagConfig) -> None:
    question, remark = "How do bats hear in papers since 2030?", "*No paper meets “since 2030”"
    streamed = engine_over(zoo, streaming=True)[0].query(question)
    assert isinstance(streamed, StreamingResponse)
    assert "".join(streamed.response_gen).startswith(remark)
    later = await engine_over(zoo, streaming=True)[0].aquery(question)
    assert isinstance(later, AsyncStreamingResponse)
    assert "".join([piece async for piece in later.response_gen]).startswith(remark)
    assert json.dumps(later.metadata["filters"] if later.metadata else None).count("2030") == 3


def test_an_llm_is_asked_the_whole_question(zoo: RagConfig) -> None:
    engine, llm = engine_over(zoo, ["Bats fly [1]."])
    engine.query("How do bats fly in ICML papers since 2020?")
    assert llm is not None
    prompt = str(llm.requests[0][-1].content)
    assert prompt.endswith("Question: How do bats fly in ICML papers since 2020?")
    assert "Frogs leap" not in prompt
