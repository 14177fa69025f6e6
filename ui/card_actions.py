"""What can be done with a paper from its card: cite it, find others like it, ask about it alone, pin it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from rag.answers import paper_of_record
from rag.export.bibliography import bibtex, ris
from rag.papers import Paper
from ui.markup import attribute
from ui.source_words import SourceWords


def actions_html(record: Mapping[str, Any], words: SourceWords) -> str:
    """Return the buttons of a paper's card, and what the page's script needs of the paper.

    Args:
        record: of the paper, as an answer has it.
        words: of the language.
    """
    paper = paper_of_record(record)
    entry, reference = _references(paper)
    # The page keeps neither data attributes nor values of what it is given; the script reads them from here.
    return (
        '<div class="ap-actions">'
        f'<span class="ap-raw ap-id">{attribute(paper.paper_id)}</span>'
        f'<span class="ap-raw ap-name">{attribute(paper.label)}</span>'
        f"{_button('ap-only', words.ask_only, words.ask_only_title)}"
        f"{_button('ap-pin', words.pin, words.pin_title)}"
        f"{_button('ap-like', words.like_this, words.like_this_title)}"
        f"{_button('ap-refer', 'BibTeX', words.copy_bibtex)}{_raw(entry)}"
        f"{_button('ap-refer', 'RIS', words.copy_ris)}{_raw(reference)}"
        "</div>"
    )


@lru_cache(maxsize=2048)
def _references(paper: Paper) -> tuple[str, str]:
    return bibtex([paper], abstracts=False), ris([paper], abstracts=False)


def _button(name: str, label: str, title: str) -> str:
    return f'<button type="button" class="ap-act {name}" title="{title}">{label}</button>'


def _raw(text: str) -> str:
    return f'<span class="ap-raw">{attribute(text)}</span>'
