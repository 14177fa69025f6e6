"""Narrowing: a list that the talk is on, asked for again with one condition more, one less, or of another topic.

After "Which papers study watermarking?", "only those on images" asks "Which papers study watermarking and are on images?".
"""

import re
from collections.abc import Callable
from dataclasses import dataclass

from rag.questions import is_cjk
from rag.understanding.exclusions import exclusions
from rag.understanding.intent import Intent, intent_of

_PAPERS = r"(?:papers|works|articles|studies|publications|abstracts|preprints|submissions)"
_THESE = rf"(?:these|those|them|they|the\s+above|the\s+(?:list|{_PAPERS})|the\s+ones|your\s+list)(?:\s+{_PAPERS})?"
_OPENS = (
    r"^\W*(?:(?:and|but|so|then|ok(?:ay)?|now|also|please|well)[\s,]+)*(?:(?:what|how)\s+about\s+|(?:show|give|list|tell)\s+"
    r"(?:me\s+)?|keep\s+)?(?:(?:just|only)\s+)?"
)
_OF = r"(?:of|among|from|in)"
_COUNTS = re.compile(
    rf"{_OPENS}(?:how\s+many)\s+(?:{_OF}\s+{_THESE}|{_PAPERS}\s+{_OF}\s+{_THESE}|(?=(?:are|were|is|have|use|come|on|about|with|using|by|from|in|deal|study|consider)\b))\s*(?P<rest>.+)$",
    re.IGNORECASE,
)
_WHICH = re.compile(
    rf"{_OPENS}(?:which|what)\s+(?:ones?\s*)?(?:{_OF}\s+{_THESE})?\s*(?P<rest>.+)$"
    rf"|^\W*(?:{_OF}\s+{_THESE})\s*,?\s*(?:which|what)\s+(?:ones?\s+)?(?P<of>.+)$"
    rf"|^\W*(?:and\s+|but\s+)?(?:do|does|are|is|have|has)\s+(?:any|some)\s+{_OF}\s+{_THESE}\s+(?P<any>.+)$",
    re.IGNORECASE,
)
_MARKED = re.compile(
    rf"\b(?:which|what)\s+ones?\b|\b{_OF}\s+{_THESE}\b|\b(?:which|how\s+many)\s+(?:are|were|is|have|use|come)\b", re.I
)
_ONLY = re.compile(
    rf"{_OPENS}(?P<whom>(?:those|the\s+ones|ones|the\s+{_PAPERS}|{_PAPERS})\s+)(?P<rest>(?:on|about|with|without|from|by|using|since|in|for"
    r"|before|after|that|which|not|at|of)\b.+)$"
    rf"|^\W*(?:(?:and|but|now|please)\s+)*(?:just|only)\s+(?P<bare>(?:on|about|with|from|by|using|since|in|for|those|the)\b.+)$"
    r"|^\W*(?:(?:and|but|now|please)\s+)*(?P<out>(?:exclude|excluding|except|leave\s+out|leaving\s+out|without|not|but\s+not)\s+.+)$",
    re.IGNORECASE,
)
_MORE = re.compile(
    r"^\W*(?:(?:and|ok(?:ay)?|so|please|can\s+you|could\s+you)[\s,]+)*(?:(?:(?:are\s+there|do\s+you\s+have|is\s+there)\s+)?(?:any\s+|some\s+)?"
    rf"(?:more|others?)(?:\s+{_PAPERS})?(?:\s+(?:like\s+(?:this|these|that)|on\s+(?:this|that)))?|(?:show|list|give|see|get)\s+(?:me\s+)?"
    rf"(?:(?:all\s+)?(?:the\s+)?(?:rest|remaining|others?)(?:\s+(?:ones|{_PAPERS}))?(?:\s+of\s+(?:them|these|those))?|(?:some\s+)?more(?:\s+{_PAPERS})?)"
    r"|(?:the\s+)?rest|(?:what\s+about\s+)?the\s+(?:rest|others|remaining\s+\w+)|next(?:\s+page)?|continue|go\s+on"
    r"|any(?:thing)?\s+else|what\s+else)\W*(?:please)?\W*$"
    r"|^\W*(?:还有(?:更多|别的|其他|其它)?(?:的|论文|文章)*(?:吗|么|没有|呢)?|更多(?:的|论文)*(?:呢)?|其余(?:的|论文|几篇)*(?:呢)?|剩下的?(?:论文)?(?:呢)?|继续"
    r"|(?:列出|显示)(?:其余|剩下|更多)的?(?:论文)?)\W*$",
    re.IGNORECASE,
)
_CJK_OF = re.compile(
    r"^(?:那么?|好的?|请问?|，|\s)*(?:(?:这|那|它)(?:些|们)?(?:论文|文章)?(?:中|里面?|之中|当中)|其中|里面)(?:，|,)?(?:的)?(?P<rest>.+)$"
)
_CJK_ONLY = re.compile(
    r"^(?:那么?|请|，|\s)*(?:只看|只要|只保留|只列|仅限?|仅看)(?P<rest>.+?)(?:的?(?:论文|文章|那些))?的?\W*$"
)
_CJK_COUNT = re.compile(r"(?:有)?(?:多少|几)篇(?:论文|文章)?(?:是)?(?:的)?")
_CJK_WHICH = re.compile(r"(?:有)?(?:哪些|哪几篇|哪篇|哪一篇|有没有)(?:论文|文章)?(?:是)?(?:的)?|(?:呢|吗)?\W*$")
_CJK_NOT = re.compile(
    r"^(?:不涉及|不包括|不包含|不关于|不是关于|不研究|不用|没有?(?:使用|用|涉及)|不使用|无关|排除|去掉|除了|不要)(?P<what>[^，。？]+?)(?:的|呢|之外|以外)*\W*$"
)
_HEADS = (
    re.compile(rf"^\W*(?:which|what|how\s+many)\s+(?P<body>(?:[\w-]+\s+){{0,4}}?{_PAPERS}\b.*)$", re.I),
    re.compile(rf"^\W*(?:are|is)\s+there\s+(?:any\s+|some\s+)?(?P<body>(?:[\w-]+\s+){{0,4}}?(?:{_PAPERS}|work|research)\b.*)$", re.I),
    re.compile(rf"^\W*(?:do|does|have|has)\s+(?:any|some)\s+(?P<body>(?:[\w-]+\s+){{0,4}}?{_PAPERS}\b.*)$", re.I),
    re.compile(
        rf"^\W*(?:(?:please|can\s+you|could\s+you)\s+)*(?:list|find|show|name|give|recommend|suggest|collect|get)\s+(?:me\s+|us\s+)?"
        rf"(?:all\s+|every\s+|some\s+|any\s+)?(?:of\s+)?(?:the\s+)?(?P<body>(?:[\w-]+\s+){{0,4}}?{_PAPERS}\b.*)$", re.I),
    re.compile(rf"^\W*(?:all\s+|any\s+)?(?P<body>(?:[\w-]+\s+){{0,3}}?{_PAPERS}\s+(?:on|about|that|which|using|by|from|since|in|with)\b.*)$", re.I),
)  # fmt: skip
_VERB = re.compile(
    rf"{_PAPERS}\s+(?!(?:on|about|that|which|using|by|from|since|in|with|for|at|published|written|related)\b)\w+"
    r"|^(?!.*\b(?:that|which)\b).*\b(?:are|were|use|have|deal)\b",
    re.IGNORECASE,
)
_TRAILING = re.compile(r"[\s?？!.。]+$")


