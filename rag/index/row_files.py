"""Row files: the vectors of an index's papers, copied out of the store generation by generation.

What is new since an earlier generation gets a file of its own, and the earlier files are linked; from time to time all
are copied anew.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import chromadb
import numpy as np
from numpy.typing import NDArray

from rag.index.changes import Changes
from rag.index.codes import Codes, axes_of, codes_of, heads_of
from rag.index.generations import Generations, linked
from rag.index.row_pages import Page, bring_together, ordered, pages_of
from rag.index.spare_vectors import SpareVectors
from rag.ingestion.chunking import chunk

_ROWS, _OWNERS, _NAMES = "rows-{}.npy", "owners.npy", "ids.json"
_CODES, _HEADS, _AXES = "codes-{}.npy", "heads-{}.npy", "axes.npy"
MANY = 20_000
"""Rows from which on they have codes; fewer are multiplied with each question in less time than it takes to choose."""
_PARTS = 64
"""Files of rows up to which what is new gets one of its own; of more, all are copied anew into one."""
_MOST_GONE = 0.2
"""Share of the papers that may be ones taken out."""


@dataclass(frozen=True, eq=False)
class Rows:
    """The rows of one generation.

    Args:
        ids: the papers; empty for one that was taken out.
        parts: each of shape (rows, dimensions), rows of length 1, in the order of the papers; each paper has one or
            more.
        owners: the number of each row's paper, over all parts.
        codes: of the rows, where there are so many that not all of them are multiplied with each question.
    """

    ids: Sequence[str]
    parts: Sequence[NDArray[np.float32]]
    owners: NDArray[np.int32]
    codes: Codes | None = None


def opened(
    folder: Path,
    generation: int,
    collection: chromadb.Collection,
    ids: Sequence[str],
    pages: Callable[[], Iterator[Page]],
    changes: Changes | None,
    spares: SpareVectors | None,
) -> Rows:
    """Read the rows of a generation, or copy them out of the store. Arguments as for `Nearest.open`."""
    generations = Generations(folder)
    if (found := generations.find(generation)) is not None:
        with suppress(OSError, ValueError):
            return _read(found)
    if changes is not None and (earlier := generations.find(changes.since)) is not None:
        with suppress(OSError, ValueError):
            renewed = partial(_renew, earlier=earlier, changes=changes, collection=collection, spares=spares)
            return _read(generations.make(generation, renewed))
    places = {paper_id: i for i, paper_id in enumerate(sorted(ids))}  # whoever read them, the same order
    with suppress(OSError):  # a folder that may not be written, or a disk that is full: searched all the same
        return _read(generations.make(generation, partial(_copy, places=places, pages=pages)))
    rows, owners = ordered(pages(), places)
    return Rows(list(places), [rows], owners)


def _copy(folder: Path, places: Mapping[str, int], pages: Callable[[], Iterator[Page]]) -> None:
    """Fill a folder with all vectors."""
    file = folder / _ROWS.format(0)
    owners = bring_together(file, pages(), places)
    _keep(folder, list(places), [np.asarray(np.load(file, mmap_mode="r"))], owners)


def _renew(
    folder: Path, earlier: Path, changes: Changes, collection: chromadb.Collection, spares: SpareVectors | None
) -> None:
    """Fill a folder with an earlier generation's vectors, less those of papers that are gone, and with new ones."""
    before = _read(earlier)
    ids, parts, owners = before.ids, before.parts, before.owners
    new = [paper.paper_id for paper in changes.papers]
    places = {paper_id: len(ids) + i for i, paper_id in enumerate(new)}
    texts = (
        (f"{paper.paper_id}:{k}", part.embedded) for paper in changes.papers for k, part in enumerate(chunk(paper))
    )
    rows, owned = ordered(pages_of(collection, texts, spares), places)
    ids = [*("" if paper_id in changes.outdated else paper_id for paper_id in ids), *new]
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
    axes = _kept_axes(folder, parts, earlier) if len(owners) > MANY else None
    for k, part in enumerate(parts):
        name = _ROWS.format(k)
        if not (folder / name).exists() and not _is_linked(earlier, folder, name):
            np.save(folder / name, part)
        if axes is not None and not all(_is_linked(earlier, folder, name.format(k)) for name in (_CODES, _HEADS)):
            codes = codes_of(part, axes)
            np.save(folder / _CODES.format(k), codes)
            np.save(folder / _HEADS.format(k), heads_of(codes))
    np.save(folder / _OWNERS, owners)
    (folder / _NAMES).write_text(json.dumps(list(ids)), encoding="utf-8")


def _kept_axes(folder: Path, parts: Sequence[NDArray[np.float32]], earlier: Path | None) -> NDArray[np.float32]:
    """The earlier generation's axes, since its codes are by them; new ones where it had none."""
    if not _is_linked(earlier, folder, _AXES):
        np.save(folder / _AXES, axes_of(max(parts, key=len)))
    return np.asarray(np.load(folder / _AXES))


def _is_linked(earlier: Path | None, folder: Path, name: str) -> bool:
    if earlier is None or not (earlier / name).exists():
        return False
    linked(earlier / name, folder / name)
    return True


def _read(folder: Path) -> Rows:
    ids: list[str] = json.loads((folder / _NAMES).read_text(encoding="utf-8"))
    count = sum(1 for _ in folder.glob(_ROWS.format("*")))
    parts = [np.asarray(np.load(folder / _ROWS.format(k), mmap_mode="r")) for k in range(count)]
    owners = np.load(folder / _OWNERS)
    codes = None
    if len(owners) > MANY:
        kept, heads = (
            [np.asarray(np.load(folder / name.format(k), mmap_mode="r")) for k in range(count)]
            for name in (_CODES, _HEADS)
        )
        codes = Codes(np.load(folder / _AXES), kept, heads)
    return Rows(ids, parts, owners, codes)
