"""Digest: several chosen papers asked about together, each told in its own sentences."""

import re
from collections.abc import Mapping, Sequence

from llama_index.core.schema import NodeWithScore

from rag.answering.alike import alike
from rag.answering.drafts import paper_of_node
from rag.answering.panels import MOST, Panel, is_common, says, tell, weighing
from rag.answering.quotations import Quotation
from rag.evidence.aspects import telling
from rag.evidence.evidence import EvidenceReader
from rag.evidence.verdicts import Verdict
from rag.papers import Paper
from rag.prompts import REFUSAL
from rag.questions import is_asked_in_cjk
from rag.understanding.asked import Asked
from rag.understanding.courtesies import opened
from rag.understanding.dependence import is_bare
from rag.understanding.filters import Filter
from rag.understanding.intent import Intent, intent_of
from rag.understanding.record_asks import record_ask_of
from rag.understanding.shorts import Kind

_TELLING = 0.15
"""By how much more of a question's words, by rarity, one of two papers of a name must hold to be the one meant."""
_OF_RECORD = (Kind.AUTHORS, Kind.YEAR, Kind.VENUE)
_ELSE_READ = (Kind.DATA, Kind.RESULTS)
"""What is read for like any question where no sentence tells it in the usual words."""
_PLURAL = re.compile(
    r"\b(?:they|their|them|these|those|both|each|(?:the|my|all)\s+(?:chosen|selected|pinned|\w+)?\s*papers)\b"
    r"|它们|他们|这些|这几|这两|各自|分别|两者|二者|所选",
    re.IGNORECASE,
)
_WEIGHS = re.compile(r"\b(?:differ|compar|contrast|better|worse|vs|versus)|区别|不同|比较|对比|更好", re.IGNORECASE)
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


def panel_of(reader: EvidenceReader, asked: Asked, nodes: Sequence[NodeWithScore]) -> Panel | None:
    """The papers that a question is asked of one by one: chosen ones, those talked of, or those of one name.

    Args:
        reader: reads papers.
        asked: the question, understood.
        nodes: the papers that meet its conditions.
    """
    papers = {paper.paper_id: paper for paper in map(paper_of_node, nodes)}
    question, carried = asked.asked_as, tuple(getattr(asked, "carried", ()))
    cjk = is_asked_in_cjk(question)
    ids = chosen_together(question, [item.condition for item in asked.readings if item.applied])
    gist = bool(ids)
    if not ids and len(carried) != 1:
        ids = _each_chosen(asked)
    if not ids and getattr(asked, "each", False) and not (asked.comparison and _WEIGHS.search(question)):
        ids, gist = carried, getattr(asked, "kind", None) is Kind.GIST
    if ids:
        found = [papers[key] for key in ids if key in papers]
        held = len(ids) if asked.allowed is None else len(asked.allowed & set(ids))
        lead = _few_themes(question, len(ids), cjk=cjk) if gist else weighing(question, cjk=cjk)
        return Panel(tuple(found[:MOST]), question, lead, held - len(found[:MOST]), gist) if found else None
    kind = getattr(asked, "kind", None)
    if len(carried) == 1 and kind is not None and kind not in _OF_RECORD and carried[0] in papers:
        if kind in _ELSE_READ and not telling(kind, papers[carried[0]].abstract, 1):
            return None
        return Panel((papers[carried[0]],), question, gist=kind is Kind.GIST, more=kind is Kind.MORE,
                     heard=getattr(asked, "heard", ""))  # fmt: skip
    return None if carried or asked.comparison else _namesakes(reader, asked, list(papers.values()), cjk=cjk)


def _few_themes(question: str, count: int, *, cjk: bool) -> str:
    """That so few papers have no themes in common to be told; empty where none were asked for."""
    if count < 2 or not asks_for_themes(question):
        return ""
    return (
        f"{count} 篇论文太少，无法划分主题；各篇的内容如下。"
        if cjk
        else f"{count} papers are too few to be parted into themes; this is what each is about."
    )


def _each_chosen(asked: Asked) -> tuple[str, ...]:
    """The ids of several chosen papers where a question is asked of each of them."""
    chosen = [item.condition.values for item in asked.readings
              if item.applied and item.condition.field == "paper" and item.condition.operator == "="]  # fmt: skip
    several = len(chosen) == 1 and len(chosen[0]) > 1
    return tuple(chosen[0]) if several and asked.comparison is None and is_of_each(asked.asked_as) else ()


def _namesakes(reader: EvidenceReader, asked: Asked, papers: Sequence[Paper], *, cjk: bool) -> Panel | None:
    """The papers whose methods have the one name that a question asks for, unless its other words tell them apart."""
    if record_ask_of(asked.query_str) is not None:
        return None  # no abstract tells it
    for word, bearing in alike(asked, papers, reader.lexical):
        covered = [reader.read(asked.reading, paper).coverage for paper in bearing]
        if max(covered) - min(covered) > _TELLING:
            return None
        lead = (
            f"有 {len(bearing)} 篇论文的方法都叫 {word}："
            if cjk
            else f"{len(bearing)} papers have a method named {word}:"
        )
        question = re.sub(rf"\s*{re.escape(word)}\s*", "它" if cjk else " it ", asked.query_str)
        panel = Panel(tuple(bearing), question, lead)
        return panel if is_common(question) or any(says(panel, reader, paper) for paper in bearing) else None
    return None


def exhausted(question: str, beyond: Sequence[str], within: Sequence[str]) -> Quotation | None:
    """Say that a list has no more papers than were shown, or none that meets a further condition; None for no list.

    Args:
        question: as asked; the answer is framed in its language.
        beyond: the papers shown.
        within: those of a list that were asked.
    """
    cjk = is_asked_in_cjk(question)
    if beyond:
        text = f"没有更多了：符合的 {len(beyond)} 篇论文都已列出。"
        return Quotation(
            text if cjk else f"There are no more: all {len(beyond)} have been listed.", Verdict.NOT_IN_PAPERS
        )
    if within:
        text = f"{REFUSAL} Of the {len(within)} papers listed before, none does by its abstract."
        none = f"这些论文没有说明。前面列出的 {len(within)} 篇论文中，没有一篇的摘要符合。"
        return Quotation(none if cjk else text, Verdict.NOT_IN_PAPERS)
    return None


def unlisted(question: str) -> Quotation:
    """Say that a question points to a paper that was not listed, or has been taken out since."""
    if is_asked_in_cjk(question):
        return Quotation(
            "这些论文没有说明。之前的回答里没有这样一篇论文；请写出它的名称或标题。", Verdict.NOT_IN_PAPERS
        )
    text = f"{REFUSAL} No such paper is among those that were listed before; ask for it by its name or title."
    return Quotation(text, Verdict.NOT_IN_PAPERS)


def digest(
    reader: EvidenceReader, asked: Asked, nodes: Sequence[NodeWithScore], numbers: Mapping[str, int] | None = None
) -> Quotation | None:
    """Tell of each paper that is asked one by one; None where the question is not about such papers.

    Args:
        reader: reads papers.
        asked: the question, understood.
        nodes: the papers that meet its conditions.
        numbers: the numbers, from 1, that papers have already, by paper id.
    """
    panel = panel_of(reader, asked, nodes)
    return None if panel is None else tell(panel, reader, asked, numbers)
