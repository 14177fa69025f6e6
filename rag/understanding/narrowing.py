"""Narrowing: a list that the talk is on, asked for again with one condition more, one less, or of another topic.

After "Which papers study bats?", "only those on caves" asks "Which papers study bats and are on caves?".
"""

import re
from dataclasses import dataclass

from rag.questions import is_cjk
from rag.understanding.intent import Intent, intent_of

_PAPERS = r"(?:papers|works|articles|studies|publications|abstracts|preprints|submissions)"
_THESE = rf"(?:these|those|them|they|the\s+above|the\s+(?:list|{_PAPERS})|the\s+ones|your\s+list)(?:\s+{_PAPERS})?"
_OPENS = (
    r"^\W*(?:(?:and|but|so|then|ok(?:ay)?|now|also|please|well)[\s,]+)*(?:(?:what|how)\s+about\s+|(?:show|give"
    r"|list|tell)\s+"
    r"(?:me\s+)?|keep\s+)?(?:(?:just|only)\s+)?"
)
_OF = r"(?:of|among|from|in)"
_COUNTS = re.compile(
    rf"{_OPENS}(?:how\s+many)\s+(?:{_OF}\s+{_THESE}|{_PAPERS}\s+{_OF}\s+{_THESE}|(?=(?:are|were|is|have|use"
    rf"|come|on|about|with|using|by|from|in|deal|study|consider)\b))\s*(?P<rest>.+)$",
    re.IGNORECASE,
)
_WHICH = re.compile(
    rf"{_OPENS}(?:which|what)\s+(?:ones?\s*)?(?:{_OF}\s+{_THESE})?\s*(?P<rest>.+)$"
    rf"|^\W*(?:{_OF}\s+{_THESE})\s*,?\s*(?:which|what)\s+(?:ones?\s+)?(?P<of>.+)$"
    rf"|^\W*(?:and\s+|but\s+)?(?:do|does|are|is|have|has)\s+(?:any|some)\s+{_OF}\s+{_THESE}\s+(?P<any>.+)$",
    re.IGNORECASE,
)
_MARKED = re.compile(
    rf"\b(?:which|what)\s+ones?\b|\b{_OF}\s+{_THESE}\b|\b(?:which|how\s+many)\s+(?:are|were|have|use|come)\b", re.I
)
_ONLY = re.compile(
    rf"{_OPENS}(?P<whom>(?:those|the\s+ones|ones|the\s+{_PAPERS}|{_PAPERS})\s+)(?P<rest>(?:on|about|with"
    rf"|without|from|by|using|since|in|for"
    r"|before|after|that|which|not|at|of)\b.+)$"
    rf"|^\W*(?:(?:and|but|now|please)\s+)*(?:just|only)\s+(?P<bare>(?:on|about|with|from|by|using|since|in|for"
    rf"|those|the)\b.+)$"
    r"|^\W*(?:(?:and|but|now|please)\s+)*(?P<out>(?:exclude|excluding|except|leave\s+out|leaving\s+out|without"
    r"|not|but\s+not)\s+.+)$",
    re.IGNORECASE,
)
_MORE = re.compile(
    r"^\W*(?:(?:and|ok(?:ay)?|so|please|can\s+you|could\s+you)[\s,]+)*(?:(?:(?:are\s+there|do\s+you\s+have"
    r"|is\s+there)\s+)?(?:any\s+|some\s+)?"
    rf"(?:more|others?)(?:\s+{_PAPERS})?(?:\s+(?:like\s+(?:this|these|that)|on\s+(?:this|that)))?|(?:show|list"
    rf"|give|see|get)\s+(?:me\s+)?"
    rf"(?:(?:all\s+)?(?:the\s+)?(?:rest|remaining|others?)(?:\s+(?:ones|{_PAPERS}))?(?:\s+of\s+(?:them|these"
    rf"|those))?|(?:some\s+)?more(?:\s+{_PAPERS})?)"
    r"|(?:the\s+)?rest|(?:what\s+about\s+)?the\s+(?:rest|others|remaining\s+\w+)|next(?:\s+page)?|continue|go\s+on"
    r"|any(?:thing)?\s+else|what\s+else)\W*(?:please)?\W*$"
    r"|^\W*(?:还有(?:更多|别的|其他|其它)?(?:的|论文|文章)*(?:吗|么|没有|呢)?|更多(?:的|论文)*(?:呢)?|其余(?:的"
    r"|论文|几篇)*(?:呢)?|剩下的?(?:论文)?(?:呢)?|继续"
    r"|(?:再|继续|多)(?:列|给|来|看|找|推荐)(?:出|我)?(?:几|一些|些|更多|两|三|\d+)?篇?(?:论文|文章)?(?:吧|看看)?"
    r"|(?:列出|显示)(?:其余|剩下|更多)的?(?:论文)?)\W*$",
    re.IGNORECASE,
)
_CJK_OF = re.compile(
    r"^(?:那么?|好的?|请问?|，|\s)*(?:(?:这|那|它)(?:些|们)?(?:论文|文章)?(?:中|里面?|之中|当中)|其中"
    r"|里面)(?:，|,)?(?:的)?(?P<rest>.+)$"
)
_CJK_ONLY = re.compile(
    r"^(?:那么?|请|，|\s)*(?:只看|只要|只保留|只列|仅限?|仅看)(?P<rest>.+?)(?:的?(?:论文|文章|那些))?的?\W*$"
    r"|^(?P<those>[^，。？]{1,24}?)的(?:那些|那几篇)(?:论文|文章)?\W*$"
)
_CJK_SOME = re.compile(
    r"^(?:那么?|请问?|，|\s)*(?P<rest>有?(?:哪些|哪几篇|哪一?篇|几篇|多少篇)(?=是|用|使用|做|涉及|提到|提及|研究|关于|来自|发表"
    r"|支持|提出|基于|考虑|讨论|属于|针对|有(?!什么|哪些)|开源|公开).+)$"
)
"""Of a list talked of, some: without the word for papers, which a question of its own has."""
_CJK_COUNT = re.compile(r"(?:有)?(?:多少|几)篇(?:论文|文章)?(?:是)?(?:的)?")
_CJK_WHICH = re.compile(r"(?:有)?(?:哪些|哪几篇|哪篇|哪一篇|有没有)(?:论文|文章)?(?:是)?(?:的)?|(?:呢|吗)?\W*$")
CJK_NOT = re.compile(
    r"^(?:不涉及|不包括|不包含|不关于|不是关于|不研究|不用|没有?(?:使用|用|涉及)|不使用|无关|排除|去掉|除了"
    r"|不要)(?P<what>[^，。？]+?)(?:的|呢|之外|以外)*\W*$"
)
_DATED = re.compile(
    r"^(?:since|before|after|until|from|published\s+(?:since|before|after|in))\s+(?:19|20)\d\d(?:\s+on(?:wards)?)?$"
    r"|^(?:自|从)?(?:19|20)\d\d\s?年?(?:以来|以后|之后|以前|之前|后|前|起)(?:发表|出版)?的?$",
    re.IGNORECASE,
)
TRAILING = re.compile(r"[\s?？!.。]+$")


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


