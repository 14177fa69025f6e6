"""Kept vectors: the token vectors of a paper as the index has them, so that no model runs over its abstract again."""

from collections.abc import Callable, Mapping, Sequence
from math import pi, sqrt
from threading import Lock

import numpy as np

from rag.encoding.minilm import TokenVectors
from rag.index.signs import Signs
from rag.papers import Paper
from rag.text.sentences import Span

# The product of a unit vector with the signs of another, over the root of the dimensions, is on average this part of
# their cosine where the values are normally distributed.
_SHARE_OF_COSINE = sqrt(2 / pi)


class KeptVectors:
    """Gives papers' token vectors from their signs, scaled so that products with unit vectors come near to cosines.

    Args:
        signs: the sign matrices of papers, by id.
        spans: the places of a text's tokens, special tokens left out.
    """

    def __init__(
        self, signs: Callable[[Sequence[str]], Mapping[str, Signs]], spans: Callable[[str], Sequence[Span]]
    ) -> None:
        self._signs = signs
        self._spans = spans
        self._lock = Lock()

    def of(self, paper: Paper, text: str) -> TokenVectors | None:
        """A paper's vectors; None where the index has none, or has those of another text.

        Args:
            paper: of the index.
            text: what is read of it.
        """
        with self._lock:
            matrix = self._signs([paper.paper_id]).get(paper.paper_id)
        if matrix is None:
            return None
        spans = self._spans(text)
        if len(spans) != len(matrix):
            return None
        places = np.array([(span.start, span.end) for span in spans], dtype=np.int64).reshape(-1, 2)
        signs = np.unpackbits(np.asarray(matrix), axis=1).astype(np.float32) * 2 - 1
        return TokenVectors(signs / (sqrt(signs.shape[1]) * _SHARE_OF_COSINE), places)
