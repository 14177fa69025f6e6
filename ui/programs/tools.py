"""The Model Context Protocol: the papers as tools for assistants."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from inspect import getdoc
from typing import Annotated, Any

from mcp.server import MCPServer
from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ToolError
from mcp.types import CallToolResult, InputRequiredResult, ToolAnnotations
from pydantic import Field, ValidationError

from rag.errors import AskPapersError
from rag.questions import MAX_CHARACTERS
from ui.gate.gate import caller_of
from ui.programs.desk import MOST, PAGE, Asking, Record
from ui.programs.objections import objections
from ui.programs.reception import Reception
from ui.release import release

_READS = ToolAnnotations(read_only_hint=True, open_world_hint=False)
_INSTRUCTIONS = (
    "These tools answer from a collection of abstracts of research papers, and from nothing else. Use `ask` for a "
    "question: its answer cites the papers by [n], each with an exact quote. Use `search` to find papers without an "
    "answer, `papers` to list them, `paper` to read one whole. An answer with the verdict not_in_papers or "
    "abstract_does_not_say means that the papers do not say it: tell the user so."
)
Question = Annotated[str, Field(description="In any language, as a person would ask it.", max_length=MAX_CHARACTERS)]
Where = Annotated[
    list[str] | str | None,
    Field(
        description="Conditions that papers must meet, all of them: year>=2023, venue=ICML|ICLR, author=Jane Doe, "
        "keyword=diffusion, status!=retracted, kind=oral."
    ),
]
TopK = Annotated[int, Field(description="How many of the papers found to give at most.", ge=1, le=100)]


def tools(reception: Reception) -> MCPServer:
    """The server of the tools; whoever mounts it runs its session manager.

    Args:
        reception: what they ask.
    """
    if not logging.getLogger().handlers:  # else the package sets up a log of its own, on standard error
        logging.getLogger().addHandler(logging.NullHandler())
    server = _Server("askpapers", title="AskPapers", instructions=_INSTRUCTIONS, version=release())
    made = _Tools(reception)
    titles: tuple[tuple[str, Callable[..., Any]], ...] = (
        ("Ask the papers", made.ask),
        ("Search the papers", made.search),
        ("List the papers", made.papers),
        ("Read one paper", made.paper),
    )
    for title, tool in titles:
        server.add_tool(tool, title=title, description=getdoc(tool), annotations=_READS, structured_output=True)
    return server


class _Server(MCPServer[Any]):
    """Tells in plain words which argument of a call is wrong."""

    async def call_tool(
        self, name: str, arguments: dict[str, Any], context: Context[Any, Any] | None = None
    ) -> CallToolResult | InputRequiredResult:
        """Call a tool. Raises as the package's own server does."""
        try:
            return await super().call_tool(name, arguments, context)
        except ToolError as error:
            if isinstance(error.__cause__, ValidationError):
                raise ToolError(_wrong(name, error.__cause__)) from error
            raise


def _wrong(tool: str, error: ValidationError) -> str:
    said = "; ".join(f"`{place}` {clause}" for place, clause in objections(error.errors(include_url=False)))
    return f"`{tool}` was not called: {said}."


class _Tools:
    """What the tools do; assistants are shown their signatures and docstrings."""

    def __init__(self, reception: Reception) -> None:
        self._reception = reception

    async def ask(
        self,
        question: Question,
        context: Context[Any, Any],
        where: Where = None,
        history: Annotated[
            list[dict[str, Any]] | None,
            Field(description='The messages before it, oldest first: {"role": "user"|"assistant", "content": …}.'),
        ] = None,
        top_k: TopK = 20,
    ) -> dict[str, Any]:
        """Answer a question from the papers' abstracts, with citations.

        Returns `answer` (Markdown with [n]), `verdict` (answered, not_in_papers or abstract_does_not_say), `citations`
        (n, paper_id, title, url, and the exact quote), `sentences`, the nearest `papers`, and how it was read.
        """
        asking = Asking(question, top_k, history, where)
        return await _told(self._reception.ask(asking, caller=_caller(context), interface="mcp"))

    async def search(
        self, question: Question, context: Context[Any, Any], where: Where = None, top_k: TopK = 20
    ) -> dict[str, Any]:
        """Rank the papers for a question or a topic, without an answer.

        Returns `papers`, best first: paper_id, title, url, authors, year, venue, abstract, score, the probability that
        it answers, and why it was found.
        """
        return await _told(self._reception.search(Asking(question, top_k, where=where), caller=_caller(context)))

    async def papers(
        self,
        context: Context[Any, Any],
        where: Where = None,
        offset: Annotated[int, Field(description="How many papers to pass over.", ge=0)] = 0,
        limit: Annotated[int, Field(description="How many papers to give at most.", ge=1, le=MOST)] = PAGE,
    ) -> dict[str, Any]:
        """List the papers, or those that meet conditions, a page at a time; `total` says how many there are."""
        return await _told(self._reception.papers(where, offset, limit, caller=_caller(context)))

    async def paper(
        self,
        paper_id: Annotated[str, Field(description="As citations, search and papers give it.")],
        context: Context[Any, Any],
    ) -> dict[str, Any]:
        """One paper with all its fields: title, authors, year, venue, url, abstract, status."""
        return await _told(self._reception.paper(paper_id, caller=_caller(context)))


async def _told(answer: Awaitable[Record]) -> Record:
    """What was asked for; an error becomes the tool's, in one line."""
    try:
        return await answer
    except AskPapersError as error:
        raise ToolError(str(error)) from error


def _caller(context: Context[Any, Any]) -> str:
    request = getattr(context.request_context, "request", None)
    return caller_of(request.scope) if request is not None else "mcp"
