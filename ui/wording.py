"""Every string the window shows, in English and in Chinese.

What answers a question speaks the question's language, as the engine does; the frame speaks the browser's.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from rag.languages.detection import language_of


@dataclass(frozen=True)
class Words:
    """The window's strings in one language; `{}` takes what a string is about."""

    # The frame
    ask: str
    stop: str
    papers_one: str
    papers_many: str
    extractive_mode: str
    model_mode: str
    # How a question was read
    conditions: Mapping[str, str]
    values: Mapping[str, str]
    chosen_one: str
    chosen_many: str
    either: str
    take_back: str
    put_back: str
    unmet: str
    read_as: str
    in_english: Mapping[str, str]
    corrected: str
    edit: str
    edit_question: str
    edit_reading: str
    change: str
    # The answer
    searching: str
    stopped: str
    stopped_empty: str
    copy: str
    copy_link: str
    link_hint: str
    retry: str
    retry_hint: str
    undo: str
    undo_hint: str
    ask_next: str
    sources_one: str
    sources_many: str
    verdicts: Mapping[str, tuple[str, str]]
    unknown_verdict: tuple[str, str]
    closest: str
    doubted: str
    # The sources
    sources: str
    sources_empty: str
    sources_pending: str
    sources_none: str
    sources_stopped: str
    sources_failed: str
    nearest: str
    nearest_uncited: str
    open_paper: str
    no_abstract: str
    abstract: str
    back: str
    found_by: str
    likely: tuple[tuple[float, str], ...]
    probability: str
    and_others: str
    # What went wrong
    unexpected: str
    empty_question: str
    bad_top_k: str
    no_conditions: str


EN = Words(
    ask="Ask",
    stop="Stop",
    papers_one="{} paper",
    papers_many="{} papers",
    extractive_mode="quoting the abstracts, no model",
    model_mode="answers by {}",
    conditions={
        "year=": "{}",
        "year!=": "not {}",
        "year>=": "{} or later",
        "year<=": "{} or earlier",
        "year>": "after {}",
        "year<": "before {}",
        "venue=": "venue {}",
        "venue!=": "not {}",
        "author=": "by {}",
        "author!=": "not by {}",
        "keyword=": "mentions “{}”",
        "keyword!=": "not on {}",
        "status=": "{}",
        "status!=": "not {}",
        "kind=": "{}",
        "kind!=": "not {}",
    },
    values={},
    chosen_one="only {} chosen paper",
    chosen_many="only {} chosen papers",
    either=" or ",
    take_back="Ask again without “{}”",
    put_back="Ask again with “{}”",
    unmet="no paper",
    read_as="Read as",
    in_english={"model": "In English", "glossary": "In English, word for word"},
    corrected="“{}” read as “{}”",
    edit="Edit",
    edit_question="Edit this question: it is asked again, and what follows it goes",
    edit_reading="Put right how this was read, and ask again",
    change="Change “{}” and ask again",
    searching="Searching the papers…",
    stopped="Stopped. This answer is incomplete and its sources were not checked.",
    stopped_empty="Stopped before the answer began.",
    copy="Copy",
    copy_link="Copy link",
    link_hint="Copy a link that asks this question again",
    retry="Retry",
    retry_hint="Ask this question again",
    undo="Undo",
    undo_hint="Take this question and its answer back",
    ask_next="Questions to ask next",
    sources_one="{} source",
    sources_many="{} sources",
    verdicts={
        "not_in_papers": ("Not in these papers", "None of the papers answers this."),
        "abstract_does_not_say": (
            "The abstract does not say",
            "The paper is here, but only its abstract is indexed, and it leaves this out.",
        ),
    },
    unknown_verdict=("Not answered", "The papers could not settle this question."),
    closest="Nearest papers",
    doubted="The abstracts do not bear this sentence out: check it before you rely on it.",
    sources="Sources",
    sources_empty="The papers an answer cites appear here, with the cited sentences highlighted.",
    sources_pending="Sources appear once the answer is complete.",
    sources_none="This answer cites no paper.",
    sources_stopped="The answer was stopped before its sources were checked.",
    sources_failed="There is no answer, so there are no sources.",
    nearest="Nearest papers",
    nearest_uncited="Nearest papers, not cited",
    open_paper="Open paper",
    no_abstract="No abstract.",
    abstract="Abstract",
    back="Back to the answer",
    found_by="Found by",
    likely=((0.5, "likely relevant"), (0.2, "possibly relevant"), (0.0, "unlikely")),
    probability="How probable it is that this abstract answers the question, 0 to 1",
    and_others="{shown} and {rest} others",
    unexpected="Something went wrong. Please try again; the server's log has the details.",
    empty_question="The question is empty. Type what you want to know.",
    bad_top_k="top_k must be 1 or more.",
    no_conditions="This engine takes no conditions. Ask without filters.",
)

