"""Gradio's named endpoints: /ask, /search and /papers, for `gradio_client` and plain HTTP."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import gradio as gr
from gradio.block_function import BlockFunction
from gradio.components import Component
from gradio.context import get_blocks_context
from gradio.events import api
from gradio.utils import get_function_description

from rag.errors import AskPapersError
from ui.callers import caller_of_event, request_of_event
from ui.programs.desk import Asking, Record
from ui.programs.reception import Reception
from ui.watch import REQUEST_ID

CONCURRENT_CALLS = 64
"""Calls that Gradio lets through at once; the reception's turnstile is what sets them in a line."""


def add_endpoints(reception: Reception) -> None:
    """Add the endpoints to the app that is being built.

    Args:
        reception: what they ask.
    """
    made = _Endpoints(reception)
    for endpoint in (made.ask, made.search, made.papers) if reception.desk.lists else (made.ask,):
        api(endpoint, api_name=endpoint.__name__, concurrency_limit=CONCURRENT_CALLS, concurrency_id="programs")
        _describe(endpoint)


def _describe(endpoint: Callable[..., Any]) -> None:
    """Let `Client.view_api()` say what the docstring says of arguments and result: Gradio leaves that out."""
    app = get_blocks_context()
    if app is None:
        return
    made = next(reversed(app.fns.values()))
    _, arguments, results = get_function_description(endpoint)
    told = {name: text for name, text in arguments.items() if name not in ("self", "request")}
    told["record"] = " ".join(results)
    for block, (name, text) in zip((*made.inputs, *made.outputs), told.items(), strict=True):
        if isinstance(block, Component):
            block.label = name
            # Gradio reads the one of what goes in, the other of what comes out.
            block.api_info().update(dict.fromkeys(("additional_description", "description"), text.removesuffix(".")))


class Blocks(gr.Blocks):
    """Blocks that tell a program how many values its call lacks; Gradio's own keep that to themselves."""

    def validate_inputs(self, block_fn: BlockFunction, inputs: list[Any]) -> None:
        """Refuse a call of too few values.

        Raises:
            gradio.Error: it lacks some.
        """
        wanted = [getattr(block, "label", None) for block in block_fn.inputs]
        if len(inputs) < len(wanted):
            names = ", ".join(filter(None, wanted))
            raise gr.Error(
                f"This call takes {len(wanted)} values ({names}), and was given {len(inputs)}: "
                "give null for those that you leave out, or call it by names under /gradio_api/call/v2.",
                print_exception=False,
            )


class _Endpoints:
    """What the endpoints do; Gradio shows their signatures and docstrings to those who call them."""

    def __init__(self, reception: Reception) -> None:
        self._reception = reception

    async def ask(
        self,
        question: str,
        top_k: int = 20,
        history: list[dict[str, Any]] | None = None,
        where: list[str] | str | None = None,
        request: gr.Request = None,  # type: ignore[assignment]
    ) -> dict[str, Any]:
        """Answer a question from the papers, with citations.

        Args:
            question: what to ask, in any language.
            top_k: how many of the nearest papers to list under "papers".
            history: the messages before it, oldest first: {"role": "user" or "assistant", "content": …}.
            where: conditions that papers must meet, such as "year>=2023" or ["year>=2023", "venue=ICML|ICLR"].
            request: who asks; Gradio gives it.

        Returns:
            The answer record: question, answer (Markdown with [n] markers), verdict, citations (each with
            its exact quote and offsets), sentences, papers, mode, timings_ms, usage, and how the question was read.
        """
        asking = Asking(question, top_k, history, where)
        REQUEST_ID.set(request_of_event(request))  # Gradio runs this in a task of its own
        return await _told(self._reception.ask(asking, caller=caller_of_event(request), interface="gradio"))

    async def search(
        self,
        question: str,
        top_k: int = 20,
        where: list[str] | str | None = None,
        request: gr.Request = None,  # type: ignore[assignment]
    ) -> dict[str, Any]:
        """Rank the papers for a question, without an answer.

        Args:
            question: what to look for, in any language.
            top_k: how many papers to give at most.
            where: conditions that papers must meet, such as "year>=2023" or ["year>=2023", "venue=ICML|ICLR"].
            request: who asks; Gradio gives it.

        Returns:
            question; papers, best first, each with its abstract, its score, the probability that it answers and why
            it was found; and how the question was read: filters, corrections, translation.
        """
        return await _told(
            self._reception.search(Asking(question, top_k, where=where), caller=caller_of_event(request))
        )

    async def papers(
        self,
        where: list[str] | str | None = None,
        offset: int = 0,
        limit: int = 100,
        request: gr.Request = None,  # type: ignore[assignment]
    ) -> dict[str, Any]:
        """List the papers, or those that meet conditions, a page at a time.

        Args:
            where: conditions that papers must meet, such as "year>=2023" or ["year>=2023", "venue=ICML|ICLR"].
            offset: how many papers to pass over.
            limit: how many papers to give at most, 1 to 1000.
            request: who asks; Gradio gives it.

        Returns:
            total, the number of papers that meet the conditions; offset; papers, each with all its fields.
        """
        return await _told(self._reception.papers(where, offset, limit, caller=caller_of_event(request)))


async def _told(answer: Awaitable[Record]) -> Record:
    """What was asked for; an error becomes Gradio's, in one line."""
    try:
        return await answer
    except AskPapersError as error:
        raise gr.Error(str(error), print_exception=False) from error
