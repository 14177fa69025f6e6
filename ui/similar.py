"""Papers like one of the panel's: its nearest neighbours in the index, shown above the sources."""

from __future__ import annotations

import json
import logging
from typing import Any

import gradio as gr
from llama_index.core.base.base_query_engine import BaseQueryEngine

from rag.answers import paper_records
from rag.errors import AskPapersError
from ui import tex
from ui.cards import near_paper
from ui.markup import plain_html, prose_html
from ui.source_words import SourceWords, source_words_for
from ui.wording import words_for

_SHOWN = 10
_log = logging.getLogger(__name__)


def similar_html(engine: Any, told: str, words: SourceWords, accepted: str = "") -> str:
    """Return the papers nearest to the one told of as the script tells it; nothing where it tells of none.

    Args:
        engine: finds them with `similar`.
        told: `{"id": …, "title": …}` as JSON.
        words: of the language.
        accepted: the browser's `Accept-Language`, for the words of the papers' cards.
    """
    try:
        asked = json.loads(told or "null")
        paper_id, title = str(asked["id"]), str(asked["title"])
    except (ValueError, LookupError, TypeError):
        return ""
    close = f'<button type="button" class="ap-act ap-like-close">{words.close}</button>'
    heading = f'<h2 class="ap-sources-title" tabindex="-1">{words.similar}</h2>'
    about = f'<p class="ap-about">{prose_html(title)}</p>'
    try:
        papers = paper_records(engine.similar(paper_id, _SHOWN))
    except AskPapersError as error:
        return _panel(f'<p class="ap-note">{plain_html(str(error))}</p>', close, heading, about)
    frame = words_for(accepted)
    entries = "".join(near_paper(paper, f"like-{place}", frame, words) for place, paper in enumerate(papers))
    return _panel(entries or f'<p class="ap-note">{words.none_similar}</p>', close, heading, about)


def similar_papers(engine: BaseQueryEngine) -> None:
    """Lay out the place of the similar papers, and the hidden box by which they are asked for.

    Args:
        engine: finds them; one that cannot has no such place, and the cards then no such button.
    """
    if not hasattr(engine, "similar"):
        return
    shown = gr.Markdown("", latex_delimiters=tex.KATEX_DELIMITERS, container=False, elem_id="ap-similar")
    asked = gr.Textbox(visible="hidden", elem_id="ap-like-box")

    def draw(told: str, request: gr.Request) -> str:
        accepted = request.headers.get("accept-language", "")
        words = source_words_for(accepted)
        try:
            return similar_html(engine, told, words, accepted)
        except Exception as error:
            _log.exception("finding similar papers failed")
            raise gr.Error(words_for(accepted).unexpected, print_exception=False) from error

    options: dict[str, Any] = {"queue": False, "show_progress": "hidden", "api_visibility": "private"}
    asked.change(draw, asked, shown, **options)


def _panel(body: str, close: str, heading: str, about: str) -> str:
    return f'<div class="ap-sources ap-similar">{close}{heading}{about}{body}</div>'
