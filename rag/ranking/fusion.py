"""Fusion: the scores of both sides of retrieval as one (Bruch, Gai & Ingber 2023)."""

from collections.abc import Mapping

COSINE_FLOOR = -0.1
"""The cosine that counts as 0. Scaling from the lowest candidate instead makes small differences among the
nearest papers outweigh an exact method name (measured: named questions hit@1 0.71 against 1.00)."""

HOPEFUL = 100
"""Papers, best fused score first, that the ranker compares with the question by all their features."""

HOPEFUL_DENSE_WEIGHT = 0.65
"""The dense side's share in that score: measured, it leaves out the fewest that answer."""


def fuse(dense: Mapping[str, float], lexical: Mapping[str, float], dense_weight: float) -> dict[str, float]:
    """The convex sum of both sides, each scaled to 0..1.

    Args:
        dense: cosine similarity by paper, for every paper that either side found.
        lexical: BM25 score by paper; a paper without one shares no term with the question.
        dense_weight: share of the dense side, 0 to 1.
    """
    near = max(dense.values(), default=0.0) - COSINE_FLOOR
    top = max(lexical.values(), default=0.0)
    return {
        paper_id: dense_weight * (max(cosine - COSINE_FLOOR, 0.0) / near if near > 0 else 0.0)
        + (1 - dense_weight) * (lexical.get(paper_id, 0.0) / top if top > 0 else 0.0)
        for paper_id, cosine in dense.items()
    }


def hopeful(dense: Mapping[str, float], lexical: Mapping[str, float]) -> list[str]:
    """The papers that the ranker compares with a question, best fused score first. Args: see `fuse`."""
    fused = fuse(dense, lexical, HOPEFUL_DENSE_WEIGHT)
    return sorted(fused, key=lambda paper_id: (-fused[paper_id], paper_id))[:HOPEFUL]
