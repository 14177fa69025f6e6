"""The chat tab: the conversations that the browser keeps, the open one, and its sources."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import gradio as gr

from ui import tex
from ui.cards import sources_html
from ui.chosen import chosen_papers
from ui.examples import Examples
from ui.similar import similar_papers
from ui.texts import label
from ui.updates import sources_of_message
from ui.window import Window, example_question
from ui.wording import EN, Words

# Many people may ask at once; the engine's own work is what bounds them, not Gradio's default of one.
CONCURRENT_QUESTIONS = 32


@dataclass(frozen=True)
class ChatTab:
    """What of the tab changes.

    `command`, `stored` and `kept` are hidden: the page's script puts clicks into the first and a conversation of the
    browser's into the second, and takes from the third what the browser is to keep.
    """

    clear: gr.Button
    chat: gr.Chatbot
    box: gr.Textbox
    filters: gr.Textbox
    chosen: gr.Textbox
    sources: gr.Markdown
    command: gr.Textbox
    stored: gr.Textbox
    kept: gr.Markdown
    history: gr.State

    @property
    def greeted(self) -> list[Any]:
        """What `greeting` gives its words to."""
        return [self.chat, self.box, self.sources]


def greeting(words: Words, examples: Examples) -> tuple[Any, ...]:
    """What of the frame has no label of its own that the browser could translate."""
    questions = examples.questions("en" if words is EN else "zh")
    chat: Any = gr.skip() if questions == examples.given else gr.Chatbot(examples=_offered(questions))
    if words is EN:
        return chat, gr.skip(), gr.skip()
    return chat, gr.Textbox(submit_btn=words.ask, stop_btn=words.stop), sources_html(None, words=words)


def chat_tab(window: Window, clear: gr.Button, examples: Examples, *, filtered: bool) -> ChatTab:
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


def _layout(window: Window, clear: gr.Button, examples: Examples, *, filtered: bool) -> ChatTab:
    history = gr.State(())
    with gr.Row(elem_id="ap-body"):
        # No gr.HTML: it makes code of its text, which a page with a strict policy forbids.
        gr.Markdown('<div id="ap-past"></div>', elem_id="ap-past-frame")
        with gr.Column(scale=3, min_width=320, elem_id="ap-talk"):
            chat = _chat(examples)
            chosen = chosen_papers()
            box = gr.Textbox(
                label=label("chat.ask_label"),
                show_label=False,
                placeholder=label("chat.ask_placeholder"),
                lines=1,
                max_lines=8,
                submit_btn=EN.ask,
                stop_btn=EN.stop,
                autofocus=True,
                elem_id="ap-question",
            )
            filters = gr.Textbox(
                "",
                label=label("chat.filters"),
                placeholder=label("chat.filters_placeholder"),
                lines=1,
                max_lines=1,
                visible=filtered,
                elem_id="ap-filters",
            )
            command, stored = (gr.Textbox(visible="hidden", elem_id=f"ap-{name}") for name in ("command", "stored"))
            kept = gr.Markdown(visible="hidden", latex_delimiters=tex.KATEX_DELIMITERS, elem_id="ap-kept")
        with gr.Column(scale=2, min_width=320, elem_id="ap-side"):
            similar_papers(window.engine)
            sources = gr.Markdown(sources_html(None), latex_delimiters=tex.KATEX_DELIMITERS, elem_id="ap-sources")
    return ChatTab(clear, chat, box, filters, chosen, sources, command, stored, kept, history)


def _offered(questions: tuple[str, ...]) -> list[Any]:
    return [{"text": question} for question in questions]


def _chat(examples: Examples) -> gr.Chatbot:
    return gr.Chatbot(
        label=label("chat.conversation"),
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
        placeholder=label("chat.welcome"),  # type: ignore[arg-type]  # it is translated like any other
        examples=_offered(examples.given),
        elem_id="ap-chat",
    )


def _wire(window: Window, tab: ChatTab) -> None:
    shown = [tab.chat, tab.sources, tab.history, tab.kept]
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
    tab.command.change(window.converse_clicked, [tab.command, tab.box, tab.history], **answering)
    tab.clear.click(window.clear, None, shown, **quiet)
    tab.stored.change(window.reopen, tab.stored, shown, **quiet)
    tab.chat.select(sources_of_message, tab.history, tab.sources, **quiet)
