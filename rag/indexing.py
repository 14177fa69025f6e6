"""The write side: an index brought up to date with records, files and live sources."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from llama_index.core.base.embeddings.base import BaseEmbedding

from rag.embedding import token_encoder
from rag.encoding.late_interaction import TextEncoder
from rag.index.mending import mend
from rag.ingestion.ledger import Ledger
from rag.ingestion.milestones import DISPATCHER, ended
from rag.ingestion.rehearsal import Rehearsal
from rag.ingestion.run import Ingestion, Progress, silent
from rag.ingestion.writing import StoreWriter
from rag.papers import Paper
from rag.readers.refusals import Refusal
from rag.readers.sources import Source
from rag.stats import IndexStats
from rag.store import PaperStore

__all__ = ["IndexStats", "Indexer", "Progress", "rehearse", "remove"]


class Indexer:
    """Brings a store up to date with records.

    Args:
        store: an index opened by `PaperStore.create`.
        embed_model: the model that the store's manifest names.
        encoder: gives the tokens' signs for late interaction; by default the embedding model where it can, else the
            bundled one.
    """

    def __init__(self, store: PaperStore, embed_model: BaseEmbedding, encoder: TextEncoder | None = None) -> None:
        self._store = store
        self._embed_model = embed_model
        self._encoder = encoder or token_encoder(embed_model)

    def ingest(self, items: Iterable[Paper | Refusal], progress: Progress = silent) -> IndexStats:
        """Add new papers, replace changed ones, merge what is the same, leave the rest alone.

        Args:
            items: what the readers yield.
            progress: told of every batch dealt with.

        Raises:
            IndexBusyError: another process is writing.
            ModelError: the embedding model failed; what was written before stays, a rerun goes on from there.
        """
        return self.ingest_sources([Source("", "", lambda: iter(items))], progress=progress)

    @DISPATCHER.span
    def ingest_sources(
        self, sources: Sequence[Source], prune: Sequence[str] = (), progress: Progress = silent
    ) -> IndexStats:
        """Bring the index up to date with files; one that has not changed since it was read is not read again.

        Args:
            sources: see `rag.readers.sources.find_sources`.
            prune: from where papers that are no longer there are taken out (see `rag.readers.reach.roots_of`).
            progress: told of every batch dealt with.

        Raises:
            SourceError: nothing at all could be read.
            Others as for `ingest`.
        """
        mend(self._store, self._embed_model)
        with self._store.writer():
            whole = not self._store.manifest().writing
            with StoreWriter(self._store, self._embed_model, self._encoder) as writer:
                run = Ingestion(self._store, Ledger(self._store.sources), writer, progress)
                return ended(run.over(sources, prune, pass_over=whole and not prune))


@DISPATCHER.span
def remove(store: PaperStore, names: Sequence[str]) -> IndexStats:
    """Take papers out.

    Args:
        store: an opened index.
        names: paper ids, or identifiers such as `doi:10.1/x`; one that the index does not have is refused.

    Raises:
        IndexBusyError: another process is writing.
    """
    with store.writer(), StoreWriter(store, None) as writer:
        return ended(Ingestion(store, Ledger(store.sources), writer).without(names))


@DISPATCHER.span
def rehearse(
    sources: Sequence[Source], store: PaperStore | None, prune: Sequence[str] = (), progress: Progress = silent
) -> IndexStats:
    """What `Indexer.ingest_sources` would do; nothing is embedded, nothing is written.

    Args:
        sources: what to read.
        store: the index; None if there is none yet.
        prune: as there.
        progress: told of every batch dealt with.
    """
    ledger = Ledger(store.sources, frozen=True) if store else None
    with Rehearsal(store) as rehearsal:
        return ended(Ingestion(store, ledger, rehearsal, progress).over(sources, prune, pass_over=not prune))
