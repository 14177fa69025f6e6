"""Late interaction: a paper is scored by how well its tokens answer to each token of the question.

After Khattab & Zaharia (2020), with a paper's token vectors kept as signs alone: measured, they rank as float16 does.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from rag.encoding.minilm import EncodedText, TokenVectors
from rag.encoding.products import by_bits
from rag.index.signs import Signs
from rag.questions import is_content
from rag.text.analysis import words


class TextEncoder(Protocol):
    """Anything that gives texts their vectors and their tokens' signs at once: `MiniLMEmbedding`, or a test's fake."""

    def encode_texts(self, texts: Sequence[str]) -> list[EncodedText]:
        """A vector and a sign matrix for each text, in order."""
        ...


@dataclass(frozen=True)
class QuestionTokens:
    """The tokens of a question that carry meaning: all, where none does.

    Args:
        vectors: shape (tokens, dimensions), each of length 1.
        rarity: how rare the word of each is, shape (tokens,), summing to 1.
    """

    vectors: NDArray[np.float32]
    rarity: NDArray[np.float32]


def question_tokens(question: str, tokens: TokenVectors, rarity: Callable[[str], float]) -> QuestionTokens:
    """The question's tokens, each with its weight.

    Args:
        question: as asked.
        tokens: its tokens.
        rarity: of an analysed term.
    """
    weights = np.zeros(len(tokens.vectors), dtype=np.float32)
    for term, span in words(question):
        if is_content(term):
            inside = (tokens.spans[:, 0] < span.end) & (tokens.spans[:, 1] > span.start)
            weights[inside] = rarity(term) / max(int(inside.sum()), 1)
    if not weights.any():
        weights[:] = 1
    kept = weights > 0
    return QuestionTokens(tokens.vectors[kept], weights[kept] / weights.sum())


def question_vectors(question: str, tokens: TokenVectors) -> NDArray[np.float32]:
    """The vectors of the question's tokens that carry meaning: of all, where none does."""
    return question_tokens(question, tokens, lambda _: 1.0).vectors


def products(vectors: NDArray[np.float32], papers: Sequence[Signs]) -> NDArray[np.float32]:
    """The cosine-like product of every token of some papers, one paper after the other, with every token of a question.

    Args:
        vectors: of the question's tokens, shape (tokens, dimensions), each of length 1.
        papers: their sign matrices, one or more.

    Returns:
        Shape (tokens of the papers, tokens of the question).
    """
    bits = np.unpackbits(np.concatenate(papers), axis=1, count=vectors.shape[1])
    # With signs s = 2b - 1: v·s = 2 v·b - Σv.
    return np.asarray((2 * by_bits(bits, vectors) - vectors.sum(axis=1)) / np.float32(np.sqrt(vectors.shape[1])))


def best_products(vectors: NDArray[np.float32], papers: Sequence[Signs]) -> NDArray[np.float32]:
    """For each paper and token of the question the best product with one of the paper's tokens.

    Args: see `products`; each paper has a token or more.
    """
    starts = np.cumsum([0, *map(len, papers[:-1])])
    return np.maximum.reduceat(products(vectors, papers), starts, axis=0)


def similarities(vectors: NDArray[np.float32], papers: Mapping[str, Signs]) -> dict[str, float]:
    """For each paper, the mean over the question's tokens of the best product with one of its tokens.

    Args:
        vectors: of the question's tokens, shape (tokens, dimensions), each of length 1.
        papers: their sign matrices.
    """
    ids = [paper_id for paper_id, signs in papers.items() if len(signs)]
    if not ids or not len(vectors):
        return {}
    best = best_products(vectors, [papers[paper_id] for paper_id in ids]).mean(axis=1)
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
