"""What the sources panel, the chosen papers and the exports say, in English and in Chinese."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ui import wording
from ui.wording import Words


@dataclass(frozen=True)
class SourceWords:
    """The strings in one language, beside those of the frame; `{}` takes what a string is about."""

    frame: Words
    # The chosen papers
    chosen_only: str
    chosen_count: str
    more_chosen: str
    unchoose: str
    clear_chosen: str
    # A paper's card
    ask_only: str
    ask_only_title: str
    pin: str
    pin_title: str
    like_this: str
    like_this_title: str
    copy_bibtex: str
    copy_ris: str
    # Similar papers
    similar: str
    none_similar: str
    close: str
    # Exports
    export: str
    conversation: str
    cited: str
    questions: str
    abstract: str
    nothing_cited: str


EN = SourceWords(
    frame=wording.EN,
    chosen_only="Asking only about",
    chosen_count="{} papers chosen",
    more_chosen="and {:,} more",
    unchoose="No longer only about “{}”",
    clear_chosen="Clear all",
    ask_only="Ask only this",
    ask_only_title="Ask the next questions only about this paper",
    pin="Pin",
    pin_title="Pin to this conversation: the next questions are asked about the pinned papers alone",
    like_this="More like this",
    like_this_title="Show the papers nearest to this one",
    copy_bibtex="Copy as BibTeX",
    copy_ris="Copy as RIS",
    similar="Papers like this",
    none_similar="There is no other paper.",
    close="Close",
    export="Export",
    conversation="Conversation",
    cited="Cited papers",
    questions="questions: {}",
    abstract="Abstract",
    nothing_cited="No answer of this conversation cites a paper yet.",
)

ZH = SourceWords(
    frame=wording.ZH,
    chosen_only="只问",
    chosen_count="已选 {} 篇论文",
    more_chosen="另有 {:,} 篇",
    unchoose="取消“{}”",
    clear_chosen="全部清除",
    ask_only="只问这篇",
    ask_only_title="接下来只就这篇论文提问",
    pin="固定",
    pin_title="固定到此对话：接下来只就固定的论文提问",
    like_this="相似论文",
    like_this_title="显示与这篇最接近的论文",
    copy_bibtex="复制为 BibTeX",
    copy_ris="复制为 RIS",
    similar="相似论文",
    none_similar="没有其他论文。",
    close="关闭",
    export="导出",
    conversation="对话",
    cited="引用的论文",
    questions="{} 个问题",
    abstract="摘要",
    nothing_cited="此对话还没有引用论文的回答。",
)


def source_words_beside(frame: Words) -> SourceWords:
    """Return the words of the language that the frame's are in."""
    return ZH if frame is wording.ZH else EN


def source_words_for(accepted: str) -> SourceWords:
    """Return the words for the frame.

    Args:
        accepted: the browser's `Accept-Language`, such as `zh-CN,zh;q=0.9,en;q=0.8`.
    """
    return ZH if re.match(r"\s*zh\b", accepted, re.IGNORECASE) else EN
