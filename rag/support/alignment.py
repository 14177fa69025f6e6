"""Alignment: the words of an answer's sentence beside the words of an abstract, by their vectors in context."""

import re
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from rag.encoding.minilm import TokenVectors
from rag.questions import is_content
from rag.text.analysis import words
from rag.text.sentences import Span

# A word's own form counts as nearer than any other word's vector can come.
_SAME_WORD = 1.0


@dataclass(frozen=True, eq=False)
class Words:
    """The words of a text.

    Args:
        text: that they stand in.
        terms: analysed.
        spans: in the text.
        vectors: shape (words, dimensions), each the mean of its tokens' vectors in context, of length 1.
    """

    text: str
    terms: tuple[str, ...]
    spans: tuple[Span, ...]
    vectors: NDArray[np.float32]

    @classmethod
    def of(cls, text: str, tokens: TokenVectors) -> "Words":
        """Bring words and tokens together.

        Args:
            text: as it was encoded.
            tokens: of that text.
        """
        found = words(text)
        spans = tuple(span for _, span in found)
        starts = np.array([span.start for span in spans], dtype=np.int64)
        ends = np.array([span.end for span in spans], dtype=np.int64)
        inside = (tokens.spans[None, :, 0] < ends[:, None]) & (tokens.spans[None, :, 1] > starts[:, None])
        vectors = inside.astype(np.float32) @ tokens.vectors
        lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
        return cls(text, tuple(term for term, _ in found), spans, vectors / np.maximum(lengths, 1e-9))

    @cached_property
    def content(self) -> NDArray[np.bool_]:
        """Which words carry meaning of their own."""
        return np.array([is_content(term) for term in self.terms], dtype=bool)

    @cached_property
    def places(self) -> dict[str, list[int]]:
        """Where each term stands."""
        found: dict[str, list[int]] = {}
        for i, term in enumerate(self.terms):
            found.setdefault(term, []).append(i)
        return found

    @cached_property
    def signed(self) -> tuple[str, ...]:
        """The terms, "non-convex" as "nonconvex"."""
        return tuple(
            f"non{term}" if i and self.terms[i - 1] == "non" and self.is_hyphened(i) else term
            for i, term in enumerate(self.terms)
        )

    @cached_property
    def sentence_numbers(self) -> NDArray[np.int64]:
        """Which sentence each word stands in, counted from 0."""
        ends = [match.start() for match in re.finditer(r"[.!?;。！？；](?=\s|$)|\n", self.text)]
        return np.searchsorted(
            np.array(ends, dtype=np.int64), np.array([span.start for span in self.spans], dtype=np.int64)
        )

    @cached_property
    def clause_numbers(self) -> NDArray[np.int64]:
        """Which clause each word stands in: what lies between commas, and such."""
        ends = [match.start() for match in re.finditer(r"[,.!?;:()。！？；，、：](?=\s|$)|\n", self.text)]
        return np.searchsorted(
            np.array(ends, dtype=np.int64), np.array([span.start for span in self.spans], dtype=np.int64)
        )

    def within(self, stretch: Span) -> NDArray[np.bool_]:
        """Which words lie in a stretch of the text."""
        return np.array([stretch.start <= span.start and span.end <= stretch.end for span in self.spans], dtype=bool)

    def is_hyphened(self, i: int) -> bool:
        """Whether a word is a part of a compound."""
        span = self.spans[i]
        return "-" in (self.text[span.start - 1 : span.start], self.text[span.end : span.end + 1])

    def word(self, i: int) -> str:
        """A word as it stands."""
        return self.text[self.spans[i].start : self.spans[i].end]


@dataclass(frozen=True)
class Alignment:
    """How near each word of a sentence comes to each word of the evidence.

    Args:
        sentence: of the answer.
        evidence: title and abstract of a paper.
        nearness: shape (words of the sentence, words of the evidence): 1 for the same word, else a cosine.
    """

    sentence: Words
    evidence: Words
    nearness: NDArray[np.float32]

    @classmethod
    def between(cls, sentence: Words, evidence: Words) -> "Alignment":
        """Align two texts."""
        # Not by BLAS: its threads wait for each other longer than so small a product takes.
        cosines = np.einsum("ik,jk->ij", sentence.vectors, evidence.vectors)
        same = np.zeros(cosines.shape, dtype=bool)
        for i, term in enumerate(sentence.terms):
            same[i, evidence.places.get(term, [])] = True
        return cls(sentence, evidence, np.where(same, _SAME_WORD, np.minimum(cosines, 0.99)).astype(np.float32))
