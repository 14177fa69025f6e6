"""Likeness: the papers nearest to a paper, by the vectors that the index has of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from llama_index.core.schema import NodeWithScore

from rag.errors import QuestionError
from rag.ranking.nodes import node_of

if TYPE_CHECKING:
    from rag.retrieval import HybridRetriever


def papers_like(retriever: HybridRetriever, paper_id: str, limit: int = 10) -> list[NodeWithScore]:
    """The papers nearest to one of the index, nearest first, without that one.

    Args:
        retriever: of the index.
        paper_id: as `python -m rag papers` lists it.
        limit: how many at most, 1 or more.

    Returns:
        A node a paper; its score is the cosine with the paper's first vector.

    Raises:
        QuestionError: the index has no such paper, or the limit is below 1.
    """
    if limit < 1:
        raise QuestionError(f"limit={limit} asks for no paper. Give a whole number of 1 or more.")
    nearest = retriever.vectors()
    place = nearest.places.get(paper_id)
    if place is None:
        raise QuestionError(f"The index has no paper {paper_id!r}. List those that it has: python -m rag papers")
    near = nearest.nearest(nearest.first_rows([place])[0], limit + 1)
    scores = {nearest.ids[at]: cosine for at, cosine in near.items() if at != place}
    papers = retriever.store.get(list(scores)[:limit])
    return [NodeWithScore(node=node_of(paper), score=scores[paper.paper_id]) for paper in papers]
