"""The database of Chroma: whether SQLite finds it whole, and indexes within it made again where only these are not."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from shutil import disk_usage
from urllib.parse import quote

from rag.checkup.parts import Part
from rag.index.connection import DATABASE
from rag.index.faults import damaged, explained

_MOST = 5
_BESIDE = "mending.sqlite3.part"
_WORDS = "embedding_fulltext_search"
_BUSY = ("locked", "busy")


def check_database(folder: Path, *, repair: bool) -> Part:
    """Look at the database of an index in a folder.

    Args:
        folder: of the index, held for writing unless it may not be written.
        repair: make indexes within it again.

    Raises:
        IndexBusyError: another program holds the database.
    """
    part = Part("database")
    file = folder / "chroma" / DATABASE
    try:
        faults = _faults(file)
    except sqlite3.OperationalError as error:
        if any(word in str(error) for word in _BUSY):
            raise explained(folder, error) from error
        faults = [str(error)]
    part.looked_at = f"{file.stat().st_size / 1e6:,.1f} MB"
    if not faults:
        return part
    why = f"chroma/{DATABASE}: {'; '.join(faults)}"
    if repair and _mended(file):
        part.mended.append(f"Indexes within chroma/{DATABASE} were damaged ({'; '.join(faults)}) and were made again.")
    else:
        part.findings.append(str(damaged(folder, why)))
    return part


def _faults(file: Path) -> list[str]:
    """What SQLite says of the database, and of its index of words, which `quick_check` passes over."""
    try:
        with _opened(file) as database:
            found = [row[0] for row in database.execute(f"PRAGMA quick_check({_MOST})")]
            faults = [] if found == ["ok"] else [" ".join(text.split()) for text in found]
            if not faults and os.access(file, os.W_OK):
                faults = _faults_of_words(database)
            return faults
    except sqlite3.OperationalError:
        raise
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:  # SQLite's own messages quote what is damaged
        return [str(error)]


def _faults_of_words(database: sqlite3.Connection) -> list[str]:
    made = database.execute("SELECT 1 FROM sqlite_master WHERE name = ?", (_WORDS,)).fetchone()
    if made is None:  # Chroma has not made its tables yet
        return []
    try:
        database.execute("BEGIN")
        database.execute(f"INSERT INTO {_WORDS}({_WORDS}) VALUES ('integrity-check')")  # noqa: S608 # nosec B608
    except sqlite3.DatabaseError as error:
        if any(word in str(error) for word in _BUSY):
            raise
        return [f"its index of words: {error}"]
    finally:
        if database.in_transaction:
            database.execute("ROLLBACK")
    return []


def _mended(file: Path) -> bool:
    """Make all indexes again in a copy, which takes the database's place if SQLite then finds no fault in it."""
    if disk_usage(file.parent).free < 3 * file.stat().st_size:
        return False
    copy = file.with_name(_BESIDE)
    try:
        shutil.copyfile(file, copy)
        with _opened(copy) as database:
            rows = _counts(database)
            with suppress(sqlite3.OperationalError):  # there is no such table in what is not whole
                database.execute(f"INSERT INTO {_WORDS}({_WORDS}) VALUES ('rebuild')")  # noqa: S608 # nosec B608
            database.execute("REINDEX")
            whole = database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            whole = whole and not _faults_of_words(database) and _counts(database) == rows
        if whole:
            os.replace(copy, file)
        return whole
    except (OSError, sqlite3.Error, UnicodeDecodeError):  # it cannot be mended, and stays as it was
        return False
    finally:
        copy.unlink(missing_ok=True)
        copy.with_name(f"{_BESIDE}-journal").unlink(missing_ok=True)


def _counts(database: sqlite3.Connection) -> list[int]:
    """How many rows the tables have, counted without an index."""
    tables = ("collections", "embeddings", "embedding_metadata", "embeddings_queue")
    counts = (f"SELECT COUNT(*) FROM {table} NOT INDEXED" for table in tables)  # noqa: S608 # nosec B608
    return [int(database.execute(count).fetchone()[0]) for count in counts]


@contextmanager
def _opened(file: Path) -> Iterator[sqlite3.Connection]:
    """A connection, which may write where it can: a run that was killed leaves a journal to be rolled back."""
    mode = "rw" if os.access(file, os.W_OK) and os.access(file.parent, os.W_OK) else "ro"
    uri = f"file:{quote(str(file))}?mode={mode}"
    with closing(sqlite3.connect(uri, uri=True, timeout=3, isolation_level=None)) as database:
        yield database
