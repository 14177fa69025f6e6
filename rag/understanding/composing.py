"""Composing: a list that was asked for and what narrows it, as one question."""

import re
from collections.abc import Callable

from rag.questions import is_cjk
from rag.understanding.exclusions import exclusions
from rag.understanding.narrowing import CJK_NOT, TRAILING, Narrowed, is_dated

_PAPERS = r"(?:papers|works|articles|studies|publications|abstracts|preprints|submissions)"
_HEADS = (
    re.compile(rf"^\W*(?:which|what|how\s+many)\s+(?P<body>(?:[\w-]+\s+){{0,4}}?{_PAPERS}\b.*)$", re.I),
    re.compile(rf"^\W*(?:are|is)\s+there\s+(?:any\s+|some\s+)?(?P<body>(?:[\w-]+\s+){{0,4}}?(?:{_PAPERS}|work"
        rf"|research)\b.*)$", re.I),
    re.compile(rf"^\W*(?:do|does|have|has)\s+(?:any|some)\s+(?P<body>(?:[\w-]+\s+){{0,4}}?{_PAPERS}\b.*)$", re.I),
    re.compile(
        rf"^\W*(?:(?:please|can\s+you|could\s+you)\s+)*(?:list|find|show|name|give|recommend|suggest|collect"
        rf"|get)\s+(?:me\s+|us\s+)?"
        rf"(?:all\s+|every\s+|some\s+"
        rf"|any\s+)?(?:of\s+)?(?:the\s+)?(?P<body>(?:[\w-]+\s+){{0,4}}?{_PAPERS}\b.*)$", re.I),
    re.compile(rf"^\W*(?:all\s+|any\s+)?(?P<body>(?:[\w-]+\s+){{0,3}}?{_PAPERS}\s+(?:on|about|that|which|using"
        rf"|by|from|since|in|with)\b.*)$", re.I),
)  # fmt: skip
_VERB = re.compile(
    rf"{_PAPERS}\s+(?!(?:on|about|that|which|using|by|from|since|in|with|for|at|published|written|related)\b)\w+"
    r"|^(?!.*\b(?:that|which)\b).*\b(?:are|were|use|have|deal|mention|study|propose|show|prove|appeared|consider|need|require)\b",
    re.IGNORECASE,
)


def composed(base: str, narrowed: Narrowed, english: Callable[[str], str], *, cjk: bool) -> str:
    """The list of `base` with a condition more, as one question; empty where `base` asks for no list.

    Args:
        base: the question that led to the list, standing alone.
        narrowed: the condition.
        english: gives what a list of another language is about, in English.
        cjk: the condition is written in Chinese.
    """
    if cjk:
        return _composed_cjk(base, narrowed, english)
    if is_cjk(base):
        topic = english(base)
        body = f"papers on {topic}" if topic else ""
    else:
        body = _body(base)
    if not body:
        return ""
    unwanted = _unwanted(narrowed.condition)
    body = re.sub(r"^[A-Z](?=[a-z]+\s)", lambda match: match[0].lower(), _without(body, narrowed.condition))
    body, denied = _parted(body)
    asks = "How many" if narrowed.counts else "Which"
    if unwanted:
        also = f"{denied} or {unwanted}" if denied else f", but not on {unwanted}"
        return f"{asks} {body if _VERB.search(body) else _with_verb(body)}{also}?"
    predicate = _predicate(narrowed.condition)
    return f"{asks} {body}{' and' if _VERB.search(body) else ''} {predicate}{denied}?"


def counted(question: str) -> str:
    """A list that was asked for as the question how many it has; empty where it cannot be made one.

    Args:
        question: that led to the list, standing alone.
    """
    text = TRAILING.sub("", question.strip())
    if is_cjk(question):
        many = re.sub(r"(?:有)?(?:哪些|哪几篇)论文|论文有哪些|有哪些论文|哪些|哪几篇", "有多少篇", text, count=1)
        return f"{many if '多少' in many or '几篇' in many else text + '有多少篇'}？"
    body = _body(question)
    return f"How many {re.sub(r'^[A-Z](?=[a-z]+ )', lambda m: m[0].lower(), body)}?" if body else ""


def alone(narrowed: Narrowed, *, cjk: bool) -> str:
    """The condition as a question of its own, asked of the papers of a list; empty where it only leaves papers out."""
    if cjk:
        unwanted = CJK_NOT.match(narrowed.condition)
        return "" if unwanted else f"{'有多少篇' if narrowed.counts else '哪些'}论文{narrowed.condition}？"
    if _unwanted(narrowed.condition):
        return ""
    return f"{'How many' if narrowed.counts else 'Which'} papers {_predicate(narrowed.condition)}?"


def _body(base: str) -> str:
    text = TRAILING.sub("", base.strip())
    return next((" ".join(match["body"].split()) for head in _HEADS if (match := head.match(text))), "")


def _with_verb(body: str) -> str:
    """A list's phrase as a sentence: "papers on bats" are "papers are on bats"."""
    return re.sub(rf"({_PAPERS})\s+(?=(?:on|about|from|by|with|in|for)\b)", r"\1 are ", body, count=1)


