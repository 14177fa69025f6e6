"""Resembling: questions for the papers that are like one: "any similar papers?", "papers like PepFlow", 类似的论文."""

import re

_PAPERS = r"(?:papers?|works?|articles?|research|stud(?:y|ies)|publications?|literature|references|readings?|ones?)"
_IT = r"(?:it|(?:this|that)(?:\s+(?:paper|work|one|article))?|these|those|them)"
_ASK = (
    r"^\W*(?:(?:and|ok(?:ay)?|so|please|then|now|also|hey|can\s+you|could\s+you|do\s+you\s+(?:have|know)|are\s+there|is\s+there"
    r"|i\s+(?:want|need)|i['’]?d\s+like|what\s+(?:are|about)|which\s+are|which|what|show|find|give|list|recommend|suggest|tell|get|see|me|us"
    r"|any|some|all|the|a\s+few|few|more|most|other|others|further|\d+|two|three|five|ten|of)[\s,]+)*"
)
_ENGLISH = (
    re.compile(
        rf"{_ASK}(?:most\s+)?(?:similar|related|comparable|alike|relevant)(?:\s+(?:to|with)\s+{_IT})?(?:\s+{_PAPERS})?"
        rf"(?:\s+(?:to|with|like|on|about)\s+{_IT}|\s+(?:are\s+there|please|here|as\s+well|too|do\s+you\s+have|exist))*\W*$",
        re.IGNORECASE,
    ),
    re.compile(rf"{_ASK}(?:{_PAPERS}|something|anything|more|others?)(?:\s+(?:that\s+are|which\s+are|are))?\s+"
               rf"(?:(?:most\s+)?(?:similar|related|close(?:st)?|near(?:est)?)(?:\s+to)?|like|along\s+the\s+lines\s+of)(?:\s+{_IT})?"
               r"(?:\s+(?:please|here|too))*\W*$", re.IGNORECASE),
    re.compile(rf"{_ASK}{_PAPERS}\s+(?:on|about)\s+(?:it|that|this|the\s+same\s+(?:topic|subject|thing|problem))\W*$",
               re.IGNORECASE),
    re.compile(rf"^\W*(?:and\s+)?(?:what|anything|something)\s+(?:is|else\s+is|else)?\s*(?:similar|related|like)(?:\s+to)?"
               rf"\s+{_IT}\W*$", re.IGNORECASE),
)  # fmt: skip
_CJK_PAPERS = r"(?:论文|文章|工作|文献|研究)"
_CJK_LIKE = r"(?:相?类似|相似|相近|相关|接近|同类|雷同)"
_CHINESE = (
    re.compile(
        rf"^(?:请|那|那么|还|再|能|可以|帮我|给我|我想|要|，|\s)*(?:有没有|还有没有|还有|有|推荐|找|找出|列出|看看?|介绍|给出)?(?:几篇|一些|些|哪些|什么|其他|其它|别的|更多|几个|\d+篇)*"
        rf"(?:和|与|跟)?(?:它|这篇|该|此|这个|这)?(?:论文|文章|工作)?{_CJK_LIKE}的?(?:其他|其它)?{_CJK_PAPERS}?(?:还)?(?:有|有哪些|有没有|推荐)?(?:吗|呢|么|吧)?\W*$"
    ),
    re.compile(rf"^(?:请|那|还|再|，|\s)*(?:有没有|还有|推荐|找|找出)?(?:几篇|一些|些)?(?:像|和|与|跟)?(?:它|这篇|该|此|这个|这)(?:论文|文章|工作)?"
               rf"(?:一样|这样|这种|差不多|样)的?(?:其他|其它)?(?:{_CJK_PAPERS})(?:有|有哪些|还有)*(?:吗|呢|么)?\W*$"),
)  # fmt: skip
_TOLD = re.compile(
    rf"^\W*which\s+papers\s+are\s+(?:most\s+)?like\s+(?P<name>.+?)\W*$"
    rf"|^\W*(?:(?:find|show|give|list|recommend|suggest|are\s+there|any|some|me|other|the|which|what|more)\s+)*"
    rf"(?:{_PAPERS}\s+(?:are\s+)?(?:(?:most\s+)?similar\s+to|like)|(?:similar|related)\s+{_PAPERS}\s+(?:to|of|for))\s+(?P<other>.+?)\W*$"
    rf"|^(?:请|有没有|推荐|找|找出|列出|哪些{_CJK_PAPERS})?(?:几篇|一些|些)?(?:和|与|跟)\s*(?P<cjk>[^，。？]+?)\s*(?:相?类似|相似|相近)的?(?:其他|其它)?"
    rf"{_CJK_PAPERS}?(?:有哪些|有吗|有|吗|呢|还有)*\W*$",
    re.IGNORECASE,
)
_LIKE = re.compile(
    rf"\b(?:similar|related|like|alike|comparable|close|closest|nearest)\b|{_CJK_LIKE}|像", re.IGNORECASE
)


def asks_for_like(question: str) -> bool:
    """Whether a follow-up asks for papers like the one talked of, which it does not name.

    Args:
        question: as asked, in English or Chinese.
    """
    return any(form.match(question.strip()) for form in (*_ENGLISH, *_CHINESE))


def says_like(question: str) -> bool:
    """Whether its words say so: "similar"; "papers on that" do not."""
    return bool(_LIKE.search(question))


def like(name: str, *, cjk: bool) -> str:
    """The question for papers like the one of a name."""
    return f"与 {name} 类似的论文有哪些？" if cjk else f"Which papers are similar to {name}?"


def likened(question: str) -> str:
    """The name of the paper that others are to be like; empty where a question asks no such thing.

    Args:
        question: that stands alone.
    """
    match = _TOLD.match(question.strip())
    return (match["name"] or match["other"] or match["cjk"] or "").strip("《》 ") if match else ""
