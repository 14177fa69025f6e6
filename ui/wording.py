"""How what the page shows is worded: which language, and what depends on a number or a value.

What answers a question speaks the question's language, as the engine does; the frame speaks the browser's.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from rag.languages.detection import language_of
from rag.questions import is_asked_in_cjk
from ui.chinese import ZH
from ui.english import EN
from ui.words import Words

__all__ = [
    "EN", "ZH", "Words", "chance_name", "condition_name", "is_chinese", "mode_name", "paper_count", "source_count",
    "words_for", "words_of",
]  # fmt: skip


def words_of(question: str) -> Words:
    """Return the words for what answers a question: in Chinese for a Chinese one."""
    return ZH if is_chinese(question) else EN


def is_chinese(question: str) -> bool:
    """Whether a question is asked in Chinese, though names in it be English: as the engine tells it."""
    return is_asked_in_cjk(question) and language_of(question) not in ("ja", "ko")


def words_for(accepted: str) -> Words:
    """Return the words for the frame.

    Args:
        accepted: the browser's `Accept-Language`, such as `zh-CN,zh;q=0.9,en;q=0.8`.
    """
    return ZH if re.match(r"\s*zh\b", accepted, re.IGNORECASE) else EN


def paper_count(words: Words, count: int) -> str:
    """Return how many papers are in use, for people."""
    return (words.papers_one if count == 1 else words.papers_many).format(f"{count:,}")


def source_count(words: Words, count: int) -> str:
    """Return how many sources an answer cites, for people."""
    return (words.sources_one if count == 1 else words.sources_many).format(count)


def mode_name(words: Words, mode: str) -> str:
    """Return how answers are made, for people."""
    return words.extractive_mode if mode == "extractive" else words.model_mode.format(mode)


def condition_name(words: Words, condition: Mapping[str, object]) -> str:
    """Return a condition for people: "2023 or later".

    Args:
        words: of the language.
        condition: as `filters` of an answer gives it.
    """
    parts = [part.strip() for part in str(condition.get("value") or "").split("|")]
    if condition.get("field") == "paper" and condition.get("operator") == "=":
        return (words.chosen_one if len(parts) == 1 else words.chosen_many).format(len(parts))
    value = words.either.join(words.values.get(part, part) for part in parts)
    form = words.conditions.get(f"{condition.get('field')}{condition.get('operator')}")
    return form.format(value) if form else str(condition.get("removable") or value)


def chance_name(words: Words, probability: float) -> str:
    """Return a probability from 0 to 1 in words, with its figure: "likely relevant 0.83"."""
    name = next(name for least, name in words.likely if probability >= least)
    return f"{name} {'<0.01' if probability < 0.01 else f'{probability:.2f}'}"
