"""The papers that a reader has chosen: chips above the question box, and the condition that they make.

The page's script holds the choice in a hidden box, as JSON; what is drawn of it and what it means is decided here.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

import gradio as gr

from rag.understanding.filters import Filter
from ui import tex
from ui.markup import attribute, prose_html
from ui.source_words import SourceWords, source_words_for
from ui.where import CHOSEN

_MOST = 5_000
"""Papers that are taken of a choice: a question then still takes a fraction of a second."""
_SHOWN = 4
"""Chips up to which all are shown; more are folded away under their number."""
_DRAWN = 100


@dataclass(frozen=True, slots=True)
class Choice:
    """One chosen paper."""

    paper_id: str
    title: str


def choices_of(told: str) -> tuple[Choice, ...]:
    """Return the papers of `[{"id": …, "title": …}, …]`, each once; none where it is nothing of that form."""
    try:
        items = json.loads(told or "[]")
        found = {str(item["id"]): Choice(str(item["id"]), str(item.get("title") or item["id"])) for item in items}
    except (ValueError, LookupError, TypeError, AttributeError):
        return ()
    return tuple(found.values())[:_MOST]


def conditions_of_choice(told: str) -> tuple[str, ...]:
    """Return the explicit condition that only the chosen papers meet; none where all papers may answer."""
    choices = choices_of(told)
    if not choices:
        return ()
    condition = str(Filter.naming(choice.paper_id for choice in choices))
    return (CHOSEN + condition.removeprefix("paper="),)


def chosen_html(told: str, words: SourceWords) -> str:
    """Return the chips of the chosen papers; nothing where none is chosen."""
    choices = choices_of(told)
    if not choices:
        return ""
    clear = f'<button type="button" class="ap-unchoose-all">{words.clear_chosen}</button>'
    chips = "".join(_chip(choice, words) for choice in choices[:_DRAWN])
    if len(choices) > _DRAWN:
        chips += f'<span class="ap-note">{words.more_chosen.format(len(choices) - _DRAWN)}</span>'
    chips = f'<div class="ap-chips">{chips}</div>'
    if len(choices) <= _SHOWN:
        return f'<div class="ap-chosen"><span class="ap-chosen-label">{words.chosen_only}</span>{chips}{clear}</div>'
    count = words.chosen_count.format(f"{len(choices):,}")
    return f'<div class="ap-chosen"><details><summary>{count}</summary>{chips}</details>{clear}</div>'


def chosen_papers() -> gr.Textbox:
    """Lay out the chips, and return the hidden box whose value is the choice."""
    chips = gr.Markdown(
        "", latex_delimiters=tex.KATEX_DELIMITERS, container=False, padding=False, elem_id="ap-chosen-chips"
    )
    chosen = gr.Textbox(visible="hidden", elem_id="ap-chosen")
    options: dict[str, Any] = {"queue": False, "show_progress": "hidden", "api_visibility": "private"}
    chosen.change(_drawn, chosen, chips, **options)
    return chosen


def _drawn(told: str, request: gr.Request) -> str:
    return chosen_html(told, source_words_for(request.headers.get("accept-language", "")))


def _chip(choice: Choice, words: SourceWords) -> str:
    # The page keeps neither data attributes nor values of what it is given; the script reads the id from here.
    raw = f'<span class="ap-raw">{attribute(choice.paper_id)}</span>'
    title = attribute(words.unchoose.format(choice.title))
    return (
        f'<button type="button" class="ap-pick" title="{title}">'
        f'<span class="ap-chosen-title">{prose_html(choice.title)}</span> <span class="ap-cross">×</span>{raw}</button>'
    )
