"""Which sentences of an abstract answer a question, and how well the abstract covers it."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from rag.lexical import LexicalIndex, analyze, words
from rag.minilm import TokenVectors
from rag.papers import Paper
from rag.questions import asks_number, is_content
from rag.sentences import Span, sentence_spans

# Chosen on the seed and ICML questions of the project's question files, over 19 and over 2,634 papers.
_MOST_SENTENCES = 4
_LEAST_GAIN = 0.4
_NUMBER_BONUS = 0.1
_CLAIM_BONUS = 0.05
_NUMBER = re.compile(
    r"\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|twice|double|half|dozens?|hundreds?|times)\b", re.I
)
_CLAIM = re.compile(
    r"\b(?:we|our|this (?:paper|work))\b.*\b(?:propose|introduce|present|develop|show|find|prove|demonstrate)", re.I
)


class TokenEncoder(Protocol):
    """Anything that gives a text's tokens their vectors in context: `MiniLMEmbedding`, or a test's fake."""

    def token_vectors(self, text: str) -> TokenVectors:
        """Vectors of length 1 and places of the tokens of a text, in order."""
        ...


@dataclass(frozen=True)
class Reading:
    """One paper read for one question.

    Args:
        sentences: of the abstract.
        matches: shape (sentences, words): how well a sentence answers to each content word of the question,
            1 where it holds the word itself, else the best cosine among its tokens.
        weights: shape (words,): inverse document frequencies, summing to 1.
        similarity: mean over the question's words of the best cosine among the paper's tokens (the late
            interaction of Khattab & Zaharia 2020).
        asked: the question's content words, analysed.
        terms: the paper's analysed terms.
        numeric: whether the question asks for a number.
    """

    paper: Paper
    sentences: tuple[Span, ...]
    matches: NDArray[np.float32]
    weights: NDArray[np.float32]
    similarity: float
    asked: tuple[str, ...]
    terms: frozenset[str]
    numeric: bool

    def holds(self, term: str) -> bool:
        """Whether the paper has an analysed term, in its title, abstract or authors."""
        return term in self.terms

    @property
    def coverage(self) -> float:
        """Share of the question's words that the paper holds, weighted by their rarity, 0 to 1."""
        return float(sum(weight for term, weight in zip(self.asked, self.weights, strict=True) if term in self.terms))

    def nearness(self, term: str) -> float:
        """How near the paper comes to one of the question's words: 1 where it holds it, else a cosine."""
        if term not in self.asked or not self.sentences:
            return 0.0
        return float(self.matches[:, self.asked.index(term)].max())

    def best(self, most: int = _MOST_SENTENCES) -> list[Span]:
        """The fewest sentences that together answer to the question's words, in the order of the abstract.

        Greedy: each next sentence is the one that adds most; it ends where little is added.
        """
        texts = [self.paper.abstract[span.start : span.end] for span in self.sentences]
        worth = self.matches @ self.weights
        worth = worth + _CLAIM_BONUS * np.array([bool(_CLAIM.search(text)) for text in texts])
        if self.numeric:
            worth = worth + _NUMBER_BONUS * np.array([bool(_NUMBER.search(text)) for text in texts])
        most = min(most, max(1, round(0.6 * len(texts))))
        chosen: list[int] = []
        covered = np.zeros_like(self.weights)
        first = 0.0
        while len(chosen) < most:
            added = (np.maximum(self.matches, covered) - covered) @ self.weights
            gain = 0.5 * worth + 0.5 * added
            gain[chosen] = -1.0
            i = int(gain.argmax())
            first = first or float(gain[i])
            if chosen and gain[i] < _LEAST_GAIN * first:
                break
            chosen.append(i)
            covered = np.maximum(covered, self.matches[i])
        return [self.sentences[i] for i in sorted(chosen)]


class EvidenceReader:
    """Reads papers for a question.

    Args:
        encoder: gives token vectors.
        lexical: the BM25 index of the moment, for the rarity of words.
    """

    def __init__(self, encoder: TokenEncoder, lexical: Callable[[], LexicalIndex]) -> None:
        self._lexical = lexical
        self._vectors = lru_cache(maxsize=64)(encoder.token_vectors)

    @property
    def lexical(self) -> LexicalIndex:
        """The BM25 index of the moment."""
        return self._lexical()

    def vectors(self, text: str) -> TokenVectors:
        """The vectors of a text's tokens; those of the last texts are remembered."""
        return self._vectors(text)

    def read(self, question: str, paper: Paper) -> Reading:
        """Read a paper's title and abstract for a question (or for a sentence of an answer)."""
        lexical = self._lexical()
        asked = [(term, span) for term, span in words(question) if is_content(term)]
        weights = np.array([lexical.idf(term) for term, _ in asked], dtype=np.float32)
        text = f"{paper.title}\n{paper.abstract}" if paper.title else paper.abstract
        offset = len(text) - len(paper.abstract)
        cosines, spans = self._cosines(question, [span for _, span in asked], text)
        sentences = tuple(sentence_spans(paper.abstract))
        exact = [set(analyze(paper.abstract[span.start : span.end])) for span in sentences]
        matches = np.zeros((len(sentences), len(asked)), dtype=np.float32)
        for i, span in enumerate(sentences):
            inside = (spans[:, 0] >= span.start + offset) & (spans[:, 1] <= span.end + offset)
            near = cosines[:, inside].max(axis=1, initial=0.0)
            matches[i] = np.maximum(near, [term in exact[i] for term, _ in asked])
        return Reading(
            paper=paper,
            sentences=sentences,
            matches=matches,
            weights=weights / max(float(weights.sum()), 1e-9),
            similarity=float(cosines.max(axis=1, initial=0.0).mean()) if len(asked) else 0.0,
            asked=tuple(term for term, _ in asked),
            terms=frozenset(analyze(f"{text}\n{' '.join(paper.authors)}")),
            numeric=asks_number(question),
        )

    def _cosines(
        self, question: str, asked: Sequence[Span], text: str
    ) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
        """Shape (words, tokens of the text), and the tokens' places; a word is the mean of its tokens."""
        of_question, of_text = self._vectors(question), self._vectors(text)
        cosines = of_question.vectors @ of_text.vectors.T
        rows = np.zeros((len(asked), len(of_text.vectors)), dtype=np.float32)
        for i, span in enumerate(asked):
            tokens = (of_question.spans[:, 0] < span.end) & (of_question.spans[:, 1] > span.start)
            if tokens.any():
                rows[i] = cosines[tokens].mean(axis=0)
        return rows, of_text.spans
