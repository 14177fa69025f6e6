"""Connection: Chroma opened over an index's folder, once its files have been looked at."""

from __future__ import annotations

import logging
import os
import shutil
import sqlite3
from collections.abc import Callable, Mapping
from contextlib import ExitStack, nullcontext, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from shlex import quote
from time import sleep
from typing import Any, cast

import chromadb
import chromadb.api.client
import chromadb.config
from chromadb.api.collection_configuration import CreateHNSWConfiguration
from chromadb.errors import NotFoundError

from rag.errors import IndexBusyError, IndexMissingError, IndexStoreError
from rag.index.database_rows import DatabaseRows
from rag.index.faults import damaged, explained, forbidden, reported, reporting
from rag.index.locking import held
from rag.index.looks import keep, kept
from rag.index.pages import Rows
from rag.index.snapshot import Snapshot, is_writable
from rag.index.soundness import Look, SegmentDamageError, look
from rag.index.vector_files import DamageError

COLLECTION = "papers"
DATABASE = "chroma.sqlite3"
_DERIVED = ("lexical", "facts", "signs")
# Chroma's defaults find 92% of the 100 nearest of 2,634 abstracts, and others in each process: it looks at too few.
# With ten times as many it finds all of them in the same time. A graph of more links would find no more of them, and
# costs five times as much to make at 100,000 papers. Only other programs search by it, see `rag.index.nearest`.
HNSW: CreateHNSWConfiguration = {"space": "cosine", "ef_construction": 100, "ef_search": 1000, "max_neighbors": 16}
_LOOKS = 30
_FAULTS = 3
_PAUSE_SECONDS = 0.3


@dataclass(frozen=True)
class Connection:
    """Chroma over one index.

    Args:
        client: to be closed by `close`.
        collection: the papers'; its calls fail in sentences.
        snapshot: what is opened in place of an index that may not be written; None otherwise.
        seen: of its vector files, and of the rows that have no vector, since a kill or a fault of the disk broke them.
        rows: read the collection's.
    """

    client: chromadb.api.client.Client
    collection: chromadb.Collection
    snapshot: Snapshot | None
    seen: Look
    rows: Rows
    closed: Callable[[], object] | None = None
    """What closes it, in place of the client."""
    held: dict[str, Any] = field(default_factory=dict)
    """What is held in memory for as long as it is open, by name."""
    opened: tuple[int, int] | None = None
    """The database's file, as the system numbers it; None of a server's, or a copy."""

    @classmethod
    def open(
        cls, path: Path, create: Mapping[str, Any] | None = None, *, copied: bool = False, seen: Look | None = None
    ) -> Connection:
        """Open an index.

        Args:
            path: its folder.
            create: the metadata to make an empty one with, where there is none.
            copied: open a copy, even of one that may be written.
            seen: when this process last opened it.

        Raises:
            IndexMissingError: there is none.
            IndexStoreError: it is damaged, or cannot be read; with `create`, also if it cannot be written.
        """
        chroma = path / "chroma"
        is_new = not is_there(path, create=create is not None)
        writable = is_writable(chroma) and os.access(path, os.W_OK)
        if not writable and create is not None:
            raise forbidden(path)
        snapshot = None if writable and not copied else Snapshot(chroma)
        last = seen or (kept(path) if create is None and snapshot is None else None)
        now = Look(set()) if is_new else _look(path, snapshot, last)
        if snapshot is None and now is not last:
            keep(path, now)
        explain = partial(explained, path)
        with reported(explain):
            client = _client(snapshot.path if snapshot else chroma)
            with ExitStack() as undoing:
                undoing.callback(client.close)
                try:
                    found = _collection(client, None if _was_used(path) else create)
                except NotFoundError:
                    raise (damaged(path, "its papers are gone") if _was_used(path) else missing(path)) from None
                database = (snapshot.path if snapshot else chroma) / DATABASE
                rows = DatabaseRows(database, COLLECTION, partial(damaged, path), explain)
                if rows.are_behind():
                    found.get(limit=1, include=[])
                undoing.pop_all()
        opened = None if snapshot else _file_at(path)
        return cls(client, reporting(found, explain), snapshot, now, rows, opened=opened)

    def is_of(self, path: Path) -> bool:
        """Whether the folder still has the database that was opened, and not another, or none, in its place."""
        return self.opened is None or self.opened == _file_at(path)

    def close(self) -> None:
        """Release the files."""
        self.rows.close()
        (self.closed or self.client.close)()
        if self.snapshot is not None:
            self.snapshot.close()


