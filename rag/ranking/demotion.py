"""Demotion: papers on a topic that a question does not want are ranked lower."""

from collections.abc import Mapping

from rag.lexical import LexicalIndex
from rag.store import PaperStore
from rag.text.analysis import analyze
from rag.understanding.excluded import Exclusion


def lowered(
    scores: Mapping[str, float], exclusion: Exclusion, lexical: LexicalIndex, store: PaperStore, top_k: int
) -> dict[str, float]:
    """The scores, less those of papers on a topic that is not wanted.

    Only papers that could come among the best are read; those further down are lowered for the words alone.

    Args:
        scores: of papers, by id.
        exclusion: the topic.
        lexical: tells which papers have its words.
        store: the papers.
        top_k: how many are the best.
    """
    named = (lexical.holding(analyze(name), len(scores), scores) for name in exclusion.names)
    holding = {paper_id for found in named for paper_id in found}
    order = sorted(scores, key=lambda paper_id: -scores[paper_id])
    free = [place for place, paper_id in enumerate(order) if paper_id not in holding]
    reached = free[top_k - 1] if len(free) >= top_k else len(order)
    read = store.get([paper_id for paper_id in order[:reached] if paper_id in holding])
    spared = {paper.paper_id for paper in read if not exclusion.concerns(paper.title, paper.abstract)}
    return {
        paper_id: score * exclusion.factor if paper_id in holding - spared else score
        for paper_id, score in scores.items()
    }
