"""Every string that Python draws in the library, in English and in Chinese."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ui import wording


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
    # A run
    reading: str
    starting: str
    removing: str
    so_far: str
    so_far_of: str
    left: str
    stop: str
    stopping: str
    stopped: str
    done: Mapping[str, str]
    nothing_new: str
    now: str
    added_papers: str
    merged_papers: str
    merged_into: str
    refused_records: str
    the_rest: str
    failed: str
    failures: Mapping[str, str]
    dismiss: str
    # What cannot be begun
    nothing_chosen: str
    nothing_pasted: str
    nothing_asked: str
    not_allowed: str
    too_large: str
    left_out: str
    too_long: str
    too_many_files: str
    wrong_type: str
    not_uploaded: str

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
    reading="Adding papers",
    starting="Getting ready…",
    removing="Removing papers",
    so_far="{} records read",
    so_far_of="{} of {} records",
    left="about {} left",
    stop="Stop",
    stopping="Stopping, once what is being written is written…",
    stopped="Stopped. What had been added stays.",
    done={
        "added": "{} added",
        "updated": "{} updated",
        "unchanged": "{} here already",
        "merged": "{} merged",
        "removed": "{} removed",
        "refused": "{} refused",
    },
    nothing_new="Nothing new",
    now="now in the index: {}",
    added_papers="Added",
    merged_papers="Merged, as records of one paper",
    merged_into="into {}",
    refused_records="Refused, and why",
    the_rest="… and {} more",
    failed="Nothing was changed: something went wrong. The server's log has the details.",
    failures={"IndexBusyError": "Papers are being added or removed elsewhere. Wait for that to end, then try again."},
    dismiss="Dismiss",
    nothing_chosen="Choose a file first.",
    nothing_pasted="Paste something first: abstracts, BibTeX, RIS, CSV, JSON…",
    nothing_asked="Type words, a query or arXiv ids first.",
    not_allowed="This window may not change the papers. Start it with --allow-edits.",
    too_large="{} has {} MB; a file may have {} MB at most. Larger ones: python ingest.py FILE",
    left_out="Left out, because files may have {} MB in all: {}",
    too_long="That is more than {} million characters. Save it as a file, and upload that.",
    too_many_files="{} files at once at most.",
    wrong_type="{} is of no type that is read here: see the types above.",
    not_uploaded="{} is not there any more. Choose it again.",
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
    reading="正在添加论文",
    starting="正在准备…",
    removing="正在移除论文",
    so_far="已读 {} 条",
    so_far_of="{} / {} 条",
    left="约剩 {}",
    stop="停止",
    stopping="正在停止，等待写入完成…",
    stopped="已停止。已添加的论文保留。",
    done={
        "added": "新增 {} 篇",
        "updated": "更新 {} 篇",
        "unchanged": "{} 篇已有",
        "merged": "合并 {} 条",
        "removed": "移除 {} 篇",
        "refused": "拒绝 {} 条",
    },
    nothing_new="没有新内容",
    now="库中现有 {}",
    added_papers="新增",
    merged_papers="合并（同一篇论文的记录）",
    merged_into="并入 {}",
    refused_records="被拒的记录及原因",
    the_rest="……另有 {} 条",
    failed="没有任何改动：出错了，详情见服务器日志。",
    failures={"IndexBusyError": "别处正在添加或移除论文，请等它结束后再试。"},
    dismiss="关闭",
    nothing_chosen="请先选择文件。",
    nothing_pasted="请先粘贴内容：摘要、BibTeX、RIS、CSV、JSON……",
    nothing_asked="请先输入词语、查询式或 arXiv 编号。",
    not_allowed="此窗口不能改动论文。启动时请加 --allow-edits。",
    too_large="{} 有 {} MB；单个文件最多 {} MB。更大的文件请用：python ingest.py 文件",
    left_out="文件总大小上限为 {} MB，未上传：{}",
    too_long="超过 {} 百万字符。请存为文件后上传。",
    too_many_files="一次最多 {} 个文件。",
    wrong_type="{} 不是可读取的类型，可读类型见上方。",
    not_uploaded="{} 已不在，请重新选择。",
)


def words_for(accepted: str) -> LibraryWords:
    """Return the library's words.

    Args:
        accepted: the browser's `Accept-Language`.
    """
    return ZH if wording.words_for(accepted) is wording.ZH else EN
