"""Odd streams, as servers send them, read for what they say."""

import json
from typing import Any

import openai
import pytest

from rag.testing import Canned, ScriptedServer
from tests.rag.llms.test_remote import told


def event(**fields: Any) -> bytes:
    return f"data: {json.dumps(fields)}\n\n".encode()


def said(text: str | None, **more: Any) -> bytes:
    return event(choices=[{"index": 0, "delta": {"content": text}, **more}])


def streamed(*pieces: Any, kind: str = "text/event-stream") -> str:
    canned = Canned(200, b"".join(pieces), {"Content-Type": kind})
    with ScriptedServer([canned]) as server:
        return told(server)


ODD = (
    event(id="", choices=[], prompt_filter_results=[]),
    event(choices=[{"index": 0, "delta": {"role": "assistant"}}]),
    said("Bats hear [1]."),
    b": keepalive\n\n",
    event(choices=[{"index": 0, "finish_reason": None}]),
    event(choices=[{"index": 0, "delta": None}]),
    event(choices=None),
    said(None, finish_reason="stop"),
    event(choices=[], usage={"prompt_tokens": 9}),
)


@pytest.mark.parametrize("end", [b"data: [DONE]\n\n", b"", b"data:[DONE]\n"])
@pytest.mark.parametrize("kind", ["text/event-stream; charset=utf-8", "text/plain", "application/json"])
def test_chunks_without_text_are_passed_over(kind: str, end: bytes) -> None:
    assert streamed(*ODD, end, kind=kind) == "Bats hear [1]."


def test_lines_may_end_in_carriage_returns_and_hold_line_separators() -> None:
    body = (
        b"".join(ODD[:2])
        + 'data: {"choices":[{"delta":{"content":"a\u2028b\x85"}}]}\r\n\r\ndata: [DONE]\r\n\r\n'.encode()
    )
    assert streamed(body) == "a\u2028b\x85"


def test_an_event_in_several_data_lines_is_one() -> None:
    body = b'event: message\ndata: {"choices":\ndata: [{"delta": {"content": "Bats"}}]}\n\ndata: [DONE]\n\n'
    assert streamed(body) == "Bats"


def test_text_in_parts_is_joined_and_thoughts_among_them_left_out() -> None:
    parts = [{"type": "thinking", "thinking": []}, {"type": "text", "text": "Bats "}, {"type": "text", "text": "hear."}]
    assert streamed(event(choices=[{"delta": {"content": parts}}]), b"data: [DONE]\n\n") == "Bats hear."


def test_thoughts_in_a_field_of_their_own_are_no_text() -> None:
    thought = event(choices=[{"delta": {"reasoning_content": "Owls?", "reasoning": "Owls?"}}])
    assert streamed(thought, said("Bats."), b"data: [DONE]\n\n") == "Bats."


@pytest.mark.parametrize("kind", ["application/json", "text/event-stream", "text/plain"])
def test_an_answer_that_is_not_streamed_is_taken_whole(kind: str) -> None:
    body = json.dumps({"choices": [{"message": {"content": "Bats."}, "finish_reason": "stop"}]}, indent=1)
    assert streamed(body.encode(), kind=kind) == "Bats."


@pytest.mark.parametrize("error", [{"message": "overloaded"}, "overloaded"])
def test_an_error_within_an_answer_is_an_error(error: Any) -> None:
    with pytest.raises(openai.APIError, match="an error within the answer"):
        streamed(said("Bats"), event(error=error))
    with pytest.raises(openai.APIError, match="an error within the answer"):
        streamed(json.dumps({"error": error}).encode(), kind="application/json")


@pytest.mark.parametrize("rest", [b"", b'data: {"choices": [{"delta": {"content": "\xf0'])
def test_a_stream_that_ends_before_the_answer_is_known_as_such(rest: bytes) -> None:
    with pytest.raises(ConnectionError, match="ended before the answer"):
        streamed(said("Bats"), rest)


@pytest.mark.parametrize("body", [b"data: Bats hear.\n\n", b"data: [1]\n\n"])
def test_what_is_no_event_is_refused(body: bytes) -> None:
    with pytest.raises(ValueError):
        streamed(body)


def test_an_empty_body_is_an_empty_answer() -> None:
    assert streamed(b"") == ""
