"""Nearest: exact cosines of a question with every paper, from a copy of the vectors that is read by memory map.

Chroma finds the nearest of all papers about as fast, but takes ten times as long to restrict them to a list of ids, and
three times as long to hand out the vectors of papers that words found. Derived data: named by the store's generation.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import chromadb
import numpy as np
from numpy.typing import NDArray

from rag.encoding.products import by_rows
from rag.errors import EmbeddingMismatchError
from rag.index.changes import Changes
from rag.index.generations import Generations, linked
from rag.ingestion.chunking import chunk
from rag.papers import Paper

_PAGE = 5_000
_ROWS, _OWNERS, _NAMES = "rows-{}.npy", "owners.npy", "ids.json"
_PARTS = 64
"""Files of rows up to which what is new gets one of its own; of more, all are copied anew into one."""
_MOST_GONE = 0.2
"""Share of the papers that may be ones taken out."""
OUTSIDE = -2.0
"""Below any cosine: the paper does not count."""


class Nearest:
    """The vectors of one generation of an index.

    Args:
        ids: the papers; empty for one that was taken out.
        parts: each of shape (rows, dimensions), rows of length 1, in the order of the papers; each paper has one or
            more.
        owners: the number of each row's paper, over all parts.
    """

    def __init__(self, ids: Sequence[str], parts: Sequence[NDArray[np.float32]], owners: NDArray[np.int32]) -> None:
        self.ids = ids
        self.places: Mapping[str, int] = {paper_id: i for i, paper_id in enumerate(ids) if paper_id}
        self._parts = [part for part in parts if len(part)]
        self._dead = np.array([i for i, paper_id in enumerate(ids) if not paper_id], dtype=np.int64)
        self._owned, self._starts = np.unique(owners, return_index=True)

    @classmethod
    def open(
        cls,
        folder: Path,
        generation: int,
        collection: chromadb.Collection,
        ids: Sequence[str],
        changes: Changes | None = None,
    ) -> Nearest:
        """Read the vectors of a generation, copying them out of the store where that is not done yet.

        Args:
            folder: where they are kept; one that is read-only keeps none.
            generation: the store's.
            collection: the store's.
            ids: its papers.
            changes: since an earlier generation, to copy no more than what is new since.
        """
        generations = Generations(folder)
        if (found := generations.find(generation)) is not None:
            with suppress(OSError, ValueError):
                return cls(*_read(found))
        if changes is not None and (earlier := generations.find(changes.since)) is not None:
            with suppress(OSError, ValueError):
                renewed = partial(_renew, earlier=earlier, changes=changes, collection=collection)
                return cls(*_read(generations.make(generation, renewed)))
        ids = sorted(ids)  # the same order for the same papers, whoever read them
        rows, owners = _copied(collection, {paper_id: i for i, paper_id in enumerate(ids)})
        with suppress(OSError):  # a folder that may not be written, or a disk that is full: searched all the same
            generations.make(generation, lambda target: _keep(target, ids, [rows], owners))
        return cls(ids, [rows], owners)

    def cosines(self, vector: NDArray[np.float32]) -> NDArray[np.float32]:
        """The cosine of each paper's nearest row, in the order of the papers; a paper without any has -2.

        Args:
            vector: shape (dimensions,).

        Raises:
            EmbeddingMismatchError: it has other dimensions than the index.
        """
        for part in self._parts:
            if part.shape[1] != len(vector):
                raise EmbeddingMismatchError(
                    f"The embedding model gave {len(vector)} dimensions, but the index has {part.shape[1]}. "
                    "See that RAG_EMBEDDING names the model that made the index."
                )
        unit = vector / max(float(np.linalg.norm(vector)), 1e-12)
        near = np.full(len(self.ids), OUTSIDE, dtype=np.float32)
        if self._parts:
            products = np.concatenate([by_rows(part, unit[None])[:, 0] for part in self._parts])
            near[self._owned] = np.maximum.reduceat(products, self._starts)
            near[self._dead] = OUTSIDE
        return near

    def first_rows(self, numbers: Sequence[int]) -> NDArray[np.float32]:
        """The first row of each of some papers, shape (papers, dimensions)."""
        places = self._starts[np.searchsorted(self._owned, numbers)]
        begins = np.cumsum([0, *map(len, self._parts)])
        owning = np.searchsorted(begins, places, side="right") - 1
        rows = np.empty((len(places), self._parts[0].shape[1] if self._parts else 1), dtype=np.float32)
        for k, part in enumerate(self._parts):
            rows[owning == k] = part[places[owning == k] - begins[k]]
        return rows

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
    found: list[tuple[list[str], Any]] = []
    offset = 0
    while (got := collection.get(include=["embeddings"], limit=_PAGE, offset=offset))["ids"]:
        found.append((got["ids"], got["embeddings"]))
        offset += len(got["ids"])
    return _ordered(found, places)


def _copied_of(
    collection: chromadb.Collection, papers: Sequence[Paper], places: Mapping[str, int]
) -> tuple[NDArray[np.float32], NDArray[np.int32]]:
    """The same of some papers alone."""
    ids = [f"{paper.paper_id}:{k}" for paper in papers for k in range(len(chunk(paper)))]
    pages = [collection.get(ids=ids[at : at + _PAGE], include=["embeddings"]) for at in range(0, len(ids), _PAGE)]
    return _ordered([(page["ids"], page["embeddings"]) for page in pages], places)


def _ordered(
    found: Sequence[tuple[list[str], Any]], places: Mapping[str, int]
) -> tuple[NDArray[np.float32], NDArray[np.int32]]:
    owners: list[int] = []
    parts: list[NDArray[np.float32]] = []
    for ids, vectors in found:
        known = [i for i, id_ in enumerate(ids) if id_.rpartition(":")[0] in places]
        owners += [places[ids[i].rpartition(":")[0]] for i in known]
        rows = np.asarray(vectors, dtype=np.float32)[known]
        parts.append(rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-12))
    order = np.argsort(np.asarray(owners, dtype=np.int32), kind="stable")
    together = np.concatenate(parts) if parts else np.zeros((0, 1), np.float32)
    return together[order], np.asarray(owners, dtype=np.int32)[order]


def _renew(folder: Path, earlier: Path, changes: Changes, collection: chromadb.Collection) -> None:
    """Fill a folder with an earlier generation's vectors, less those of papers that are gone, and with new ones."""
    ids, parts, owners = _read(earlier)
    new = [paper.paper_id for paper in changes.papers]
    places = {paper_id: len(ids) + i for i, paper_id in enumerate(new)}
    rows, owned = _copied_of(collection, changes.papers, places)
    ids = ["" if paper_id in changes.outdated else paper_id for paper_id in ids] + new
    if len(rows):
        parts = [*parts, rows]
    owners = np.concatenate([owners, owned])
    whole = len(np.unique(owners)) == len(ids)  # else a paper had no vector when they were copied
    if not whole or len(parts) > _PARTS or ids.count("") > _MOST_GONE * len(ids):
        raise ValueError(f"{earlier} is better made anew than renewed")
    _keep(folder, ids, parts, owners, earlier)


def _keep(
    folder: Path,
    ids: Sequence[str],
    parts: Sequence[NDArray[np.float32]],
    owners: NDArray[np.int32],
    earlier: Path | None = None,
) -> None:
    for k, part in enumerate(parts):
        name = _ROWS.format(k)
        if earlier is not None and (earlier / name).exists():
            linked(earlier / name, folder / name)
        else:
            np.save(folder / name, part)
    np.save(folder / _OWNERS, owners)
    (folder / _NAMES).write_text(json.dumps(list(ids)), encoding="utf-8")


def _read(folder: Path) -> tuple[list[str], list[NDArray[np.float32]], NDArray[np.int32]]:
    ids: list[str] = json.loads((folder / _NAMES).read_text(encoding="utf-8"))
    count = sum(1 for _ in folder.glob(_ROWS.format("*")))
    parts = [np.asarray(np.load(folder / _ROWS.format(k), mmap_mode="r")) for k in range(count)]
    return ids, parts, np.load(folder / _OWNERS)
