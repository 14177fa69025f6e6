"""Writing: papers are chunked and embedded while those before them go into Chroma."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextvars import copy_context
from dataclasses import dataclass, field
from itertools import repeat
from time import monotonic
from types import TracebackType
from typing import Any, Protocol

import numpy as np
from llama_index.core.base.embeddings.base import BaseEmbedding

from rag.encoding.late_interaction import TextEncoder
from rag.encoding.minilm import EncodedText
from rag.errors import AskPapersError, ModelError
from rag.index.rows import row_metadata
from rag.index.signs import Signs
from rag.ingestion.chunking import Chunk, chunk
from rag.ingestion.milestones import DISPATCHER
from rag.ingestion.reconciling import Change
from rag.papers import Paper
from rag.store import PaperStore

_IN_FLIGHT = 3
"""Batches embedded or written at once: one being written, one embedded, and one that fills its last seconds."""
_EMBEDDERS = 2
_NONE: Signs = np.zeros((0, 1), np.uint8)
_MARK_SECONDS = 5.0
"""Between two generations while a run goes on: each makes open windows renew what they derive from the store."""


class Sink(Protocol):
    """Where changes go: into a store, or nowhere in a rehearsal."""

    def load(self, paper_ids: Sequence[str]) -> list[Paper]:
        """Papers as they will be stored."""

    def write(self, changes: Sequence[Change], then: Callable[[], object] | None = None) -> dict[str, int]:
        """Take changes, in order; `then` is called once they are written. Gives the chunks of each paper."""

    def delete_rows(self, ids: Sequence[str]) -> None:
        """Take rows out, after all that was handed over before."""

    def flush(self) -> None:
        """Wait until everything is written."""


@dataclass
class _Work:
    changes: Sequence[Change]
    chunks: dict[str, list[Chunk]] = field(default_factory=dict)


class StoreWriter:
    """Writes changes to a store in the order they come, embedding ahead of the writing.

    Args:
        store: held for writing.
        embed_model: the model that the store's manifest names; None for a run that only takes papers out.
        encoder: gives the tokens' signs; where it is the embedding model itself, one pass gives both.
    """

    def __init__(
        self, store: PaperStore, embed_model: BaseEmbedding | None, encoder: TextEncoder | None = None
    ) -> None:
        self._store = store
        self._embed_model = embed_model
        self._encoder = encoder
        self._signs = store.signs()
        self._was_cut_off = store.manifest().writing
        self._spares = store.spare_vectors()
        self._embedding = ThreadPoolExecutor(_EMBEDDERS, "embed")
        self._writing = ThreadPoolExecutor(1, "write")
        self._pending: deque[tuple[Future[None], _Work]] = deque()
        self._in_flight: dict[str, Paper] = {}
        self._gone: set[str] = set()
        self._marked = 0.0
        self._generation = 0
        self._removed_in = -1

    def load(self, paper_ids: Sequence[str]) -> list[Paper]:
        """Papers as they will be stored once what was handed over is written."""
        ahead = [self._in_flight[paper_id] for paper_id in paper_ids if paper_id in self._in_flight]
        return ahead + self._store.get([paper_id for paper_id in paper_ids if paper_id not in self._in_flight])

    def write(self, changes: Sequence[Change], then: Callable[[], object] | None = None) -> dict[str, int]:
        """Hand over changes; waits while enough is under way.

        Raises:
            ModelError: the embedding model failed, for these changes or for some before them.
        """
        work = _Work(changes, {change.paper.paper_id: chunk(change.paper) for change in changes})
        vectors = self._embedding.submit(copy_context().run, self._encoded, work)  # it knows the step it is part of
        self._in_flight |= {change.paper.paper_id: change.paper for change in changes}
        written = self._writing.submit(copy_context().run, self._write, work, vectors, then)
        self._pending.append((written, work))
        while len(self._pending) > _IN_FLIGHT:
            self._settle()
        return {paper_id: len(parts) for paper_id, parts in work.chunks.items()}

    def delete_rows(self, ids: Sequence[str]) -> None:
        """Take rows out, after all that was handed over before."""
        if ids:
            self.flush()
            self._delete(ids)
            self._signs.drop([row_id.removesuffix(":0") for row_id in ids if row_id.endswith(":0")])

    def flush(self) -> None:
        """Wait until everything is written. Raises as `write` does."""
        while self._pending:
            self._settle()

    def __enter__(self) -> StoreWriter:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Let what is being embedded and written end, drop what waits, and mark the end of the run."""
        for pool in (self._embedding, self._writing):
            pool.shutdown(wait=True, cancel_futures=True)
        if self._marked or self._store.manifest().writing:
            if self._was_cut_off and kind is None:  # a run may have been killed once it had taken out the rows alone
                self._signs.drop(sorted(self._signs.ids() - self._store.ids()))
            self._signs.compact()
            self._spares.drop(sorted(self._gone))
            self._spares.compact()
            self._store.mark(writing=kind is not None)
        self._signs.close()
        self._spares.close()

    def _settle(self) -> None:
        future, work = self._pending.popleft()
        future.result()
        for change in work.changes:
            if self._in_flight.get(change.paper.paper_id) is change.paper:
                del self._in_flight[change.paper.paper_id]

    def _mark(self, *, removing: bool = False) -> None:
        """Begin another generation, now and then and where papers are first taken out in one."""
        is_due = not self._marked or monotonic() - self._marked > _MARK_SECONDS
        if is_due or (removing and self._removed_in != self._generation):
            self._generation = self._store.mark(writing=True, removing=removing)
            self._removed_in = self._generation if removing else self._removed_in
            self._marked = monotonic()

    def _delete(self, ids: Sequence[str]) -> None:
        if ids:
            self._mark(removing=True)
        for at in range(0, len(ids), self._store.batch_size):
            self._store.collection.delete(ids=list(ids[at : at + self._store.batch_size]))
        self._gone.update(ids)

    @DISPATCHER.span
    def _encoded(self, work: _Work) -> list[EncodedText]:
        texts = [
            part.embedded for change in work.changes if change.embed for part in work.chunks[change.paper.paper_id]
        ]
        if self._embed_model is None or not texts:
            return []
        try:
            if self._encoder is not None and id(self._encoder) == id(self._embed_model):
                return self._encoder.encode_texts(texts)
            vectors = self._embed_model.get_text_embedding_batch(texts)
            signs = [text.signs for text in self._encoder.encode_texts(texts)] if self._encoder else repeat(_NONE)
            return [EncodedText(vector, matrix) for vector, matrix in zip(vectors, signs, strict=False)]
        except AskPapersError:
            raise
        except Exception as error:  # a remote model's client raises errors of its own kinds
            raise ModelError(
                f"The embedding model {self._embed_model.model_name} failed: {error}. What was embedded before "
                "is kept; another try goes on from there."
            ) from error

    @DISPATCHER.span
    def _write(self, work: _Work, vectors: Future[list[EncodedText]], then: Callable[[], object] | None) -> None:
        embedded = vectors.result()
        with self._store.reported():
            self._upsert(work, embedded)
            if then is not None:
                then()

    def _upsert(self, work: _Work, embedded: list[EncodedText]) -> None:
        if work.changes:
            self._mark()
        rows = iter(embedded)
        signs: dict[str, Signs] = {}
        new: list[dict[str, Any]] = []
        known: list[dict[str, Any]] = []
        for change in work.changes:
            parts = list(_rows(change, work.chunks[change.paper.paper_id], self._generation))
            if change.embed:
                texts = [next(rows) for _ in parts]
                new += [part | {"embedding": text.vector} for part, text in zip(parts, texts, strict=True)]
                signs[change.paper.paper_id] = np.concatenate([text.signs for text in texts])
            else:
                known += parts
        self._signs.put({paper_id: matrix for paper_id, matrix in signs.items() if matrix.size})
        # Before Chroma's, so that there is one of every row.
        self._spares.put({row["id"]: (row["embedded"], row["embedding"]) for row in new})
        self._gone.difference_update(row["id"] for row in new)
        for piece in _pieces(new, self._store.batch_size):
            self._store.collection.upsert(
                ids=[row["id"] for row in piece],
                documents=[row["document"] for row in piece],
                metadatas=[row["metadata"] for row in piece],
                embeddings=np.array([row["embedding"] for row in piece], dtype=np.float32),
            )
        for piece in _pieces(known, self._store.batch_size):
            self._store.collection.update(
                ids=[row["id"] for row in piece], metadatas=[row["metadata"] for row in piece]
            )
        self._delete(
            [
                f"{change.paper.paper_id}:{k}"
                for change in work.changes
                for k in range(len(work.chunks[change.paper.paper_id]), change.chunks_before)
            ]
        )


def _rows(change: Change, parts: Sequence[Chunk], generation: int) -> Iterator[dict[str, Any]]:
    for k, part in enumerate(parts):
        metadata = row_metadata(change.paper, k, len(parts), change.records) | {"generation": generation}
        row_id = f"{change.paper.paper_id}:{k}"
        yield {"id": row_id, "document": part.text, "metadata": metadata, "embedded": part.embedded}


def _pieces(rows: list[dict[str, Any]], size: int) -> Iterator[list[dict[str, Any]]]:
    """Rows in calls that Chroma takes; a paper's rows go in one call where they fit, so that it is written whole."""
    piece: list[dict[str, Any]] = []
    at = 0
    while at < len(rows):
        paper = rows[at : at + rows[at]["metadata"]["chunks"]]
        if piece and len(piece) + len(paper) > size:
            yield piece
            piece = []
        piece += paper
        while len(piece) > size:
            yield piece[:size]
            piece = piece[size:]
        at += len(paper)
    if piece:
        yield piece