def is_dated(condition: str) -> bool:
    """Whether a condition is one on when papers appeared: "since 2023", "2023年以后的"."""
    return bool(_DATED.match(condition.strip()))


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
    text = TRAILING.sub("", question.strip())
    if is_cjk(text):
        return _narrowing_cjk(text)
    if match := _COUNTS.match(text):
        return Narrowed(match["rest"].strip(), counts=True)
    if (match := _ONLY.match(text)) and not is_of_list(question):
        if match["out"] and (text.startswith("NOT") or not re.fullmatch(r"[\w ,/-]+", text)):  # an operator of a search
            return None
        rest = (match["rest"] or match["bare"] or match["out"]).strip()
        rest = re.sub(r"^(?:those|the\s+ones|the)\s+", "", rest, flags=re.I)
        certain = bool(match["out"] or match["bare"] or re.search(r"\b(?:just|only)\b", text, re.I) or match["whom"])
        return Narrowed(rest, marked=certain)
    if _MARKED.search(text) and (match := _WHICH.match(text)):
        rest = (match["rest"] or match["of"] or match["any"]).strip()
        return Narrowed(re.sub(rf"^{_PAPERS}\s+", "", rest, flags=re.I)) if rest else None
    return None


def _narrowing_cjk(text: str) -> Narrowed | None:
    match = _CJK_OF.match(text) or _CJK_ONLY.match(text) or _CJK_SOME.match(text)
    if match is None and not CJK_NOT.match(text):
        return None
    rest = next((part for part in match.groups() if part), "") if match else text
    counts = bool(_CJK_COUNT.search(rest))
    rest = _CJK_WHICH.sub("", _CJK_COUNT.sub("", rest)).strip("，, ")
    rest = re.sub(r"的$", "", rest)
    return Narrowed(rest, counts) if rest else None
