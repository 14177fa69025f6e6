"""The settings' tab, and the button in the header that always says what is in use."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import gradio as gr
from llama_index.core.base.base_query_engine import BaseQueryEngine

from rag.engine import PaperQueryEngine
from rag.errors import AskPapersError
from ui.advice import for_the_window
from ui.collection import Collection
from ui.markup import plain_html
from ui.sessions import Choice, Sessions
from ui.settings import Settings
from ui.settings_words import ZH, SettingsWords, settings_words
from ui.texts import label

_QUIET: dict[str, Any] = {"queue": False, "show_progress": "hidden", "api_visibility": "private"}
Values = dict[Any, Any]
"""What stands in each field, by its component."""

_LANGUAGES = [("Auto · 自动", ""), ("English", "en"), ("中文", "zh")]


@dataclass(frozen=True)
class SettingsTab:
    """What the tab is made of."""

    model: gr.Dropdown
    url: gr.Textbox
    key: gr.Textbox
    top_k: gr.Slider
    evidence_k: gr.Slider
    strict: gr.Checkbox
    language: gr.Radio
    said: gr.Markdown
    models: gr.Button
    test: gr.Button
    apply: gr.Button
    reset: gr.Button

    @property
    def fields(self) -> list[Any]:
        """In the order of `Choice`."""
        return [self.model, self.url, self.key, self.top_k, self.evidence_k, self.strict, self.language]


def settings_of(
    engine: BaseQueryEngine, collection: Collection | None, sessions: Sessions, *, any_server: bool
) -> Settings | None:
    """The settings of a window; None where its engine cannot have others like it."""
    if collection is None or not isinstance(engine, PaperQueryEngine) or engine.tools is None:
        return None
    return Settings(engine, collection.config, sessions, any_server=any_server)


@dataclass(frozen=True)
class InUse:
    """The header's button that says what is in use and leads to the settings, and by what the page asks it to look."""

    button: gr.Button
    look: gr.Textbox


def in_use_button(sessions: Sessions) -> InUse:
    """Lay the button out. Both stand outside the tab, because what is in a tab does nothing until it is opened."""
    said = in_use(sessions, "", settings_words("en"))
    button = gr.Button(said, size="sm", scale=0, min_width=0, elem_id="ap-in-use")
    return InUse(button, gr.Textbox(visible="hidden", elem_id="ap-in-use-look"))


def settings_tab(app: gr.Blocks, settings: Settings, sessions: Sessions, header: InUse) -> None:
    """Lay the tab out and wire it.

    Args:
        app: the page.
        settings: put choices into effect.
        sessions: tell what is in use.
        header: what `in_use_button` made.
    """
    tab = _layout(settings)
    doing = _Doing(settings, sessions, tab)
    fields, all_of_it = set(tab.fields), [*tab.fields, tab.said, header.button]
    app.load(doing.greet, None, all_of_it, **_QUIET)
    header.look.change(doing.tell, None, header.button, **_QUIET)
    tab.models.click(doing.list_models, fields, [tab.model, tab.said], **_QUIET)
    tab.test.click(doing.test, fields, tab.said, **_QUIET)
    tab.apply.click(doing.apply, fields, all_of_it, **_QUIET)
    tab.reset.click(doing.withdraw, None, all_of_it, **_QUIET)


def _layout(settings: Settings) -> SettingsTab:
    with gr.Column(elem_id="ap-settings"):
        with gr.Group(visible=settings.may_write):
            url = gr.Textbox(label=label("settings.url"), info=label("settings.url_info"), visible=settings.any_server)
            key = gr.Textbox(label=label("settings.key"), info=label("settings.key_info"), type="password", max_lines=1)
            model = gr.Dropdown(
                label=label("settings.model"), info=label("settings.model_info"), allow_custom_value=True
            )
            with gr.Row():
                models = gr.Button(label("settings.list"), size="sm")
                test = gr.Button(label("settings.test"), size="sm", elem_id="ap-settings-test")
        with gr.Group():
            top_k = gr.Slider(1, 100, step=1, label=label("settings.top_k"))
            evidence_k = gr.Slider(1, 30, step=1, label=label("settings.evidence_k"), visible=settings.may_write)
            strict = gr.Checkbox(label=label("settings.strict"), visible=settings.may_write)
            language = gr.Radio(
                _LANGUAGES, label=label("settings.language"), info=label("settings.language_info"),
                visible=settings.may_write,
            )  # fmt: skip
        with gr.Row():
            apply = gr.Button(label("settings.apply"), variant="primary", elem_id="ap-settings-apply")
            reset = gr.Button(label("settings.reset"), elem_id="ap-settings-reset")
        said = gr.Markdown(elem_id="ap-settings-said", container=False)
    return SettingsTab(
        model, url, key, top_k, evidence_k, strict, language, said, models, test, apply, reset
    )  # fmt: skip