def _unwanted(condition: str) -> str:
    match = re.match(
        r"^(?:(?:are|is|that\s+are|which\s+are)\s+)?(?:(?:but\s+)?not(?:\s+(?:on|about|with|using|in|for|the))?"
        r"|without|exclud(?:e|ing)|except(?:ing)?(?:\s+for)?|leav(?:e|ing)\s+out"
        r"|(?:do|does|that\s+do)\s+not\s+(?:use|involve|need|require|consider))\s+(?:those\s+|the\s+ones\s+"
        r"|papers\s+)?(?:on\s+|about\s+|any\s+)?(?P<what>.+)$",
        condition,
        re.IGNORECASE,
    )
    return re.sub(r"\s+(?:ones|papers)$", "", match["what"].strip(), flags=re.I) if match else ""


def _without(body: str, condition: str) -> str:
    """The list without what the new condition takes back: "not on privacy", where privacy is asked for now."""
    for exclusion, span in reversed(exclusions(body)):
        if exclusion.topic.casefold() in condition.casefold():
            body = f"{body[: span.start].rstrip(' ,')}{body[span.end :]}"
    return re.sub(r"\s+(?:but|and)$", "", body)


def _parted(body: str) -> tuple[str, str]:
    """A list's phrase, and what it leaves out at its end: ", but not on privacy"."""
    match = re.search(r",? but not (?:on|about) [\w -]+$", body, re.IGNORECASE)
    return (body[: match.start()], f", {match[0].lstrip(', ')}") if match else (body, "")


def _predicate(condition: str) -> str:
    """A condition as what papers do or are: "on images" is "are on images"."""
    text = re.sub(r"^(?:that|which|who)\s+", "", condition.strip(), flags=re.I)
    text = re.sub(r"^using\b", "use", text, flags=re.I)
    text = re.sub(r"^is\b", "are", re.sub(r"^(?:has)\b", "have", text, flags=re.I), flags=re.I)
    text = re.sub(r"^(use|deal|consider|need|require|rely|work|study|propose|have)e?s\b", r"\1", text, flags=re.I)
    if re.match(r"(?:since|before|after|in)\s+(?:19|20)\d\d\b", text, re.I):
        return f"appeared {text}"
    if re.match(r"(?:on|about|from|by|with|since|in|for|before|after|at|of|not)\b", text, re.I):
        return f"are {text}"
    return text


def _composed_cjk(base: str, narrowed: Narrowed, english: Callable[[str], str]) -> str:
    text = TRAILING.sub("", base.strip())
    if not is_cjk(base):
        topic = english(base)
        if not topic:
            return ""
        frame = f"关于 {topic} 的论文中"
    elif "论文中，" in text:
        frame = re.sub(r"(论文中，)(?:有多少篇|哪些)(?:论文)?(.+)$", r"\1", text).rstrip("，")
        earlier = re.search(r"论文中，(?:有多少篇|哪些)(?:论文)?(.+)$", text)
        if earlier:
            narrowed = Narrowed(f"{earlier[1]}，并且{narrowed.condition}", narrowed.counts)
    else:
        topic = _topic_cjk(text)
        if not topic:
            return ""
        frame = f"{topic}的论文中"
    if is_dated(narrowed.condition):
        when = re.sub(r"(?:发表|出版)?的$", "", narrowed.condition)
        return f"{frame}，{'有多少篇' if narrowed.counts else '哪些论文'}发表于{when}？"
    if not re.search(
        r"用|有|关于|涉及|研究|是|提|做|基于|针对|讨论|发表|来自|由|在|不|没|解决|属于|处理", narrowed.condition
    ):
        narrowed = Narrowed(f"关于{narrowed.condition}", narrowed.counts)
    if unwanted := CJK_NOT.match(narrowed.condition):
        what = english(unwanted["what"]) or unwanted["what"]
        return f"{frame}，{'有多少篇' if narrowed.counts else '有哪些论文'}不包括 {what}？"
    return f"{frame}，{'有多少篇' if narrowed.counts else '哪些论文'}{narrowed.condition}？"


def _topic_cjk(text: str) -> str:
    """What a list asked for in Chinese is on, as it stands before "的论文"."""
    found = (
        re.match(r"^(?:有)?(?:哪些|哪几篇|多少篇|几篇)(?:论文|文章|工作|文献)(?:是|都)?(?P<what>.+)$", text)
        or re.match(r"^(?:列出|列举|找出|请列出|请找出)?(?:所有|全部)?(?:有哪些|有没有|有多少篇?|多少篇|几篇"
            r"|哪些)?(?P<what>.+?)的?(?:论文|文章|工作|文献)(?:有|都有|共有)?(?:哪些|多少篇?|几篇)?(?:吗)?$", text)
    )  # fmt: skip
    topic = re.sub(r"(?:都|共)?有?(?:哪些|多少|几篇)(?:相关)?$", "", found["what"].strip()) if found else ""
    return re.sub(r"(?:了|的)$", "", topic.strip())
