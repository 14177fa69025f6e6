"""Answers that an LLM writes: what is left of them, and what follows, when it does not do its part."""

from dataclasses import replace
from json import JSONDecodeError
from typing import Any

import pytest
from llama_index.core.base.llms.types import ChatMessage, ChatResponse
from llama_index.core.base.response.schema import AsyncStreamingResponse, StreamingResponse

from rag.answers import answer_record
from rag.config import RagConfig
from rag.engine import PaperQueryEngine, build_query_engine
from rag.errors import ConfigError, QuestionError
from rag.llms.scripted_server import Piece
from rag.testing import Canned, HashEmbedding, Reply, ScriptedServer
from tests.conftest import BATS, QUESTION, ask, engine_over
from tests.rag.test_engine import assert_quotes_are_exact

QUOTED = "They navigate by echolocation at 40 kHz in total darkness. [1]"


def over_http(animals: RagConfig, server: ScriptedServer, **settings: Any) -> PaperQueryEngine:
    config = RagConfig(index=animals.index, embedding=animals.embedding, llm=f"bat-llm@{server.url}", **settings)
    fake = HashEmbedding()
    return build_query_engine(config, embed_model=fake, encoder=fake)


def ended(text: str, reason: str) -> ChatResponse:
    raw = {"choices": [{"delta": {"content": text}, "finish_reason": reason}]}
    return ChatResponse(message=ChatMessage(content=text), delta=text, raw=raw)


def test_a_stream_that_was_not_read_is_no_record_yet(animals: RagConfig) -> None:
    response = engine_over(animals, ["Bats use 40 kHz [1]."], streaming=True)[0].query(QUESTION)
    with pytest.raises(QuestionError, match="not been read to its end"):
        answer_record(QUESTION, response)


def test_an_openai_compatible_server_is_asked_with_its_model(animals: RagConfig) -> None:
    with ScriptedServer([["Bats use ", "40 kHz [1]."]]) as server:
        record = ask(over_http(animals, server))
    assert record["answer"] == "Bats use 40 kHz [1]."
    assert (record["mode"], record["problem"]) == ("openai-compatible:bat-llm", None)
    assert record["usage"] == {"prompt_tokens": 9, "completion_tokens": 4, "total_tokens": 13}
    assert (server.requests[0]["model"], server.requests[0]["stream"]) == ("bat-llm", True)


@pytest.mark.parametrize("reply", ["These papers do not say.", "These papers do not say. Sorry [1]."])
def test_an_llm_that_refuses_gives_a_refusal_without_citations(animals: RagConfig, reply: str) -> None:
    record = ask(engine_over(animals, [reply])[0])
    assert (record["verdict"], record["citations"], record["problem"]) == ("not_in_papers", [], None)