def folder_of(index: str) -> Path:
    """The folder that a setting names.

    Raises:
        IndexStoreError: it is no folder.
    """
    if "://" in index:
        raise IndexStoreError(f"{index} is an address, not the folder of an index. Name a folder: --index DIR")
    path = Path(os.path.expanduser(index))
    if os.path.exists(path) and not os.path.isdir(path):
        raise IndexStoreError(f"{path} is a file, not the folder of an index. Name a folder: --index DIR")
    return path


def missing(path: Path) -> IndexMissingError:
    """The error for a folder that holds no index."""
    return IndexMissingError(
        f"There is no index at {path}. Build one: python ingest.py PATH --index {quote(str(path))}"
    )


def is_there(path: Path, *, create: bool) -> bool:
    """Whether there is a database; raises for one that is missing and, without `create`, for one that never was."""
    database = path / "chroma" / DATABASE
    if _size(database):
        return True
    if _was_used(path) or any(database.parent.glob("*/header.bin")):
        raise damaged(path, f"chroma/{DATABASE} is {'empty' if database.exists() else 'missing'}")
    if not create:
        raise missing(path)
    return False


def _look(path: Path, snapshot: Snapshot | None, last: Look | None) -> Look:
    """Look for rows without a vector, once what would not load is taken away, before Chroma meets it.

    Another process that is writing shows halves of files for a moment; only what is wrong while none is, is damage.
    """
    chroma = snapshot.path if snapshot else path / "chroma"
    faults = 0
    for _ in range(_LOOKS):
        try:
            return look(chroma, COLLECTION, last)
        except DamageError:
            with suppress(IndexBusyError, DamageError), nullcontext() if snapshot else held(path, _PAUSE_SECONDS):
                return _look_without_damage(chroma)
        except (sqlite3.Error, OSError, UnicodeDecodeError) as error:  # SQLite's own messages quote what is damaged
            faults += 1
            if faults == _FAULTS:
                raise explained(path, error) from error
            sleep(_PAUSE_SECONDS)
    raise IndexBusyError(f"Another process is writing to {path}. Wait for it to end, then try again.")


def _look_without_damage(chroma: Path) -> Look:
    while True:
        try:
            return look(chroma, COLLECTION)
        except SegmentDamageError as error:
            shutil.rmtree(error.folder)


def _was_used(path: Path) -> bool:
    """Whether the folder has what is only derived from papers, so that none is a loss."""
    return any((path / name).exists() for name in _DERIVED)


def _size(file: Path) -> int:
    try:
        size = file.stat().st_size
        if not os.access(file, os.R_OK):
            raise PermissionError(13, "Permission denied")
        return size
    except (FileNotFoundError, NotADirectoryError):
        return 0
    except OSError as error:
        raise IndexStoreError(
            f"The index at {file.parent.parent} cannot be looked at: {error.strerror}. Check your rights to the "
            "folder, or name another: --index DIR"
        ) from None


def _file_at(path: Path) -> tuple[int, int] | None:
    try:
        stat = (path / "chroma" / DATABASE).stat()
    except OSError:
        return None
    return stat.st_dev, stat.st_ino


def _client(chroma: Path) -> chromadb.api.client.Client:
    found = chromadb.PersistentClient(path=str(chroma), settings=quiet_settings())
    return cast(chromadb.api.client.Client, found)


def quiet_settings() -> chromadb.config.Settings:
    """Settings under which Chroma tells nobody that it is used."""
    os.environ.setdefault("ANONYMIZED_TELEMETRY", "False")
    logging.getLogger("chromadb.telemetry").setLevel(logging.CRITICAL)
    return chromadb.config.Settings(anonymized_telemetry=False)


def _collection(client: chromadb.api.client.Client, create: Mapping[str, Any] | None) -> chromadb.Collection:
    if create is not None and COLLECTION not in [found.name for found in client.list_collections()]:
        return client.create_collection(
            COLLECTION, metadata=dict(create), configuration={"hnsw": HNSW}, embedding_function=None
        )
    return client.get_collection(COLLECTION, embedding_function=None)
