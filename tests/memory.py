"""An index in memory, without vectors, for tests of what is made of records; it can be cut off between two writes."""

from collections.abc import Iterable
from dataclasses import replace

from rag.index.rows import row_metadata
from rag.ingestion.catalogue import Catalogue
from rag.ingestion.groups import Change
from rag.ingestion.reconciling import Reconciler
from rag.papers import Paper


class CutOffError(Exception):
    """The process died."""


class Memory:
    """Papers by their ids, each as it was last written.

    Args:
        written: what is there to begin with.
    """

    def __init__(self, written: dict[str, Change] | None = None) -> None:
        self.written = dict(written or {})
        self._left = -1

    def ingest(self, records: Iterable[Paper], cut_off_after: int = -1) -> None:
        """One run over the files that the records name as their source.

        Raises:
            CutOffError: as many papers were written or deleted as it was allowed to.
        """
        self._left = cut_off_after
        rows = [(f"{paper_id}:0", _metadata(change)) for paper_id, change in self.written.items()]
        reconciler = Reconciler(Catalogue.of(rows), lambda ids: [self.written[each].paper for each in ids])
        files: dict[str, list[Paper]] = {}
        for record in records:
            files.setdefault(record.source, []).append(record)
        for source, found in files.items():
            reconciler.begin(f"/exports/{source}")
            for record in found:
                reconciler.take(record)
                self._write(reconciler)
            reconciler.superseded()
            self._write(reconciler)
            reconciler.settle()
            self._write(reconciler)

    def papers(self) -> list[Paper]:
        """The papers, all under one id: which of its records names a paper is not what is asked here."""
        return sorted((replace(change.paper, paper_id="") for change in self.written.values()), key=repr)

    def _write(self, reconciler: Reconciler) -> None:
        batches, gone = reconciler.groups.drain()
        for change in (change for changes in batches for change in changes):
            self._step()
            self.written[change.paper.paper_id] = change
            reconciler.catalogue.resize(change.paper.paper_id, 1)
        for row in gone:
            self._step()
            del self.written[row.removesuffix(":0")]

    def _step(self) -> None:
        if self._left == 0:
            raise CutOffError
        self._left -= 1


def _metadata(change: Change) -> dict[str, object]:
    meta = row_metadata(change.paper, 0, 1, change.records)
    return {key: value for key, value in meta.items() if value is not None}
