"""Short follow-ups: a word or two on the paper talked of ("results?", "局限性呢？"), written out as a question."""

import re
from dataclasses import dataclass
from enum import StrEnum

from rag.questions import is_cjk


class Kind(StrEnum):
    """What a short follow-up asks of a paper."""

    AUTHORS = "authors"
    YEAR = "year"
    VENUE = "venue"
    CODE = "code"
    RESULTS = "results"
    LIMITS = "limits"
    DATA = "data"
    METHOD = "method"
    PROBLEM = "problem"
    GIST = "gist"
    MORE = "more"
    EXAMPLE = "example"


@dataclass(frozen=True)
class Short:
    """A short follow-up.

    Args:
        kind: what it asks.
        frame: the question written out, with `{}` in the place of its subject.
    """

    kind: Kind
    frame: str

    def of(self, subject: str) -> str:
        """The question of a subject."""
        return self.frame.format(subject)


_LEAD = (
    r"^\W*(?:(?:and|but|so|ok(?:ay)?|please|now)[\s,]+)*(?:(?:what|how)\s+(?:about|is|are|were)\s+|any\s+"
    r"|show\s+(?:me\s+)?|give\s+(?:me\s+)?"
    r"|tell\s+me\s+)?(?:the\s+|its\s+|their\s+|a\s+|an\s+)?(?:main\s+|key\s+|possible\s+)?"
)
_END = r"(?:\s+(?:please|then|again|of\s+(?:it|this|that)|for\s+(?:it|this|that)))*\W*$"
_ENGLISH = (
    (
        Kind.AUTHORS,
        "Who wrote {}?",
        r"authors?(?:\s+names?)?|who\s+wrote\s+it|who\s+(?:are|is)\s+(?:the|its|their)\s+authors?|by\s+whom",
    ),
    (Kind.YEAR, "When was {} published?", r"when|which\s+year|(?:publication\s+)?(?:year|date)"),
    (
        Kind.VENUE,
        "Where was {} published?",
        r"where|venue|conference|journal|(?:which|what)\s+(?:venue|conference|journal)",
    ),
    (
        Kind.CODE,
        "Where is the code of {}?",
        r"(?:source\s+)?code|implementation|repo(?:sitory)?|github(?:\s+link)?|link(?:\s+to\s+(?:the\s+"
        r"|its\s+)?(?:code|repo\w*))?|(?:is\s+)?(?:the\s+|its\s+)?code\s+(?:available|public|released)"
        r"|where(?:\s+is|['’]s)\s+(?:the|its)\s+code",
    ),
    (Kind.RESULTS, "What are the results of {}?", r"results?|findings?|outcomes?|performance|conclusions?"),
    (
        Kind.LIMITS,
        "What are the limitations of {}?",
        r"limitations?|limits|drawbacks?|weakness(?:es)?|shortcomings?|caveats?|downsides?",
    ),
    (Kind.DATA, "Which datasets does {} use?", r"data(?:\s?sets?)?|benchmarks?|evaluation|experiments?"),
    (
        Kind.METHOD,
        "How does {} work?",
        r"methods?|approach|method(?:ology)?|idea|contributions?|novelty|technique|how\s+does\s+(?:it|this"
        r"|that)\s+work",
    ),
    (Kind.PROBLEM, "What problem does {} solve?", r"problems?|motivation|challenges?|goals?|aims?"),
    (
        Kind.GIST,
        "Summarise {}.",
        r"(?:in\s+)?(?:short|brief|a\s+nutshell|summary|a\s+sentence|one\s+sentence)|tl;?\s?dr|summary|gist"
        r"|overview|briefly"
        r"|summari[sz]e(?:\s+(?:it|this|that))?|sum\s+(?:it|this)\s+up|short\s+version",
    ),
    (
        Kind.MORE,
        "Tell me more about {}.",
        r"(?:can\s+you\s+|could\s+you\s+)?(?:tell\s+me\s+more|(?:say|explain)\s+more|elaborate|go\s+on|continue"
        r"|expand|more\s+details?|details?"
        r"|more(?:\s+on\s+(?:this|that|it))?|(?:any(?:thing)?|what)\s+else|explain(?:\s+(?:it|this"
        r"|that))?)(?:\s+(?:about|on)\s+(?:it|this|that))?",
    ),
    (
        Kind.EXAMPLE,
        "What is an example of {}?",
        r"(?:for\s+)?(?:examples?|instance)|(?:give|show)\s+(?:me\s+)?an\s+example",
    ),
)
_CHINESE = (
    (Kind.AUTHORS, "{} 的作者是谁？", r"(?:谁写的|作者(?:是谁|有谁|有哪些)?)"),
    (Kind.YEAR, "{} 是哪一年发表的？", r"(?:哪年|哪一年|什么时候|何时|年份)(?:发表|出版)?的?"),
    (Kind.VENUE, "{} 发表在哪个会议？", r"(?:发表在哪里?|哪个会议|出处|会议)"),
    (Kind.CODE, "{} 的代码在哪里？", r"(?:有没有|是否有|有|提供|公开)?(?:开源|公开)?(?:的)?(?:源)?代码(?:在哪里?|有吗"
        r"|(?:是否|有没有)?(?:已经?)?(?:开源|公开|可用|发布|放出)了?(?:吗|没有)?)?|(?:是否)?开源(?:了)?(?:吗|没有)?|链接"),
    (Kind.RESULTS, "{} 的结果是什么？", r"(?:有什么|有哪些)?(?:主要|实验)?(?:的)?(?:结果|效果|性能|表现|结论"
        r"|发现)(?:如何|怎么样|怎样|是什么|有哪些|好吗)?"),
    (Kind.LIMITS, "{} 的局限性是什么？", r"(?:有什么|有哪些|有没有|有|存在)?(?:局限性?|不足(?:之处)?|缺点|缺陷"
        r"|限制)(?:是什么|有哪些|在哪里?)?"),
    (Kind.DATA, "{} 用了哪些数据集？", r"(?:用了?(?:什么|哪些))?(?:数据集?|基准|实验|评测)(?:是什么|有哪些)?"),
    (Kind.METHOD, "{} 具体是怎么做的？", r"(?:具体)?(?:是)?(?:怎么|如何|怎样)(?:做|实现|工作)(?:的|到的)?"
        r"|方法(?:是什么)?|思路(?:是什么)?|贡献(?:是什么)?|创新点?(?:是什么)?"),
    (Kind.PROBLEM, "{} 解决什么问题？", r"(?:解决(?:了)?什么)?问题(?:是什么)?|动机(?:是什么)?|挑战"),
    (Kind.GIST, "总结 {}。", r"(?:请)?(?:总结|概括|概述|归纳)(?:一下)?(?:它|这篇)?|简单(?:来)?说|一句话(?:总结"
        r"|概括)?|简而言之|摘要"),
    (Kind.MORE, "详细介绍 {}。", r"(?:请)?(?:再)?(?:详细|具体)?(?:说说|讲讲|介绍一下|解释一下|说一下|讲一下"
        r"|说明一下|一点|些)|(?:更多)?(?:细节|详情)|详细(?:一点|些|说明|介绍)|展开(?:说说|讲讲)?|还有呢|继续"),
    (Kind.EXAMPLE, "{} 有什么例子？", r"(?:举|给)(?:个|一个|出)?例子?(?:子)?|例如|比如"),
)  # fmt: skip
_FORMS = tuple((kind, frame, re.compile(rf"{_LEAD}(?:{form}){_END}", re.IGNORECASE)) for kind, frame, form in _ENGLISH)
_FORMS_CJK = tuple(
    (
        kind,
        frame,
        re.compile(
            rf"^(?:那么?|然后|请问?|它们?的?|其|这篇(?:论文)?的?|该(?:方法|论文)的?|主要的?|核心的?|，)*(?:{form})(?:呢|吗|吧|啊)?\W*$"
        ),
    )
    for kind, frame, form in _CHINESE
)


def short_of(question: str) -> Short | None:
    """What a short follow-up asks; None for a question that says it itself.

    Args:
        question: as asked, in English or Chinese.
    """
    forms = _FORMS_CJK if is_cjk(question) else _FORMS
    return next((Short(kind, frame) for kind, frame, form in forms if form.match(question.strip())), None)
