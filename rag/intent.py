"""Intent: what kind of answer a question asks for."""

import re
from enum import StrEnum


class Intent(StrEnum):
    """What a question wants."""

    LOOKUP = "lookup"
    LIST = "list"
    COUNT = "count"
    THEMES = "themes"


_PAPERS = r"(?:papers|works|articles|studies|publications|abstracts|preprints|submissions)"
_PLAIN = r"(?:[\w-]+\s+){0,4}?"
_COUNT = re.compile(
    rf"\bhow many\s+{_PLAIN}{_PAPERS}\b|\b(?:number|count) of\s+{_PLAIN}{_PAPERS}\b"
    rf"|\bcount (?:the|all)\s+{_PLAIN}{_PAPERS}\b"
    r"|(?:多少|几)\s*篇",
    re.IGNORECASE,
)
_THEMES = re.compile(
    r"\b(?:what|which|list|name|give|show|summari[sz]e|describe|identify)\b.{0,30}?\b(?:main|major|key|common|dominant|"
    r"principal|central|biggest|overall|general|different|research|hot|broad)\s+(?:\w+\s+)?"
    r"(?:themes?|topics?|trends?|clusters?|areas?|directions?|strands?|subjects?)\b"
    r"|\b(?:themes|clusters|topics) (?:of|in|among|across) (?:the|these|this|all)\b"
    r"|\bwhat (?:are (?:the )?)?(?:recent |current )?(?:themes|topics|trends)\b"
    r"|\bwhat (?:is|are) (?:the|this|these|my) (?:corpus|collection|library|papers|index|conference) about\b"
    r"|(?:主要|主流|热门|核心|有哪些|哪些)(?:的)?(?:研究)?(?:主题|话题|方向|趋势|领域|议题)",
    re.IGNORECASE,
)
_LIST = re.compile(
    rf"\b(?:which|what)\s+{_PLAIN}{_PAPERS}\b"
    rf"|\b(?:list|find|name|give|show|enumerate|collect|get|tell|identify)\b[^.?!]{{0,40}}?\b{_PAPERS}\b"
    r"|\b(?:list|find|show|give me|enumerate|collect)\s+(?:me\s+)?(?:everything|all|every)\b"
    rf"|\b(?:all|every)\s+(?:the\s+)?{_PAPERS}\b"
    rf"|^\W*(?:(?:recent|new)\s+)?{_PAPERS}\s+(?:on|about|that|which|using|by|from|since|in|with|related)\b"
    r"|有哪些\S{0,12}?(?:论文|文章|工作|文献|研究)|(?:哪些|哪几篇)(?:的)?(?:论文|文章|工作|文献|研究)"
    r"|(?:列出|列举|找出|找到|罗列)\S{0,4}(?:所有|全部|论文|文章|每)|(?:所有|全部)\S{0,12}(?:论文|文章)",
    re.IGNORECASE,
)
_ONE = re.compile(
    rf"^\W*(?:in|for|of|by|from|across|according to|between)\s+(?:which|what)\b(?!\s+{_PAPERS})"
    r"|\b(?:the|these|those|both|two|three) (?:papers|works)\b(?! (?:on|about|that|which|using|in))",
    re.IGNORECASE,
)


def intent_of(question: str) -> Intent:
    """What kind of answer a question asks for; a lookup unless its words say otherwise.

    Args:
        question: English or Chinese, as asked.
    """
    if _COUNT.search(question):
        return Intent.COUNT
    if _THEMES.search(question):
        return Intent.THEMES
    if _LIST.search(question) and not _ONE.search(question):
        return Intent.LIST
    return Intent.LOOKUP
