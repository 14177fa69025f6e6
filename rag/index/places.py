"""Places: where an index lies: in a folder of this machine, or in a collection of a Chroma server."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from rag.errors import IndexStoreError
from rag.index import faults
from rag.index.connection import COLLECTION, Connection, folder_of
from rag.index.locking import held
from rag.index.signs import SignStore


class Place(Protocol):
    """Where an index lies, and how it is reached there."""

    @property
    def name(self) -> str:
        """As `--index` takes it."""

    @property
    def folder(self) -> Path:
        """Of this machine, for what is derived of the index."""

    @property
    def collection(self) -> str:
        """The name of its collection; those beside it begin with the same."""

    def connect(self, create: Mapping[str, Any] | None = None) -> Connection:
        """Open it; with `create`, the metadata of an empty one, make it where there is none."""

    def reconnected(self, connection: Connection) -> Connection:
        """A connection that sees what other processes have written since."""

    def has(self, connection: Connection) -> bool:
        """Whether what was opened is still what lies there."""

    def writer(self, connection: Connection) -> AbstractContextManager[None]:
        """Hold it for writing."""

    def signs(self, connection: Connection) -> SignStore:
        """The sign matrices of its papers' tokens."""

    def explained(self, error: BaseException) -> IndexStoreError:
        """What to tell of an error that came from below."""

    def damaged(self, why: str) -> IndexStoreError:
        """The error for an index that is not whole."""


@dataclass(frozen=True)
class Folder:
    """An index in a folder, which one process at a time writes to.

    Args:
        folder: with Chroma's files and all that is derived of them.
    """

    folder: Path
    collection: str = COLLECTION

    @property
    def name(self) -> str:
        """As `--index` takes it."""
        return str(self.folder)

    def connect(self, create: Mapping[str, Any] | None = None) -> Connection:
        """Open it. Raises as `Connection.open` does."""
        if create is not None:
            try:
                (self.folder / "chroma").mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise IndexStoreError(
                    f"The index folder {self.folder} cannot be made: {error.strerror}. Name another: --index DIR"
                ) from None
        return Connection.open(self.folder, create)

    def reconnected(self, connection: Connection) -> Connection:
        """Open it anew: an embedded Chroma does not see another process's vectors otherwise."""
        connection.close()
        return Connection.open(self.folder, seen=connection.seen)

    def has(self, connection: Connection) -> bool:
        """Whether what was opened is still there: the folder may have been taken away, and made anew."""
        return connection.is_of(self.folder)

    def writer(self, connection: Connection) -> AbstractContextManager[None]:
        """Hold it for writing. Raises as `rag.index.locking.held` does."""
        return held(self.folder)

    def signs(self, connection: Connection) -> SignStore:
        """The matrices kept beside it."""
        return SignStore(self.folder / "signs")

    def explained(self, error: BaseException) -> IndexStoreError:
        """What to tell of an error that came from below."""
        return faults.explained(self.folder, error)

    def damaged(self, why: str) -> IndexStoreError:
        """The error for an index that is not whole."""
        return faults.damaged(self.folder, why)


def place_of(index: str) -> Place:
    """Where a setting says that the index lies.

    Args:
        index: a folder, or the address of a server (see `rag.index.server.server_of`).

    Raises:
        IndexStoreError: it is neither.
    """
    if "://" not in index:
        return Folder(folder_of(index))
    from rag.index.server import server_of

    return server_of(index)
