"""Nearest: exact cosines of a question with every paper, from a copy of the vectors that is read by memory map.

Chroma finds the nearest of all papers about as fast, but takes ten times as long to restrict them to a list of ids, and
three times as long to hand out the vectors of papers that words found. Derived data: named by the store's generation.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

import chromadb
import numpy as np
from numpy.typing import NDArray

from rag.errors import EmbeddingMismatchError
from rag.products import by_rows
from rag.seals import is_sealed, seal

_PAGE = 5_000
_ROWS, _OWNERS = "rows.npy", "owners.npy"
OUTSIDE = -2.0
"""Below any cosine: the paper does not count."""


class Nearest:
    """The vectors of one generation of an index.

    Args:
        ids: the papers, as `open` sorts them.
        rows: shape (rows, dimensions), each of length 1, in the order of the papers; each paper has one or more.
        owners: the number of each row's paper.
    """

    def __init__(self, ids: Sequence[str], rows: NDArray[np.float32], owners: NDArray[np.int32]) -> None:
        self.ids = ids
        self.places: Mapping[str, int] = {paper_id: i for i, paper_id in enumerate(ids)}
        self._rows = rows
        self._owned, self._starts = np.unique(owners, return_index=True)

    @classmethod
    def open(cls, folder: Path, generation: int, collection: chromadb.Collection, ids: Sequence[str]) -> Nearest:
        """Read the vectors of a generation, copying them out of the store where that is not done yet.

        Args:
            folder: where they are kept; one that is read-only keeps none.
            generation: the store's.
            collection: the store's.
            ids: its papers.
        """
        ids = sorted(ids)  # the same order for the same papers, whoever read them
        target = folder / str(generation)
        if is_sealed(target):
            with suppress(OSError, ValueError):
                return cls(ids, np.asarray(np.load(target / _ROWS, mmap_mode="r")), np.load(target / _OWNERS))
        rows, owners = _copied(collection, {paper_id: i for i, paper_id in enumerate(ids)})
        with suppress(OSError):  # a folder that may not be written, or a disk that is full: searched all the same
            _keep(target, rows, owners)
        return cls(ids, rows, owners)

    def cosines(self, vector: NDArray[np.float32]) -> NDArray[np.float32]:
        """The cosine of each paper's nearest row, in the order of the papers; a paper without any has -2.

        Args:
            vector: shape (dimensions,).

        Raises:
            EmbeddingMismatchError: it has other dimensions than the index.
        """
        if len(self._rows) and self._rows.shape[1] != len(vector):
            raise EmbeddingMismatchError(
                f"The embedding model gave {len(vector)} dimensions, but the index has {self._rows.shape[1]}. "
                "See that RAG_EMBEDDING names the model that made the index."
            )
        unit = vector / max(float(np.linalg.norm(vector)), 1e-12)
        near = np.full(len(self.ids), OUTSIDE, dtype=np.float32)
        if len(self._rows):
            near[self._owned] = np.maximum.reduceat(by_rows(self._rows, unit[None])[:, 0], self._starts)
        return near

    def first_rows(self, numbers: Sequence[int]) -> NDArray[np.float32]:
        """The first row of each of some papers, shape (papers, dimensions)."""
        return np.asarray(self._rows[self._starts[np.searchsorted(self._owned, numbers)]])

    def mask(self, paper_ids: frozenset[str]) -> NDArray[np.bool_]:
        """Which papers, by number, are among these."""
        mask = np.zeros(len(self.ids), dtype=np.bool_)
        mask[[self.places[paper_id] for paper_id in paper_ids if paper_id in self.places]] = True
        return mask


def first(scores: NDArray[np.float32], limit: int) -> NDArray[np.intp]:
    """The places of the highest scores, best first; equal ones in their order."""
    if len(scores) > limit:
        edge = np.partition(scores, len(scores) - limit)[len(scores) - limit]
        above = np.flatnonzero(scores > edge)
        some = np.concatenate([above, np.flatnonzero(scores == edge)[: limit - len(above)]])
    else:
        some = np.arange(len(scores))
    return some[np.lexsort((some, -scores[some]))]


def _copied(
    collection: chromadb.Collection, places: Mapping[str, int]
) -> tuple[NDArray[np.float32], NDArray[np.int32]]:
    """All rows, of length 1, and the number of each one's paper, in that number's order."""
    owners: list[int] = []
    parts: list[NDArray[np.float32]] = []
    offset = 0
    while (got := collection.get(include=["embeddings"], limit=_PAGE, offset=offset))["ids"]:
        known = [i for i, id_ in enumerate(got["ids"]) if id_.rpartition(":")[0] in places]
        owners += [places[got["ids"][i].rpartition(":")[0]] for i in known]
        rows = np.asarray(got["embeddings"], dtype=np.float32)[known]
        parts.append(rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-12))
        offset += len(got["ids"])
    order = np.argsort(np.asarray(owners, dtype=np.int32), kind="stable")
    together = np.concatenate(parts) if parts else np.zeros((0, 1), np.float32)
    return together[order], np.asarray(owners, dtype=np.int32)[order]


def _keep(target: Path, rows: NDArray[np.float32], owners: NDArray[np.int32]) -> None:
    """Write aside, then put in its place; earlier generations go."""
    folder = target.parent
    shutil.rmtree(target, ignore_errors=True)
    folder.mkdir(parents=True, exist_ok=True)
    building = Path(tempfile.mkdtemp(prefix="building-", dir=folder))
    try:
        np.save(building / _ROWS, rows)
        np.save(building / _OWNERS, owners)
        seal(building)
        with suppress(OSError):  # another process was first with the same generation
            building.rename(target)
    finally:
        shutil.rmtree(building, ignore_errors=True)
    for other in folder.iterdir():
        if other.name.isdigit() and int(other.name) < int(target.name):
            shutil.rmtree(other, ignore_errors=True)
