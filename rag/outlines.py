"""Outline: the answer to "what are the main themes": each theme with its size and the papers at its middle."""

from collections.abc import Sequence

from rag.citations import Citation
from rag.papers import Paper
from rag.questions import is_cjk
from rag.quotations import Quotation
from rag.selection import claims
from rag.sentences import Span, sentence_spans
from rag.themes import Theme
from rag.verdicts import Verdict

_SHOWN = 2
"""Papers quoted for each theme."""

_ENGLISH = (
    "**{themes} themes in {papers} papers**, found by likeness of the abstracts and named by the terms that set them "
    "apart.",
    "**{name}** ({size} papers, {share}%)",
)
_CHINESE = (
    "**{papers} 篇论文分为 {themes} 个主题**，按摘要相似度聚类，并以最有区分度的词命名。",
    "**{name}**（{size} 篇，{share}%）",
)


def outline(question: str, themes: Sequence[Theme], papers: Sequence[Paper]) -> Quotation:
    """Write out themes.

    Args:
        question: as asked; the answer is framed in its language.
        themes: the largest first.
        papers: that the themes' members point at.
    """
    head, line = _CHINESE if is_cjk(question) else _ENGLISH
    blocks = [head.format(themes=len(themes), papers=f"{len(papers):,}")]
    citations: list[Citation] = []
    for number, theme in enumerate(themes, 1):
        size = len(theme.members)
        share = round(100 * size / len(papers))
        rows = [f"{number}. " + line.format(name=theme.name or "…", size=f"{size:,}", share=share)]
        for member in theme.members[:_SHOWN]:
            paper = papers[member]
            span = _gist(paper)
            quote = paper.abstract[span.start : span.end]
            n = len(citations) + 1
            citations.append(Citation(n, paper.paper_id, paper.label, paper.url, quote, span.start, span.end))
            rows.append(f"   - **{paper.heading}**: “{' '.join(quote.split())}” [{n}]")
        blocks.append("\n".join(rows))
    sentences = tuple({"text": c.quote, "citations": [c.n], "supported": True} for c in citations)
    return Quotation("\n\n".join(blocks), Verdict.ANSWERED, tuple(citations), sentences)


def _gist(paper: Paper) -> Span:
    """The sentence that says what the paper does, else its first."""
    spans = sentence_spans(paper.abstract) or [Span(0, len(paper.abstract))]
    return next((span for span in spans if claims(paper.abstract[span.start : span.end])), spans[0])
