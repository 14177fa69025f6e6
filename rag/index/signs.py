"""Sign matrices: for each token of a paper, the signs of its vector, kept beside the store and read by memory map.

Derived data: whatever is missing can be made again from the store's texts. 48 bytes a token, some 12 KB an abstract.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from urllib.parse import quote

import numpy as np
from numpy.typing import NDArray

from rag.errors import IndexStoreError

PLACES = "places.sqlite"
Signs = NDArray[np.uint8]
"""Shape (tokens, dimensions / 8): a bit for each value of a token's vector, set where it is above 0."""


class SignStore:
    """Matrices by paper_id: their bytes in one file that only grows, their places in a table beside it.

    A matrix is written before its place is, so that an interruption leaves bytes that nobody points to, never a place
    without its bytes; `put` replaces, and `compact` gives back what is no longer pointed to.

    Args:
        folder: made when something is first put into it.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._connection: sqlite3.Connection | None = None
        self._map: Signs | None = None
        self._mapped = ""

    def get(self, paper_ids: Sequence[str]) -> dict[str, Signs]:
        """The matrices of these papers, as views of the file; papers without one that can be read are left out."""
        try:
            return self._got(paper_ids)
        except (sqlite3.Error, OSError, ValueError):  # damaged, or on a disk that fails: ranking does without
            return {}

    def _got(self, paper_ids: Sequence[str]) -> dict[str, Signs]:
        table = self._table()
        if table is None or not paper_ids:
            return {}
        marks = ",".join("?" * len(paper_ids))
        # The file's name with the places, in one look: a compaction between two would part them.
        query = f"SELECT paper_id, start, tokens, width, name FROM places, file WHERE paper_id IN ({marks})"  # noqa: S608 # nosec B608
        rows = table.execute(query, list(paper_ids)).fetchall()
        if not rows:
            return {}
        found: dict[str, Signs] = {}
        data = self._data(str(rows[0][4]), max(start + tokens * width for _, start, tokens, width, _ in rows))
        for paper_id, start, tokens, width, _ in rows:
            if start >= 0 and start + tokens * width <= len(data):
                found[paper_id] = data[start : start + tokens * width].reshape(tokens, width)
        return found

    def put(self, matrices: Mapping[str, Signs]) -> None:
        """Keep matrices, in place of those that the papers had.

        Raises:
            IndexStoreError: the folder cannot be written.
        """
        if not matrices:
            return
        table = self._opened(create=True)
        try:
            with self._file(table).open("ab") as file:
                start = file.tell()
                places = []
                for paper_id, signs in matrices.items():
                    file.write(np.ascontiguousarray(signs).tobytes())
                    places.append((paper_id, start, *signs.shape))
                    start += signs.size
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise IndexStoreError(
                f"The folder {self._folder} cannot be written ({error.strerror}). See that its disk has room, then run "
                "the same command again."
            ) from error
        with table:
            table.executemany("INSERT OR REPLACE INTO places VALUES (?, ?, ?, ?)", places)

    def drop(self, paper_ids: Sequence[str]) -> None:
        """Forget papers."""
        if (table := self._table(create=True)) is not None:
            with table:
                table.executemany("DELETE FROM places WHERE paper_id = ?", [(paper_id,) for paper_id in paper_ids])

    def forget(self) -> None:
        """Let go of what is held in memory: nothing, here."""

    def ids(self) -> set[str]:
        """The papers that have a matrix."""
        table = self._table()
        return {row[0] for row in table.execute("SELECT paper_id FROM places")} if table is not None else set()

    def compact(self) -> None:
        """Write the file anew where more than half of it is no longer pointed to."""
        table = self._table(create=True)
        if table is None:
            return
        old = self._file(table)
        (live,) = table.execute("SELECT COALESCE(SUM(tokens * width), 0) FROM places").fetchone()
        if not old.exists() or old.stat().st_size <= 2 * live:
            return
        new = self._folder / f"signs-{int(old.stem.partition('-')[2]) + 1}.bin"
        data, places, start = self._data(old.name, old.stat().st_size), [], 0
        with new.open("wb") as file:
            for paper_id, at, tokens, width in table.execute(
                "SELECT paper_id, start, tokens, width FROM places"
            ).fetchall():
                file.write(data[at : at + tokens * width].tobytes())
                places.append((start, paper_id))
                start += tokens * width
            file.flush()
            os.fsync(file.fileno())
        with table:
            table.executemany("UPDATE places SET start = ? WHERE paper_id = ?", places)
            table.execute("UPDATE file SET name = ?", (new.name,))
        self._map, self._mapped = None, ""
        with suppress(OSError):  # Windows keeps a file that a reader has mapped; the next compaction takes it
            old.unlink()

    def close(self) -> None:
        """Release the files."""
        self._map = None
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _table(self, *, create: bool = False) -> sqlite3.Connection | None:
        """The table of places; None if nothing was ever put here."""
        if self._connection is None and not (self._folder / PLACES).exists():
            return None
        return self._opened(create=create)

    def _opened(self, *, create: bool) -> sqlite3.Connection:
        if self._connection is None:
            path = self._folder / PLACES
            if create:
                self._folder.mkdir(parents=True, exist_ok=True)
            mode = "rwc" if create or os.access(path, os.W_OK) else "ro"
            self._connection = sqlite3.connect(
                f"file:{quote(str(path))}?mode={mode}", uri=True, timeout=10, check_same_thread=False
            )
            if create:
                self._prepare(path)
        return self._connection

    def _prepare(self, path: Path) -> None:
        """Make the tables, in a new file where the old one is damaged: what was in it can be made again."""
        try:
            self._make_tables()
        except sqlite3.OperationalError:  # a full disk, another process
            raise
        except sqlite3.DatabaseError:
            self.close()
            for file in self._folder.iterdir():
                file.unlink()
            self._connection = sqlite3.connect(path, timeout=10, check_same_thread=False)
            self._make_tables()

    def _make_tables(self) -> None:
        assert self._connection is not None  # noqa: S101 # nosec B101
        (found,) = self._connection.execute("PRAGMA quick_check(1)").fetchone()
        if found != "ok":
            raise sqlite3.DatabaseError(found)
        with self._connection as table:
            table.execute(
                "CREATE TABLE IF NOT EXISTS places"
                " (paper_id TEXT PRIMARY KEY, start INTEGER, tokens INTEGER, width INTEGER) WITHOUT ROWID"
            )
            table.execute("CREATE TABLE IF NOT EXISTS file (name TEXT)")
            table.execute("INSERT INTO file SELECT 'signs-0.bin' WHERE NOT EXISTS (SELECT 1 FROM file)")

    def _file(self, table: sqlite3.Connection) -> Path:
        (name,) = table.execute("SELECT name FROM file").fetchone()
        return self._folder / str(name)

    def _data(self, name: str, end: int) -> Signs:
        """A file's bytes, mapped anew when it is another one or has grown."""
        if self._map is None or self._mapped != name or len(self._map) < end:
            path = self._folder / name
            size = path.stat().st_size if path.exists() else 0
            self._map = np.asarray(np.memmap(path, np.uint8, "r")) if size else np.zeros(0, np.uint8)
            self._mapped = name
        return self._map
