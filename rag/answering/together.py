"""Together: whether a question is about several chosen papers, all together or each for itself."""

import re
from collections.abc import Sequence

from rag.understanding.courtesies import opened
from rag.understanding.dependence import is_bare
from rag.understanding.filters import Filter
from rag.understanding.intent import Intent, intent_of

_PLURAL = re.compile(
    r"\b(?:they|their|them|these|those|both|each|(?:the|my|all)\s+(?:chosen|selected|pinned|\w+)?\s*papers)\b"
    r"|它们|他们|这些|这几|这两|各自|分别|两者|二者|所选",
    re.IGNORECASE,
)
_PAPERS = r"(?:papers?|articles?|works?|abstracts?|stud(?:y|ies)|publications?|two|three|four|five|ones)"
_THOSE = (
    rf"(?:(?:all\s+(?:of\s+)?|both\s+(?:of\s+)?|each\s+of\s+)?(?:these|those|them|they)(?:\s+{_PAPERS}){{0,2}}"
    rf"|(?:all\s+(?:of\s+)?|both\s+(?:of\s+)?|each\s+of\s+)?(?:the|my)\s+(?:(?:chosen|selected"
    rf"|pinned)\s+)?{_PAPERS}(?:\s+{_PAPERS})?"
    rf"|(?:all|both)(?:\s+{_PAPERS}){{0,2}}|each(?:\s+(?:paper|one))?|(?:the\s+)?(?:chosen|selected"
    rf"|pinned)\s+{_PAPERS})"
)
_MANNER = (
    r"(?:\s+(?:(?:in\s+)?(?:brief(?:ly)?|short|detail|a\s+(?:sentence|table|few\s+(?:words|sentences))|one\s+sentence"
    r"|general|total|a\s+nutshell)(?:\s+each)?|for\s+me|please|side\s+by\s+side|(?:from|with|to|and)\s+(?:each\s+other"
    r"|one\s+another)|(?:mainly|mostly|all|each|both)))*"
)
_ASK = r"(?:(?:please|(?:can|could|would|will)\s+you(?:\s+please)?|now|and|so|then)[\s,]+)*"
_TOGETHER = re.compile(
    rf"{_ASK}(?:(?:summari[sz]e|sum\s+up|describe|explain|outline|compare|contrast|tell\s+me\s+about"
    rf"|introduce)\s+{_THOSE}"
    rf"|(?:(?:give|write|show)\s+(?:me\s+)?)?(?:a|an|the)?\s*(?:short\s+|brief\s+)?(?:summary|summaries|overview"
    rf"|comparison)"
    rf"\s+of\s+{_THOSE}"
    rf"|what(?:\s+(?:is|are|do|does|did)|['’]re)\s+{_THOSE}\s*(?:all\s+|each\s+|both\s+|mainly\s+)?(?:about|say"
    rf"|propose|do|show"
    r"|find|study|present|claim|contribute|have\s+in\s+common|on)"
    rf"|how\s+(?:do|are|does|did)\s+{_THOSE}\s+(?:differ(?:ent)?|compare|relate(?:d)?|similar|alike|vary)"
    rf"|(?:what|which)\s+(?:is|are)\s+the\s+(?:main\s+|key\s+)?(?:differences?|similarit(?:y|ies))\s+(?:between|of"
    rf"|among)\s+{_THOSE}"
    rf"){_MANNER}",
    re.IGNORECASE,
)
_CJK_THOSE = (
    r"(?:(?:(?:这|那|所选的?)(?:些|[几两二三四五\d]\s?[篇个]?)|所选的?)|它们|他们|两者|二者|全部|所有)(?:的)?"
    r"(?:论文|文章|文献|摘要|工作|研究)?"
)
_TOGETHER_CJK = re.compile(
    r"(?:请|帮我|麻烦|能否|可以)*"
    rf"(?:(?:总结|概括|概述|归纳|介绍|比较|对比|说说|讲讲)(?:一下)?{_CJK_THOSE}"
    rf"|(?:把)?{_CJK_THOSE}(?:总结|概括|概述|比较|对比)(?:一下)?"
    rf"|{_CJK_THOSE}(?:都|分别|各自|主要)*(?:是)?(?:讲|说|关于|研究|做|提出|介绍|讨论|写)(?:的是|的|了)?(?:什么|哪些"
    rf"|啥)(?:内容|问题|方法|的)?"
    rf"|{_CJK_THOSE}(?:之间)?(?:的|有)?(?:什么|哪些|何|主要)?(?:的)?(?:不同|区别|异同|差异|差别|联系|共同点)(?:之处"
    rf"|点)?(?:是什么|有哪些|在哪里?)?"
    r")(?:呢|吗|吧)?",
)
_THEMES_OF = re.compile(
    rf"{_ASK}(?:(?:what\s+are|what\s+is|list|name|give|show|summari[sz]e|describe)\s+(?:me\s+)?)?(?:the\s+)?"
    r"(?:(?:main|key|major|common|central|shared|overall|general|research)\s+)*(?:themes?|topics?|subjects?|threads?)"
    rf"(?:\s+(?:of|in|across|among|between|covered\s+by)\s+{_THOSE})?{_MANNER}"
    rf"|(?:what|which)\s+(?:(?:main|key|major|common)\s+)*(?:themes?|topics?|subjects?)\s+(?:do|are|does)\s+{_THOSE}"
    r"(?:\s+(?:cover(?:ed)?|share|have|treat|address|about|on|discuss(?:ed)?|deal\s+with|in\s+common))*"
    rf"|(?:请|帮我)?(?:总结|概括|归纳|列出)?(?:一下)?(?:{_CJK_THOSE})?(?:的)?(?:主要|共同|核心|研究)*(?:的)?(?:主题|话题|议题|方向)(?:是什么|有哪些|是哪些|呢)?",
    re.IGNORECASE,
)
_BARE = re.compile(
    r"(?:(?:what|which)\s+(?:are|is)\s+(?:the\s+)?|the\s+|any\s+)?(?:main\s+|key\s+)?(?:differences?|similarit(?:y|ies)"
    r"|commonalit(?:y|ies))|(?:compare|contrast)(?:\s+(?:and|&)\s+contrast)?"
    r"|(?:有什么|有哪些|主要)?(?:的)?(?:共同点|共同之处|相同点|相同之处|不同点|不同之处|区别|异同|差异)(?:是什么|有哪些|在哪里?|呢)?|(?:比较|对比)(?:一下)?",
    re.IGNORECASE,
)
"""It names no papers, and where some are chosen it is of these."""
_FEWEST_FOR_THEMES = 6
"""Papers from which themes are parted; of fewer, each is told of."""


