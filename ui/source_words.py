"""What the sources panel, the chosen papers and the exports say, in English and in Chinese."""

from __future__ import annotations

import re
from dataclasses import dataclass

from rag.languages.detection import language_of


@dataclass(frozen=True)
class SourceWords:
    """The strings in one language; `{}` takes what a string is about."""

    # The chosen papers
    chosen_only: str
    chosen_count: str
    more_chosen: str
    unchoose: str
    clear_chosen: str


EN = SourceWords(
    chosen_only="Asking only about",
    chosen_count="{} papers chosen",
    more_chosen="and {:,} more",
    unchoose="No longer only about “{}”",
    clear_chosen="Clear all",
)

ZH = SourceWords(
    chosen_only="只问",
    chosen_count="已选 {} 篇论文",
    more_chosen="另有 {:,} 篇",
    unchoose="取消“{}”",
    clear_chosen="全部清除",
)


def source_words_of(question: str) -> SourceWords:
    """Return the words for what answers a question: in Chinese for a Chinese one."""
    return ZH if language_of(question) == "zh" else EN


def source_words_for(accepted: str) -> SourceWords:
    """Return the words for the frame.

    Args:
        accepted: the browser's `Accept-Language`, such as `zh-CN,zh;q=0.9,en;q=0.8`.
    """
    return ZH if re.match(r"\s*zh\b", accepted, re.IGNORECASE) else EN
