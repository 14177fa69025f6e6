"""Derived: what is made of the papers of one generation of an index, to find and filter them by."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from filelock import FileLock

from rag.index.changes import changes_since
from rag.index.facts import Facts, Noted
from rag.index.nearest import Nearest
from rag.index.row_pages import all_pages, pages_of
from rag.index.spare_vectors import SpareVectors
from rag.lexical import LexicalIndex
from rag.store import PaperStore


@dataclass(frozen=True)
class Derived:
    """Made from the store alone, and kept beside it; made anew where it is lost.

    Args:
        lexical: the papers' words.
        facts: what else is known of them.
        nearest: their vectors.
    """

    lexical: LexicalIndex
    facts: Facts
    nearest: Nearest

    @classmethod
    def open(cls, store: PaperStore, generation: int) -> Derived:
        """Read what was derived of a generation, or make it: where that will do, from what the last one had.

        Args:
            store: as it is now.
            generation: its own.
        """
        with alone(store.path, generation), closing(store.spare_vectors()) as spares:
            return cls._made(store, generation, spares)

    @classmethod
    def _made(cls, store: PaperStore, generation: int, spares: SpareVectors) -> Derived:
        noted = Noted(store.papers())
        known, changes = Facts.find(store.path / "facts", generation), None
        if known is None and (last := Facts.latest(store.path / "facts", generation)) is not None:
            changes = changes_since(store, last[0], last[1].prints())
        lexical = LexicalIndex.open(store.path / "lexical", generation, noted, changes)
        facts = known or Facts.open(store.path / "facts", generation, noted, changes)
        nearest = Nearest.open(
            store.path / "vectors",
            generation,
            store.collection,
            facts.ids,
            lambda: pages_of(store.collection, store.texts(), spares) if spares.kept else all_pages(store.collection),
            changes,
            spares,
        )
        return cls(lexical, facts, nearest)


@contextmanager
def alone(folder: Path, generation: int) -> Iterator[None]:
    """Derive what belongs to a generation while no other process of this machine does.

    What is made of one generation while it is written may be of different moments. When it is next brought up to date,
    the facts say what the rest has: they must not be the younger ones, so that words and vectors without facts go.

    Args:
        folder: of this machine, with what is derived of the index.
        generation: of the store.
    """
    lock = FileLock(folder / "derive.lock")
    try:
        lock.acquire()
    except OSError:  # a folder that may not be written, where nothing is kept
        yield
        return
    try:
        if Facts.find(folder / "facts", generation) is None:
            for part in ("lexical", "vectors"):
                shutil.rmtree(folder / part / str(generation), ignore_errors=True)
        yield
    finally:
        lock.release()