@dataclass(frozen=True)
class Narrowed:
    """What a question asks of a list.

    Args:
        condition: the words that papers must meet besides.
        counts: it asks how many.
        marked: its words say that they are of a list ("of these", "其中").
    """

    condition: str
    counts: bool = False
    marked: bool = True


def asks_for_more(question: str) -> bool:
    """Whether a question asks for what of a list has not been shown: "and more?", "show the rest", "还有吗"."""
    return bool(_MORE.match(question))


def is_of_list(question: str) -> bool:
    """Whether a question asks for a list of papers, or their number."""
    return intent_of(question) in (Intent.LIST, Intent.COUNT, Intent.EXISTENCE)


def narrowing_of(question: str) -> Narrowed | None:
    """The condition that a question puts on a list; None where it puts none.

    Args:
        question: as asked, in English or Chinese.
    """
    text = _TRAILING.sub("", question.strip())
    if is_cjk(text):
        return _narrowing_cjk(text)
    if match := _COUNTS.match(text):
        return Narrowed(match["rest"].strip(), counts=True)
    if (match := _ONLY.match(text)) and not is_of_list(question):
        rest = (match["rest"] or match["bare"] or match["out"]).strip()
        rest = re.sub(r"^(?:those|the\s+ones|the)\s+", "", rest, flags=re.I)
        certain = bool(match["out"] or match["bare"] or re.search(r"\b(?:just|only)\b", text, re.I) or match["whom"])
        return Narrowed(rest, marked=certain)
    if _MARKED.search(text) and (match := _WHICH.match(text)):
        rest = (match["rest"] or match["of"] or match["any"]).strip()
        return Narrowed(re.sub(rf"^{_PAPERS}\s+", "", rest, flags=re.I)) if rest else None
    return None


