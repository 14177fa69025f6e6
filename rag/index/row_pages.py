"""Row pages: all vectors of an index, a few thousand at a time, and the file that they are brought together in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import chromadb
import numpy as np
from numpy.typing import NDArray

from rag.index.spare_vectors import SpareVectors

PAGE = 5_000
Page = tuple[Sequence[str], Any]
"""Ids of rows, and their vectors."""


def pages_of(
    collection: chromadb.Collection, texts: Iterable[tuple[str, str]], spares: SpareVectors | None
) -> Iterator[Page]:
    """The vectors of rows.

    The spare ones are preferred. An embedded Chroma loads all of its vectors, 2 KB each, before it gives one out; it
    knows none that another process has written since it was opened, and to be asked for one it may write its own files,
    beside that process.

    Args:
        collection: the store's, which is asked for those that are not spare.
        texts: the rows' ids, and what was embedded of each.
        spares: the store's.
    """
    passing = iter(texts)
    while some := dict(islice(passing, PAGE)):
        kept = {} if spares is None else spares.get(some)
        yield list(kept), list(kept.values())
        if ids := [row_id for row_id in some if row_id not in kept]:
            got = collection.get(ids=ids, include=["embeddings"])
            yield got["ids"], got["embeddings"]


def all_pages(collection: chromadb.Collection) -> Iterator[Page]:
    """All vectors of a store that keeps no spare ones, as it has them."""
    offset = 0
    while (got := collection.get(include=["embeddings"], limit=PAGE, offset=offset))["ids"]:
        yield got["ids"], got["embeddings"]
        offset += len(got["ids"])


def ordered(pages: Iterable[Page], places: Mapping[str, int]) -> tuple[NDArray[np.float32], NDArray[np.int32]]:
    """All rows, of length 1, and the number of each one's paper, in that number's order.

    Args:
        pages: of the rows.
        places: the papers' numbers.
    """
    owners: list[int] = []
    parts: list[NDArray[np.float32]] = []
    for rows, owned in _units(pages, places):
        parts.append(rows)
        owners += owned
    order = np.argsort(np.asarray(owners, dtype=np.int32), kind="stable")
    together = np.concatenate(parts) if parts else np.zeros((0, 1), np.float32)
    return together[order], np.asarray(owners, dtype=np.int32)[order]


def bring_together(file: Path, pages: Iterable[Page], places: Mapping[str, int]) -> NDArray[np.int32]:
    """Write what `ordered` gives to a file of NumPy's, with a page of it in memory; gives the numbers of the papers.

    Args:
        file: to be made.
        pages: of the rows.
        places: the papers' numbers.
    """
    owners: list[int] = []
    width = 1
    unordered = file.with_suffix(".unordered")
    with unordered.open("wb") as written:
        for rows, owned in _units(pages, places):
            written.write(rows.tobytes())
            owners += owned
            width = rows.shape[1]
    order = np.argsort(np.asarray(owners, dtype=np.int32), kind="stable")
    if not owners:
        np.save(file, np.zeros((0, width), np.float32))
    else:
        met = np.memmap(unordered, np.float32, "r", shape=(len(owners), width))
        whole = np.lib.format.open_memmap(file, "w+", np.dtype(np.float32), (len(owners), width))
        for at in range(0, len(owners), PAGE):
            whole[at : at + PAGE] = met[order[at : at + PAGE]]
        whole.flush()
        del met, whole  # Windows takes away no file that is mapped
    unordered.unlink()
    return np.asarray(owners, dtype=np.int32)[order]


def _units(pages: Iterable[Page], places: Mapping[str, int]) -> Iterator[tuple[NDArray[np.float32], list[int]]]:
    """Each page's rows of known papers, of length 1, and these papers' numbers."""
    for ids, vectors in pages:
        known = [i for i, id_ in enumerate(ids) if id_.rpartition(":")[0] in places]
        if known:
            rows = np.asarray(vectors, dtype=np.float32)[known]
            unit = rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-12)
            yield unit, [places[ids[i].rpartition(":")[0]] for i in known]
