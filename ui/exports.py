"""Exports: a conversation as Markdown, JSON or HTML, and the papers it cites as BibTeX, RIS or CSV.

The browser makes the file out of text that its own session was sent: none lies on the server.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import gradio as gr

from rag.export.bibliography import bibtex, ris, table
from ui.exchanges import cited_papers
from ui.export_markdown import markdown_of
from ui.export_page import page_of
from ui.markup import attribute
from ui.source_words import EN, SourceWords, source_words_for
from ui.turns import Turn

Turns = Sequence[Turn]
_BOM = "\ufeff"
"""Without it, spreadsheets read a table's letters as those of another alphabet."""


@dataclass(frozen=True, slots=True)
class Export:
    """A file to be."""

    name: str
    kind: str
    text: str


def json_of(turns: Turns, at: datetime, _words: SourceWords = EN) -> str:
    """Return a conversation as JSON: each answer as the record that programs get."""
    told = [
        {"question": turn.question, "where": list(turn.where), "progress": turn.progress, "answer": turn.answer}
        | ({"error": turn.error} if turn.error else {})
        | {"record": turn.record}
        for turn in turns
        if not turn.running
    ]
    return json.dumps({"by": "AskPapers", "at": at.isoformat(timespec="seconds"), "turns": told}, indent=1,
                      ensure_ascii=False) + "\n"  # fmt: skip


Writer = Callable[[Turns, datetime, SourceWords], str]
_WRITERS: Mapping[str, tuple[str, str, Writer]] = {
    "markdown": ("md", "text/markdown", markdown_of),
    "json": ("json", "application/json", json_of),
    "html": ("html", "text/html", page_of),
    "bibtex": ("bib", "application/x-bibtex", lambda turns, _at, _words: bibtex(cited_papers(turns))),
    "ris": ("ris", "application/x-research-info-systems", lambda turns, _at, _words: ris(cited_papers(turns))),
    "csv": ("csv", "text/csv", lambda turns, _at, _words: _BOM + table(cited_papers(turns))),
}


def exported(form: str, turns: Turns, at: datetime, words: SourceWords = EN) -> Export:
    """Return a conversation, or the papers it cites, as a file.

    Args:
        form: "markdown", "json", "html"; "bibtex", "ris" or "csv" for the papers.
        turns: of the conversation.
        at: when it is given out.
        words: of the frame's language.

    Raises:
        KeyError: there is no such form.
    """
    suffix, kind, write = _WRITERS[form]
    text = write(turns, at, words).encode("utf-8", "replace").decode("utf-8")
    return Export(f"askpapers-{at:%Y-%m-%d-%H%M}.{suffix}", kind, text)


def menu_html(words: SourceWords) -> str:
    """Return the menu of the forms; the page's script sends what is picked."""
    groups = ((words.conversation, ("markdown", "json", "html")), (words.cited, ("bibtex", "ris", "csv")))
    names = {"markdown": "Markdown", "json": "JSON", "html": "HTML", "bibtex": "BibTeX", "ris": "RIS", "csv": "CSV"}
    shown = "".join(
        f'<div class="ap-export-group" role="group" aria-label="{title}"><span>{title}</span>'
        + "".join(f'<button type="button" class="ap-export-as" value="{form}">{names[form]}</button>' for form in forms)
        + "</div>"
        for title, forms in groups
    )
    summary = f"<summary>{words.export}</summary>"
    return f'<details class="ap-export">{summary}<div class="ap-export-menu">{shown}</div></details>'


class ExportMenu:
    """The menu in the header; `wire` ties it to a conversation."""

    def __init__(self) -> None:
        """Lay it out."""
        # No gr.HTML, and no `js=` below: both make code of text, which the page's policy forbids.
        drawn: dict[str, Any] = {"sanitize_html": False}  # it would take the buttons' values away
        self.menu = gr.Markdown(menu_html(EN), container=False, elem_id="ap-export", **drawn)
        self._picked = gr.Textbox(visible="hidden", elem_id="ap-export-box")
        self._file = gr.Markdown(visible="hidden", elem_id="ap-export-file", **drawn)

    def wire(self, app: gr.Blocks, history: gr.State) -> None:
        """Give out the conversation of the session that asks, and of no other.

        Args:
            app: the page; its load brings the menu in the browser's language.
            history: the session's turns.
        """
        quiet: dict[str, Any] = {"queue": False, "show_progress": "hidden", "api_visibility": "private"}
        app.load(_translated, None, self.menu, **quiet)
        self._picked.change(_given_out, [self._picked, history], self._file, **quiet)


def _translated(request: gr.Request) -> Any:
    words = source_words_for(request.headers.get("accept-language", ""))
    return gr.skip() if words is EN else menu_html(words)


def _given_out(picked: str, turns: Turns, request: gr.Request) -> str:
    """What the script picked, `FORM TIME`, as the word that has it save a file; nothing where there is none."""
    form = picked.partition(" ")[0]
    words = source_words_for(request.headers.get("accept-language", ""))
    if form not in _WRITERS:
        return ""
    if form in ("bibtex", "ris", "csv") and not cited_papers(turns):
        gr.Info(words.nothing_cited)
        return ""
    return file_html(exported(form, turns, datetime.now(UTC).astimezone(), words), picked)


def file_html(export: Export, picked: str) -> str:
    """Return a file as hidden HTML, its bytes in base64: the page would change a sign here and there of its text.

    Args:
        export: the file.
        picked: what asked for it, so that the page knows the same file asked for twice from the same one drawn twice.
    """
    data = base64.b64encode(export.text.encode()).decode()
    word = json.dumps({"name": export.name, "kind": export.kind, "data": data, "picked": picked})
    return f'<div class="ap-raw">{attribute(word)}</div>'
