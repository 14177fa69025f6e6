"""What the page shows anew after an event."""

from __future__ import annotations

from typing import Any, NamedTuple

import gradio as gr

from ui.cards import sources_html
from ui.render import answer_html, question_html
from ui.turns import Turns
from ui.wording import EN, Words, words_for


class Update(NamedTuple):
    """What the chat tab shows from now on.

    An answer's updates hold whole values alone: for a property, and for `gr.skip` as well, Gradio makes the component
    anew, which costs more than the answer's own text. So the page's script sees to boxes and buttons.

    Args:
        chat: the conversation's messages.
        sources: the panel beside it.
        history: the turns that the session goes on from.
        kept: the word to the browser, as `ui.conversations` has it: what to keep, and what its boxes show.
    """

    chat: Any
    sources: Any
    history: Any
    kept: Any


NOTHING = Update(*(gr.skip() for _ in Update._fields))


def emptied(kept: str, words: Words = EN) -> Update:
    """Return an empty conversation, its sources, an empty history and the word that says so."""
    return Update([], sources_html(None, words=words), (), kept)


def redrawn(turns: Turns, words: Words, *, kept: str) -> Update:
    """Return a conversation as it stands, beside the sources of its last answer.

    Args:
        turns: the conversation; without any, the page is as at the beginning.
        words: of the frame.
        kept: the word to the browser.
    """
    last = len(turns) - 1
    sources = sources_html(turns[-1] if turns else None, number=max(last, 0), words=words)
    return Update(messages(turns, words), sources, turns, kept)


def messages(turns: Turns, words: Words = EN, *, first: int = 0, latest: bool = True) -> list[dict[str, str]]:
    """Return turns as the chat's messages.

    Args:
        turns: of one conversation, in order.
        words: of the frame.
        first: the place of the first of them in the conversation.
        latest: whether the last of them is the conversation's last.
    """
    shown: list[dict[str, str]] = []
    for number, turn in enumerate(turns, first):
        is_last = latest and number == first + len(turns) - 1
        shown.append({"role": "user", "content": question_html(turn, number=number, words=words)})
        answer = answer_html(turn, number=number, latest=is_last, words=words)
        shown.append({"role": "assistant", "content": answer})
    return shown


def frame_words(request: gr.Request) -> Words:
    """Return the words of the frame for whoever asks."""
    return words_for(request.headers.get("accept-language", ""))


def sources_of_message(turns: Turns, event: gr.SelectData, request: gr.Request) -> str:
    """Return the sources of the turn that a clicked message belongs to."""
    index = event.index[0] if isinstance(event.index, list | tuple) else event.index
    number = min(int(index) // 2, len(turns) - 1)
    return sources_html(turns[number] if turns else None, number=number, words=frame_words(request))
