"""Which sentences of an abstract answer a question, and how well the abstract covers it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from threading import Event
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from rag.encoding.minilm import TokenVectors
from rag.encoding.products import by_rows
from rag.evidence.leaning import dangles, lead_in, speaks_of_method
from rag.evidence.selection import Sheet, chosen
from rag.evidence.wanted import Part, parts_of, wanted
from rag.index.kept_vectors import KeptVectors
from rag.lexical import LexicalIndex
from rag.papers import Paper
from rag.questions import is_asked_in_cjk, is_content
from rag.text.abbreviations import expansion
from rag.text.analysis import analyze, words
from rag.text.sentences import Span, sentence_spans
from rag.understanding.bearers import spellings
from rag.understanding.mentions import names_of

_OWN_NAME = 0.1
"""Of its weight, what a word of the paper's own name keeps."""


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
        question: as asked.
        parts: of the question.
        names: of what the paper proposes.
    """

    paper: Paper
    sentences: tuple[Span, ...]
    matches: NDArray[np.float32]
    weights: NDArray[np.float32]
    similarity: float
    asked: tuple[str, ...]
    terms: frozenset[str]
    question: str
    parts: tuple[Part, ...]
    names: tuple[str, ...] = ()

    @property
    def focus(self) -> NDArray[np.float32]:
        """The weights for choosing among the paper's sentences, to which words that only name the paper tell little."""
        factors = np.array([_OWN_NAME if term in self.own else 1.0 for term in self.asked], dtype=np.float32)
        found: NDArray[np.float32] = self.weights * factors
        return found / max(float(found.sum()), 1e-9)

    @property
    def own(self) -> frozenset[str]:
        """The terms of the names of what the paper proposes, and of its title where the question has that whole."""
        named = [f"{name} {expansion(name, self.paper.abstract)}" for name in self.names]
        question = self.question.casefold()
        titles = (self.paper.title, self.paper.title.partition(":")[0])
        named += [title for title in titles if len(title.split()) > 1 and title.casefold() in question]
        return frozenset(term for name in named for term in analyze(name))

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

    def nearness_in(self, sentence: int, term: str) -> float:
        """How near one sentence comes to one of the question's words.

        Args:
            sentence: its place.
            term: analysed.
        """
        return float(self.matches[sentence, self.asked.index(term)]) if term in self.asked else 0.0

    def answering(self, asked_as: str = "") -> list[Span]:
        """What of the fewest sentences answers to every part of the question, in the order of the abstract.

        Words that only link a sentence to one that is not quoted are left out.

        Args:
            asked_as: the question in the words of whoever asked it.
        """
        places = self._chosen(asked_as)
        texts = [self.paper.abstract[span.start : span.end] for span in self.sentences]
        return [
            Span(span.start + (0 if at and at - 1 in places else lead_in(texts[at])), span.end)
            for at in places
            for span in [self.sentences[at]]
        ]

    def _chosen(self, asked_as: str) -> list[int]:
        texts = [self.paper.abstract[span.start : span.end] for span in self.sentences]
        parts = self.parts
        if is_asked_in_cjk(asked_as) and len(parts) == 1:  # read in English, it has lost its question words
            parts = (replace(parts[0], text=asked_as, wanted=wanted(asked_as)),)
        question = asked_as or self.question
        return chosen(Sheet(question, parts, texts, self.matches, self.focus, self.asked, self.names, self.own))

    def subject_of(self, spans: Sequence[Span]) -> str | None:
        """What "it" or "this method" means at the beginning of a quoted sentence, where no other one quoted says it.

        Args:
            spans: quoted, as `answering` gives them.

        Returns:
            The name of what the paper proposes, empty where it gives it none; None where nothing is to be told.
        """
        texts = [self.paper.abstract[span.start : span.end] for span in self.sentences]
        places = [at for at, span in enumerate(self.sentences) if any(span.end == quoted.end for quoted in spans)]
        for at in places:
            before = next((text for text in texts[at - 1 :: -1] if not dangles(text)), "") if at else ""
            if before and at - 1 not in places and speaks_of_method(texts[at], before, self.names):
                known = [name for name in self.names if name != "Position"]
                return next((name for name in known if name in before), known[0] if known else "")
            if any(name in texts[at] for name in self.names):
                return None
        return None

    def best(self, most: int = 1) -> list[Span]:
        """The sentences that answer to the question's words best, in the order of the abstract.

        Args:
            most: how many at most.
        """
        order = (self.matches @ self.weights).argsort(kind="stable")[::-1][:most]
        return [self.sentences[at] for at in sorted(order)]


class EvidenceReader:
    """Reads papers for a question.

    Args:
        encoder: gives token vectors.
        lexical: the BM25 index of the moment, for the rarity of words.
        kept: gives the token vectors that the index has of a paper; what it lacks is encoded.
    """

    def __init__(
        self, encoder: TokenEncoder, lexical: Callable[[], LexicalIndex], kept: KeptVectors | None = None
    ) -> None:
        self._lexical = lexical
        self._kept = kept
        self._vectors = lru_cache(maxsize=64)(encoder.token_vectors)

    @property
    def lexical(self) -> LexicalIndex:
        """The BM25 index of the moment."""
        return self._lexical()

    def vectors(self, text: str) -> TokenVectors:
        """The vectors of a text's tokens; those of the last texts are remembered."""
        return self._vectors(text)

    def prepare(self, papers: Sequence[Paper], over: Event) -> None:
        """Read papers' vectors ahead of time.

        Args:
            papers: in the order in which they are likely to be needed.
            over: ends it before the next paper, once set.
        """
        for paper in papers:
            if over.is_set():
                return
            self.vectors(text_of(paper))

    def read(self, question: str, paper: Paper) -> Reading:
        """Read a paper's title and abstract for a question (or for a sentence of an answer)."""
        lexical = self._lexical()
        asked = [(term, span) for term, span in words(question) if is_content(term)]
        weights = np.array([lexical.idf(term) for term, _ in asked], dtype=np.float32)
        text = text_of(paper)
        offset = len(text) - len(paper.abstract)
        kept = self._kept.of(paper, text) if self._kept is not None else None
        cosines, spans = self._cosines(question, [span for _, span in asked], kept or self._vectors(text))
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
            terms=frozenset(analyze(f"{text}\n{' '.join((*paper.authors, *spellings(text)))}")),
            question=question,
            parts=tuple(parts_of(question, [span for _, span in asked])),
            names=tuple(dict.fromkeys(name for name in names_of(paper) if name in paper.abstract)),
        )

    def _cosines(
        self, question: str, asked: Sequence[Span], of_text: TokenVectors
    ) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
        """Shape (words, tokens of the text), and the tokens' places; a word is the mean of its tokens."""
        of_question = self._vectors(question)
        cosines = by_rows(of_question.vectors, of_text.vectors)
        rows = np.zeros((len(asked), len(of_text.vectors)), dtype=np.float32)
        for i, span in enumerate(asked):
            tokens = (of_question.spans[:, 0] < span.end) & (of_question.spans[:, 1] > span.start)
            if tokens.any():
                rows[i] = cosines[tokens].mean(axis=0)
        return rows, of_text.spans


def text_of(paper: Paper) -> str:
    """What is read of a paper: its title, where it has one, and its abstract."""
    return f"{paper.title}\n{paper.abstract}" if paper.title else paper.abstract
