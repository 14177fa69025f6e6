"""A folder of exports and an index over them, for tests of whole runs."""

import json
from pathlib import Path
from typing import Any

from rag.indexing import Indexer
from rag.papers import Paper
from rag.readers.reach import roots_of
from rag.readers.sources import find_sources
from rag.stats import IndexStats
from rag.store import PaperStore
from rag.testing import HashEmbedding
from tests.conftest import HASH

Record = dict[str, Any]


class Shelf:
    """A folder of exports and an index over them.

    Args:
        folder: for the exports.
        index: beside them by default.
    """

    def __init__(self, folder: Path, index: str = "") -> None:
        self.folder = folder / "exports"
        self.folder.mkdir()
        self.index = index or str(folder / "index")
        self.model = HashEmbedding()

    def put(self, name: str, *records: Record) -> None:
        (self.folder / name).write_text("".join(f"{json.dumps(record)}\n" for record in records))

    def ingest(self, *names: str, prune: bool = False) -> IndexStats:
        places = [self.folder / name for name in names] or [self.folder]
        store = PaperStore.create(self.index, HASH)
        try:
            return Indexer(store, self.model).ingest_sources(find_sources(places), roots_of(places) if prune else ())
        finally:
            store.close()

    def open(self) -> PaperStore:
        return PaperStore.open(self.index, HASH)

    def papers(self) -> dict[str, Paper]:
        store = self.open()
        try:
            return {paper.paper_id: paper for paper in store.papers()}
        finally:
            store.close()


def counts(stats: IndexStats) -> tuple[int, int, int, int, int, int]:
    return stats.papers, stats.added, stats.updated, stats.unchanged, stats.merged, stats.removed
