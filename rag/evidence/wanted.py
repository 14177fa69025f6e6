"""Wanted: the kind of answer that each part of a question asks for, which says how much is to be quoted."""

import re
from enum import StrEnum

from rag.questions import asks_number


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
            r"\bhow (?:many|much|large|big|long|far|fast|often|deep|wide|small|high|low)\b|\bwhat (?:percentage|share|fraction"
            r"|proportion|number|speed-?up)\b|\bby what factor\b|\bhow (?:does|do|is|are|did) the (?:size|number|speed|cost|accuracy|error|share)\b|\bwhat(?: is| was| are| were)?(?: the)? (?:(?!does|do|did|is|are)\S+ ){0,4}?"
            r"(?:accurac(?:y|ies)|scores?|rates?|size|speed-?up|percentage|complexity|regret|bounds?|running time)\b|多少|几(?:个|倍|种|类|次)|多(?:快|大|高|长)|倍数|百分之",
        ),
        (
            Wanted.DATA,
            r"\b(?:which|what|whose)\s+(?:[\w-]+ ){0,3}?(?:datasets?|benchmarks?|tasks?|environments?|domains?|corpus|corpora)\b"
            r"|\b(?:on|to) (?:what|which)\b.*\b(?:evaluated|tested|tried|applied|shown|demonstrated|validated|trained)\b"
            r"|\b(?:evaluated|tested|tried|validated) (?:on|in)\b|(?:哪些|什么)(?:数据集?|基准|任务|环境)",
        ),
        (
            Wanted.REASON,
            r"\bwhy\b|\b(?:limitations?|shortcomings?|drawbacks?) of\b|\bwhat is wrong\b|\b(?:reasons?|causes?|motivat\w+)\b|\bhow come\b|为什么|为何|原因|动机",
        ),
        (
            Wanted.MEANING,
            r"^\W*(?:so |and |good morning,? |hi,? |please )?(?:what(?:['’]s| is| are| does)|define|explain|tell me (?:about|what)"
            r"|summari[sz]e|describe)\s+(?:the |an? )?(?P<what>[^?,]{1,60}?)(?: (?:propose|do|about|mean|designed for))?\W*$"
            r"|是什么|什么是|请?(?:介绍|总结|概括)",
        ),
        (
            Wanted.RESULT,
            r"\b(?:results?|findings?|conclusions?|conclude|outperform\w*|beats?|improve\w*|achieve\w*|advantages?|benefits?"
            r"|contributions?|compare[ds]?|perform\w*|better|worse|best|effect|happens)\b|结果|效果|优势|贡献|相比|性能|发现",
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
    r"\b(?:results?|findings?|advantages?|benefits?|contributions?|limitations?|code|loss|complexity|difference|number|of)\b"
    r"|结果|优势|贡献",
    re.IGNORECASE,
)
"""What is asked of a thing, rather than the thing itself: "what are the results of X"."""


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
