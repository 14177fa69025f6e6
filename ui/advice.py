"""What to do when a model fails, for those who sit at the window: its fields in place of environment variables."""

from __future__ import annotations

import re

from ui.advice_chinese import in_chinese

_INSTEAD = (
    (r"Type: export OPENAI_API_KEY=… \(or unset RAG_LLM (to have answers quoted[^,)]*).*?\)",
     r"Paste it into its box in the settings, or leave the model empty \1"),
    (r"OPENAI_API_KEY holds (.*?)\. Type it again: export OPENAI_API_KEY=…",
     r"The key of this window's owner holds \1. Paste one of your own into its box"),
    (r"Type: export RAG_LLM=(\S+?)@(\S+)", r"Set \1 in the settings, and its server \2"),
    (r"Check OPENAI_API_KEY", "Check the key in the settings"),
    (r"Check RAG_LLM", "Check both in the settings"),
    (r"Check that RAG_LLM names", "Check that the settings name"),
    (r"unset RAG_LLM to", "leave the model empty in the settings to"),
    (r"Lower RAG_EVIDENCE_K or RAG_CONTEXT_WINDOW", "Lower the papers shown to the model in the settings"),
    (r"Check RAG_CONTEXT_WINDOW and the model", "Choose fewer papers or another model in the settings"),
    (r", or raise RAG_TIMEOUT", ""),
    (r"\bin RAG_LLM\b", "in the settings"),
)  # fmt: skip


def for_the_window(text: str, *, chinese: bool = False) -> str:
    """Return what a failure says with the window's own settings named in place of the variables that stand for them.

    Args:
        text: an error's, or an answer's `problem`, which programs get as it is.
        chinese: whether the window is in Chinese.
    """
    for said, instead in _INSTEAD:
        text = re.sub(said, instead, text)
    return in_chinese(text) if chinese else text
