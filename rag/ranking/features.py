"""Features: what a question and a paper have in common, as numbers that a ranker weighs."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rag.encoding.late_interaction import QuestionTokens
from rag.encoding.products import by_rows
from rag.index.forward import Counts
from rag.index.signs import Signs

NAMES = (
    "cosine",  # of both vectors
    "bm25_share",  # of the best candidate's BM25
    "bm25_flat",  # the same with less weight on length and on repetition
    "tokens",  # late interaction, mean over the tokens that carry meaning
    "tokens_rare",  # the same, weighted by rarity
    "feedback_3",  # cosine with the question and the three best papers together
    "feedback_10",
)
"""The columns of a matrix of features."""

QUESTION_NAMES = ("terms", "rarity", "unknown", "best_cosine", "best_covered", "best_tokens")
"""What is told of the question: how many terms, their mean rarity, the share of it that no paper has; the best of the
candidates in cosine, in the share of the question's rarity that a paper has, and in tokens."""

_K1, _B = 1.2, 0.75
_FLAT_K1, _FLAT_B = 0.9, 0.4


@dataclass(frozen=True)
class Candidates:
    """Papers that a question is compared with.

    Args:
        cosines: of each with the question.
        bm25: of each; 0 where it is not among the best of the lexical index.
        rows: their vectors, shape (papers, dimensions), each of length 1.
        signs: their tokens'.
        counts: of the question's terms in them.
        rarities: of those terms, inverse document frequencies; a term that no paper has counts as one of none.
        known: whether any paper has each term.
        mean_length: of a paper of the index, in terms.
    """

    cosines: NDArray[np.float32]
    bm25: NDArray[np.float32]
    rows: NDArray[np.float32]
    signs: Sequence[Signs]
    counts: Counts
    rarities: NDArray[np.float32]
    known: NDArray[np.bool_]
    mean_length: float


def features(
    vector: NDArray[np.float32], tokens: QuestionTokens, near: NDArray[np.float32], found: Candidates
) -> NDArray[np.float32]:
    """The features of all candidates, shape (papers, `NAMES`).

    Args:
        vector: the question's, of length 1.
        tokens: the question's.
        near: how near each token of the papers is to each of the question's, one paper after the other.
        found: one paper or more.
    """
    columns = {"cosine": found.cosines} | _of_words(found) | _of_tokens(tokens, near, found)
    columns |= _of_feedback(vector, columns["bm25_share"], found)
    return np.stack([np.asarray(columns[name], dtype=np.float32) for name in NAMES], axis=1)


def question_features(matrix: NDArray[np.float32], found: Candidates) -> NDArray[np.float32]:
    """What is told of the question, shape (`QUESTION_NAMES`,)."""
    total, terms = max(float(found.rarities.sum()), 1e-9), max(len(found.rarities), 1)
    unknown = float(found.rarities[~found.known].sum()) / total
    covered = float((((found.counts.text + found.counts.authors) > 0) @ found.rarities).max()) / total
    cosine, tokens = (float(matrix[:, NAMES.index(name)].max()) for name in ("cosine", "tokens"))
    return np.array([np.log(terms), total / terms, unknown, cosine, covered, tokens], dtype=np.float32)


def _of_words(found: Candidates) -> dict[str, NDArray[np.float32]]:
    bm25 = np.where(found.bm25 > 0, found.bm25, _bm25(found, _K1, _B))
    flat = _bm25(found, _FLAT_K1, _FLAT_B)
    return {
        "bm25_share": bm25 / max(float(bm25.max()), 1e-9),
        "bm25_flat": flat / max(float(flat.max()), 1e-9),
    }


def _bm25(found: Candidates, k1: float, b: float) -> NDArray[np.float32]:
    often = found.counts.text
    norm = k1 * (1 - b + b * found.counts.lengths[:, :1] / found.mean_length)
    return np.asarray((often * (k1 + 1) / (often + norm)) @ found.rarities, dtype=np.float32)


def _of_tokens(tokens: QuestionTokens, near: NDArray[np.float32], found: Candidates) -> dict[str, NDArray[np.float32]]:
    best = np.maximum.reduceat(near, np.cumsum([0, *map(len, found.signs[:-1])]), axis=0)
    return {"tokens": best.mean(axis=1), "tokens_rare": best @ tokens.rarity}


def _of_feedback(
    vector: NDArray[np.float32], lexical: NDArray[np.float32], found: Candidates
) -> dict[str, NDArray[np.float32]]:
    """Pseudo-relevance feedback: how near each paper is to the question and the best papers together."""
    order = np.argsort(-(found.cosines / max(float(found.cosines.max()), 1e-9) + lexical), kind="stable")
    columns = {}
    for most in (3, 10):
        centre = found.rows[order[:most]].mean(axis=0)
        asked = 0.5 * vector + 0.5 * centre / max(float(np.linalg.norm(centre)), 1e-9)
        columns[f"feedback_{most}"] = by_rows(found.rows, asked[None])[:, 0]
    return columns
