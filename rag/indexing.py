"""The write side: compare with the store, chunk, embed, and upsert what is new or changed."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from time import perf_counter
from typing import Any

from llama_index.core.base.embeddings.base import BaseEmbedding

from rag.chunking import Chunk, chunk
from rag.errors import AskPapersError, ModelError
from rag.papers import Paper
from rag.readers.refusals import Refusal
from rag.store import PaperStore, metadata_of

_BATCH = 64
"""Papers between two writes: what an interruption can cost."""


@dataclass(frozen=True)
class IndexStats:
    """What one run did.

    Args:
        papers: papers in the index at the end.
        added, updated, unchanged, removed: papers, by what the run did with them.
        refused: records that did not become papers.
        seconds: wall time.
    """

    papers: int
    added: int = 0
    updated: int = 0
    unchanged: int = 0
    removed: int = 0
    refused: tuple[Refusal, ...] = field(default=())
    seconds: float = 0.0


Progress = Callable[[int], object]
"""Called with the number of records dealt with since the last call."""


class Indexer:
    """Brings a store up to date with records.

    Args:
        store: an index opened by `PaperStore.create`.
        embed_model: the model that the store's manifest names.
    """

    def __init__(self, store: PaperStore, embed_model: BaseEmbedding) -> None:
        self._store = store
        self._embed_model = embed_model

    def ingest(self, items: Iterable[Paper | Refusal], progress: Progress = lambda done: None) -> IndexStats:
        """Add new papers, replace changed ones, leave the rest alone.

        Args:
            items: what the readers yield.
            progress: told of every record dealt with.

        Raises:
            IndexBusyError: another process is writing.
            ModelError: the embedding model failed; what was written before stays, a rerun goes on from there.
        """
        began = perf_counter()
        with self._store.writer():
            known = self._store.fingerprints()
            cut_off = self._store.manifest().writing
            counts = {"added": 0, "updated": 0, "unchanged": 0}
            refused: list[Refusal] = []
            seen: dict[str, str] = {}
            wrote = False
            for batch in _batches(items):
                changed = []
                for item in batch:
                    status = self._status(item, known, seen)
                    if isinstance(status, Refusal):
                        refused.append(status)
                        continue
                    counts[status] += 1
                    if status != "unchanged" and isinstance(item, Paper):
                        changed.append(item)
                if changed:
                    self._store.mark(writing=True)
                    self._write(changed, known)
                    wrote = True
                progress(len(batch))
            if wrote or cut_off:
                self._store.mark(writing=False)
        papers = len(known.keys() | seen.keys())
        return IndexStats(papers, **counts, refused=tuple(refused), seconds=perf_counter() - began)

    def _status(self, item: Paper | Refusal, known: dict[str, tuple[str, int]], seen: dict[str, str]) -> str | Refusal:
        if isinstance(item, Refusal):
            return item
        before = seen.get(item.paper_id)
        if before == item.fingerprint:
            return Refusal(item.source, item.label, f"it repeats the paper {item.paper_id} of the same run")
        if before is not None:
            return Refusal(item.source, item.label, f"another paper of the same run has its id, {item.paper_id}")
        seen[item.paper_id] = item.fingerprint
        if item.paper_id not in known:
            return "added"
        return "unchanged" if known[item.paper_id][0] == item.fingerprint else "updated"

    def _write(self, papers: list[Paper], known: dict[str, tuple[str, int]]) -> None:
        chunks = [(paper, chunk(paper)) for paper in papers]
        vectors = self._embed([part.embedded for _, parts in chunks for part in parts])
        rows = list(_rows(chunks))
        size = self._store.batch_size
        for at in range(0, len(rows), size):
            part = rows[at : at + size]
            self._store.collection.upsert(
                ids=[id_ for id_, _, _ in part],
                documents=[text for _, text, _ in part],
                metadatas=[meta for _, _, meta in part],
                embeddings=vectors[at : at + size],  # type: ignore[arg-type]
            )
        surplus = [
            f"{paper.paper_id}:{k}"
            for paper, parts in chunks
            for k in range(len(parts), known.get(paper.paper_id, ("", 0))[1])
        ]
        if surplus:
            self._store.collection.delete(ids=surplus)

    def _embed(self, texts: list[str]) -> list[list[float]]:
        try:
            return self._embed_model.get_text_embedding_batch(texts)
        except AskPapersError:
            raise
        except Exception as error:  # a remote model's client raises errors of its own kinds
            raise ModelError(
                f"The embedding model {self._embed_model.model_name} failed: {error}. What was embedded before "
                "is kept; run the same command again to go on."
            ) from error


def _batches(items: Iterable[Paper | Refusal]) -> Iterator[list[Paper | Refusal]]:
    iterator = iter(items)
    while batch := list(islice(iterator, _BATCH)):
        yield batch


def _rows(chunks: list[tuple[Paper, list[Chunk]]]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    for paper, parts in chunks:
        for k, part in enumerate(parts):
            yield f"{paper.paper_id}:{k}", part.text, metadata_of(paper, k, len(parts))
