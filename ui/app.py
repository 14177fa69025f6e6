"""The window: a chat beside its sources, and one named endpoint for programs."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Sequence
from typing import Any

import gradio as gr
from gradio.events import api
from llama_index.core.base.base_query_engine import BaseQueryEngine

from rag.answers import answer_record
from rag.errors import AskPapersError
from ui import tex, wording
from ui.markup import plain_html
from ui.render import answer_html, question_html, sources_html
from ui.runs import RecordMaker, Run, deltas_of
from ui.theme import page_options
from ui.turns import Turn

Turns = tuple[Turn, ...]

# Many people may ask at once; the engine's own work is what bounds them, not Gradio's default of one.
_CONCURRENT_QUESTIONS = 32
_log = logging.getLogger(__name__)


class Window:
    """What the page's events do: they hold the engine and the runs in progress, never a history.

    Each browser session's history is Gradio's per-session state and goes in and out as an argument.
    """

    def __init__(self, engine: BaseQueryEngine, make_record: RecordMaker) -> None:
        """Hold the engine that answers and what makes an answer's record."""
        self._engine = engine
        self._make_record = make_record
        self._runs: dict[str, Run] = {}

    async def converse(self, question: str, turns: Turns, request: gr.Request) -> AsyncIterator[tuple[Any, ...]]:
        """Answer a question, yielding (conversation, sources, input box, history) as the answer grows.

        Args:
            question: what the reader typed.
            turns: this session's history.
            request: whose session it is.
        """
        question = question.strip()
        if not question:
            yield gr.skip(), gr.skip(), gr.skip(), gr.skip()
            return
        session = request.session_hash or ""
        self._forget(session)
        run = self._runs[session] = Run(self._engine, question, self._make_record, turns)
        box: Any = gr.Textbox(value="", submit_btn=False, stop_btn=wording.STOP)
        earlier, number = messages(turns), len(turns)
        try:
            async for turn in run.turns():
                if self._runs.get(session) is not run:
                    yield cleared()
                    return
                if not turn.running:
                    box = gr.Textbox(submit_btn=wording.ASK, stop_btn=False)
                shown = [*earlier, *messages((turn,), first=number)]
                yield shown, sources_html(turn, number=number), box, (*turns, turn)
                box = gr.skip()
        finally:
            run.stop()
            if self._runs.get(session) is run:
                del self._runs[session]

    def clear(self, request: gr.Request) -> tuple[Any, ...]:
        """Forget this session's conversation, even while it is being written.

        Returns:
            What `cleared` returns; or nothing new while an answer is being written, because then its own
            stream ends with that: two streams would race for the page and the history.
        """
        if self._forget(request.session_hash or ""):
            return gr.skip(), gr.skip(), gr.skip(), gr.skip()
        return cleared()

    def stop(self, request: gr.Request) -> None:
        """Stop this session's answer, if one is being written."""
        run = self._runs.get(request.session_hash or "")
        if run is not None:
            run.stop()

    def _forget(self, session: str) -> bool:
        """Stop this session's run, if there is one, and keep what it wrote out of the history."""
        run = self._runs.pop(session, None)
        if run is not None:
            run.stop()
        return run is not None

    def answer(self, question: str, top_k: int = 20) -> dict[str, Any]:
        """Answer a question from the papers, with citations.

        Args:
            question: what to ask, in any language.
            top_k: how many of the nearest papers to list under "papers".

        Returns:
            The answer record: question, answer (Markdown with [n] markers), verdict, citations (each with
            its exact quote and offsets), sentences, papers, mode, timings_ms and usage.

        Raises:
            gr.Error: with one line on what to do, when there is no answer to give.
        """
        if not question.strip():
            raise gr.Error(wording.EMPTY_QUESTION, print_exception=False)
        if top_k < 1:
            raise gr.Error(wording.BAD_TOP_K, print_exception=False)
        try:
            response = self._engine.query(question)
            for _delta in deltas_of(response):
                pass
            record = self._make_record(question, response)
        except AskPapersError as error:
            raise gr.Error(str(error), print_exception=False) from error
        except Exception as error:
            _log.exception("answering failed")
            raise gr.Error(wording.UNEXPECTED, print_exception=False) from error
        return {**record, "papers": list(record["papers"])[:top_k]}


def cleared() -> tuple[Any, ...]:
    """Return an empty conversation, its sources, a ready input box and an empty history."""
    return [], sources_html(None), gr.Textbox(value="", submit_btn=wording.ASK, stop_btn=False), ()


def messages(turns: Turns, *, first: int = 0) -> list[dict[str, str]]:
    """Return turns as the chat's messages; `first` is the place of the first one in its conversation."""
    shown: list[dict[str, str]] = []
    for number, turn in enumerate(turns, first):
        shown.append({"role": "user", "content": question_html(turn.question)})
        shown.append({"role": "assistant", "content": answer_html(turn, number=number)})
    return shown


