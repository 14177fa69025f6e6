"""Late interaction: a paper is scored by how well its tokens answer to each token of the question.

After Khattab & Zaharia (2020), with a paper's token vectors kept as signs alone: measured, they rank as float16 does.
"""

from collections.abc import Mapping, Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from rag.lexical import words
from rag.minilm import EncodedText, TokenVectors
from rag.products import by_bits
from rag.questions import is_content
from rag.signs import Signs


class TextEncoder(Protocol):
    """Anything that gives texts their vectors and their tokens' signs at once: `MiniLMEmbedding`, or a test's fake."""

    def encode_texts(self, texts: Sequence[str]) -> list[EncodedText]:
        """A vector and a sign matrix for each text, in order."""
        ...


def question_vectors(question: str, tokens: TokenVectors) -> NDArray[np.float32]:
    """The vectors of the question's tokens that carry meaning: of all, where none does.

    Args:
        question: as asked.
        tokens: its tokens.
    """
    spans = [span for term, span in words(question) if is_content(term)]
    kept = np.zeros(len(tokens.vectors), dtype=bool)
    for span in spans:
        kept |= (tokens.spans[:, 0] < span.end) & (tokens.spans[:, 1] > span.start)
    return tokens.vectors[kept] if kept.any() else tokens.vectors


def similarities(vectors: NDArray[np.float32], papers: Mapping[str, Signs]) -> dict[str, float]:
    """For each paper, the mean over the question's tokens of the best cosine-like product with one of its tokens.

    Args:
        vectors: of the question's tokens, shape (tokens, dimensions), each of length 1.
        papers: their sign matrices.
    """
    ids = [paper_id for paper_id, signs in papers.items() if len(signs)]
    if not ids or not len(vectors):
        return {}
    matrices = [papers[paper_id] for paper_id in ids]
    bits = np.unpackbits(np.concatenate(matrices), axis=1, count=vectors.shape[1])
    # With signs s = 2b - 1: v·s = 2 v·b - Σv.
    products = 2 * by_bits(bits, vectors) - vectors.sum(axis=1)
    starts = np.cumsum([0, *map(len, matrices[:-1])])
    best = np.maximum.reduceat(products, starts, axis=0).mean(axis=1) / np.sqrt(vectors.shape[1])
    return dict(zip(ids, map(float, best), strict=True))


def reranked(
    fused: Mapping[str, float], similar: Mapping[str, float], order: Sequence[str], fused_weight: float
) -> dict[str, float]:
    """Scores in which the papers that were compared token by token come first, in the order of both scores together.

    Args:
        fused: score of every candidate.
        similar: late-interaction score of the first of them.
        order: the candidates, best fused score first.
        fused_weight: share of the fused score, 0 to 1.
    """
    top, near = fused[order[0]] if order else 0.0, max(similar.values(), default=0.0)
    if top <= 0 or near <= 0:
        return dict(fused)
    scores = {
        paper_id: fused_weight * fused[paper_id] / top + (1 - fused_weight) * max(similar[paper_id], 0.0) / near
        for paper_id in order
        if paper_id in similar
    }
    # The others follow in their own order, below the last of these.
    floor = min(scores.values())
    rest = [paper_id for paper_id in order if paper_id not in scores]
    first = fused[rest[0]] if rest else 0.0
    return scores | {paper_id: 0.999 * floor * (fused[paper_id] / first if first > 0 else 0.0) for paper_id in rest}
