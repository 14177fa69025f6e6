"""Ranking: candidates of both sides of retrieval, compared with the question by features and put in order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from rag.encoding.late_interaction import QuestionTokens, products, question_tokens
from rag.evidence.evidence import TokenEncoder
from rag.index.nearest import Nearest
from rag.index.signs import SignStore
from rag.lexical import LexicalIndex
from rag.questions import content_terms
from rag.ranking.features import Candidates, features, question_features
from rag.ranking.ranker import Kind, Ranker
from rag.understanding.asked import Asked
from rag.understanding.intent import Intent

_OF_TOPICS = (Intent.LIST, Intent.COUNT, Intent.THEMES)
_LEAST = 0.01
"""The score of the last candidate: a paper scored 0 was not retrieved."""
_FEW = 50
"""Candidates of so small an index that the fit may not hold. All pairs are compared, which of thousands takes long."""


@dataclass(frozen=True, eq=False)
class Compared:
    """Candidates and their features.

    Args:
        ids: of the papers.
        matrix: shape (papers, `rag.ranking.features.NAMES`).
        question: shape (`rag.ranking.features.QUESTION_NAMES`,).
        lengths: how many tokens each paper has.
        near: how near each token of the papers, one after the other, is to each of the question's.
        rarity: of the question's tokens, shape (tokens,).
        terms: the question's.
        has: shape (papers, terms): whether a paper has a term.
    """

    ids: Sequence[str]
    matrix: NDArray[np.float32]
    question: NDArray[np.float32]
    lengths: Sequence[int] = ()
    near: NDArray[np.float32] = field(default_factory=lambda: np.zeros((0, 0), dtype=np.float32))
    rarity: NDArray[np.float32] = field(default_factory=lambda: np.zeros(0, dtype=np.float32))
    terms: Sequence[str] = ()
    has: NDArray[np.bool_] = field(default_factory=lambda: np.zeros((0, 0), dtype=np.bool_))

    def nearness(self, paper: int) -> NDArray[np.float32]:
        """How near each token of one paper is to each of the question's, weighted by rarity.

        Args:
            paper: its place.
        """
        start = sum(self.lengths[:paper])
        return np.asarray(self.near[start : start + self.lengths[paper]] * self.rarity)

    def held(self, paper: int) -> frozenset[str]:
        """The question's terms that one paper has."""
        return frozenset(term for term, there in zip(self.terms, self.has[paper], strict=True) if there)


@dataclass(frozen=True)
class Ranked:
    """Papers in order.

    Args:
        scores: 0 to 1, the best paper's is 1; only differences and order mean anything.
        probabilities: that a paper answers, 0 to 1; empty where nothing is known of it.
        compared: what they were ranked by; None for a fused score alone.
    """

    scores: Mapping[str, float]
    probabilities: Mapping[str, float] = field(default_factory=dict)
    compared: Compared | None = None


class Ranking:
    """Compares papers with questions.

    Args:
        nearest, lexical, signs: of one generation of an index.
        encoder: gives the question's tokens their vectors, of the model whose signs the index has.
    """

    def __init__(self, nearest: Nearest, lexical: LexicalIndex, signs: SignStore, encoder: TokenEncoder) -> None:
        self._nearest = nearest
        self._lexical = lexical
        self._signs = signs
        self._encoder = encoder

    def compared(
        self, question: str, vector: NDArray[np.float32], cosines: Mapping[str, float], bm25: Mapping[str, float]
    ) -> Compared | None:
        """Compare papers with a question; None where the tokens of one of them are not known.

        Args:
            question: what to rank by.
            vector: the question's.
            cosines: of every candidate.
            bm25: of those that the lexical index found.
        """
        ids = list(cosines)
        signs = self._signs.get(ids)
        tokens = self.tokens(question)
        width = tokens.vectors.shape[1]
        if not ids or len(signs) < len(ids) or any(not len(m) or m.shape[1] * 8 != width for m in signs.values()):
            return None
        terms = content_terms(question)
        found = Candidates(
            cosines=np.array(list(cosines.values()), dtype=np.float32),
            bm25=np.array([bm25.get(paper_id, 0.0) for paper_id in ids], dtype=np.float32),
            rows=self._nearest.first_rows([self._nearest.places[paper_id] for paper_id in ids]),
            signs=[signs[paper_id] for paper_id in ids],
            counts=self._lexical.counts(ids, terms),
            rarities=np.array([self._lexical.idf(term) for term in terms], dtype=np.float32),
            known=np.array([self._lexical.document_frequency(term) > 0 for term in terms], dtype=np.bool_),
            mean_length=self._lexical.mean_length,
        )
        near = products(tokens.vectors, found.signs)
        matrix = features(vector / max(float(np.linalg.norm(vector)), 1e-12), tokens, near, found)
        has = (found.counts.text + found.counts.authors) > 0
        return Compared(
            ids,
            matrix,
            question_features(matrix, found),
            [len(each) for each in found.signs],
            near,
            tokens.rarity,
            terms,
            has,
        )

    def tokens(self, question: str) -> QuestionTokens:
        """The question's tokens and their weights."""
        return question_tokens(question, self._encoder.token_vectors(question), self._lexical.idf)


def kind_of(asked: Asked) -> Kind:
    """What kind of question it is, to the ranker."""
    if asked.intent in _OF_TOPICS:
        return Kind.TOPIC
    return Kind.ROUGH if asked.translation.source == "glossary" else Kind.QUESTION


def ranked(found: Compared, ranker: Ranker, kind: Kind = Kind.QUESTION) -> Ranked:
    """Order the candidates, and say how probable each one is.

    Args:
        found: the candidates.
        ranker: was fitted to the model that made their vectors.
        kind: what is asked.
    """
    scores = ranker.scores(found.matrix, found.question)
    if len(scores) <= _FEW:
        scores = with_better_above(scores, found.matrix)
    spread = max(float(scores.max() - scores.min()), 1e-9)
    even = _LEAST + (1 - _LEAST) * (scores - scores.min()) / spread
    chances = ranker.probabilities(scores, found.question, kind)
    return Ranked(
        dict(zip(found.ids, map(float, even), strict=True)),
        dict(zip(found.ids, map(float, chances), strict=True)),
        found,
    )


def with_better_above(scores: NDArray[np.float64], matrix: NDArray[np.float32]) -> NDArray[np.float64]:
    """Scores among which a paper never stands below one that it excels in every feature.

    For questions unlike those of the fit, as in an index of a few papers, features may come to weigh less than
    nothing.

    Args:
        scores: of the papers.
        matrix: their features, each of which speaks for a paper.
    """
    excels = (matrix[:, None, :] > matrix[None, :, :]).all(axis=2)
    raised = np.maximum(scores, np.where(excels, scores, -np.inf).max(axis=1, initial=-np.inf))
    # Those raised to the score of one that they excel stand just above it: who excels more papers excels theirs, too.
    return np.asarray(raised + 1e-9 * excels.sum(axis=1))
