"""RemoteLLM: an answer out of servers of all kinds, and a request that ends when it should."""

import asyncio
import time
from threading import Thread
from typing import Any

import openai
import pytest
from llama_index.core.llms import ChatMessage, MessageRole
from llama_index.llms.openai_like import OpenAILike

from rag.config import RagConfig
from rag.errors import ModelError, StoppedError
from rag.llms.cancellation import Cancellation
from rag.llms.llm import build_llm
from rag.testing import Canned, ScriptedServer

ASKED = [ChatMessage(role=MessageRole.SYSTEM, content="Be brief."), ChatMessage(content="Do bats hear?")]


def llm_at(server: ScriptedServer, **settings: Any) -> OpenAILike:
    llm = build_llm(RagConfig(llm=f"owl@{server.url}", **settings))
    assert isinstance(llm, OpenAILike)
    return llm


def told(server: ScriptedServer, **settings: Any) -> str:
    return "".join(chunk.delta or "" for chunk in llm_at(server, **settings).stream_chat(ASKED))


def refusal(message: str, status: int = 400, **more: Any) -> Canned:
    return Canned(status, {"error": {"message": message, **more}})


def test_an_llm_is_built_from_the_settings() -> None:
    llm = build_llm(RagConfig(llm="m@http://127.0.0.1:9/v1", context_window=2048, timeout=7))
    assert isinstance(llm, OpenAILike)
    assert (llm.timeout, llm.metadata.context_window, llm.temperature) == (7, 2048, 0.0)


def test_the_key_is_in_no_picture_of_the_llm(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-SECRET")
    llm = build_llm(RagConfig(llm="openai:gpt-x"))
    assert "SECRET" not in f"{llm!r} {llm} {llm.to_dict()} {llm.to_json()}"


async def test_every_way_of_asking_gives_the_same_answer() -> None:
    with ScriptedServer([["Bats ", "hear."]] * 4) as server:
        llm = llm_at(server)
        assert llm.chat(ASKED).message.content == "Bats hear."
        assert [chunk.delta for chunk in llm.stream_chat(ASKED)][:2] == ["Bats ", "hear."]
        assert (await llm.achat(ASKED)).message.content == "Bats hear."
        assert [chunk.delta async for chunk in await llm.astream_chat(ASKED)][:2] == ["Bats ", "hear."]


@pytest.mark.parametrize(
    ("refused", "left_out"),
    [
        (refusal("Unsupported value: 'temperature' does not support 0.0", param="temperature"), {"temperature"}),
        (refusal("Unrecognized request argument supplied: stream_options"), {"stream_options"}),
        (Canned(422, {"detail": [{"loc": ["body", "stream_options"], "msg": "extra"}]}), {"stream_options"}),
        (refusal("You must be verified to stream this model", param="stream"), {"stream", "stream_options"}),
    ],
)
def test_a_parameter_that_is_refused_is_left_out_from_then_on(refused: Canned, left_out: set[str]) -> None:
    with ScriptedServer([refused, ["Yes."], ["Yes."]]) as server:
        llm = llm_at(server)
        assert [llm.chat(ASKED).message.content for _ in range(2)] == ["Yes.", "Yes."]
    sent = [set(body) for body in server.requests]
    assert [sent[0] - body for body in sent] == [set(), left_out, left_out]


def test_max_tokens_becomes_what_reasoning_models_call_it() -> None:
    refused = refusal("Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.", param="max_tokens")
    with ScriptedServer([refused, ["Yes."]]) as server:
        llm = llm_at(server)
        llm.max_tokens = 50
        llm.chat(ASKED)
    assert (server.requests[0]["max_tokens"], server.requests[1]["max_completion_tokens"]) == (50, 50)
    assert "max_tokens" not in server.requests[1]


def test_a_model_without_a_system_role_is_told_by_the_user() -> None:
    with ScriptedServer([refusal("System role not supported"), ["Yes."]]) as server:
        told(server)
    assert [(m["role"], m["content"]) for m in server.requests[1]["messages"]] == [
        ("user", "Be brief.\n\nDo bats hear?")
    ]


def test_a_request_refused_for_another_reason_is_sent_once() -> None:
    with ScriptedServer([refusal("bad image"), ["Yes."]]) as server, pytest.raises(openai.BadRequestError):
        told(server)
    assert len(server.requests) == 1


def test_an_exhausted_account_is_not_asked_again() -> None:
    with (
        ScriptedServer([refusal("no", 429, code="insufficient_quota")]) as server,
        pytest.raises(openai.RateLimitError),
    ):
        told(server)
    assert len(server.requests) == 1


def test_a_busy_server_is_asked_again_when_it_says() -> None:
    busy = Canned(429, {"error": {"message": "slow down"}}, {"Retry-After": "0.3"})
    began = time.monotonic()
    with ScriptedServer([busy, ["Yes."]]) as server:
        assert told(server) == "Yes."
    assert 0.3 <= time.monotonic() - began < 5


def test_nobody_waits_for_a_day() -> None:
    busy = Canned(429, {"error": {"message": "slow down"}}, {"Retry-After": "86400"})
    with ScriptedServer([busy, ["Yes."]]) as server, pytest.raises(openai.RateLimitError):
        told(server)
    assert len(server.requests) == 1


def test_a_failing_server_is_asked_three_times() -> None:
    with ScriptedServer([503, 500, ["Yes."]]) as server:
        assert told(server) == "Yes."


def test_a_server_that_does_not_answer_in_time_is_asked_once() -> None:
    with ScriptedServer([[30.0, "late"]] * 2) as server, pytest.raises(openai.APITimeoutError):
        told(server, timeout=0.2)
    assert len(server.requests) == 1
    assert server.left.wait(1)


@pytest.mark.parametrize("kind", ["text/html", "application/json", "text/event-stream"])
def test_a_web_page_in_place_of_an_answer_is_not_shown(kind: str) -> None:
    page = Canned(200, "<html><body>Please log in</body></html>", {"Content-Type": kind})
    with ScriptedServer([page]) as server, pytest.raises(ModelError, match="a web page: a proxy, a login") as caught:
        told(server)
    assert "log in" not in str(caught.value)


def test_a_cancellation_ends_a_request_before_its_first_byte() -> None:
    cancellation, ended = Cancellation(), list[Exception]()

    def ask(llm: OpenAILike) -> None:
        with cancellation.scope():
            try:
                list(llm.stream_chat(ASKED))
            except StoppedError as error:
                ended.append(error)

    with ScriptedServer([[30.0, "late"]]) as server:
        thread = Thread(target=ask, args=(llm_at(server),))
        thread.start()
        while not server.requests:
            time.sleep(0.01)
        cancellation.cancel()
        thread.join(1)
        assert server.left.wait(1)
    assert [str(error) for error in ended] == ["The answer was stopped."]


async def test_cancelling_a_task_ends_its_request_before_its_first_byte() -> None:
    with ScriptedServer([[30.0, "late"]]) as server:
        task = asyncio.create_task(llm_at(server).achat(ASKED))
        while not server.requests:
            await asyncio.sleep(0.01)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert await asyncio.to_thread(server.left.wait, 1)


def test_nothing_is_sent_once_the_switch_was_thrown() -> None:
    cancellation = Cancellation()
    cancellation.cancel()
    with ScriptedServer([["Yes."]]) as server, cancellation.scope(), pytest.raises(StoppedError):
        told(server)
