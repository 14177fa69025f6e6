"""Tokens: the papers of a fused ranking, the first ones compared with the question token by token."""

from rag.encoding.late_interaction import question_vectors, reranked, similarities
from rag.evidence.evidence import TokenEncoder
from rag.index.signs import SignStore

COMPARED = 50
"""Papers, best fused score first, that are compared token by token."""


def compared_by_tokens(
    question: str, fused: dict[str, float], encoder: TokenEncoder, signs: SignStore, weight: float
) -> dict[str, float]:
    """The scores, the first papers compared with the question token by token.

    Args:
        question: as it is ranked by.
        fused: the papers' scores.
        encoder: gives the question's tokens their vectors.
        signs: those of the papers' tokens.
        weight: share of the fused score beside late interaction, 0 to 1.
    """
    order = sorted(fused, key=lambda paper_id: (-fused[paper_id], paper_id))
    kept = signs.get(order[:COMPARED])
    if len(kept) < min(len(order), COMPARED):  # an index of before, or one that lost some: all alike, then
        return fused
    vectors = question_vectors(question, encoder.token_vectors(question))
    if any(matrix.shape[1] * 8 != vectors.shape[1] for matrix in kept.values()):
        return fused
    return reranked(fused, similarities(vectors, kept), order, weight)
