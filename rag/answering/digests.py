"""Digest: several chosen papers asked about together, each told in its own sentences."""

import re
from collections.abc import Mapping, Sequence

from llama_index.core.schema import NodeWithScore

from rag.answering.drafts import paper_of_node
from rag.answering.quotations import Quotation, flow
from rag.citations import Citation
from rag.evidence.leaning import dangles
from rag.evidence.marks import claims
from rag.papers import Paper
from rag.prompts import quoted_from
from rag.questions import is_asked_in_cjk
from rag.text.sentences import Span, sentence_spans
from rag.understanding.asked import Asked
from rag.understanding.filters import Filter

_MOST = 20
"""Papers told of."""
_FEW = 3
"""Papers of which two sentences each are told; of more, one."""
_PAPERS = r"(?:papers?|articles?|works?|abstracts?|stud(?:y|ies)|publications?|two|three|four|five|ones)"
_THOSE = (
    rf"(?:(?:all\s+(?:of\s+)?|both\s+(?:of\s+)?|each\s+of\s+)?(?:these|those|them|they)(?:\s+{_PAPERS}){{0,2}}"
    rf"|(?:all\s+(?:of\s+)?|both\s+(?:of\s+)?|each\s+of\s+)?(?:the|my)\s+(?:(?:chosen|selected|pinned)\s+)?{_PAPERS}(?:\s+{_PAPERS})?"
    rf"|(?:all|both)(?:\s+{_PAPERS}){{0,2}}|each(?:\s+(?:paper|one))?|(?:the\s+)?(?:chosen|selected|pinned)\s+{_PAPERS})"
)
_MANNER = (
    r"(?:\s+(?:(?:in\s+)?(?:brief(?:ly)?|short|detail|a\s+(?:sentence|table|few\s+(?:words|sentences))|one\s+sentence"
    r"|general|total|a\s+nutshell)(?:\s+each)?|for\s+me|please|side\s+by\s+side|(?:from|with|to|and)\s+(?:each\s+other"
    r"|one\s+another)|(?:mainly|mostly|all|each|both)))*"
)
_ASK = r"(?:(?:please|(?:can|could|would|will)\s+you(?:\s+please)?|now|and|so|then)[\s,]+)*"
_TOGETHER = re.compile(
    rf"{_ASK}(?:(?:summari[sz]e|sum\s+up|describe|explain|outline|compare|contrast|tell\s+me\s+about|introduce)\s+{_THOSE}"
    rf"|(?:(?:give|write|show)\s+(?:me\s+)?)?(?:a|an|the)?\s*(?:short\s+|brief\s+)?(?:summary|summaries|overview|comparison)"
    rf"\s+of\s+{_THOSE}"
    rf"|what(?:\s+(?:is|are|do|does|did)|['’]re)\s+{_THOSE}\s*(?:all\s+|each\s+|both\s+|mainly\s+)?(?:about|say|propose|do|show"
    r"|find|study|present|claim|contribute|have\s+in\s+common|on)"
    rf"|how\s+(?:do|are|does|did)\s+{_THOSE}\s+(?:differ(?:ent)?|compare|relate(?:d)?|similar|alike|vary)"
    rf"|(?:what|which)\s+(?:is|are)\s+the\s+(?:main\s+|key\s+)?(?:differences?|similarit(?:y|ies))\s+(?:between|of|among)\s+{_THOSE}"
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
    rf"|{_CJK_THOSE}(?:都|分别|各自|主要)*(?:是)?(?:讲|说|关于|研究|做|提出|介绍|讨论|写)(?:的是|的|了)?(?:什么|哪些|啥)(?:内容|问题|方法|的)?"
    rf"|{_CJK_THOSE}(?:之间)?(?:的|有)?(?:什么|哪些|何|主要)?(?:的)?(?:不同|区别|异同|差异|差别|联系|共同点)(?:之处|点)?(?:是什么|有哪些|在哪里?)?"
    r")(?:呢|吗|吧)?",
)


def is_about_all(question: str) -> bool:
    """Whether a question asks of papers at hand, all together, what they are about or how they differ.

    Args:
        question: as asked, in English or Chinese.
    """
    text = question.strip().rstrip("?？.。!！ ")
    return bool(_TOGETHER.fullmatch(text) or _TOGETHER_CJK.fullmatch(text))


def chosen_together(question: str, conditions: Sequence[Filter]) -> tuple[str, ...]:
    """The ids of several chosen papers, in the order of the choice, where a question is about all of them.

    Args:
        question: as asked.
        conditions: that hold.
    """
    chosen = [item.values for item in conditions if item.field == "paper" and item.operator == "="]
    if len(chosen) != 1 or len(chosen[0]) < 2 or not is_about_all(question):
        return ()
    return tuple(chosen[0])


def together(asked: Asked) -> tuple[str, ...]:
    """The same for a question that was understood."""
    return chosen_together(asked.asked_as, [item.condition for item in asked.readings if item.applied])


def digest(asked: Asked, nodes: Sequence[NodeWithScore], numbers: Mapping[str, int] | None = None) -> Quotation | None:
    """Tell of each chosen paper what it does; None where the question is not about several as a whole.

    Args:
        asked: the question, understood.
        nodes: the papers that meet its conditions.
        numbers: the numbers, from 1, that papers have already, by paper id.
    """
    order = {paper_id: at for at, paper_id in enumerate(together(asked))}
    papers = [paper for paper in map(paper_of_node, nodes) if paper.paper_id in order]
    papers.sort(key=lambda paper: order[paper.paper_id])
    if not papers:
        return None
    numbered = dict(numbers or {})
    blocks: list[str] = []
    citations: list[Citation] = []
    for paper in papers[:_MOST]:
        n = numbered.setdefault(paper.paper_id, len(numbered) + 1)
        quoted = [Citation.of(n, paper, span) for span in _gist(paper, 2 if len(papers) <= _FEW else 1)]
        citations += quoted
        blocks.append(f"{quoted_from(asked.asked_as, paper.heading)}\n\n> {flow(quoted)}")
    left = len(order if asked.allowed is None else asked.allowed & order.keys()) - len(blocks)
    if left > 0:
        cjk = is_asked_in_cjk(asked.asked_as)
        blocks.append(f"另有 {left} 篇所选论文未列出。" if cjk else f"{left} more of the chosen papers are not shown.")
    return Quotation.of("\n\n".join(blocks), citations)


def _gist(paper: Paper, most: int) -> list[Span]:
    """The sentences that say what a paper does, else its first; none that says nothing without the one before."""
    spans = sentence_spans(paper.abstract) or [Span(0, len(paper.abstract))]
    telling = [span for span in spans if claims(paper.abstract[span.start : span.end])]
    whole = [span for span in telling if not dangles(paper.abstract[span.start : span.end])]
    return (whole or telling or spans)[:most]
