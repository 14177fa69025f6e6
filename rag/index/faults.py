"""Faults: what Chroma, SQLite and the system raise about an index, told in one sentence with the cure."""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from shlex import quote
from shutil import disk_usage
from tempfile import gettempdir
from typing import Any, cast
from urllib.parse import quote as url_quote

import chromadb

from rag.errors import AskPapersError, IndexBusyError, IndexStoreError

Explain = Callable[[BaseException], IndexStoreError]
_FULL = (errno.ENOSPC, errno.EDQUOT) if hasattr(errno, "EDQUOT") else (errno.ENOSPC,)
_FORBIDDEN = (errno.EACCES, errno.EPERM, errno.EROFS)
_ROOM = 8 << 20
"""Bytes free below which an error without a reason is put down to a full disk: Chroma does not always say so."""
_SAID = {
    "full": ("database or disk is full", "(code: 13)", "no space left", "quota exceeded"),
    "busy": ("database is locked", "database table is locked", "(code: 5)"),
    "forbidden": ("readonly database", "read-only file system", "permission denied", "(code: 8)"),
    "dimension": ("expecting embedding with dimension",),
    "files": ("too many open files",),
    "damaged": (
        "malformed", "not a database", "no such table", "no such column", "(code: 11)", "(code: 26)", "hnsw",
        "error finding id", "error getting embedding", "panic", "columndecode", "unwrap()", "inconsistent hash",
    ),
}  # fmt: skip


def damaged(path: Path, why: str) -> IndexStoreError:
    """The error for an index whose own data is no longer whole.

    Args:
        path: the index.
        why: which part, and what is wrong with it.
    """
    place = quote(str(path))
    return IndexStoreError(
        f"The index at {path} is damaged ({why}). Move it away and build it anew: "
        f"python ingest.py PATH --index {place} (or bring back a copy of the folder)"
    )


def forbidden(path: Path, why: str = "") -> IndexStoreError:
    """The error for an index that may not be written.

    Args:
        path: the index.
        why: what was met.
    """
    return IndexStoreError(
        f"The index at {path} may not be written{f' ({why})' if why else ''}. Type: chmod -R u+rwX {quote(str(path))} "
        "(or name a copy of the folder: --index COPY)"
    )


def explained(path: Path, error: BaseException) -> IndexStoreError:
    """What to tell of an error that came from below.

    Args:
        path: the index.
        error: as it was raised; Chroma raises bare sqlite3, Rust and value errors alike.
    """
    why = " ".join(f"{type(error).__name__}: {error}".split())
    kind = _kind(error, why.lower())
    if kind in ("other", "damaged") and (full := _full_disk(path)):
        return IndexStoreError(
            f"The disk of {full} is full, and the index at {path} cannot be used ({why}). What was written before is "
            "kept: free some room, then run the same command again."
        )
    if kind == "busy":
        return IndexBusyError(f"Another process is using the index at {path}. Wait for it to end, then try again.")
    if kind == "damaged" or (kind == "other" and not _is_sound(path)):
        return damaged(path, why)
    if kind == "forbidden":
        return forbidden(path, why)
    cures = {
        "full": f"The disk of the index at {path} is full. What was written before is kept: free some room, then run "
        "the same command again.",
        "files": f"The index at {path} cannot be opened: too many files are open. Type: ulimit -n 4096, then run the "
        "same command again.",
        "dimension": f"The embedding model gives vectors of another length than the index at {path} holds ({why}). "
        f"Build another index: python ingest.py PATH --index {quote(f'{path}-new')}",
    }
    other = (
        f"The index at {path} cannot be used ({why}). What was written before is kept: see that its disk has room and "
        "its files are whole, then run the same command again."
    )
    return IndexStoreError(cures.get(kind, other))


def _full_disk(path: Path) -> str:
    """The place whose disk has no room left, of the index and of the temporary files; empty if both have."""
    for place in (str(path), gettempdir()):
        with suppress(OSError):
            if disk_usage(place).free < _ROOM:
                return place
    return ""


def _is_sound(path: Path) -> bool:
    """Whether SQLite finds the database whole, as far as it can be looked at now."""
    file = path / "chroma" / "chroma.sqlite3"
    try:
        with closing(sqlite3.connect(f"file:{url_quote(str(file))}?mode=ro", uri=True, timeout=1)) as database:
            return bool(database.execute("PRAGMA quick_check(1)").fetchone() == ("ok",))
    except sqlite3.OperationalError:  # another process, or the disk: that is no damage
        return True
    except (sqlite3.DatabaseError, UnicodeDecodeError):  # SQLite's own messages quote what is damaged
        return False


def _kind(error: BaseException, said: str) -> str:
    number = error.errno if isinstance(error, OSError) else None
    if number in _FULL:
        return "full"
    if number in _FORBIDDEN:
        return "forbidden"
    return next((kind for kind, signs in _SAID.items() if any(sign in said for sign in signs)), "other")


@contextmanager
def reported(explain: Explain) -> Iterator[None]:
    """Whatever fails within is raised as an `IndexStoreError` that says what to do.

    Args:
        explain: makes it of what was raised; see `rag.index.places.Place.explained`.
    """
    try:
        yield
    except (AskPapersError, KeyboardInterrupt, SystemExit, GeneratorExit):
        raise
    except BaseException as error:  # a panic in Rust is no Exception
        raise explain(error) from error


def unforeseen(error: BaseException) -> str:
    """What to print of a failure of the system that no part of the program has explained.

    Args:
        error: of the operating system, SQLite or the memory.
    """
    if isinstance(error, MemoryError):
        return "There is not enough memory. Close other programs, or ask for fewer papers: --top-k 5"
    why = " ".join(f"{type(error).__name__}: {error}".split())
    if _kind(error, why.lower()) == "full":
        return f"A disk is full ({why}). Free some room, also in the folder of temporary files, then try again."
    return f"The system refused something ({why}). Check that the disks have room and your rights to the files named."


class _Reporting:
    """A collection whose calls fail as `reported` says."""

    def __init__(self, collection: chromadb.Collection, explain: Explain) -> None:
        self._collection = collection
        self._explain = explain

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._collection, name)
        if not callable(found):
            return found

        def call(*args: Any, **kwargs: Any) -> Any:
            with reported(self._explain):
                return found(*args, **kwargs)

        return call


def reporting(collection: chromadb.Collection, explain: Explain) -> chromadb.Collection:
    """A collection that is used like this one, and whose calls fail in sentences.

    Args:
        collection: of the index.
        explain: as `reported` takes it.
    """
    return cast(chromadb.Collection, _Reporting(collection, explain))
