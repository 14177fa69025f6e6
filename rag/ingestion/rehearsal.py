"""A rehearsal: what a run would do, with nothing embedded and nothing written to the index."""

import pickle  # nosec B403: see its use
import sqlite3
from collections.abc import Callable, Sequence

from rag.ingestion.reconciling import Change
from rag.papers import Paper
from rag.store import PaperStore


class Rehearsal:
    """Takes changes as a store's writer would, and keeps them in a temporary file that goes with it.

    Args:
        store: the index as it is; None if there is none yet.
    """

    def __init__(self, store: PaperStore | None) -> None:
        self._store = store
        self._papers = sqlite3.connect("")
        self._papers.execute("CREATE TABLE papers (id TEXT PRIMARY KEY, paper BLOB)")

    def load(self, paper_ids: Sequence[str]) -> list[Paper]:
        """Papers as they would be stored."""
        query = "SELECT id, paper FROM papers WHERE id = ?"
        rows = [row for paper_id in paper_ids for row in self._papers.execute(query, (paper_id,))]
        found = [pickle.loads(blob) for _, blob in rows]  # noqa: S301 - written by `write` below # nosec B301
        known = {paper_id for paper_id, _ in rows}
        rest = [paper_id for paper_id in paper_ids if paper_id not in known]
        return found + (self._store.get(rest) if self._store and rest else [])

    def write(self, changes: Sequence[Change], then: Callable[[], object] | None = None) -> dict[str, int]:
        """Keep the papers."""
        rows = [(change.paper.paper_id, pickle.dumps(change.paper)) for change in changes]
        self._papers.executemany("INSERT OR REPLACE INTO papers VALUES (?, ?)", rows)
        if then is not None:
            then()
        return {}

    def delete_rows(self, ids: Sequence[str]) -> None:
        """Nothing is taken out."""

    def flush(self) -> None:
        """Nothing waits."""

    def __enter__(self) -> "Rehearsal":
        return self

    def __exit__(self, *exc: object) -> None:
        """Drop the temporary file."""
        self._papers.close()
