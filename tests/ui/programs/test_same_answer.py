"""One question through every interface: one answer."""

from __future__ import annotations

import asyncio
import json
import re
from typing import Any

import httpx
import mcp
import pytest
from gradio_client import Client
from openai import OpenAI

import rag.__main__ as command_line
from rag.answers import answer_record
from tests.conftest import QUESTION, ask
from tests.ui.programs.conftest import Served
from ui.runs import Run
from ui.turns import Turn


def untimed(record: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in record.items() if key != "timings_ms"}


async def through_the_window(served: Served, question: str) -> dict[str, Any]:
    last = [turn async for turn in Run(served.engine, Turn(question), answer_record).turns()][-1]
    assert last.record is not None
    return dict(last.record)


async def through_mcp(served: Served, question: str) -> dict[str, Any]:
    async with mcp.Client(f"{served.url}mcp") as client:
        found = await client.call_tool("ask", {"question": question})
    assert found.structured_content is not None
    return dict(found.structured_content)


def through_the_command_line(
    served: Served, question: str, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> dict[str, Any]:
    monkeypatch.setattr(command_line, "_engine", lambda args: served.plain)
    assert command_line.main(["ask", question, "--json"]) == 0
    return dict(json.loads(capsys.readouterr().out))


def through_plain_http(served: Served, question: str) -> dict[str, Any]:
    with httpx.Client(base_url=served.url) as client:
        event = client.post("gradio_api/call/v2/ask", json={"question": question}).json()["event_id"]
        told = client.get(f"gradio_api/call/ask/{event}").text
    found = re.search(r"event: complete\ndata: (.*)", told)
    assert found is not None, told
    return dict(json.loads(found[1])[0])


@pytest.mark.parametrize(
    ("question", "verdict", "said"),
    [
        (QUESTION, "answered", "40 kHz in total darkness. [1]"),
        ("Which papers hunt or sing at night?", "answered", "[1]"),
        ("Who won the football match in Lisbon?", "not_in_papers", ""),
        ("What are the limitations of BATNET?", "abstract_does_not_say", "BATNET"),
    ],
)
def test_every_interface_gives_the_same_record(
    question: str,
    verdict: str,
    said: str,
    served: Served,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    expected = untimed(ask(served.engine, question))
    assert (expected["verdict"], said in expected["answer"]) == (verdict, True)
    assert untimed(asyncio.run(through_the_window(served, question))) == expected
    assert untimed(through_the_command_line(served, question, monkeypatch, capsys)) == expected
    assert untimed(Client(served.url, verbose=False).predict(question, api_name="/ask")) == expected
    assert untimed(through_plain_http(served, question)) == expected
    assert untimed(asyncio.run(through_mcp(served, question))) == expected
    with OpenAI(base_url=f"{served.url}v1", api_key="none") as client:
        asked: Any = [{"role": "user", "content": question}]
        message: Any = client.chat.completions.create(model="askpapers", messages=asked).choices[0].message
    assert (message.content, message.citations) == (expected["answer"], expected["citations"])
