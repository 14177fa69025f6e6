"""Locking: one process at a time writes to an index."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from rag.errors import IndexBusyError
from rag.index.faults import explained


@contextmanager
def held(path: Path, seconds: float = 0.0) -> Iterator[None]:
    """Hold an index for writing.

    Args:
        path: its folder.
        seconds: to wait for another process.

    Raises:
        IndexBusyError: another process holds it.
        IndexStoreError: it may not be written.
    """
    lock = FileLock(path / "write.lock", timeout=seconds)
    try:
        lock.acquire()
    except Timeout:
        raise IndexBusyError(f"Another process is writing to {path}. Wait for it to end, then try again.") from None
    except OSError as error:
        raise explained(path, error) from error
    try:
        yield
    finally:
        lock.release()