def sources_of_message(turns: Turns, event: gr.SelectData) -> str:
    """Return the sources of the turn that a clicked message belongs to."""
    index = event.index[0] if isinstance(event.index, list | tuple) else event.index
    number = min(int(index) // 2, len(turns) - 1)
    return sources_html(turns[number] if turns else None, number=number)


def example_question(event: gr.SelectData) -> str:
    """Return the question of a clicked example."""
    return str(event.value["text"])


def build_app(
    engine: BaseQueryEngine,
    *,
    examples: Sequence[str],
    title: str,
    mode: str,
    papers: int,
    make_record: RecordMaker = answer_record,
) -> gr.Blocks:
    """Build the window; it does no input or output of its own.

    Args:
        engine: answers questions; a streaming engine is shown as it writes.
        examples: questions to offer while the conversation is empty.
        title: the name at the top of the page.
        mode: "extractive", or the model that writes the answers.
        papers: how many papers are in use.
        make_record: makes the record of an answer from (question, response).

    Returns:
        The app; `launch` serves it with its looks.
    """
    window = Window(engine, make_record)
    app: gr.Blocks
    with gr.Blocks(title=title, analytics_enabled=False, fill_width=True, fill_height=True) as app:
        history = gr.State(())
        with gr.Row(elem_id="ap-header", equal_height=True):
            gr.Markdown(_header(title, mode, papers), container=False)
            clear = gr.Button(wording.NEW_CHAT, size="sm", scale=0, min_width=96, elem_id="ap-clear")
        with gr.Row(elem_id="ap-body"):
            with gr.Column(scale=3, min_width=320, elem_id="ap-talk"):
                chat = _chat(examples)
                box = gr.Textbox(
                    label=wording.ASK_LABEL,
                    show_label=False,
                    placeholder=wording.ASK_PLACEHOLDER,
                    lines=1,
                    max_lines=8,
                    submit_btn=wording.ASK,
                    autofocus=True,
                    elem_id="ap-question",
                )
            with gr.Column(scale=2, min_width=320, elem_id="ap-side"):
                sources = gr.Markdown(sources_html(None), latex_delimiters=tex.KATEX_DELIMITERS, elem_id="ap-sources")
        _wire(window, chat=chat, box=box, sources=sources, history=history, clear=clear)
        api(window.answer, api_name="ask", concurrency_limit=_CONCURRENT_QUESTIONS)
    return app


def launch(app: gr.Blocks, *, host: str, port: int | None) -> str:
    """Serve the window and return its address.

    Args:
        app: what `build_app` built.
        host: the address to listen on; nothing is ever shared through a public tunnel.
        port: the port, or None for the first free one from 7860 on.

    Raises:
        OSError: if the port is taken.
    """
    _app, url, _share = app.launch(
        server_name=host,
        server_port=port,
        share=False,
        quiet=True,
        prevent_thread_lock=True,
        footer_links=[],
        ssr_mode=False,
        pwa=False,
        mcp_server=False,
        enable_monitoring=False,
        **page_options(),
    )
    return url


def _header(title: str, mode: str, papers: int) -> str:
    facts = (wording.paper_count(papers), wording.mode_name(mode))
    shown = " · ".join(plain_html(fact) for fact in facts)
    return f'<div class="ap-brand"><h1>{plain_html(title)}</h1><div class="ap-facts">{shown}</div></div>'


def _chat(examples: Sequence[str]) -> gr.Chatbot:
    return gr.Chatbot(
        label=wording.CHAT_LABEL,
        show_label=False,
        container=False,
        height="100%",
        layout="panel",
        buttons=[],
        latex_delimiters=tex.KATEX_DELIMITERS,
        sanitize_html=True,
        allow_tags=False,
        line_breaks=False,
        group_consecutive_messages=False,
        feedback_options=None,
        placeholder=f"<h2>{wording.EMPTY_CHAT_TITLE}</h2><p>{wording.EMPTY_CHAT}</p>",
        examples=[{"text": question} for question in examples],
        elem_id="ap-chat",
    )


def _wire(
    window: Window,
    *,
    chat: gr.Chatbot,
    box: gr.Textbox,
    sources: gr.Markdown,
    history: gr.State,
    clear: gr.Button,
) -> None:
    shown = [chat, sources, box, history]
    asking: dict[str, Any] = {
        "fn": window.converse,
        "inputs": [box, history],
        "outputs": shown,
        "show_progress": "hidden",
        "api_visibility": "private",
        "concurrency_limit": _CONCURRENT_QUESTIONS,
        "concurrency_id": "ask",
    }
    quiet: dict[str, Any] = {"queue": False, "show_progress": "hidden", "api_visibility": "private"}
    box.submit(**asking)
    chat.example_select(example_question, None, box, **quiet).then(**asking)
    box.stop(window.stop, None, None, **quiet)
    clear.click(window.clear, None, shown, **quiet)
    chat.select(sources_of_message, history, sources, **quiet)
