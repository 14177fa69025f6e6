"""Every string of a run that adds or removes papers, and of what keeps one from beginning; English and Chinese."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class RunWords:
    """A run's strings in one language; `{}` takes what a string is about."""

    # How far it is, and what it did
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
    too_long: str
    too_many_files: str
    wrong_type: str
    not_uploaded: str


EN = RunWords(
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
    too_long="That is more than {} million characters. Save it as a file, and upload that.",
    too_many_files="{} files at once at most.",
    wrong_type="{} is of no type that is read here: see the types above.",
    not_uploaded="{} is not there any more. Choose it again.",
)

ZH = RunWords(
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
    too_long="超过 {} 百万字符。请存为文件后上传。",
    too_many_files="一次最多 {} 个文件。",
    wrong_type="{} 不是可读取的类型，可读类型见上方。",
    not_uploaded="{} 已不在，请重新选择。",
)