def asks_for_themes(question: str) -> bool:
    """Whether a question asks for the themes of papers at hand, or of papers that it does not name.

    Args:
        question: as asked, in English or Chinese.
    """
    return bool(_THEMES_OF.fullmatch(_unended(question)))


def _unended(question: str) -> str:
    return question.strip().rstrip("?？.。!！ ")


def is_about_all(question: str) -> bool:
    """Whether a question asks of papers at hand, all together, what they are about or how they differ.

    Args:
        question: as asked, in English or Chinese.
    """
    text = _unended(question)
    return bool(_TOGETHER.fullmatch(text) or _TOGETHER_CJK.fullmatch(text))


def chosen_together(question: str, conditions: Sequence[Filter]) -> tuple[str, ...]:
    """The ids of the chosen papers, in the order of the choice, where a question is about all of them.

    One is enough where the themes are asked for; those of many are left to the survey of all that is chosen.

    Args:
        question: as asked.
        conditions: that hold.
    """
    chosen = [item.values for item in conditions if item.field == "paper" and item.operator == "="]
    if len(chosen) != 1:
        return ()
    if asks_for_themes(question):
        return tuple(chosen[0]) if len(chosen[0]) < _FEWEST_FOR_THEMES else ()
    together = is_about_all(question) or bool(_BARE.fullmatch(_unended(question)))
    return tuple(chosen[0]) if together and len(chosen[0]) > 1 else ()


def is_of_each(question: str) -> bool:
    """Whether a question is one that each of several papers at hand can be asked: "What data do they use?".

    Args:
        question: as asked, in English or Chinese.
    """
    said = opened(question)[0]
    if (intent := intent_of(said)) in (Intent.COUNT, Intent.THEMES):
        return False
    return bool(_PLURAL.search(said)) or (intent is not Intent.LIST and is_bare(said))
