"""Wanted: the kind of answer that each part of a question asks for, which says how much is to be quoted."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise

from rag.questions import asks_number
from rag.text.sentences import Span


class Wanted(StrEnum):
    """What would answer a part of a question."""

    NUMBER = "number"
    MEANING = "meaning"
    WAY = "way"
    REASON = "reason"
    RESULT = "result"
    DATA = "data"
    THING = "thing"
    FACT = "fact"
    ANYTHING = "anything"


MOST = {
    Wanted.NUMBER: 1,
    Wanted.MEANING: 2,
    Wanted.WAY: 3,
    Wanted.REASON: 2,
    Wanted.RESULT: 2,
    Wanted.DATA: 1,
    Wanted.THING: 2,
    Wanted.FACT: 2,
    Wanted.ANYTHING: 3,
}
"""Sentences that answer at most."""

_HOW = r"\bhow\b(?!\s+(?:many|much|large|big|long|far|fast|often|well|good|deep|wide|small|about|come)\b)"
_KINDS: tuple[tuple[Wanted, re.Pattern[str]], ...] = tuple(
    (kind, re.compile(pattern, re.IGNORECASE))
    for kind, pattern in (
        (
            Wanted.NUMBER,
            r"\bhow (?:many|much|large|big|long|far|fast|often|deep|wide|small|high|low)\b|\bwhat (?:percentage"
            r"|share|fraction"
            r"|proportion|number|speed-?up)\b|\bby what factor\b|\bhow (?:does|do|is|are|did) the (?:size|number"
            r"|speed|cost|accuracy|error|share)\b|\bwhat(?: is| was| are| were)?(?: the)? (?:(?!does|do|did|is"
            r"|are)\S+ ){0,4}?"
            r"(?:accurac(?:y|ies)|scores?|rates?|size|speed-?up|percentage|complexity|regret|bounds?"
            r"|running time)\b|多少|几(?:个|倍|种|类|次)|多(?:快|大|高|长)|倍数|百分之",
        ),
        (
            Wanted.DATA,
            r"\b(?:which|what|whose)\s+(?:[\w-]+ ){0,3}?(?:datasets?|benchmarks?|tasks?|environments?|domains?"
            r"|corpus|corpora)\b"
            r"|\b(?:on|to) (?:what|which)\b.*\b(?:evaluated|tested|tried|applied|shown|demonstrated|validated"
            r"|trained)\b"
            r"|\b(?:evaluated|tested|tried|validated) (?:on|in)\b|(?:哪些|什么)(?:数据集?|基准|任务|环境)",
        ),
        (
            Wanted.REASON,
            r"\bwhy\b|\b(?:limitations?|shortcomings?|drawbacks?) of\b|\bwhat is wrong\b|\b(?:reasons?|causes?"
            r"|motivat\w+)\b|\bhow come\b|为什么|为何|原因|动机",
        ),
        (
            Wanted.MEANING,
            r"^\W*(?:so |and |good morning,? |hi,? |please )?(?:what(?:['’]s| is| are| does)|define|explain"
            r"|tell me (?:about|what)"
            r"|summari[sz]e|describe)\s+(?:the |an? )?(?P<what>[^?,]{1,60}?)(?: (?:propose|do|about|mean"
            r"|designed for))?\W*$"
            r"|是什么|什么是|请?(?:介绍|总结|概括)",
        ),
        (Wanted.THING, r"\b(?:what|which) (?:kind|type|sort)s? of\b"),
        (
            Wanted.RESULT,
            r"\b(?:results?|findings?|conclusions?|conclude|outperform\w*|beats?|improve\w*|achieve\w*"
            r"|advantages?|benefits?"
            r"|contributions?|compare[ds]?|perform\w*|better|worse|best|effect|happens)\b|结果|效果|优势|贡献"
            r"|相比|性能|发现",
        ),
        (Wanted.WAY, rf"{_HOW}|\b(?:by what means|in what way)\b|如何|怎么|怎样"),
        (
            Wanted.FACT,
            r"^\W*(?:and |so )?(?:does|do|did|is|are|was|were|can|could|has|have|will|would|should)\b|是否|吗|能不能",
        ),
        (Wanted.THING, r"\b(?:which|what|who|whose|when|where)\b|哪|什么"),
    )
)
_ASPECT = re.compile(
    r"\b(?:results?|findings?|advantages?|benefits?|contributions?|limitations?|code|loss|complexity|difference"
    r"|number|of)\b"
    r"|结果|优势|贡献",
    re.IGNORECASE,
)
"""What is asked of a thing, rather than the thing itself: "what are the results of X"."""


_ASKS = re.compile(r"\b(?:what|which|how|why|who|when|where|whose)\b", re.IGNORECASE)
"""What a sentence without it, before a question, only tells the occasion of that question."""
_NEXT_PART = re.compile(
    r"[?.;:]\s+|,?\s+and\s+(?=(?:what|which|how|why|when|where|who|in what|in which|on what|on which|with|is|are|does"
    r"|do|by|from|at)\b)|,\s+(?=(?:what|which|how|why|when|where|who|in what|on which|and)\b)|[。？；，]",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Part:
    """A part of a question: "What is X, and on which data?" has two.

    Args:
        places: of its words among the question's.
        text: as asked.
        wanted: the kind of answer that it asks for.
    """

    places: tuple[int, ...]
    text: str
    wanted: Wanted


def wanted(part: str) -> Wanted:
    """The kind of answer that a part of a question asks for.

    Args:
        part: English or Chinese, as asked.
    """
    for kind, pattern in _KINDS:
        match = pattern.search(part)
        if match and not (kind is Wanted.MEANING and _ASPECT.search(part)):
            return kind
    return Wanted.NUMBER if asks_number(part) else Wanted.ANYTHING


def parts_of(question: str, words: Sequence[Span]) -> list[Part]:
    """The parts of a question that have words of their own.

    Args:
        question: as asked.
        words: its content words.
    """
    bounds = [0, *(match.start() for match in _NEXT_PART.finditer(question)), len(question)]
    parts = []
    for start, end in pairwise(bounds):
        text = question[start:end]
        told = re.match(r"\s*\.\s", question[end:]) and not _ASKS.search(text) and "?" in question[end:]
        if not told and (places := tuple(at for at, span in enumerate(words) if start <= span.start < end)):
            parts.append(Part(places, text, wanted(text)))
    return parts
