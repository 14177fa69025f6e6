"""MCP's tools, through the `mcp` package's own client."""

from __future__ import annotations

from typing import Any

import mcp
import pytest

from tests.conftest import QUESTION
from tests.ui.programs.conftest import Served
from ui.app import build_app
from ui.gate.turnstile import Turnstile
from ui.programs.desk import Desk
from ui.programs.reception import Reception
from ui.server import Serving, serve
from ui.watch import Watch


async def called(served: Served, tool: str, **arguments: Any) -> Any:
    async with mcp.Client(f"{served.url}mcp") as client:
        return await client.call_tool(tool, arguments)


async def test_the_tools_are_described(served: Served) -> None:
    async with mcp.Client(f"{served.url}mcp") as client:
        assert "cites the papers by [n]" in str(client.instructions)
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
    assert list(tools) == ["ask", "search", "papers", "paper"]
    assert "with citations" in str(tools["ask"].description)
    assert list(tools["ask"].input_schema["properties"]) == ["question", "where", "history", "top_k"]
    assert tools["search"].annotations is not None
    assert tools["search"].annotations.read_only_hint


async def test_results_are_structured(served: Served) -> None:
    found = (await called(served, "search", question=QUESTION, top_k=1)).structured_content
    assert [paper["paper_id"] for paper in found["papers"]] == ["bats"]
    assert (await called(served, "papers", limit=2)).structured_content["total"] == 3
    for where in ("keyword=echolocation", ["keyword=echolocation"]):  # as the other interfaces take it
        assert (await called(served, "papers", where=where)).structured_content["total"] == 1
    assert (await called(served, "paper", paper_id="owls")).structured_content["title"] == "OWLNET"


async def test_a_wrong_argument_is_told_in_one_plain_line(served: Served) -> None:
    result = await called(served, "search", question=QUESTION, top_k=500)
    assert result.is_error
    assert result.content[0].text == "`search` was not called: `top_k` must be 100 or less, not '500'."
    assert (await called(served, "ask")).content[0].text == (
        "`ask` was not called: `question` is missing: it must be given."
    )
    wrong = await called(served, "papers", where=7, limit="x")
    assert wrong.content[0].text == (
        "`papers` was not called: `where` must be a list or a text, not '7'; `limit` must be a whole number, not 'x'."
    )


async def test_an_error_is_the_tools_own_in_one_line(served: Served) -> None:
    result = await called(served, "paper", paper_id="whales")
    assert result.is_error
    assert "No paper has the id 'whales'" in result.content[0].text


async def test_a_question_too_many_is_told_with_when_to_come_again(served: Served) -> None:
    reception = Reception(Desk(served.engine), Turnstile(), Watch())
    app = build_app(served.engine, examples=[], title="AskPapers", mode="extractive", papers=3, reception=reception)
    running = serve(app, host="127.0.0.1", port=None, reception=reception, serving=Serving(mcp=True, rate=1))
    try:
        async with mcp.Client(f"{running.url}mcp") as client:
            await client.call_tool("papers", {})
            with pytest.raises(mcp.MCPError, match=r"1 question a minute is allowed: try again in \d+ s\."):
                await client.call_tool("papers", {})
    finally:
        running.close()
