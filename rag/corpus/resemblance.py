"""Resemblance: the answer to "which papers are similar to X?": those whose abstracts are nearest to its own."""

from __future__ import annotations

from collections.abc import Sequence

from llama_index.core.schema import NodeWithScore

from rag.answering.drafts import paper_of_node
from rag.answering.panels import gist
from rag.answering.quotations import Quotation
from rag.citations import Citation
from rag.corpus.surveys import Survey, first
from rag.evidence.verdicts import Verdict
from rag.papers import Paper
from rag.questions import is_asked_in_cjk
from rag.ranking.likeness import papers_like
from rag.retrieval import HybridRetriever
from rag.text.escapes import literal, unforged
from rag.understanding.asked import Asked
from rag.understanding.mentions import is_mentioned
from rag.understanding.resembling import likened

_SHOWN = 8
"""Papers told of."""
_LOOKED_THROUGH = 100
"""Of so many nearest ones, those that meet the conditions are told."""
_NAMED_AMONG = 3
"""Papers ranked first, one of which the question must name."""
_LEAD = (
    "**The {n} papers nearest to {title}**, by likeness of the abstracts; whether they do the same is for you to judge."
)
_LEAD_CJK = "**与 {title} 最接近的 {n} 篇论文**，按摘要相似度排列；是否做的是同一件事，请自行判断。"
_NONE = "No paper that the question is limited to is near **{title}**. Take the limits off to see those that are."
_NONE_CJK = "在限定的范围内，没有与 **{title}** 接近的其他论文。取消限定后可以看到相近的论文。"


def resemblance(asked: Asked, nodes: Sequence[NodeWithScore], retriever: HybridRetriever) -> Survey | None:
    """The papers like the one that a question names, or that the talk is on; None where it asks for no such papers.

    Args:
        asked: the question, understood.
        nodes: what retrieval ranks first for it.
        retriever: of the index.
    """
    name = likened(asked.query_str)
    paper = _meant(name, asked, nodes, retriever) if name else None
    if paper is None:
        return None
    near = [paper_of_node(node) for node in papers_like(retriever, paper.paper_id, _LOOKED_THROUGH)]
    near = [other for other in near if asked.allowed is None or other.paper_id in asked.allowed][:_SHOWN]
    cjk, title = is_asked_in_cjk(asked.asked_as), literal(paper.heading)
    if not near:
        return Survey(asked, Quotation((_NONE_CJK if cjk else _NONE).format(title=title), Verdict.NOT_IN_PAPERS), [])
    cited = [Citation.of(n, other, gist(other, 1)[0]) for n, other in enumerate(near, 1)]
    lines = [f"- **{literal(other.heading)}**: “{unforged(citation.quote)}” [{citation.n}]"
             for other, citation in zip(near, cited, strict=True)]  # fmt: skip
    lead = (_LEAD_CJK if cjk else _LEAD).format(n=len(near), title=title)
    return Survey(asked, Quotation.of("\n\n".join([lead, "\n".join(lines)]), cited), first(near, nodes))


def _meant(name: str, asked: Asked, nodes: Sequence[NodeWithScore], retriever: HybridRetriever) -> Paper | None:
    carried = tuple(getattr(asked, "carried", ()))
    if len(carried) == 1:
        return next(iter(retriever.store.get(list(carried))), None)
    ranked = [paper_of_node(node) for node in nodes[:_NAMED_AMONG]]
    known = [*retriever.store.get(list(asked.bearers)), *ranked]
    called = (paper for paper in known if name.casefold() == paper.title.casefold()
              or is_mentioned(paper, name, retriever.lexical))  # fmt: skip
    return next(called, None)
