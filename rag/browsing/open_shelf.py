"""Open shelf: the shelf of an index as it stands now, whoever writes to it."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from pathlib import Path
from threading import Lock, Thread
from time import monotonic

from rag.browsing.shelf import Shelf
from rag.browsing.shelving import gathered
from rag.errors import IndexStoreError
from rag.index.changes import changes_since
from rag.papers import Paper
from rag.store import PaperStore

_LOOK_SECONDS = 0.4
"""How long a look at the store's generation holds, however many windows ask."""
_MANY = 10_000
"""Papers from which a shelf is gathered by a process of its own: one takes seconds to start, and many of them more."""
_SOON_SECONDS = 1.0
"""How long who looks waits for the first shelf, before it is told how far that is."""
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
        self.share = 0.0
        """How much of the first shelf of a large index is gathered, 0 to 1."""

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
        return self._made_within(None) or self._failed()

    def soon(self) -> Shelf | None:
        """The shelf; None while the first one still takes a while: see `share`. Raises as `shelf` does."""
        shelf = self._made_within(_SOON_SECONDS)
        making = self._making
        if shelf is None and (making is None or not making.is_alive()):
            return self._failed()
        return shelf

    def prepare(self) -> None:
        """Begin to gather the shelf of a large index, before anybody looks. Raises as `shelf` does."""
        if self._shelf is None and self._making is None and self.count() > _MANY:
            self._made_within(0.0)

    def _made_within(self, seconds: float | None) -> Shelf | None:
        """The shelf, once there is one, waiting for so long: None for as long as it takes."""
        with self._lock:
            generation = self._look()
            shelf = self._shelf
            if (shelf is None or shelf.generation != generation) and self._is_due():
                self._making = Thread(target=self._make_aside, name="shelf", daemon=True)
                self._making.start()
            making = self._making
        if shelf is None and making is not None:
            making.join(seconds)
        return self._shelf

    def _failed(self) -> Shelf:
        """The shelf, if it has come meanwhile."""
        if self._shelf is None:
            raise self._failure or IndexStoreError(f"The papers of {self._index} could not be read. Try again.")
        return self._shelf

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

    def ids(self) -> frozenset[str]:
        """The ids of all papers as they are now, whether there is a shelf or not. Raises as `generation` does."""
        with self._lock:
            self._looked = -_LOOK_SECONDS
            generation, shelf = self._look(), self._shelf
            if shelf is not None and shelf.generation == generation:
                return frozenset(shelf.places)
            return frozenset(self._opened().ids())

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
                self._shelf, self._counted = None, -1  # it may have come to the same generation
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
            found = Shelf.kept(folder, generation)
            made = None if found else self._changed(store, generation, folder)
            found = found or (None if made else self._gathered(store, folder))
            self._shelf = found or made or Shelf.of(store.papers(), generation)
            self._failure = None
            if found is None:
                with suppress(OSError):  # a full disk, or an index that may not be written, is browsed all the same
                    self._shelf.keep(folder)
        except IndexStoreError as error:  # the last shelf serves on; who has none is told
            self._failure = error
        self._made = (monotonic(), monotonic() - began)

    def _changed(self, store: PaperStore, generation: int, folder: Path) -> Shelf | None:
        """The shelf made from an earlier one and what has changed since; None where that will not do."""
        earlier = self._shelf or Shelf.latest(folder, generation)
        if earlier is None or earlier.generation >= generation:
            return None
        changes = changes_since(store, earlier.generation, earlier.prints())
        return None if changes is None else earlier.after(changes, generation)

    def _gathered(self, store: PaperStore, folder: Path) -> Shelf | None:
        """The shelf of a large index from a process of its own; None where there is none."""
        count = 0 if store.is_copy else store.count()
        return gathered(self._index, self._embedding, folder, partial(self._tell, count)) if count > _MANY else None

    def _tell(self, count: int, done: int) -> None:
        self.share = done / count
