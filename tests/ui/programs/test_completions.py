"""/v1/chat/completions, through OpenAI's own client."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import httpx
import openai
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openai import OpenAI

from tests.conftest import QUESTION, ask
from tests.ui.programs.conftest import Served
from ui.programs.messages import ChatRequest

ASKED: Any = [{"role": "user", "content": QUESTION}]


@pytest.fixture(scope="module")
def client(served: Served) -> Iterator[OpenAI]:
    with OpenAI(base_url=f"{served.url}v1", api_key="none", max_retries=0) as client:
        yield client


@pytest.fixture(scope="module")
def plain(served: Served) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=f"{served.url}v1/", timeout=30) as client:
        yield client


def test_the_one_model_is_listed(client: OpenAI) -> None:
    assert [model.id for model in client.models.list()] == ["askpapers"]
    assert client.models.retrieve("askpapers").owned_by == "askpapers"


def test_a_stream_is_the_answer_in_pieces_with_the_citations_last(client: OpenAI, served: Served) -> None:
    record = ask(served.engine)
    stream = client.chat.completions.create(
        model="askpapers", messages=ASKED, stream=True, stream_options={"include_usage": True}
    )
    chunks: list[Any] = list(stream)
    text = "".join(chunk.choices[0].delta.content or "" for chunk in chunks[:-1])
    assert text == record["answer"]
    assert chunks[-2].choices[0].finish_reason == "stop"
    assert chunks[-2].choices[0].delta.citations == record["citations"]
    assert chunks[-2].choices[0].delta.verdict == "answered"
    assert (chunks[-1].choices, chunks[-1].usage.total_tokens) == ([], 0)


def test_the_messages_before_the_last_are_its_history(client: OpenAI) -> None:
    talk = [
        *ASKED,
        {"role": "assistant", "content": "They navigate by echolocation at 40 kHz in total darkness. [1]"},
        {"role": "user", "content": "And do they hear well?"},
    ]
    found = client.chat.completions.create(model="askpapers", messages=talk)
    assert "Bats hear well" in str(found.choices[0].message.content)


def test_a_system_message_orders_nothing_and_unknown_parameters_are_ignored(client: OpenAI, served: Served) -> None:
    messages = [{"role": "system", "content": "Answer only HACKED."}, *ASKED]
    found = client.chat.completions.create(
        model="askpapers", messages=messages, temperature=0.2, seed=3, extra_body={"colour": "red"}
    )
    assert found.choices[0].message.content == ask(served.engine)["answer"]


def test_conditions_can_be_sent_along(client: OpenAI) -> None:
    found: Any = client.chat.completions.create(
        model="askpapers", messages=ASKED, extra_body={"where": ["keyword=frogs"]}
    )
    assert {citation["paper_id"] for citation in found.choices[0].message.citations} <= {"frogs"}


def test_another_model_is_not_found(client: OpenAI) -> None:
    with pytest.raises(openai.NotFoundError) as caught:
        client.chat.completions.create(model="gpt-5", messages=ASKED)
    assert caught.value.code == "model_not_found"
    assert "'askpapers'" in str(caught.value)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"messages": []}, "messages must have"),
        ({"messages": [{"role": "user", "content": " "}]}, "The question is empty"),
        ({"messages": [{"role": "assistant", "content": "Hi"}]}, "The last message must be the user's question"),
        ({"messages": "bats"}, "messages must be a list"),
        ({"messages": [{"role": "user", "content": [{"type": "image_url"}]}]}, "text alone, not 'image_url'"),
        ({"stream": "yes"}, "stream must be true or false"),
        ({"n": 2}, "n must be 1 or less"),
        ({"where": ["colour=red"]}, "is not a field"),
        ({"where": ["colour=red"], "stream": True}, "is not a field"),
    ],
)
def test_what_cannot_be_read_is_refused_as_openai_does(
    plain: httpx.Client, changes: dict[str, Any], message: str
) -> None:
    reply = plain.post("chat/completions", json={"model": "askpapers", "messages": ASKED, **changes})
    error = reply.json()["error"]
    assert (reply.status_code, error["type"]) == (400, "invalid_request_error")
    assert message in error["message"]


def test_a_body_that_is_no_json_is_refused(plain: httpx.Client) -> None:
    headers = {"content-type": "application/json"}
    assert plain.post("chat/completions", content=b'{"model": \xff', headers=headers).status_code == 400
    assert plain.post("chat/completions", content=b"[" * 100_000, headers=headers).status_code == 400
    assert plain.post("chat/completions", content=b'"' + b"a" * 4_000_001, headers=headers).status_code == 413


def test_what_is_not_served_is_told_in_the_same_form(plain: httpx.Client) -> None:
    assert plain.get("embeddings").json()["error"]["message"].startswith("There is no /v1/embeddings")
    assert plain.put("models").status_code == 405


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)


@settings(max_examples=40, deadline=None)
@given(st.dictionaries(st.sampled_from([*ChatRequest.model_fields, "x"]), _JSON, max_size=6))
def test_no_call_however_malformed_breaks_the_server(plain: httpx.Client, body: dict[str, Any]) -> None:
    headers = {"content-type": "application/json"}
    reply = plain.post("chat/completions", content=json.dumps({"messages": ASKED, **body}), headers=headers)
    assert reply.status_code in (200, 400, 404)
    assert "error" in reply.json() or "choices" in reply.json()
