"""Nearest: the papers whose vectors are nearest to a question's, from a copy of them that is read by memory map.

Chroma finds the nearest of all papers about as fast, but takes ten times as long to restrict them to a list of ids, and
three times as long to hand out the vectors of papers that words found. Derived data: named by the store's generation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

import chromadb
import numpy as np
from numpy.typing import NDArray

from rag.encoding.products import by_rows
from rag.errors import EmbeddingMismatchError
from rag.index.changes import Changes
from rag.index.codes import first
from rag.index.row_files import Rows, opened
from rag.index.row_pages import Page
from rag.index.spare_vectors import SpareVectors

OUTSIDE = -2.0
"""Below any cosine: the paper does not count."""
_RESCORED = 1_000
"""Rows, the likeliest by their codes, that are multiplied in full: of the hundred nearest, 99.9% are among them."""


class Nearest:
    """The vectors of one generation of an index.

    Args:
        rows: of its papers.
    """

    def __init__(self, rows: Rows) -> None:
        self.ids = rows.ids
        self.places: Mapping[str, int] = {paper_id: i for i, paper_id in enumerate(rows.ids) if paper_id}
        self._parts = [part for part in rows.parts if len(part)]
        self._codes = rows.codes
        self._live = np.array([bool(paper_id) for paper_id in rows.ids], dtype=np.bool_)
        self._owners = rows.owners
        self._owned, self._starts = np.unique(rows.owners, return_index=True)
        self._ends = np.append(self._starts[1:], len(rows.owners))
        self._begins = np.cumsum([0, *map(len, self._parts)])

    @classmethod
    def open(
        cls,
        folder: Path,
        generation: int,
        collection: chromadb.Collection,
        ids: Sequence[str],
        pages: Callable[[], Iterator[Page]],
        changes: Changes | None = None,
        spares: SpareVectors | None = None,
    ) -> Nearest:
        """Read the vectors of a generation, copying them out of the store where that is not done yet.

        Args:
            folder: where they are kept; one that is read-only keeps none.
            generation: the store's.
            collection: the store's.
            ids: of its papers.
            pages: all vectors, read only when all are copied, and again where the disk is found to be full.
            changes: since an earlier generation, to copy no more than what is new since.
            spares: the store's, which what is new is copied from where they have it.
        """
        return cls(opened(folder, generation, collection, ids, pages, changes, spares))

    def nearest(
        self, vector: NDArray[np.float32], limit: int, mask: NDArray[np.bool_] | None = None
    ) -> dict[int, float]:
        """The numbers of the nearest papers, nearest first, each with the cosine of its nearest row.

        Args:
            vector: shape (dimensions,).
            limit: how many at most.
            mask: which papers may be among them; all by default.

        Raises:
            EmbeddingMismatchError: the vector has other dimensions than the index.
        """
        unit = self._unit(vector)
        rows = self._likely(unit, max(_RESCORED, 2 * limit), self._live if mask is None else mask & self._live)
        if not len(rows):
            return {}
        products = by_rows(self._gathered(rows), unit[None])[:, 0]
        near = np.full(len(self.ids), OUTSIDE, dtype=np.float32)
        np.maximum.at(near, self._owners[rows], products)
        found = np.unique(self._owners[rows])
        best = found[first(near[found], limit)]
        return {int(place): float(near[place]) for place in best}

    def cosines(self, vector: NDArray[np.float32], numbers: Sequence[int]) -> NDArray[np.float32]:
        """The cosine of each of some papers' nearest row; -2 for a paper without any.

        Args:
            vector: shape (dimensions,).
            numbers: of the papers.

        Raises:
            EmbeddingMismatchError: the vector has other dimensions than the index.
        """
        unit = self._unit(vector)
        near = np.full(len(numbers), OUTSIDE, dtype=np.float32)
        if not len(self._owned) or not len(numbers):
            return near
        at = np.minimum(np.searchsorted(self._owned, numbers), len(self._owned) - 1)
        known = np.flatnonzero(self._owned[at] == numbers)
        spans = [np.arange(self._starts[each], self._ends[each]) for each in at[known]]
        if spans:
            products = by_rows(self._gathered(np.concatenate(spans)), unit[None])[:, 0]
            near[known] = np.maximum.reduceat(products, np.cumsum([0, *map(len, spans[:-1])]))
        return near

    def first_rows(self, numbers: Sequence[int]) -> NDArray[np.float32]:
        """The first row of each of some papers, shape (papers, dimensions)."""
        return self._gathered(self._starts[np.searchsorted(self._owned, numbers)])

    def mask(self, paper_ids: frozenset[str]) -> NDArray[np.bool_]:
        """Which papers, by number, are among these."""
        mask = np.zeros(len(self.ids), dtype=np.bool_)
        mask[[self.places[paper_id] for paper_id in paper_ids if paper_id in self.places]] = True
        return mask

    def _unit(self, vector: NDArray[np.float32]) -> NDArray[np.float32]:
        for part in self._parts:
            if part.shape[1] != len(vector):
                raise EmbeddingMismatchError(
                    f"The embedding model gave {len(vector)} dimensions, but the index has {part.shape[1]}. "
                    "See that RAG_EMBEDDING names the model that made the index."
                )
        return np.asarray(vector / max(float(np.linalg.norm(vector)), 1e-12))

    def _likely(self, unit: NDArray[np.float32], limit: int, papers: NDArray[np.bool_]) -> NDArray[np.intp]:
        """The rows of some papers that may be among the nearest: all, or as many as are wanted."""
        among = None if papers.all() else papers[self._owners]
        count = len(self._owners) if among is None else int(np.count_nonzero(among))
        if self._codes is not None and count > limit:
            return self._codes.likely(unit, limit, among)
        return np.arange(count) if among is None else np.flatnonzero(among)

    def _gathered(self, rows: NDArray[np.intp]) -> NDArray[np.float32]:
        """Rows by their numbers over all parts, shape (rows, dimensions)."""
        if len(self._parts) == 1:
            whole = len(rows) == len(self._parts[0]) and bool((np.diff(rows) > 0).all())  # no copy of all, then
            return self._parts[0] if whole else self._parts[0][rows]
        gathered = np.empty((len(rows), self._parts[0].shape[1] if self._parts else 1), dtype=np.float32)
        owning = np.searchsorted(self._begins, rows, side="right") - 1
        for k, part in enumerate(self._parts):
            mine = np.flatnonzero(owning == k)
            gathered[mine] = part[rows[mine] - self._begins[k]]
        return gathered
