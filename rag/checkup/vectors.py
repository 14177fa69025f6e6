"""The vectors of an index's rows, and the spare ones beside them: there, finite, of length 1, and the same."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from rag.checkup.parts import Part, Progress, counted, some
from rag.checkup.rows import PAGE, Holdings, texts_of
from rag.checkup.signs import damage_of, take_away_damaged
from rag.errors import IndexBusyError
from rag.index.connection import COLLECTION
from rag.index.soundness import SegmentDamageError, look
from rag.index.spare_vectors import SpareVectors
from rag.index.vector_files import DamageError
from rag.store import PaperStore

Vectors = Mapping[str, NDArray[np.float32]]
_LENGTH = 1e-3
_LEAST_COSINE = 0.9999


def check_vector_files(folder: Path, *, repair: bool) -> tuple[Part, bool]:
    """Look at Chroma's vector files before Chroma does, whom damaged ones take down.

    Args:
        folder: of the index, held for writing unless it may not be written.
        repair: take away what would not load, so that it is made again of the spare vectors.

    Returns:
        The part, and whether there is still what would not load.

    Raises:
        IndexBusyError: another program is writing to them.
        sqlite3.Error: the database cannot be read.
    """
    part = Part("vector files")
    while True:
        try:
            lacking = look(folder / "chroma", COLLECTION).lacking
        except SegmentDamageError as error:
            if not repair:
                part.findings.append(
                    f"chroma/{error}. The next question or run makes the files again, and so does: python -m rag check "
                    "--repair"
                )
                return part, True
            part.mended.append(f"chroma/{error}; the files of that folder were taken away, to be made again.")
            shutil.rmtree(error.folder)
        except DamageError as error:
            raise IndexBusyError(f"The index at {folder} changes ({error}). Wait for that to end, try again.") from None
        else:
            break
    if lacking and not repair:
        part.findings.append(
            f"{counted(len(lacking), 'row')} without a vector in Chroma's files: {some(sorted(lacking))}. The next "
            "question or run gives them theirs, and so does: python -m rag check --repair"
        )
    return part, False


@dataclass
class _Compared:
    """Rows by what is wrong with them."""

    wrong: set[str] = field(default_factory=set)
    """The vector is, and the spare is not, or is not there."""
    differ: set[str] = field(default_factory=set)
    """Both could be right."""
    without_spare: set[str] = field(default_factory=set)
    count: int = 0
    dimensions: int = 0


def check_vectors(store: PaperStore, found: Holdings, progress: Progress, *, repair: bool, local: bool) -> list[Part]:
    """Look at every vector and at its spare one; with `repair`, wrong ones are `lacking` from then on.

    Args:
        store: held for writing, if it is to be repaired.
        found: what its rows hold.
        progress: told how many rows were looked at.
        repair: keep spare vectors that were not there.
        local: it is in a folder: spare vectors are kept, and lengths are 1.
    """
    vectors, spare = Part("vectors"), Part("spare vectors")
    seen = _Compared()
    if local and repair:
        take_away_damaged(store.path / "spare", spare)
    elif local and (why := damage_of(store.path / "spare")):
        spare.findings.append(f"{why}. To make it again: python -m rag check --repair")
    with closing(store.spare_vectors()) as spares:
        for texts, given in _pages(store, found):
            kept = spares.get(texts) if local else {}
            missing = _compare(seen, list(texts), given, kept, local=local)
            if repair and local:
                spares.put({row_id: (texts[row_id], given[row_id].tolist()) for row_id in missing})
            progress(len(texts), found.count)
        if repair and local:
            spares.drop(sorted(seen.differ | _unfit(store, spares, seen.dimensions)))
    vectors.looked_at = counted(seen.count, "vector")
    spare.looked_at = counted(seen.count - len(seen.without_spare), "vector")
    if seen.wrong | seen.differ:
        store.lacking.update(seen.wrong | seen.differ)
        vectors.findings = [
            f"{counted(len(ids), 'vector')} {what}: {some(sorted(ids))}. To make them again: python -m rag check "
            "--repair"
            for ids, what in (
                (seen.wrong, "not finite and of length 1"),
                (seen.differ, "other than the one kept beside Chroma's"),
            )
            if ids
        ]
    _tell_spares(spare, seen, repair=repair)
    return [vectors, spare] if local else [vectors]


def _tell_spares(part: Part, seen: _Compared, *, repair: bool) -> None:
    if not seen.without_spare:
        return
    told = f"{counted(len(seen.without_spare), 'row')} had no spare vector ({some(sorted(seen.without_spare))})"
    if repair:
        part.mended.append(f"{told}; Chroma's were copied.")
    else:
        part.findings.append(f"{told}. To copy Chroma's: python -m rag check --repair")


def _unfit(store: PaperStore, spares: SpareVectors, dimensions: int) -> set[str]:
    """Rows without a vector whose spare one must not be put in its place."""
    unfit: set[str] = set()
    lacking = sorted(store.lacking)
    for at in range(0, len(lacking), PAGE):
        kept = spares.get(texts_of(store, lacking[at : at + PAGE]))
        dimensions = dimensions or max(map(len, kept.values()), default=0)
        unfit |= {
            row_id
            for row_id, vector in kept.items()
            if len(vector) != dimensions or not _is_right(vector, of_length_1=False)
        }
    return unfit


def _pages(store: PaperStore, found: Holdings) -> Iterator[tuple[dict[str, str], dict[str, NDArray[np.float32]]]]:
    """What was embedded of each row that has a vector, and the vector."""
    ids = [f"{paper_id}:{k}" for paper_id, chunks in found.papers.items() for k in range(chunks)]
    ids = [row_id for row_id in ids if row_id not in store.lacking]
    for at in range(0, len(ids), PAGE):
        got = store.collection.get(ids=ids[at : at + PAGE], include=["embeddings"])
        embeddings = np.asarray(got["embeddings"], dtype=np.float32)
        yield texts_of(store, got["ids"]), dict(zip(got["ids"], embeddings, strict=True))


def _compare(seen: _Compared, ids: list[str], given: Vectors, kept: Vectors, *, local: bool) -> list[str]:
    """Sort a page of rows; gives those whose spare vector is missing, and whose other one is right."""
    seen.count += len(ids)
    missing: list[str] = []
    for row_id in ids:
        vector, other = given[row_id], kept.get(row_id)
        seen.dimensions = len(vector)
        if other is not None and not (len(other) == len(vector) and _is_right(other, of_length_1=False)):
            other = None
        # A model may give vectors of any length, which Chroma hands out as they are until it has written its files.
        known = other is not None and abs(_length(other) - _length(vector)) < _LENGTH
        right = _is_right(vector, of_length_1=local and not known)
        if not right:
            (seen.differ if row_id in kept and other is None else seen.wrong).add(row_id)
        elif other is None:
            seen.without_spare.add(row_id)
            missing.append(row_id)
        elif float(vector @ other) < _LEAST_COSINE * _length(vector) * _length(other):
            seen.differ.add(row_id)
    return missing if local else []


def _is_right(vector: NDArray[np.float32], *, of_length_1: bool) -> bool:
    length = _length(vector)
    return bool(np.isfinite(length)) and length > 0 and (not of_length_1 or abs(length - 1) < _LENGTH)


def _length(vector: NDArray[np.float32]) -> float:
    with np.errstate(all="ignore"):
        return float(np.linalg.norm(vector))
