"""What a Chinese question wants left out: 不涉及隐私, 排除综述, 除了扩散模型以外."""

import re

from rag.questions import content_terms
from rag.text.sentences import Span
from rag.understanding.excluded import Excluded, Exclusion, meet, parted, with_brackets

_CHINESE_END = (
    r"(?:相关|方面|类)?(?P<rest>的?(?:论文|文章|工作|研究|文献|方法)?的?\s*(?=[，。？！,?!（）()；;]|$)|的(?=\S))"
)
_CHINESE_WHAT = r"(?P<what>[^，。？！,?!（）()；;的]{1,20}?)"
_CHINESE = (
    re.compile(
        r"[，,、（(]?\s*(?:但|且|并且?|而)?(?:是|也)?(?:不要?(?:包括|包含|涉及|含|关于|属于|研究|讨论|针对)|(?:未"
        r"|(?<!有)没有?)涉及|不是(?:关于|研究|针对)?|不要"
        rf"|排除掉?|除去|剔除|去掉|而非|而不是){_CHINESE_WHAT}{_CHINESE_END}"
    ),
    re.compile(
        rf"[，,、（(]?\s*(?:但|且)?除了?{_CHINESE_WHAT}(?:的(?:论文|文章|工作|研究))?(?:之外|以外|外|，|,){_CHINESE_END}?(?P<also>)"
    ),
    re.compile(
        r"[，,、（(]?\s*(?:但|且|并且?|而)?(?:又|都|也)?(?P<soft>不(?:使用|采用|利用|依赖|需要|借助|用)|(?<!有)没有?(?:使用|采用|用到|用|涉及)"
        rf"|未(?:使用|采用|涉及)){_CHINESE_WHAT}{_CHINESE_END}"
    ),
    re.compile(r"(?P<quality>非)(?P<what>[^，。？！,?!（）()；;的非]{2,8}?)(?P<rest>的(?=\S))"),
)
_CHINESE_ALSO = re.compile(r"除了?[^。？]*(?:还|也|有没有|是否|吗|什么|怎)")
_CHINESE_BESIDES = re.compile(
    r"除了?[^。？?]{1,30}?(?:之外|以外|外|[，,])[，,\s]*(?:你|库里|这里)?(?:还|也)?(?:有)?(?:没有)?(?:哪些|什么|多少"
    r"|哪几|几篇|其[他它]|别的)"
)
"""The rest is asked for, and what is named is known: "besides X, which other papers …"."""
_CHINESE_PAPERS = re.compile(r"论文|文章|工作|研究|文献")
_CHINESE_FRAME = re.compile(r"有没有|有哪些|有多少|哪些|多少|篇|论文|文章|工作|研究|文献|关于|有关|列出|的")


def chinese_exclusions(question: str) -> list[Excluded]:
    """The topics that a Chinese question excludes, in Chinese, each with the place where it says so."""
    besides = bool(_CHINESE_BESIDES.search(question))
    if not besides and not _CHINESE_PAPERS.search(question):
        return []
    found: list[Excluded] = []
    for pattern in _CHINESE:
        for match in pattern.finditer(question):
            groups = match.groupdict()
            if "also" in groups and not besides and _CHINESE_ALSO.search(question):
                continue
            rest = match["rest"] or ""
            end = match.end() - len(rest) + (rest.startswith("的") and len(rest) == 1)
            span = with_brackets(question, Span(match.start(), end))
            if any(meet(span, other) for _, other in found):
                continue
            others = f"{question[: span.start]} {question[span.end :]}"
            if groups.get("soft") and not content_terms(_CHINESE_FRAME.sub("", others)):
                continue  # "papers that need no labels" tells what they are about
            if groups.get("quality") and _begins_term(question, match.start()):
                continue
            said = question[match.start() : match.start("rest") if match["rest"] else match.end()].strip("，, 、（(")
            topics = parted(re.sub(r"^(?:关于|有关|使用|涉及)|(?:之外|以外)$", "", match["what"].strip()))
            factor = 0.5 if groups.get("soft") else 0.0
            found += [(Exclusion(topic, said, factor, bool(groups.get("quality"))), span) for topic in topics]
    return found


def _begins_term(question: str, start: int) -> bool:
    """Whether a term of the field begins with the denial itself: 非欧几里得 is a quality, and leaves nothing out."""
    from rag.languages.glossary import chinese_glossary

    return any(question.startswith(term, start) for term in chinese_glossary().terms_with(question[start]))
