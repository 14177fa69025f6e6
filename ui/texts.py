"""The page's fixed labels in the browser's language, through Gradio's own i18n.

What is drawn by Python (answers, cards) takes its words from `ui.wording`; what a component shows by itself takes a
label from here. Each tab keeps its labels in a table of its own, which is joined here.
"""

from __future__ import annotations

from collections.abc import Mapping

import gradio as gr
from gradio.i18n import I18nData

from ui import library_texts, map_texts, settings_texts
from ui.chat_texts import CHAT_TEXTS

Texts = Mapping[str, tuple[str, str]]
"""English and Chinese of each key, such as "library.search"."""

_FRAME: Texts = {
    "frame.chat": ("Chat", "对话"),
    "common.upload": ("Upload", "上传"),  # Gradio's own, which its Chinese lacks
}
_TABLES: tuple[Texts, ...] = (_FRAME, CHAT_TEXTS, library_texts.TEXTS, map_texts.TEXTS, settings_texts.TEXTS)


def label(key: str) -> I18nData:
    """Return what a component takes as its label; the browser puts its language's words there.

    Raises:
        KeyError: no table has the key.
    """
    if not any(key in table for table in _TABLES):
        raise KeyError(key)
    return I18nData(key)


def translations() -> gr.I18n:
    """Return all labels for `launch`."""
    joined = {key: texts for table in _TABLES for key, texts in table.items()}
    english, chinese = ({key: texts[place] for key, texts in joined.items()} for place in (0, 1))
    return gr.I18n(en=english, zh=chinese, **{"zh-CN": chinese, "zh-TW": chinese})
