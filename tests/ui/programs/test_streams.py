"""Streams of /v1 over a scripted engine: long silences, readers that leave, failures."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from tests.ui.scripted import Script, ScriptedEngine, scripted_engine, scripted_record
from ui.app import build_app
from ui.gate.turnstile import Turnstile
from ui.programs.desk import Desk
from ui.programs.reception import Reception
from ui.server import Serving, serve
from ui.watch import Watch
from ui.wording import EN


@pytest.fixture(scope="module")
def engine() -> ScriptedEngine:
    engine = scripted_engine()
    engine.scripts["slow"] = Script(delay=0.5)
    return engine


@pytest.fixture(scope="module")
def client(engine: ScriptedEngine) -> Iterator[httpx.Client]:
    """A client of a window that answers one question at a time, reached through an environment with a dead proxy."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("http_proxy", "http://127.0.0.1:9")
        patch.setattr("ui.programs.completions.QUIET_SECONDS", 0.05)
        watch = Watch()
        reception = Reception(Desk(engine, scripted_record), Turnstile(places=1), watch)
        app = build_app(
            engine, examples=[], title="AskPapers", mode="extractive", papers=1, reception=reception,
            make_record=scripted_record,
        )  # fmt: skip
        running = serve(app, host="127.0.0.1", port=None, reception=reception, serving=Serving(watch=watch))
        with httpx.Client(base_url=running.url, trust_env=False, timeout=10) as client:
            yield client
        running.close()


def body(question: str, *, stream: bool = True) -> dict[str, Any]:
    return {"model": "askpapers", "stream": stream, "messages": [{"role": "user", "content": question}]}


def test_a_stream_that_has_nothing_yet_says_that_it_is_there(client: httpx.Client) -> None:
    with client.stream("POST", "v1/chat/completions", json=body("slow")) as reply:
        lines = [line for line in reply.iter_lines() if line]
    assert ": still at work" in lines
    assert lines[-1] == "data: [DONE]"


def test_a_reader_that_leaves_ends_the_models_stream_and_the_next_is_told_its_place(
    client: httpx.Client, engine: ScriptedEngine
) -> None:
    with client.stream("POST", "v1/chat/completions", json=body("forever")) as first:
        begun = first.iter_lines()
        next(begun)
        with client.stream("POST", "v1/chat/completions", json=body("whales")) as second:
            lines = second.iter_lines()
            assert ": 1 to be begun before this one" in [next(lines) for _ in range(4)]
            first.close()
            assert "data: [DONE]" in list(lines)
    assert engine.scripts["forever"].closed.wait(2)
    assert 'askpapers_answers_total{interface="openai",verdict="stopped"} 1.0' in client.get("metrics").text


@pytest.mark.parametrize("stream", [True, False])
def test_a_failure_is_told_without_its_inside(client: httpx.Client, stream: bool) -> None:
    reply = client.post("v1/chat/completions", json=body("bug", stream=stream))
    assert reply.status_code == 500
    assert reply.json()["error"] == {"message": EN.unexpected, "type": "server_error", "param": None, "code": None}


def test_a_failure_within_a_stream_is_its_last_event(client: httpx.Client, engine: ScriptedEngine) -> None:
    engine.scripts["late"] = Script(delay=0.3, record={})
    with client.stream("POST", "v1/chat/completions", json=body("late")) as reply:
        events = [line.removeprefix("data: ") for line in reply.iter_lines() if line.startswith("data: ")]
    assert json.loads(events[-1])["error"]["message"] == EN.unexpected
