"""Soundness: whether Chroma's files of nearest neighbours can be loaded, and which papers' vectors they lack.

Chroma writes a row to its log and to SQLite first, and to its vector files a thousand rows later; then the log is cut.
It writes these files in place, so that a kill can leave halves of them, and the log no longer has what they held.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from time import sleep
from urllib.parse import quote

from rag.index.vector_files import DamageError, named_rows

_SEGMENTS = (
    "SELECT vectors.id, rows.id, vectors.collection, COALESCE(written.seq_id, 0), collections.name"
    " FROM segments vectors"
    " JOIN segments rows ON rows.collection = vectors.collection AND rows.scope = 'METADATA'"
    " JOIN collections ON collections.id = vectors.collection"
    " LEFT JOIN max_seq_id written ON written.segment_id = vectors.id WHERE vectors.scope = 'VECTOR' ORDER BY 1"
)
_WAIT_SECONDS = 3.0
"""For another program that holds the database."""
_TABLES = {"collections", "segments", "max_seq_id", "embeddings", "embeddings_queue"}
_LOG = "SELECT id, operation FROM embeddings_queue WHERE seq_id > ? AND topic LIKE ? ORDER BY seq_id"
_ADD, _UPSERT, _DELETE = 0, 2, 3
_STILL_SECONDS = 0.25
"""How long files that would not load must stay as they are to be taken for damaged."""


class SegmentDamageError(DamageError):
    """The vector files of one collection are not whole.

    Args:
        folder: to be taken away; what it held is then lacking.
    """

    def __init__(self, why: str, folder: Path) -> None:
        super().__init__(why)
        self.folder = folder


@dataclass(frozen=True)
class Look:
    """What was seen of the vector files.

    Args:
        lacking: the rows that have no vector.
        stamps: of the files, and how far Chroma's log had been written to them, in JSON; empty where that is not known.
    """

    lacking: set[str]
    stamps: str = ""


def look(chroma: Path, collection: str, last: Look | None = None) -> Look:
    """Look at the vector files of every collection, and for the rows that have no vector in one.

    Args:
        chroma: the folder with `chroma.sqlite3`.
        collection: its name.
        last: an earlier look. Where it found nothing lacking, and the files are as they were, what has been written
            since is all in the log: they are not read again.

    Raises:
        SegmentDamageError: some files would not load.
        DamageError: another process wrote while they were read; look again.
        sqlite3.Error: the database itself cannot be read.
    """
    file = chroma / "chroma.sqlite3"
    lacking: set[str] = set()
    with closing(sqlite3.connect(uri_of(file), uri=True, timeout=_WAIT_SECONDS, isolation_level=None)) as database:
        tables = {name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        if not tables >= _TABLES:  # a run was killed as it made the database; Chroma makes the rest
            return Look(set())
        segments = database.execute(_SEGMENTS).fetchall()
        folders = [chroma / str(vectors) for vectors, *_ in segments]
        stamps = json.dumps([segments, [_stamps(folder) for folder in folders]])
        if last is not None and not last.lacking and last.stamps == stamps:
            return last
        named = [_named(folder) for folder in folders]
        database.execute("BEGIN")
        if database.execute(_SEGMENTS).fetchall() != segments:
            raise DamageError("its vector files were written while they were read")
        for (_, rows, number, written, name), names in zip(segments, named, strict=True):
            if name == collection:
                log = database.execute(_LOG, (written if names else 0, f"%/{number}"))
                found = database.execute("SELECT embedding_id FROM embeddings WHERE segment_id = ?", (rows,))
                lacking.update(_lacking(names, log, (row_id for (row_id,) in found)))
    return Look(lacking, stamps)


def uri_of(file: Path) -> str:
    """A database's address for SQLite, as one that is read.

    A run that was killed leaves a journal that SQLite rolls back as it reads, and for that it must write.
    """
    mode = "rw" if os.access(file, os.W_OK) and os.access(file.parent, os.W_OK) else "ro"
    return f"file:{quote(str(file))}?mode={mode}"


def _named(folder: Path) -> dict[str, int]:
    """The rows that the files of a folder name.

    Chroma writes these files also in processes that only read, which hold no lock: what changes is not damaged.
    """
    if not folder.exists():
        return {}
    try:
        return named_rows(folder)
    except DamageError:
        before = _stamps(folder)
    sleep(_STILL_SECONDS)
    try:
        return named_rows(folder)
    except DamageError as error:
        if before is not None and before == _stamps(folder):
            raise SegmentDamageError(str(error), folder) from None
        raise DamageError("its vector files were written while they were read") from None


def _stamps(folder: Path) -> list[tuple[str, int, int]] | None:
    try:
        found = [(path.name, path.stat()) for path in sorted(folder.iterdir())]
    except FileNotFoundError:  # not made yet, or another process takes them away
        return None
    return [(name, stat.st_size, stat.st_mtime_ns) for name, stat in found]


def _lacking(names: dict[str, int], log: Iterable[tuple[str, int]], rows: Iterable[str]) -> Iterator[str]:
    """The rows that neither the vector files name nor the log, played again over them, will give."""
    gone: set[str] = set()
    for row_id, operation in log:
        if operation == _DELETE:
            names.pop(row_id, None)
            gone.add(row_id)
        elif operation in (_ADD, _UPSERT):
            names[row_id] = 0
            gone.discard(row_id)
    return (row_id for row_id in rows if row_id not in names and row_id not in gone)