ZH = Words(
    ask="提问",
    stop="停止",
    papers_one="{} 篇论文",
    papers_many="{} 篇论文",
    extractive_mode="直接引用摘要，不用模型",
    model_mode="由 {} 作答",
    conditions={
        "year=": "{} 年", "year!=": "不含 {} 年", "year>=": "{} 年及以后", "year<=": "{} 年及以前",
        "year>": "{} 年以后", "year<": "{} 年以前", "venue=": "{}", "venue!=": "不含 {}",
        "author=": "作者 {}", "author!=": "作者不是 {}", "keyword=": "提到“{}”", "keyword!=": "不涉及“{}”",
        "status=": "{}", "status!=": "不含{}", "kind=": "{}", "kind!=": "不含 {}",
    },
    values={"accepted": "已录用", "rejected": "被拒", "withdrawn": "已撤回", "retracted": "已撤稿"},
    chosen_one="只看选定的 {} 篇论文",
    chosen_many="只看选定的 {} 篇论文",
    either=" 或 ",
    take_back="去掉“{}”再问一次",
    put_back="加回“{}”再问一次",
    unmet="没有符合的论文",
    read_as="理解为",
    in_english={"model": "英文理解", "glossary": "逐词英文理解"},
    corrected="“{}”理解为“{}”",
    edit="修改",
    edit_question="修改这个问题：重新提问，其后的对话会去掉",
    edit_reading="更正对问题的理解，再问一次",
    change="修改“{}”再问一次",
    searching="正在检索论文…",
    stopped="已停止。回答不完整，来源未经核对。",
    stopped_empty="在开始回答之前已停止。",
    copy="复制",
    copy_link="复制链接",
    link_hint="复制可重新提出此问题的链接",
    retry="重试",
    retry_hint="再问一次这个问题",
    undo="撤回",
    undo_hint="撤回这个问题和回答",
    ask_next="接着可以问",
    sources_one="{} 个来源",
    sources_many="{} 个来源",
    verdicts={
        "not_in_papers": ("这些论文没有答案", "没有一篇论文回答了这个问题。"),
        "abstract_does_not_say": ("摘要没有说明", "论文在库中，但只收录了摘要，而摘要没有提到这一点。"),
    },
    unknown_verdict=("未能回答", "这些论文无法回答这个问题。"),
    closest="最接近的论文",
    doubted="摘要不支持这句话，引用前请核对。",
    sources="来源",
    sources_empty="回答引用的论文会显示在这里，并标出所引原句。",
    sources_pending="回答完成后显示来源。",
    sources_none="此回答没有引用论文。",
    sources_stopped="回答已停止，来源未经核对。",
    sources_failed="没有回答，因此没有来源。",
    nearest="最接近的论文",
    nearest_uncited="其他接近的论文（未引用）",
    open_paper="打开论文",
    no_abstract="没有摘要。",
    abstract="摘要",
    back="回到回答",
    found_by="匹配词",
    likely=((0.5, "很可能相关"), (0.2, "可能相关"), (0.0, "不太相关")),
    probability="该摘要能回答此问题的概率，0 到 1",
    and_others="{shown} 等共 {all} 人",
    unexpected="出错了，请再试一次；详情见服务器日志。",
    empty_question="问题是空的，请输入您想了解的内容。",
    bad_top_k="top_k 至少为 1。",
    no_conditions="此引擎不接受筛选条件，请去掉筛选后再问。",
)  # fmt: skip


def words_of(question: str) -> Words:
    """Return the words for what answers a question: in Chinese for a Chinese one."""
    return ZH if language_of(question) == "zh" else EN


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
