"""Recombined papers: as many as are wanted, each of sentences of real abstracts, with vectors made beforehand.

Embedding a million abstracts takes hours, and what a large index costs does not depend on what its abstracts say. So a
paper of this kind has a title and sentences drawn from real ones, the same for the same number, and its vector is the
mean of its sentences' vectors with a little noise: as real vectors, they lie unevenly, and no two are the same.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import numpy as np
from llama_index.core.bridge.pydantic import PrivateAttr
from numpy.typing import NDArray

from rag.encoding.minilm import EncodedText, MiniLMEmbedding
from rag.papers import Paper
from rag.text.sentences import sentence_spans

_NUMBER = re.compile(r"\bNo\. (\d+)\b")
_NOISE = 0.3
_VENUES = ("ICML", "NeurIPS", "ICLR", "ACL", "CVPR", "KDD")
_SURNAMES = ("Adler", "Brandt", "Chen", "Diaz", "Endo", "Fischer", "Gupta", "Haddad", "Ito", "Jensen", "Kim", "Li")


class Sentences:
    """Real sentences with their vectors and signs, kept in a file, for the encoding takes a minute or two.

    Args:
        texts: the sentences.
        titles: real titles.
        vectors: shape (sentences, dimensions), of length 1.
        signs: one matrix a sentence.
    """

    def __init__(
        self,
        texts: Sequence[str],
        titles: Sequence[str],
        vectors: NDArray[np.float32],
        signs: Sequence[NDArray[np.uint8]],
    ) -> None:
        self.texts = texts
        self.titles = titles
        self.vectors = vectors
        self.signs = signs

    @classmethod
    def of(cls, papers: Sequence[Paper], kept: Path) -> "Sentences":
        """Of the abstracts of some papers.

        Args:
            papers: real ones.
            kept: the file that keeps the vectors.
        """
        texts = [paper.abstract[s.start : s.end] for paper in papers for s in sentence_spans(paper.abstract)]
        titles = [paper.title for paper in papers if paper.title]
        if not kept.exists():
            encoded = MiniLMEmbedding().encode_texts(texts)
            ends = np.cumsum([len(text.signs) for text in encoded])
            vectors = np.array([text.vector for text in encoded], dtype=np.float32)
            np.savez(kept, vectors=vectors, signs=np.concatenate([text.signs for text in encoded]), ends=ends)
        with np.load(kept) as found:
            vectors, signs = found["vectors"], np.split(found["signs"], found["ends"][:-1])
        return cls(texts, titles, vectors, signs)

    def drawn(self, number: int) -> tuple[list[int], np.random.Generator]:
        """The sentences of a paper, by its number, and what further chance it takes."""
        chance = np.random.default_rng(number)
        return list(chance.integers(0, len(self.texts), int(chance.integers(4, 10)))), chance

    def paper(self, number: int) -> Paper:
        """A paper by its number: always the same one."""
        drawn, chance = self.drawn(number)
        title = f"{self.titles[int(chance.integers(len(self.titles)))]}, No. {number}"
        names = tuple(f"{_SURNAMES[int(at)]}, {chr(65 + number % 26)}." for at in chance.integers(0, len(_SURNAMES), 3))
        return Paper(
            f"made-{number}",
            title,
            " ".join(self.texts[at] for at in drawn),
            authors=names,
            year=2014 + number % 12,
            venue=_VENUES[number % len(_VENUES)],
        )

    def papers(self, count: int) -> Iterator[Paper]:
        """The first papers."""
        return (self.paper(number) for number in range(count))


class RecombinedEmbedding(MiniLMEmbedding):
    """The bundled model for questions; for a recombined paper, the vector and signs made of its sentences'."""

    _made: Callable[[int], EncodedText] = PrivateAttr()

    def __init__(self, made_of: Sentences) -> None:
        super().__init__()

        def made(number: int) -> EncodedText:
            drawn, chance = made_of.drawn(number)
            vector = made_of.vectors[drawn].mean(axis=0)
            vector = vector / np.linalg.norm(vector)
            vector = vector + _NOISE * chance.standard_normal(len(vector)) / np.sqrt(len(vector))
            return EncodedText(
                (vector / np.linalg.norm(vector)).tolist(), np.concatenate([made_of.signs[at] for at in drawn])
            )

        self._made = made

    def encode_texts(self, texts: Sequence[str]) -> list[EncodedText]:
        """Each text's number tells which paper it is of."""
        found = [_NUMBER.search(text) for text in texts]
        return [self._made(int(match[1])) for match in found if match is not None]
