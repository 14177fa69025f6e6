"""Defusing: text of others made safe to stand in a prompt, where it is data and nothing else."""

import re
import unicodedata

_JOINERS = "\u200c\u200d"
"""Marks that Persian and Indic words are spelt with; they stay."""
_ROLE_TOKENS = re.compile(
    r"<\s*\|[^|<>]{0,40}\|\s*>|<[|｜][^<>]{0,40}[|｜]>|\[\s*/?\s*(?:INST|SYS|SYSTEM|AVAILABLE_TOOLS|TOOL_CALLS|TOOL_RESULTS)\s*\]"
    r"|<<\s*/?\s*SYS\s*>>|</?\s*(?:s|bos|eos|start_of_turn|end_of_turn|system|user|assistant|human|im_start|im_end|think|"
    r"thinking|tool_call|function_call|instructions?)\s*>",
    re.I,
)
_HEADING = re.compile(r"#{2,}(?=\s*[A-Za-z])")
_SPEAKER = re.compile(
    r"(?<![\w-])(Human|User|Assistant|System|Developer|AI|Bot|Instructions?|Question|Answer|问题|系统|用户|助手)\s*[:：]",
    re.I,
)
_FENCE = re.compile(r"<(?=\s*/?\s*(?:abstract|question|conversation|message)\b)", re.I)
_MARKER = re.compile(r"\[(\s*\d{1,3}(?:\s*[,;–-]\s*\d{1,3})*\s*)\]")
_IMAGE = re.compile(r"!(?=\[)")


_ODD = re.compile(r"[^ -~]")
"""All but what most texts consist of; each is looked up."""


def defused(text: str) -> str:
    """The text in one line, without what could pass for a turn, a citation, an image or the end of its own fence.

    Words stay as they are; what changes are control and direction marks (taken out), tokens that chat templates
    use for roles (taken out), `[3]` (becomes `(3)`, since numbers in brackets are ours), and `System:` and its like
    (the colon becomes a dash).
    """
    text = _ODD.sub(lambda odd: "" if _is_mark(odd[0]) else odd[0], text)
    text = " ".join(text.split())
    while (without := _ROLE_TOKENS.sub(" ", text)) != text:  # "<|im<|x|>_start|>" leaves one behind
        text = without
    for pattern, instead in (
        (_HEADING, ""), (_SPEAKER, r"\1 –"), (_FENCE, "‹"), (_MARKER, r"(\1)"), (_IMAGE, ""),
    ):  # fmt: skip
        text = pattern.sub(instead, text)
    return " ".join(text.split())


def _is_mark(sign: str) -> bool:
    """Whether a character steers how text is shown or read, rather than being part of it."""
    if sign.isspace() or sign in _JOINERS:
        return False
    return unicodedata.category(sign) in ("Cc", "Cf", "Cs", "Co")
