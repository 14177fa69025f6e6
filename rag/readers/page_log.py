"""Page log: what has come of a fetch so far, kept on disk until all of it has come."""

import hashlib
import os
import shutil
import time
from collections.abc import Iterator
from pathlib import Path

from rag.errors import SourceError
from rag.papers import Paper
from rag.readers.refusals import Refusal

_MARK = "started"
_OLDEST = 24 * 3600
"""Seconds after which results may have changed too much to go on with."""


class PageLog:
    """The pages of one place, by the address asked.

    Args:
        folder: where the logs of all places are; made when a page is kept. Logs older than a day are removed from it.
        place: as the user typed it.
    """

    def __init__(self, folder: Path, place: str) -> None:
        self.folder = folder / _name(place)
        for mark in folder.glob(f"*/{_MARK}"):
            if time.time() - mark.stat().st_mtime > _OLDEST:
                shutil.rmtree(mark.parent, ignore_errors=True)

    def get(self, address: str) -> bytes | None:
        """The page that was kept for an address; None if there is none.

        Raises:
            SourceError: it cannot be read.
        """
        try:
            return (self.folder / _name(address)).read_bytes()
        except (FileNotFoundError, NotADirectoryError):
            return None
        except OSError as error:
            raise _unwritable(self.folder, error) from error

    def put(self, address: str, page: bytes) -> None:
        """Keep a page; a run that is killed meanwhile leaves the whole page or none.

        Raises:
            SourceError: it cannot be written.
        """
        path = self.folder / _name(address)
        try:
            if not (self.folder / _MARK).exists():
                self.folder.mkdir(parents=True, exist_ok=True)
                (self.folder / _MARK).touch()
            path.with_suffix(".new").write_bytes(page)
            os.replace(path.with_suffix(".new"), path)
        except OSError as error:
            raise _unwritable(self.folder, error) from error

    def clear(self) -> None:
        """Remove all of it: the fetch has ended whole, or there is nothing to go on with."""
        shutil.rmtree(self.folder, ignore_errors=True)


def logged(items: Iterator[Paper | Refusal], log: PageLog) -> Iterator[Paper | Refusal]:
    """The items of a fetch; its log is cleared at the end, and kept if it breaks off after some papers.

    Raises:
        SourceError: as the fetch does; it tells how many papers came, and how to go on.
    """
    came = 0
    try:
        for item in items:
            came += isinstance(item, Paper)
            yield item
    except SourceError as error:
        if not came:
            log.clear()
            raise
        raise SourceError(
            f"{error} {came:,} papers had come by then; another try within a day goes on from there."
        ) from error
    log.clear()


def _name(text: str) -> str:
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def _unwritable(folder: Path, error: OSError) -> SourceError:
    return SourceError(
        f"What was fetched cannot be kept in {folder}: {error.strerror or error}. Make room there, or choose another "
        "index folder with --index."
    )
