"""Outline: the answer to "what are the main themes": each theme with its size and the papers at its middle."""

from collections.abc import Sequence

from rag.answering.quotations import Quotation
from rag.citations import Citation
from rag.corpus.themes import Theme
from rag.evidence.marks import claims
from rag.papers import Paper
from rag.questions import is_asked_in_cjk
from rag.text.escapes import literal, unforged
from rag.text.sentences import Span, sentence_spans

_SHOWN = 2
"""Papers quoted for each theme."""

_ENGLISH = (
    "**{themes} themes in {papers} papers**, found by likeness of the abstracts and named by the terms that set them "
    "apart.",
    "**{name}** ({size} {papers}, {share}%)",
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
    head, line = _CHINESE if is_asked_in_cjk(question) else _ENGLISH
    blocks = [head.format(themes=len(themes), papers=f"{len(papers):,}")]
    citations: list[Citation] = []
    for number, theme in enumerate(themes, 1):
        size = len(theme.members)
        share = round(100 * size / len(papers))
        one_or_more = "paper" if size == 1 else "papers"
        name = literal(theme.name) or "…"
        rows = [f"{number}. {line.format(name=name, size=f'{size:,}', share=share, papers=one_or_more)}"]
        for member in theme.members[:_SHOWN]:
            paper = papers[member]
            citation = Citation.of(len(citations) + 1, paper, _gist(paper))
            citations.append(citation)
            rows.append(f"   - **{literal(paper.heading)}**: “{unforged(citation.quote)}” [{citation.n}]")
        blocks.append("\n".join(rows))
    return Quotation.of("\n\n".join(blocks), citations)


def _gist(paper: Paper) -> Span:
    """The sentence that says what the paper does, else its first."""
    spans = sentence_spans(paper.abstract) or [Span(0, len(paper.abstract))]
    return next((span for span in spans if claims(paper.abstract[span.start : span.end])), spans[0])