def _narrowing_cjk(text: str) -> Narrowed | None:
    match = _CJK_OF.match(text) or _CJK_ONLY.match(text)
    if match is None and not _CJK_NOT.match(text):
        return None
    rest = match["rest"] if match else text
    counts = bool(_CJK_COUNT.search(rest))
    rest = _CJK_WHICH.sub("", _CJK_COUNT.sub("", rest)).strip("，, ")
    rest = re.sub(r"的$", "", rest)
    return Narrowed(rest, counts) if rest else None


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
    body = _without(body, narrowed.condition)
    body, denied = _parted(body)
    asks = "How many" if narrowed.counts else "Which"
    if unwanted:
        also = f"{denied} or {unwanted}" if denied else f", but not on {unwanted}"
        return f"{asks} {body if _VERB.search(body) else _with_verb(body)}{also}?"
    predicate = _predicate(narrowed.condition)
    return f"{asks} {body}{' and' if _VERB.search(body) else ''} {predicate}{denied}?"


def alone(narrowed: Narrowed, *, cjk: bool) -> str:
    """The condition as a question of its own, asked of the papers of a list; empty where it only leaves papers out."""
    if cjk:
        unwanted = _CJK_NOT.match(narrowed.condition)
        return "" if unwanted else f"{'有多少篇' if narrowed.counts else '哪些'}论文{narrowed.condition}？"
    if _unwanted(narrowed.condition):
        return ""
    return f"{'How many' if narrowed.counts else 'Which'} papers {_predicate(narrowed.condition)}?"


def _body(base: str) -> str:
    text = _TRAILING.sub("", base.strip())
    return next((" ".join(match["body"].split()) for head in _HEADS if (match := head.match(text))), "")


def _with_verb(body: str) -> str:
    """A list's phrase as a sentence: "papers on bats" are "papers are on bats"."""
    return re.sub(rf"({_PAPERS})\s+(?=(?:on|about|from|by|with|in|for)\b)", r"\1 are ", body, count=1)


def _unwanted(condition: str) -> str:
    match = re.match(
        r"^(?:(?:are|is|that\s+are|which\s+are)\s+)?(?:(?:but\s+)?not(?:\s+(?:on|about|with|using|in|for|the))?|without|exclud(?:e|ing)|except(?:ing)?(?:\s+for)?|leav(?:e|ing)\s+out"
        r"|(?:do|does|that\s+do)\s+not\s+(?:use|involve|need|require|consider))\s+(?:those\s+|the\s+ones\s+|papers\s+)?(?:on\s+|about\s+|any\s+)?(?P<what>.+)$",
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
    if re.match(r"(?:on|about|from|by|with|since|in|for|before|after|at|of|not)\b", text, re.I):
        return f"are {text}"
    return text


def _composed_cjk(base: str, narrowed: Narrowed, english: Callable[[str], str]) -> str:
    text = _TRAILING.sub("", base.strip())
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
    if not re.search(
        r"用|有|关于|涉及|研究|是|提|做|基于|针对|讨论|发表|来自|由|在|不|没|解决|属于|处理", narrowed.condition
    ):
        narrowed = Narrowed(f"关于{narrowed.condition}", narrowed.counts)
    if unwanted := _CJK_NOT.match(narrowed.condition):
        return f"{frame}，{'有多少篇' if narrowed.counts else '有哪些论文'}不包括 {english(unwanted['what']) or unwanted['what']}？"
    return f"{frame}，{'有多少篇' if narrowed.counts else '哪些论文'}{narrowed.condition}？"


def _topic_cjk(text: str) -> str:
    """What a list asked for in Chinese is on, as it stands before "的论文"."""
    found = (
        re.match(r"^(?:有)?(?:哪些|哪几篇|多少篇|几篇)(?:论文|文章|工作|文献)(?:是|都)?(?P<what>.+)$", text)
        or re.match(r"^(?:列出|列举|找出|请列出|请找出)?(?:所有|全部)?(?:有哪些|有没有|有多少篇?|多少篇|几篇|哪些)?(?P<what>.+?)的?(?:论文|文章|工作|文献)(?:有|都有|共有)?(?:哪些|多少篇?|几篇)?(?:吗)?$", text)
    )  # fmt: skip
    return re.sub(r"(?:了|的)$", "", found["what"].strip()) if found else ""
