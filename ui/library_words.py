"""Every string that Python draws in the library, in English and in Chinese; those of a run are in `ui.run_words`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ui import run_words, wording
from ui.run_words import RunWords


@dataclass(frozen=True)
class LibraryWords:
    """The library's strings in one language; `{}` takes what a string is about."""

    # The list
    one_paper: str
    many_papers: str
    found: str
    nothing_yet: str
    add_some: str
    no_hits: str
    clear: str
    best_first: str
    columns: Mapping[str, str]
    tick: str
    tick_page: str
    open_it: str
    pages: str
    page: str
    previous: str
    next: str
    broken: str
    gathering: str
    # The facets
    filters: str
    venues: str
    years: str
    unknown: str
    all_of: str
    fewer: str
    # What is ticked
    ticked: str
    ask: str
    tick_all: str
    tick_first: str
    untick: str
    remove: str
    too_many: str
    remove_title: str
    remove_note: str
    remove_yes: str
    remove_no: str
    # One paper
    close: str
    link: str
    abstract: str
    ask_one: str
    gone: str
    statuses: Mapping[str, str]
    left_out: str
    run: RunWords

    def papers(self, count: int) -> str:
        """How many papers, for people."""
        return (self.one_paper if count == 1 else self.many_papers).format(f"{count:,}")


EN = LibraryWords(
    one_paper="{} paper",
    many_papers="{} papers",
    found="{} of {} papers",
    nothing_yet="There are no papers here yet.",
    add_some="Add some above: files, pasted text, or a query to arXiv.",
    no_hits="No paper meets all of this.",
    clear="Clear search and filters",
    best_first="Best match first",
    columns={"title": "Title", "authors": "Authors", "venue": "Venue", "year": "Year"},
    tick="Tick {}",
    tick_page="Tick all on this page",
    open_it="Open {}",
    pages="Pages",
    page="Page {}",
    previous="Previous",
    next="Next",
    broken="The papers cannot be read now.",
    gathering="Sorting the papers, this one time: {} %",
    filters="Filters",
    venues="Venue",
    years="Year",
    unknown="not stated",
    all_of="Show all {}",
    fewer="Show fewer",
    ticked="{} ticked",
    ask="Ask about these",
    tick_all="Tick all {} found",
    tick_first="Tick the first {}",
    untick="Untick all",
    remove="Remove…",
    too_many="Ask about {} papers at most: untick some, or ask with filters.",
    remove_title="Remove {} from the index?",
    remove_note="They are no longer found or cited, in every window. The files they came from are not touched.",
    remove_yes="Remove {}",
    remove_no="Keep",
    close="Close",
    link="Open paper",
    abstract="Abstract",
    ask_one="Ask about this paper",
    gone="This paper is no longer in the index.",
    statuses={},
    left_out="Left out, because files may have {} MB in all: {}",
    run=run_words.EN,
)

ZH = LibraryWords(
    one_paper="{} 篇论文",
    many_papers="{} 篇论文",
    found="{} / {} 篇论文",
    nothing_yet="这里还没有论文。",
    add_some="请在上方添加：文件、粘贴文本或 arXiv 查询。",
    no_hits="没有论文符合全部条件。",
    clear="清除搜索和筛选",
    best_first="按相关度排序",
    columns={"title": "标题", "authors": "作者", "venue": "会议或期刊", "year": "年份"},
    tick="勾选 {}",
    tick_page="勾选本页全部论文",
    open_it="打开 {}",
    pages="页码",
    page="第 {} 页",
    previous="上一页",
    next="下一页",
    broken="现在无法读取论文。",
    gathering="正在整理论文（仅此一次）：{} %",
    filters="筛选",
    venues="会议或期刊",
    years="年份",
    unknown="未注明",
    all_of="显示全部 {} 项",
    fewer="收起",
    ticked="已勾选 {} 篇",
    ask="就这些论文提问",
    tick_all="勾选找到的全部 {} 篇",
    tick_first="勾选前 {} 篇",
    untick="全部取消",
    remove="移除…",
    too_many="最多可就 {} 篇论文提问：请取消一些，或用筛选条件提问。",
    remove_title="从库中移除 {}？",
    remove_note="移除后，所有窗口都不再检索和引用它们；原来的文件不受影响。",
    remove_yes="移除 {}",
    remove_no="保留",
    close="关闭",
    link="打开论文",
    abstract="摘要",
    ask_one="就这篇论文提问",
    gone="库中已没有这篇论文。",
    statuses={"rejected": "被拒", "withdrawn": "已撤回", "retracted": "已撤稿"},
    left_out="文件总大小上限为 {} MB，未上传：{}",
    run=run_words.ZH,
)


def words_for(accepted: str) -> LibraryWords:
    """Return the library's words.

    Args:
        accepted: the browser's `Accept-Language`.
    """
    return ZH if wording.words_for(accepted) is wording.ZH else EN
