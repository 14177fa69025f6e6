"""The chat tab: a conversation beside its sources."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import gradio as gr

from ui import tex
from ui.cards import sources_html
from ui.chosen import chosen_papers
from ui.similar import similar_papers
from ui.window import Window, example_question, sources_of_message
from ui.wording import EN, Words

# Many people may ask at once; the engine's own work is what bounds them, not Gradio's default of one.
CONCURRENT_QUESTIONS = 32


@dataclass(frozen=True)
class ChatTab:
    """What of the tab changes."""

    clear: gr.Button
    chat: gr.Chatbot
    box: gr.Textbox
    filters: gr.Textbox
    chosen: gr.Textbox
    sources: gr.Markdown
    command: gr.Textbox
    history: gr.State

    @property
    def greeted(self) -> list[Any]:
        """What `greeting` gives its words to."""
        return [self.clear, self.chat, self.box, self.filters, self.sources]


def greeting(words: Words) -> tuple[Any, ...]:
    """The tab's frame in other words."""
    return (
        gr.Button(words.new_chat), gr.Chatbot(placeholder=_welcome(words)),
        gr.Textbox(placeholder=words.ask_placeholder, submit_btn=words.ask),
        gr.Textbox(label=words.filters), sources_html(None, frame=words),
    )  # fmt: skip


def chat_tab(window: Window, clear: gr.Button, examples: Sequence[str], *, filtered: bool) -> ChatTab:
    """Lay the tab out and wire it.

    Args:
        window: what its events do.
        clear: the header's button that begins a new conversation.
        examples: questions to offer while the conversation is empty.
        filtered: whether there is a line for conditions.
    """
    tab = _layout(window, clear, examples, filtered=filtered)
    _wire(window, tab)
    return tab


def _layout(window: Window, clear: gr.Button, examples: Sequence[str], *, filtered: bool) -> ChatTab:
    history = gr.State(())
    with gr.Row(elem_id="ap-body"):
        with gr.Column(scale=3, min_width=320, elem_id="ap-talk"):
            chat = _chat(examples)
            chosen = chosen_papers()
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
            similar_papers(window.engine)
            sources = gr.Markdown(sources_html(None), latex_delimiters=tex.KATEX_DELIMITERS, elem_id="ap-sources")
    return ChatTab(clear, chat, box, filters, chosen, sources, command, history)


def _welcome(words: Words) -> str:
    return f"<h2>{words.empty_title}</h2><p>{words.empty}</p>"


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


def _wire(window: Window, tab: ChatTab) -> None:
    shown = [tab.chat, tab.sources, tab.box, tab.history, tab.filters]
    answering: dict[str, Any] = {
        "outputs": shown,
        "show_progress": "hidden",
        "api_visibility": "private",
        "concurrency_limit": CONCURRENT_QUESTIONS,
        "concurrency_id": "ask",
    }
    asking: dict[str, Any] = {
        "fn": window.converse,
        "inputs": [tab.box, tab.filters, tab.chosen, tab.history],
        **answering,
    }
    quiet: dict[str, Any] = {"queue": False, "show_progress": "hidden", "api_visibility": "private"}
    tab.box.submit(**asking)
    tab.chat.example_select(example_question, None, tab.box, **quiet).then(**asking)
    tab.box.stop(window.stop, None, None, **quiet)
    tab.filters.submit(window.converse_filtered, [tab.box, tab.filters, tab.chosen, tab.history], **answering)
    tab.command.change(window.converse_again, [tab.command, tab.filters, tab.history], **answering)
    tab.clear.click(window.clear, None, shown, **quiet)
    tab.chat.select(sources_of_message, tab.history, tab.sources, **quiet)
