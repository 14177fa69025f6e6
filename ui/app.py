"""The page: its header, its tabs, and the named endpoints for programs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gradio as gr
from gradio.events import api
from llama_index.core.base.base_query_engine import BaseQueryEngine

from rag.answers import answer_record
from ui.chat_tab import CONCURRENT_QUESTIONS, chat_tab, greeting
from ui.collection import Collection
from ui.map_tab import map_tab, store_of
from ui.markup import plain_html
from ui.runs import RecordMaker
from ui.sessions import Sessions
from ui.settings_tab import in_use_button, settings_of, settings_tab
from ui.texts import label, translations
from ui.theme import page_options
from ui.window import Window
from ui.wording import EN, Words, mode_name, paper_count, words_for


def build_app(
    engine: BaseQueryEngine,
    *,
    examples: Sequence[str],
    title: str,
    mode: str,
    papers: int,
    make_record: RecordMaker = answer_record,
    collection: Collection | None = None,
    any_server: bool = False,
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
        collection: the papers themselves, for the tabs that show them; None leaves these tabs out.
        any_server: whether readers may name servers of models themselves: requests go there from this machine.

    Returns:
        The app; `launch` serves it with its looks.
    """
    sessions = Sessions(engine, mode)
    window = Window(engine, make_record, sessions)
    settings = settings_of(engine, collection, sessions, any_server=any_server)
    shown = "" if settings else mode
    app: gr.Blocks
    with gr.Blocks(title=title, analytics_enabled=False, fill_width=True, fill_height=True) as app:
        with gr.Row(elem_id="ap-header", equal_height=True):
            header = gr.Markdown(_header(EN, title, shown, papers), container=False)
            in_use = in_use_button(sessions) if settings else None
            clear = gr.Button(EN.new_chat, size="sm", scale=0, min_width=96, elem_id="ap-clear")
        with gr.Tabs(elem_id="ap-tabs"):
            with gr.Tab(label("frame.chat"), id="chat", elem_id="ap-tab-chat"):
                chat = chat_tab(window, clear, examples, filtered=hasattr(engine, "understand"))
            if collection is not None:
                with gr.Tab(label("map.tab"), id="map", elem_id="ap-tab-map"):
                    map_tab(store_of(engine, collection), collection.config.embedding)
            if settings is not None and in_use is not None:
                with gr.Tab(label("settings.tab"), id="settings", elem_id="ap-tab-settings"):
                    settings_tab(app, settings, sessions, in_use)

        def left(request: gr.Request) -> None:
            """Let go of what a session that ends has set."""
            sessions.forget(request.session_hash or "")

        def greeted(request: gr.Request) -> tuple[Any, ...]:
            """The frame in the browser's language."""
            words = words_for(request.headers.get("accept-language", ""))
            if words is EN:
                return (gr.skip(),) * (1 + len(chat.greeted))
            return (_header(words, title, shown, papers), *greeting(words))

        app.load(greeted, None, [header, *chat.greeted], queue=False, show_progress="hidden", api_visibility="private")
        app.unload(left)
        api(window.answer, api_name="ask", concurrency_limit=CONCURRENT_QUESTIONS)
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
        i18n=translations(),
        enable_monitoring=False,
        **page_options(),
    )
    return url


def _header(words: Words, title: str, mode: str, papers: int) -> str:
    facts = (paper_count(words, papers), *((mode_name(words, mode),) if mode else ()))
    shown = " · ".join(plain_html(fact) for fact in facts)
    return f'<div class="ap-brand"><h1>{plain_html(title)}</h1><div class="ap-facts">{shown}</div></div>'