def in_use(sessions: Sessions, session: str, words: SettingsWords) -> str:
    """What answers a session, and the tokens spent: "openai:gpt-4.1-mini · 1,204 tokens"."""
    mode, tokens = sessions.mode_for(session), sessions.tokens_of(session)
    counted = words.about_tokens if sessions.is_estimated(session) else words.tokens
    named = words.quoting if mode == "extractive" else mode.partition(":")[2] or mode
    return f"{named} · {counted.format(f'{tokens:,}')}" if tokens or mode != "extractive" else named


class _Doing:
    """What the tab's events do."""

    def __init__(self, settings: Settings, sessions: Sessions, tab: SettingsTab) -> None:
        self._tab = tab
        self._settings = settings
        self._sessions = sessions

    def greet(self, request: gr.Request) -> list[Any]:
        """The fields as they are in effect."""
        words = _words(request)
        note = "" if self._settings.any_server else words.owners if self._settings.may_write else words.no_model
        return [*self._fields(request), note, self.tell(request)]

    def tell(self, request: gr.Request) -> Any:
        """The header's button."""
        return gr.Button(in_use(self._sessions, request.session_hash or "", _words(request)))

    def list_models(self, values: Values, request: gr.Request) -> tuple[Any, Any]:
        """The choices of the model's field."""
        words = _words(request)
        try:
            found = self._settings.models(request.session_hash or "", self._choice(values))
        except AskPapersError as error:
            return gr.skip(), _failure(error, words)
        return gr.Dropdown(choices=found), _told(words.listed.format(len(found)))

    def test(self, values: Values, request: gr.Request) -> str:
        """One line on whether the model answers."""
        choice = self._choice(values)
        try:
            seconds = self._settings.test(request.session_hash or "", choice)
        except AskPapersError as error:
            return _failure(error, _words(request))
        return _told(_words(request).answers.format(plain_html(choice.model), seconds))

    def apply(self, values: Values, request: gr.Request) -> list[Any]:
        """Put the choice into effect; the key leaves the page."""
        try:
            self._settings.apply(request.session_hash or "", self._choice(values))
        except AskPapersError as error:
            return [*(gr.skip(),) * len(self._tab.fields), _failure(error, _words(request)), gr.skip()]
        return self._done(request, _words(request).applied)

    def withdraw(self, request: gr.Request) -> list[Any]:
        """Take the session's own settings back."""
        self._settings.withdraw(request.session_hash or "")
        return self._done(request, _words(request).withdrawn)

    def _done(self, request: gr.Request, said: str) -> list[Any]:
        used = in_use(self._sessions, request.session_hash or "", _words(request))
        return [*self._fields(request), _told(said.format(plain_html(used))), gr.Button(used)]

    def _fields(self, request: gr.Request) -> list[Any]:
        session, words = request.session_hash or "", _words(request)
        now = self._settings.current(session)
        placeholder = words.key_kept if self._settings.has_key(session) else words.key_none
        key = gr.Textbox("", placeholder=placeholder)
        return [now.model or None, now.base_url, key, now.top_k, now.evidence_k, now.strict, now.language]

    def _choice(self, values: Values) -> Choice:
        model, url, key, top_k, evidence_k, strict, language = (values[field] for field in self._tab.fields)
        return Choice(
            str(model or ""),
            str(url or ""),
            str(key or ""),
            int(top_k),
            int(evidence_k),
            bool(strict),
            str(language or ""),
        )


def _failure(error: AskPapersError, words: SettingsWords) -> str:
    said = for_the_window(str(error), chinese=words is ZH)
    return _told(f'<span class="ap-settings-failed">{plain_html(said)}</span>')


def _told(html: str) -> str:
    """A line on what was done. In a block of HTML nothing is taken for Markdown, an address in it for no link."""
    return f"<div>{html}</div>"


def _words(request: gr.Request) -> SettingsWords:
    return settings_words(request.headers.get("accept-language", ""))
