"""Derived: what is made of the papers of one generation of an index, to find and filter them by."""

from __future__ import annotations

from dataclasses import dataclass

from rag.index.changes import changes_since
from rag.index.facts import Facts, Noted
from rag.index.nearest import Nearest
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
        noted = Noted(store.papers())
        known, changes = Facts.find(store.path / "facts", generation), None
        if known is None and (last := Facts.latest(store.path / "facts", generation)) is not None:
            changes = changes_since(store, last[0], last[1].prints())
        lexical = LexicalIndex.open(store.path / "lexical", generation, noted, changes)
        facts = known or Facts.open(store.path / "facts", generation, noted, changes)
        nearest = Nearest.open(store.path / "vectors", generation, store.collection, facts.ids, changes)
        return cls(lexical, facts, nearest)
