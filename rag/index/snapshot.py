"""Snapshot: a copy of an index that may not be written, because Chroma writes even where it only reads."""

from __future__ import annotations

import os
import shutil
import tempfile
import weakref
from contextlib import suppress
from pathlib import Path

from rag.errors import IndexStoreError

Stamp = tuple[tuple[str, int, int], ...]
_TRIES = 3


def is_writable(chroma: Path) -> bool:
    """Whether all of Chroma's folder can be written.

    Args:
        chroma: the folder with `chroma.sqlite3`.
    """
    places = [chroma, *chroma.rglob("*")]
    # SQLite's journal comes and goes as another process writes: what is gone was in nobody's way.
    return all(os.access(place, os.W_OK) or not os.path.lexists(place) for place in places)


class Snapshot:
    """A copy of Chroma's folder among the temporary files; it goes when it is closed, or with the process.

    Args:
        chroma: the folder with `chroma.sqlite3`.

    Raises:
        IndexStoreError: it cannot be read, or there is no room for the copy.
    """

    def __init__(self, chroma: Path) -> None:
        self._original = chroma
        try:
            folder = Path(tempfile.mkdtemp(prefix="askpapers-"))
            self._end = weakref.finalize(self, shutil.rmtree, folder, ignore_errors=True)
            self.path, self._stamp = self._copied(folder)
        except (OSError, shutil.Error) as error:
            raise IndexStoreError(
                f"The index at {chroma.parent} may not be written, and copying it to {tempfile.gettempdir()} failed "
                f"({_why(error)}). Make it readable and free some room there, or name a larger folder: TMPDIR=DIR"
            ) from error

    def is_current(self) -> bool:
        """Whether the original is still what was copied."""
        return _stamp(self._original) == self._stamp

    def close(self) -> None:
        """Take the copy away."""
        self._end()

    def _copied(self, folder: Path) -> tuple[Path, Stamp]:
        """The copy, made again while another process writes the original."""
        for number in range(_TRIES):
            before = _stamp(self._original)
            copy = folder / str(number)
            shutil.copytree(self._original, copy, copy_function=shutil.copyfile)
            os.chmod(copy, 0o700)
            for inner in copy.rglob("*"):
                inner.chmod(0o700 if inner.is_dir() else 0o600)
            if before == _stamp(self._original):
                break
        return copy, before


def _stamp(chroma: Path) -> Stamp:
    found: list[tuple[str, int, int]] = []
    for path in sorted(path for path in chroma.rglob("*") if path.is_file()):
        with suppress(FileNotFoundError):  # a journal, that ended as another process had written
            stat = path.stat()
            found.append((path.name, stat.st_size, stat.st_mtime_ns))
    return tuple(found)


def _why(error: OSError | shutil.Error) -> str:
    if isinstance(error, shutil.Error) and error.args and isinstance(error.args[0], list) and error.args[0]:
        return str(error.args[0][0][-1])
    return error.strerror or str(error)