@pytest.mark.parametrize("streaming", [False, True])
@pytest.mark.parametrize(
    ("status", "said"),
    [(400, "RAG_CONTEXT_WINDOW"), (401, "OPENAI_API_KEY"), (403, "may not use this model"), (404, "Check RAG_LLM"),
     (418, "status 418"), (429, "limit is reached"), (500, "the server failed")],
)  # fmt: skip
def test_a_server_that_refuses_leaves_the_papers_own_sentences(
    animals: RagConfig, monkeypatch: pytest.MonkeyPatch, status: int, said: str, streaming: bool
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-SECRET")
    monkeypatch.setattr("rag.llms.failures.ATTEMPTS", 1)
    body = {"error": {"message": "no: key sk-SECRET"}}
    with ScriptedServer([Canned(status, body)], models=None) as server:
        engine = over_http(animals, server)
        engine._response_synthesizer._streaming = streaming
        record = ask(engine)
    assert server.requests[0]["authorization"] == "Bearer sk-SECRET"
    assert "SECRET" not in str(record)
    assert record["answer"].startswith("*The model openai-compatible:bat-llm gave no answer: ")
    assert said in record["problem"]
    assert QUOTED in record["answer"]
    assert record["verdict"] == "answered"
    assert_quotes_are_exact(record)


def test_a_server_that_is_not_there_is_said_so(animals: RagConfig, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rag.llms.failures.ATTEMPTS", 1)
    with ScriptedServer([]) as server:
        engine = over_http(animals, server)
    record = ask(engine)
    assert "cannot be reached" in record["problem"]
    assert QUOTED in record["answer"]


def test_an_unknown_model_is_answered_with_those_that_the_server_has(animals: RagConfig) -> None:
    with ScriptedServer([404], models=["owl-1", "owl-2"]) as server:
        record = ask(over_http(animals, server))
    assert "has no model 'bat-llm'. It has owl-1, owl-2." in record["problem"]
    assert f"RAG_LLM=owl-1@{server.url}" in record["problem"]


@pytest.mark.parametrize("streaming", [False, True])
def test_an_answer_that_breaks_off_stays_and_is_completed_from_the_papers(animals: RagConfig, streaming: bool) -> None:
    pieces: list[Piece] = [
        "Bats hear ",
        "well [1]. And",
        b'data: {"choices": [{"delta": {"content": "\xf0',
        ConnectionResetError(),
    ]
    with ScriptedServer([pieces]) as server:
        engine = over_http(animals, server)
        engine._response_synthesizer._streaming = streaming
        record = ask(engine)
    assert len(server.requests) == 1
    assert record["answer"].startswith(
        "Bats hear well [1]. And\n\n*The answer broke off: the connection to its server was"
    )
    assert QUOTED in record["answer"]
    assert {citation["n"] for citation in record["citations"]} == {1}
    assert [sentence["supported"] for sentence in record["sentences"]][-1] is True
    assert_quotes_are_exact(record)


def test_the_papers_sentences_below_a_broken_answer_keep_its_numbers(animals: RagConfig) -> None:
    replies: list[Reply] = [["Frogs leap [2]. ", OSError("gone")]]
    engine, llm = engine_over(animals, replies)
    record = ask(engine)
    assert llm is not None
    shown = str(llm.requests[0][-1].content)
    cited = {citation["n"]: citation["paper_id"] for citation in record["citations"]}
    assert sorted(cited) == [1, 2]
    assert cited[2] == "bats"
    assert f'number="2">\n{cited[1].upper()[:-1]}NET' in shown
    assert QUOTED.replace("[1]", "[2]") in record["answer"]


@pytest.mark.parametrize(
    ("reply", "said"),
    [
        ("", "what it sent is empty"),
        ("<think>Bats? Owls?</think>", "thought, and wrote no answer"),
        ("<think>Bats and", "thought, and wrote no answer"),
        ([ended("", "length")], "thought, and wrote no answer"),
        ([ended("", "content_filter")], "stopped by a content filter"),
        ([OSError("sk-SECRET")], "connection to its server was lost"),
        ([ValueError("sk-SECRET")], "ValueError while reading its answer"),
        ([JSONDecodeError("sk-SECRET", "", 0)], "no JSON"),
        ([RuntimeError("sk-SECRET")], "RuntimeError while reading its answer"),
    ],
)
async def test_a_reply_without_an_answer_is_replaced_by_the_papers_sentences(
    animals: RagConfig, reply: str | Reply, said: str
) -> None:
    record = ask(engine_over(animals, [reply])[0])
    assert said in record["problem"]
    assert record["answer"] == f"*{record['problem']}*\n\nFrom **BATNET**:\n\n> Bats hear well. [1] {QUOTED}"
    assert "SECRET" not in str(record)
    response = await engine_over(animals, [reply])[0].aquery(QUESTION)
    assert answer_record(QUESTION, response) | {"timings_ms": 0} == record | {"timings_ms": 0}


def test_an_answer_at_its_limit_of_tokens_is_said_to_be_cut(animals: RagConfig) -> None:
    record = ask(engine_over(animals, [["Bats hear well [1]. And they", ended(" na", "length")]])[0])
    assert record["answer"] == (
        "Bats hear well [1]. And they na\n\n*The answer was cut off: the model reached its limit of tokens. "
        "Ask for less at once.*"
    )
    assert record["verdict"] == "answered"


def test_a_filtered_answer_keeps_its_beginning_and_the_papers_follow(animals: RagConfig) -> None:
    record = ask(engine_over(animals, [["Bats hear [1]. ", ended("", "content_filter")]])[0])
    assert record["answer"].startswith(
        "Bats hear [1]. \n\n*The answer broke off: the server's content filter stopped it."
    )
    assert QUOTED in record["answer"]


def test_thoughts_are_hidden_and_tags_within_an_answer_are_not(animals: RagConfig) -> None:
    record = ask(engine_over(animals, [["<thi", "nk>Owls?</th", "ink>\n\nBats write <think> [1]."]])[0])
    assert record["answer"].partition("†")[0] == "Bats write <think> [1]."  # no abstract says so


@pytest.mark.parametrize("streaming", [False, True])
def test_thoughts_that_are_known_late_are_not_in_the_answer(animals: RagConfig, streaming: bool) -> None:
    engine, _ = engine_over(animals, [["Owls [2]? No.", "\n</thi", "nk>\n", "Bats hear [1]."]], streaming=streaming)
    record = ask(engine)
    assert record["answer"] == "Bats hear [1]."
    assert [sentence["text"] for sentence in record["sentences"]] == ["Bats hear."]


def test_links_and_images_become_text_and_a_papers_address_stays(index: Any, config: RagConfig) -> None:
    from dataclasses import replace

    index([replace(BATS, url="https://bats.test/1")])
    reply = "Bats [1](http://evil.test/?q=bats) ![x](http://evil.test/p.png) hear [here](https://bats.test/1) [1]."
    record = ask(engine_over(config, [reply])[0])
    assert record["answer"].partition("†")[0] == "Bats [1] [x] hear [here](https://bats.test/1) [1]."


async def test_leaving_an_asynchronous_answer_ends_the_request(animals: RagConfig) -> None:
    with ScriptedServer([["Bats ", 30.0, "hear."]]) as server:
        engine = over_http(animals, server)
        engine._response_synthesizer._streaming = True
        response = await engine.aquery(QUESTION)
        assert isinstance(response, AsyncStreamingResponse)
        assert await anext(response.response_gen) == "Bats"
        await response.response_gen.aclose()
        assert server.left.wait(1)


def test_closing_a_streamed_answer_ends_the_request(animals: RagConfig) -> None:
    with ScriptedServer([["Bats ", 30.0, "hear."]]) as server:
        engine = over_http(animals, server)
        engine._response_synthesizer._streaming = True
        response = engine.query(QUESTION)
        assert isinstance(response, StreamingResponse)
        assert next(response.response_gen) == "Bats"
        response.response_gen.close()
        assert server.left.wait(1)


def test_an_answer_that_is_closed_early_has_the_sources_it_cited_and_an_estimate_of_its_tokens(
    animals: RagConfig,
) -> None:
    engine, _ = engine_over(animals, [["Bats use 40 kHz [1]. ", "And ", "more."]], streaming=True)
    response = engine.query(QUESTION)
    assert isinstance(response, StreamingResponse)
    pieces = response.response_gen
    text = next(pieces) + next(pieces)
    pieces.close()
    record = answer_record(QUESTION, response)
    assert record["answer"] == text
    assert {(cited["n"], cited["paper_id"]) for cited in record["citations"]} == {(1, "bats")}
    assert record["usage"]["estimated"] == 1
    assert record["usage"]["prompt_tokens"] > record["usage"]["completion_tokens"] > 0


def test_a_server_that_counts_no_tokens_is_fine(animals: RagConfig) -> None:
    with ScriptedServer([["Bats [1]."]], usage=None) as server:
        assert ask(over_http(animals, server))["usage"] is None


def test_a_remote_llm_without_a_key_is_refused_before_any_work(animals: RagConfig) -> None:
    config = RagConfig(index=animals.index, embedding=animals.embedding, llm="openai:gpt")
    with pytest.raises(ConfigError, match="No API key is set"):
        build_query_engine(config, embed_model=HashEmbedding(), encoder=HashEmbedding())


FALSE = "Bats hear well [1]. They navigate by echolocation at 90 kHz [1][7]."


def test_a_sentence_that_the_abstract_does_not_bear_out_is_marked(animals: RagConfig) -> None:
    record = ask(engine_over(animals, [FALSE])[0])
    assert record["answer"].startswith("Bats hear well [1]. They navigate by echolocation at 90 kHz [1].†")
    assert [sentence["supported"] for sentence in record["sentences"]] == [True, False]
    assert (record["dropped_citations"], record["removed_sentences"]) == (1, 0)


def test_a_strict_answer_leaves_it_out(animals: RagConfig) -> None:
    record = ask(engine_over(replace(animals, strict=True), [FALSE])[0])
    assert record["answer"].strip() == "Bats hear well [1]."
    assert record["removed_sentences"] == 1


def test_an_llm_that_says_what_the_abstract_lacks_is_not_taken_to_have_answered(animals: RagConfig) -> None:
    reply = "The abstract does not say it [1]. Bats hear well [1]."
    record = ask(engine_over(animals, [reply])[0])
    assert record["verdict"] == "abstract_does_not_say"
    assert record["citations"]


def test_a_detail_that_the_abstract_lacks_costs_no_call(animals: RagConfig) -> None:
    engine, llm = engine_over(animals, [])
    record = answer_record("q", engine.query("What learning rate do bats that hear well navigate by?"))
    assert record["verdict"] == "abstract_does_not_say"
    assert llm is not None
    assert llm.requests == []
