"""The page: a chat beside its sources, and one named endpoint for programs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import gradio as gr
from gradio.events import api
from llama_index.core.base.base_query_engine import BaseQueryEngine

from rag.answers import answer_record
from ui import tex
from ui.cards import sources_html
from ui.markup import plain_html
from ui.runs import RecordMaker
from ui.theme import page_options
from ui.window import Window, example_question, sources_of_message
from ui.wording import EN, Words, mode_name, paper_count, words_for

# Many people may ask at once; the engine's own work is what bounds them, not Gradio's default of one.
_CONCURRENT_QUESTIONS = 32


@dataclass(frozen=True)
class _Page:
    """What of the page changes."""

    header: gr.Markdown
    clear: gr.Button
    chat: gr.Chatbot
    box: gr.Textbox
    filters: gr.Textbox
    sources: gr.Markdown
    command: gr.Textbox
    history: gr.State


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
        engine: answers questions; a streaming engine is shown as it writes. One that can `understand` is asked with
            the conversation so far and with the reader's conditions.
        examples: questions to offer while the conversation is empty.
        title: the name at the top of the page.
        mode: "extractive", or the model that writes the answers.
        papers: how many papers are in use.
        make_record: makes the record of an answer from (question, response).

    Returns:
        The app; `launch` serves it with its looks.
    """
    window = Window(engine, make_record)

    def greeted(request: gr.Request) -> tuple[Any, ...]:
        """The frame in the browser's language."""
        words = words_for(request.headers.get("accept-language", ""))
        if words is EN:
            return (gr.skip(),) * 6
        return (
            _header(words, title, mode, papers), gr.Button(words.new_chat), gr.Chatbot(placeholder=_welcome(words)),
            gr.Textbox(placeholder=words.ask_placeholder, submit_btn=words.ask),
            gr.Textbox(label=words.filters), sources_html(None, frame=words),
        )  # fmt: skip

    app: gr.Blocks
    with gr.Blocks(title=title, analytics_enabled=False, fill_width=True, fill_height=True) as app:
        page = _page(_header(EN, title, mode, papers), examples, filtered=hasattr(engine, "understand"))
        _wire(window, page)
        greeting = [page.header, page.clear, page.chat, page.box, page.filters, page.sources]
        app.load(greeted, None, greeting, queue=False, show_progress="hidden", api_visibility="private")
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


def _header(words: Words, title: str, mode: str, papers: int) -> str:
    facts = (paper_count(words, papers), mode_name(words, mode))
    shown = " · ".join(plain_html(fact) for fact in facts)
    return f'<div class="ap-brand"><h1>{plain_html(title)}</h1><div class="ap-facts">{shown}</div></div>'


def _welcome(words: Words) -> str:
    return f"<h2>{words.empty_title}</h2><p>{words.empty}</p>"


def _page(header: str, examples: Sequence[str], *, filtered: bool) -> _Page:
    """Lay the page out; `filtered` gives it a line for conditions."""
    history = gr.State(())
    with gr.Row(elem_id="ap-header", equal_height=True):
        head = gr.Markdown(header, container=False)
        clear = gr.Button(EN.new_chat, size="sm", scale=0, min_width=96, elem_id="ap-clear")
    with gr.Row(elem_id="ap-body"):
        with gr.Column(scale=3, min_width=320, elem_id="ap-talk"):
            chat = _chat(examples)
            box = gr.Textbox(
                label=EN.ask_label,
                show_label=False,
                placeholder=EN.ask_placeholder,
                lines=1,
                max_lines=8,
                submit_btn=EN.ask,
                autofocus=True,
                elem_id="ap-question",
            )
            filters = gr.Textbox(
                "",
                label=EN.filters,
                placeholder=EN.filters_placeholder,
                lines=1,
                max_lines=1,
                visible=filtered,
                elem_id="ap-filters",
            )
            command = gr.Textbox(visible="hidden", elem_id="ap-command")
        with gr.Column(scale=2, min_width=320, elem_id="ap-side"):
            sources = gr.Markdown(sources_html(None), latex_delimiters=tex.KATEX_DELIMITERS, elem_id="ap-sources")
    return _Page(head, clear, chat, box, filters, sources, command, history)


def _chat(examples: Sequence[str]) -> gr.Chatbot:
    return gr.Chatbot(
        label=EN.chat_label,
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
        autoscroll=False,
        placeholder=_welcome(EN),
        examples=[{"text": question} for question in examples],
        elem_id="ap-chat",
    )


def _wire(window: Window, page: _Page) -> None:
    shown = [page.chat, page.sources, page.box, page.history, page.filters]
    answering: dict[str, Any] = {
        "outputs": shown,
        "show_progress": "hidden",
        "api_visibility": "private",
        "concurrency_limit": _CONCURRENT_QUESTIONS,
        "concurrency_id": "ask",
    }
    asking: dict[str, Any] = {
        "fn": window.converse,
        "inputs": [page.box, page.filters, page.history],
        **answering,
    }
    quiet: dict[str, Any] = {"queue": False, "show_progress": "hidden", "api_visibility": "private"}
    page.box.submit(**asking)
    page.chat.example_select(example_question, None, page.box, **quiet).then(**asking)
    page.box.stop(window.stop, None, None, **quiet)
    page.filters.submit(window.converse_filtered, [page.box, page.filters, page.history], **answering)
    page.command.change(window.converse_again, [page.command, page.filters, page.history], **answering)
    page.clear.click(window.clear, None, shown, **quiet)
    page.chat.select(sources_of_message, page.history, page.sources, **quiet)
