"""The page: its header, its tabs, and the named endpoints for programs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import gradio as gr
from llama_index.core.base.base_query_engine import BaseQueryEngine

from rag.answers import answer_record
from ui.chat_tab import chat_tab, greeting
from ui.collection import Collection
from ui.departures import let_go
from ui.examples import Examples
from ui.exports import ExportMenu
from ui.gate.turnstile import Turnstile
from ui.library import IDLE_SECONDS
from ui.library_tab import library_tab
from ui.map_tab import map_tab, store_of
from ui.markup import plain_html
from ui.programs.desk import Desk
from ui.programs.endpoints import Blocks, add_endpoints
from ui.programs.reception import Reception
from ui.runs import RecordMaker
from ui.server import launch
from ui.sessions import Sessions
from ui.settings import Settings
from ui.settings_tab import in_use_button, settings_of, settings_tab
from ui.texts import label
from ui.uploads import UNUSED_UPLOADS
from ui.watch import Watch
from ui.window import Window
from ui.wording import EN, Words, mode_name, paper_count, words_for

__all__ = ["build_app", "launch"]


def build_app(
    engine: BaseQueryEngine,
    *,
    examples: Sequence[str],
    title: str,
    mode: str,
    papers: int,
    make_record: RecordMaker = answer_record,
    collection: Collection | None = None,
    reception: Reception | None = None,
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
        reception: what programs ask; by default one over the same engine.
        any_server: whether readers may name servers of models themselves: requests go there from this machine.

    Returns:
        The app; `launch` serves it with its looks.
    """
    reception = reception or Reception(Desk(engine, make_record), Turnstile(), Watch())
    sessions = Sessions(engine, mode)
    settings = settings_of(engine, collection, sessions, any_server=any_server)
    page = _Page(
        Window(
            engine,
            reception.watch.counting(make_record, "window"),
            reception.turnstile,
            sessions,
            partial(reception.watch.left, "window"),
        ),
        Examples(examples, None if collection is None else store_of(engine, collection)),
        partial(_header, title=title, mode="" if settings else mode),
        sessions,
        settings,
    )
    app: gr.Blocks
    looks: dict[str, Any] = {"fill_width": True, "fill_height": True}
    with Blocks(title=title, analytics_enabled=False, delete_cache=UNUSED_UPLOADS, **looks) as app:
        page.lay_out(app, papers, collection)
        add_endpoints(reception)
    return app


@dataclass(frozen=True)
class _Page:
    """What the page is made of.

    Args:
        window: answers.
        offered: the examples.
        header: the page's header for so many papers, in the frame's words.
        sessions: who has set what.
        settings: None where nothing can be set.
    """

    window: Window
    offered: Examples
    header: Callable[[Words, int], str]
    sessions: Sessions
    settings: Settings | None

    def lay_out(self, app: gr.Blocks, papers: int, collection: Collection | None) -> None:
        """Fill the page and wire it: the header, then a tab each."""
        with gr.Row(elem_id="ap-header", equal_height=True):
            gr.Button(label("chat.past"), size="sm", scale=0, min_width=40, elem_id="ap-past-toggle")
            header = gr.Markdown(self.header(EN, papers), container=False)
            in_use = in_use_button(self.sessions) if self.settings else None
            exports = ExportMenu()
            clear = gr.Button(label("chat.new"), size="sm", scale=0, min_width=96, elem_id="ap-clear")
        timer = gr.Timer(IDLE_SECONDS, active=collection is not None)
        with gr.Tabs(elem_id="ap-tabs"):
            with gr.Tab(label("frame.chat"), id="chat", elem_id="ap-tab-chat"):
                chat = chat_tab(self.window, clear, self.offered, filtered=hasattr(self.window.engine, "understand"))
            if collection is not None:
                with gr.Tab(label("library.tab"), id="library", elem_id="ap-tab-library") as library:
                    library_tab(library, app, collection, header, self.header, timer)
                with gr.Tab(label("map.tab"), id="map", elem_id="ap-tab-map"):
                    map_tab(store_of(self.window.engine, collection), collection.config.embedding)
            if self.settings is not None and in_use is not None:
                with gr.Tab(label("settings.tab"), id="settings", elem_id="ap-tab-settings"):
                    settings_tab(app, self.settings, self.sessions, in_use)
        exports.wire(app, chat.history)
        self._greet(app, papers, [header, *chat.greeted])

    def _greet(self, app: gr.Blocks, papers: int, greeted: list[Any]) -> None:
        """Let the page speak the browser's language as it opens, and forget a session that ends."""

        def left(request: gr.Request) -> None:
            """Let go of what a session that ends has set and shown."""
            self.sessions.forget(request.session_hash or "")
            let_go(app, request.session_hash or "")

        def met(request: gr.Request) -> tuple[Any, ...]:
            """The frame in the browser's language."""
            words = words_for(request.headers.get("accept-language", ""))
            said = gr.skip() if words is EN else self.header(words, papers)
            return (said, *greeting(words, self.offered))

        app.load(met, None, greeted, queue=False, show_progress="hidden", api_visibility="private")
        app.unload(left)


def _header(words: Words, papers: int, *, title: str, mode: str) -> str:
    facts = (paper_count(words, papers), *((mode_name(words, mode),) if mode else ()))
    shown = " · ".join(plain_html(fact) for fact in facts)
    return f'<div class="ap-brand"><h1>{plain_html(title)}</h1><div class="ap-facts">{shown}</div></div>'
