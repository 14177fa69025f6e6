"""Open shelf: the shelf of an index as it stands now, whoever writes to it."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from threading import Lock, Thread
from time import monotonic

from rag.browsing.shelf import Shelf
from rag.errors import IndexStoreError
from rag.index.changes import changes_since
from rag.papers import Paper
from rag.store import PaperStore

_LOOK_SECONDS = 0.4
"""How long a look at the store's generation holds, however many windows ask."""
_BREATH = 4.0
"""While a run goes on, the shelf is made again only after so many times what it took last."""


class OpenShelf:
    """Follows an index: notices each generation, and makes its shelf when it is asked for.

    It has a client of its own. Chroma shares one client among all that open a folder by the same name, and the engine
    could not open its own anew, as it must when another process has written, while this one holds it.

    Args:
        index: the index's folder, or its address on a server.
        embedding: the model that made its vectors.
    """

    def __init__(self, index: str, embedding: str) -> None:
        self._index = index if "://" in index else str(Path(index).expanduser().resolve() / "chroma" / "..")
        self._embedding = embedding
        self._lock = Lock()
        self._store: PaperStore | None = None
        self._looked = -_LOOK_SECONDS
        self._generation = -1
        self._writing = False
        self._count = -1
        self._counted = -1
        self._shelf: Shelf | None = None
        self._making: Thread | None = None
        self._made = (0.0, 0.0)
        self._failure: IndexStoreError | None = None

    def generation(self) -> int:
        """The store's generation, which grows as papers come and go.

        Raises:
            IndexStoreError: the index cannot be read.
        """
        with self._lock:
            return self._look()

    def count(self) -> int:
        """How many papers there are. Raises as `generation` does."""
        with self._lock:
            generation = self._look()
            if self._shelf is not None and self._shelf.generation == generation:
                return len(self._shelf)
            if self._counted != generation:
                self._count = self._opened().count()
                self._counted = generation
            return self._count

    def shelf(self) -> Shelf:
        """The shelf, which the first call makes; a newer one is made aside, while the last one still serves.

        Raises:
            IndexStoreError: the index cannot be read.
        """
        with self._lock:
            generation = self._look()
            shelf = self._shelf
            if (shelf is None or shelf.generation != generation) and self._is_due():
                self._making = Thread(target=self._make_aside, name="shelf", daemon=True)
                self._making.start()
            making = self._making
        if shelf is None and making is not None:
            making.join()
            shelf = self._shelf
        if shelf is None:
            raise self._failure or IndexStoreError(f"The papers of {self._index} could not be read. Try again.")
        return shelf

    def renewed(self) -> Shelf:
        """The shelf of the generation of now, waited for. Raises as `generation` does."""
        for _ in range(2):  # what is being made may be of the generation before
            with self._lock:
                self._looked = -_LOOK_SECONDS
                self._made = (0.0, 0.0)
            self.shelf()
            if self._making is not None:
                self._making.join()
        return self.shelf()

    def paper(self, paper_id: str) -> Paper | None:
        """A paper with its abstract; None if it is gone. Raises as `generation` does."""
        with self._lock:
            self._look()
            store = self._opened()
        return next(iter(store.get([paper_id])), None)

    def close(self) -> None:
        """Release the files."""
        with self._lock:
            if self._store is not None:
                self._store.close()
            self._store = None

    def _opened(self) -> PaperStore:
        if self._store is None:
            self._store = PaperStore.open(self._index, self._embedding)
        return self._store

    def _look(self) -> int:
        if monotonic() - self._looked >= _LOOK_SECONDS:
            try:
                manifest = self._opened().manifest()
            except IndexStoreError:  # another folder may have taken its place
                self._drop()
                manifest = self._opened().manifest()
            self._looked = monotonic()
            self._generation, self._writing = manifest.generation, manifest.writing
        return self._generation

    def _drop(self) -> None:
        if self._store is not None:
            self._store.close()
        self._store = None

    def _is_due(self) -> bool:
        if self._making is not None and self._making.is_alive():
            return False
        ended, took = self._made
        return not self._writing or monotonic() - ended >= _BREATH * took

    def _make_aside(self) -> None:
        began = monotonic()
        try:
            with self._lock:
                store, generation = self._opened(), self._generation
            folder = store.path / "shelf"
            kept = Shelf.kept(folder, generation)
            self._shelf = kept or self._made_of(store, generation, self._shelf or Shelf.latest(folder, generation))
            self._failure = None
            if kept is None:
                with suppress(OSError):  # a full disk, or an index that may not be written, is browsed all the same
                    self._shelf.keep(folder)
        except IndexStoreError as error:  # the last shelf serves on; who has none is told
            self._failure = error
        self._made = (monotonic(), monotonic() - began)

    @staticmethod
    def _made_of(store: PaperStore, generation: int, earlier: Shelf | None) -> Shelf:
        """The shelf of a generation: where that will do, from an earlier one and what has changed since."""
        if earlier is not None and earlier.generation < generation:
            changes = changes_since(store, earlier.generation, earlier.prints())
            if changes is not None:
                return earlier.after(changes, generation)
        return Shelf.of(store.papers(), generation)
