"""Batches in which papers have neighbours, so that telling them apart is hard."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from scipy.sparse import csr_matrix
from tokenizers import Encoding, Tokenizer
from torch import Tensor

from benchmarks.training.model import Batch
from benchmarks.training.pairs import Pair
from benchmarks.training.papers import Source
from rag.questions import is_content
from rag.text.analysis import words

QUESTION_TOKENS = 48
_CLASS, _END = 101, 102


@dataclass(frozen=True)
class Examples:
    """A batch of pairs.

    Args:
        questions: as the model takes them.
        content: true for the question tokens that carry meaning, or for all where none does.
        papers: in the order of their questions.
        paper_tokens: true for the papers' tokens, special ones left out.
    """

    questions: Batch
    content: Tensor
    papers: Batch
    paper_tokens: Tensor

    @classmethod
    def of(cls, pairs: Sequence[Pair], tokenizer: Tokenizer, paper_tokens: int, chance: random.Random) -> "Examples":
        """Tokenise pairs.

        Args:
            pairs: at least one.
            tokenizer: without truncation.
            paper_tokens: at most so many of a paper are shown, from its start or from a random place.
            chance: chooses the place.
        """
        asked = [tokenizer.encode(pair.question) for pair in pairs]
        papers = [tokenizer.encode(pair.paper) for pair in pairs]
        questions = Batch.of([_cut(encoding.ids, 0, QUESTION_TOKENS) for encoding in asked])
        shown = Batch.of(
            [_cut(paper.ids, _place(len(paper.ids), paper_tokens, chance), paper_tokens) for paper in papers]
        )
        content = torch.zeros_like(questions.mask)
        for row, (pair, encoding) in enumerate(zip(pairs, asked, strict=True)):
            content[row, : len(encoding.ids)] = torch.tensor(_content(pair.question, encoding))[: content.shape[1]]
        return cls(questions, content, shown, _inner(shown.mask))


def neighbourhoods(papers: Sequence[Source], size: int, seed: int) -> Iterator[list[int]]:
    """Each paper once, in groups of papers with words in common: a random one, and those nearest of what is left."""
    matrix = _weighted(papers)
    columns = matrix.T.tocsr()
    left = np.ones(len(papers), dtype=bool)
    for at in np.random.default_rng(seed).permutation(len(papers)):
        if not left[at]:
            continue
        near = np.asarray((matrix[at] @ columns).todense()).ravel()
        near[~left] = -1.0
        near[at] = 2.0
        group = np.argpartition(-near, size)[:size] if left.sum() > size else np.flatnonzero(left)
        left[group] = False
        yield [int(paper) for paper in group]


def _weighted(papers: Sequence[Source]) -> csr_matrix:
    """The words' weights in each paper (logarithmic, by rarity), in rows of length 1."""
    vocabulary: dict[str, int] = {}
    rows: list[NDArray[np.int64]] = []
    for paper in papers:
        terms = {term for term, _ in words(f"{paper.title} {paper.abstract}") if is_content(term)}
        rows.append(np.array([vocabulary.setdefault(term, len(vocabulary)) for term in terms], dtype=np.int64))
    starts = np.cumsum([0, *map(len, rows)])
    indices = np.concatenate(rows)
    rarity = np.log(len(papers) / np.bincount(indices))
    values = rarity[indices]
    values /= np.repeat(np.sqrt(np.add.reduceat(values**2, starts[:-1])), np.diff(starts))
    return csr_matrix((values.astype(np.float32), indices, starts), shape=(len(papers), len(vocabulary)))


def _place(length: int, shown: int, chance: random.Random) -> int:
    return chance.randrange(length - shown) if length > shown and chance.random() < 0.4 else 0


def _cut(ids: Sequence[int], start: int, length: int) -> list[int]:
    return [_CLASS, *ids[1:-1][start : start + length - 2], _END]


def _content(question: str, encoding: Encoding) -> list[bool]:
    spans = [span for term, span in words(question) if is_content(term)]
    inner = [end > start for start, end in encoding.offsets]
    kept = [any(start < span.end and end > span.start for span in spans) for start, end in encoding.offsets]
    kept = [one and other for one, other in zip(kept, inner, strict=True)]
    return kept if any(kept[: QUESTION_TOKENS - 1]) else inner


def _inner(mask: Tensor) -> Tensor:
    """A mask without each text's first and last token."""
    inner = mask.clone()
    inner[:, 0] = False
    inner[torch.arange(len(mask)), mask.sum(1) - 1] = False
    return inner
