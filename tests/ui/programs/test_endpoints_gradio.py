"""Gradio's named endpoints, through `gradio_client`."""

from __future__ import annotations

import json
from typing import Any

import httpx
import pytest
from gradio_client import Client
from gradio_client.exceptions import AppError

import rag.__main__ as command_line
from rag.config import RagConfig
from tests.conftest import QUESTION
from tests.ui.programs.conftest import Served


@pytest.fixture(scope="module")
def client(served: Served) -> Client:
    return Client(served.url, verbose=False)


def test_the_endpoints_say_what_they_do_and_what_they_take(client: Client) -> None:
    api: Any = client.view_api(return_format="dict", print_info=False)
    endpoints = api["named_endpoints"]
    assert list(endpoints) == ["/ask", "/search", "/papers"]
    assert endpoints["/search"]["description"] == "Rank the papers for a question, without an answer."
    names = [parameter["parameter_name"] for parameter in endpoints["/papers"]["parameters"]]
    assert names == ["where", "offset", "limit"]
    shown = client.view_api(return_format="str", print_info=False)
    assert "defaults to:   100)  (how many papers to give at most, 1 to 1000)" in shown
    assert "record: Any (The answer record: question, answer (Markdown with [n] markers), verdict" in shown


def test_search_gives_what_the_command_line_prints(
    client: Client, served: Served, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command_line, "_engine", lambda args: served.plain)
    command_line.main(["search", QUESTION, "--json"])
    printed = json.loads(capsys.readouterr().out)
    assert client.predict(QUESTION, api_name="/search") == printed
    assert client.predict(QUESTION, 1, api_name="/search")["papers"] == printed["papers"][:1]


def test_papers_are_listed_as_the_command_line_does(
    client: Client, served: Served, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(RagConfig, "from_env", lambda index=None: served.config)
    command_line.main(["papers", "--json"])
    printed = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert client.predict(api_name="/papers") == {"total": 3, "offset": 0, "papers": printed}
    assert client.predict(offset=1, limit=1, api_name="/papers")["papers"] == printed[1:2]


def test_papers_that_meet_a_condition_are_counted(client: Client) -> None:
    found = client.predict(where="keyword=echolocation", api_name="/papers")
    assert (found["total"], [paper["paper_id"] for paper in found["papers"]]) == (1, ["bats"])


@pytest.mark.parametrize(
    ("endpoint", "arguments", "message"),
    [
        ("/search", {"question": " "}, "The question is empty"),
        ("/search", {"question": "bats", "where": "colour=red"}, "is not a field"),
        ("/ask", {"question": "bats", "history": 3}, "history must be a list"),
        ("/ask", {"question": "bats", "top_k": "many"}, "top_k must be a whole number"),
        ("/search", {"question": ["bats"]}, "question must be a text"),
        ("/search", {"question": "bats", "where": 3}, "where must be a text or a list"),
        ("/papers", {"limit": 5000}, "limit one from 1 to 1000"),
        ("/papers", {"where": {"year": 2023}}, "where must be a text or a list"),
    ],
)
def test_what_cannot_be_done_is_told_in_one_line(
    client: Client, endpoint: str, arguments: dict[str, Any], message: str
) -> None:
    with pytest.raises(AppError, match=message):
        client.predict(**arguments, api_name=endpoint)


@pytest.mark.parametrize("path", ["queue/join", "run/predict", "call/ask", "call/v2/ask", "cancel", "upload"])
@pytest.mark.parametrize(
    "body",
    [
        b"", b"[]", b"\xff\xfe", b"[" * 5000, b"{}", b'{"data": []}', b'{"fn_index": 9999, "data": []}',
        b'{"fn_index": 0, "data": [], "session_hash": "s"}', b'{"fn_index": 0, "data": [{}, {}, {}, {}, {}, {}]}',
    ],
)  # fmt: skip
def test_no_call_however_malformed_is_the_servers_fault(served: Served, path: str, body: bytes) -> None:
    with httpx.Client(base_url=f"{served.url}gradio_api/", verify=False) as client:
        for kind in ("application/json", "multipart/form-data; boundary=x", ""):
            reply = client.post(path, content=body, headers={"content-type": kind})
            assert reply.status_code < 500
            assert "Traceback" not in reply.text


def test_a_call_of_too_few_values_is_told_which_it_takes(served: Served) -> None:
    called = f"{served.url}gradio_api/call/search"
    event = httpx.post(called, json={"data": ["bats"]}).json()["event_id"]
    told = httpx.get(f"{called}/{event}").text
    assert "This call takes 3 values (question, top_k, where), and was given 1" in told
