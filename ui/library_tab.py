"""The library tab: all papers to browse, to choose from, to add to and to take out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import gradio as gr

from ui import tex
from ui.collection import Collection
from ui.library import MOST_OF_ARXIV, UNSEEN, Library
from ui.library_render import ticked_html
from ui.library_words import EN, words_for
from ui.texts import label
from ui.wording import Words

_QUIET: dict[str, Any] = {"queue": False, "show_progress": "hidden", "api_visibility": "private"}


@dataclass(frozen=True)
class _Adding:
    """What papers are added by."""

    files: gr.File
    files_go: gr.Button
    text: gr.Textbox
    text_go: gr.Button
    query: gr.Textbox
    most: gr.Number
    query_go: gr.Button


@dataclass(frozen=True)
class _Parts:
    """What of the tab changes; in the first four, the page's script says what is looked at, opened and wished for."""

    view: gr.Textbox
    opening: gr.Textbox
    wish: gr.Textbox
    command: gr.Textbox
    adding: _Adding | None
    strip: gr.Markdown
    ticked: gr.Markdown
    facets: gr.Markdown
    papers: gr.Markdown
    opened: gr.Markdown
    found: gr.Markdown


def library_tab(
    tab: gr.Tab,
    app: gr.Blocks,
    collection: Collection,
    header: gr.Markdown,
    counted: Callable[[Words, int], str],
    timer: gr.Timer,
) -> None:
    """Lay the tab out and wire it.

    Args:
        tab: to be filled.
        app: the page.
        collection: the papers.
        header: the page's, which tells how many papers there are.
        counted: what it shows for so many.
        timer: looks for changes; it stands outside the tab, because what is in a tab does nothing until it is opened.
    """
    editable = collection.editable
    parts = _layout(editable=editable)
    _wire(Library(collection, counted), tab, parts, header, timer)

    def greeted(request: gr.Request) -> str:
        return ticked_html(words_for(request.headers.get("accept-language", "")), editable=editable)

    app.load(greeted, None, parts.ticked, **_QUIET)


def _layout(*, editable: bool) -> _Parts:
    view, opening, wish, command = (
        gr.Textbox(visible="hidden", elem_id=f"ap-lib-{name}") for name in ("view", "opening", "wish", "command")
    )
    with gr.Row(elem_id="ap-lib-top", equal_height=True):
        gr.Textbox(
            label=label("library.search"),
            show_label=False,
            placeholder=label("library.search_hint"),
            max_lines=1,
            elem_id="ap-lib-search",
        )
    adding = _adding() if editable else None
    strip = _drawn("strip", visible=True if editable else "hidden")
    ticked = _drawn("ticked-bar", ticked_html(EN, editable=editable))
    with gr.Row(elem_id="ap-lib-body"):
        facets, papers, opened = _drawn("facets"), _drawn("papers", label("library.reading")), _drawn("opened")
    found = _drawn("answer", visible="hidden")
    return _Parts(view, opening, wish, command, adding, strip, ticked, facets, papers, opened, found)


def _drawn(name: str, value: Any = "", **options: Any) -> gr.Markdown:
    """What Python draws. It is escaped where it is drawn; sanitising would take the ARIA attributes away."""
    return gr.Markdown(
        value, latex_delimiters=tex.KATEX_DELIMITERS, sanitize_html=False, elem_id=f"ap-lib-{name}", **options
    )


def _wire(library: Library, tab: gr.Tab, parts: _Parts, header: gr.Markdown, timer: gr.Timer) -> None:
    seen = gr.State(UNSEEN)
    latest: dict[str, Any] = {**_QUIET, "trigger_mode": "always_last"}
    facets, papers, strip = parts.facets, parts.papers, parts.strip
    tab.select(library.begin, parts.view, parts.view, **_QUIET)
    parts.view.change(library.draw, parts.view, [facets, papers], **latest)
    parts.opening.change(library.open, parts.opening, parts.opened, **latest)
    parts.wish.change(library.all_found, parts.wish, parts.found, **_QUIET)
    timer.tick(library.beat, [seen, parts.view], [header, facets, papers, strip, seen, timer], **_QUIET)
    adding = parts.adding
    if adding is not None:
        parts.command.change(library.command, parts.command, strip, **_QUIET)
        adding.files_go.click(library.add_files, adding.files, [strip, adding.files], **_QUIET)
        adding.text_go.click(library.add_text, adding.text, [strip, adding.text], **_QUIET)
        for asked in (adding.query_go.click, adding.query.submit):
            asked(library.add_arxiv, [adding.query, adding.most], strip, **_QUIET)


def _adding() -> _Adding:
    with gr.Accordion(label("library.add"), open=False, elem_id="ap-lib-add"), gr.Tabs():
        with gr.Tab(label("library.files")):
            gr.Markdown(label("library.files_note"), elem_classes="ap-lib-note")
            # Gradio's own check of types would refuse all files for one, and show its name as HTML: see `Uploads`.
            files = gr.File(label=label("library.files"), file_count="multiple", height=130)
            files_go = gr.Button(label("library.files_go"), elem_classes="ap-lib-go")
        with gr.Tab(label("library.paste")):
            text = gr.Textbox(label=label("library.paste_label"), lines=5, max_lines=12, elem_id="ap-lib-paste")
            text_go = gr.Button(label("library.paste_go"), elem_classes="ap-lib-go")
        with gr.Tab(label("library.arxiv")):
            gr.Markdown(label("library.arxiv_note"), elem_classes="ap-lib-note")
            with gr.Row():
                query = gr.Textbox(
                    label=label("library.arxiv_label"),
                    placeholder=label("library.arxiv_hint"),
                    max_lines=1,
                    scale=4,
                    elem_id="ap-lib-arxiv",
                )
                most = gr.Number(
                    50, label=label("library.arxiv_most"), minimum=1, maximum=MOST_OF_ARXIV, precision=0, scale=1
                )
            query_go = gr.Button(label("library.arxiv_go"), elem_classes="ap-lib-go")
    return _Adding(files, files_go, text, text_go, query, most, query_go)
