"""Mending: rows that lost their vector, since a kill or a fault broke Chroma's vector files, are given it again."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import closing, nullcontext
from typing import Any

import numpy as np
from llama_index.core.base.embeddings.base import BaseEmbedding

from rag.errors import AskPapersError, ModelError
from rag.index.spare_vectors import SpareVectors
from rag.ingestion.chunking import embedded_text
from rag.store import PaperStore

_BATCH = 128


def mend(
    store: PaperStore,
    embed_model: BaseEmbedding,
    progress: Callable[[int, int | None], object] | None = None,
    *,
    held: bool = False,
) -> str:
    """Give rows that lack a vector theirs: the one that was kept of their text, else one embedded anew.

    Stopped or killed in between, the next call does the rest.

    Args:
        store: an opened index.
        embed_model: the model that the store's manifest names.
        progress: told how many rows were dealt with since the last call, and how many there are in all.
        held: whether who calls holds the index for writing.

    Returns:
        What was done, in one sentence for the user; empty if nothing was lacking.

    Raises:
        IndexBusyError: another process is writing.
        ModelError: the embedding model failed.
    """
    if not store.lacking:
        return ""
    rows, embedded = sorted(store.lacking), 0
    with nullcontext() if store.is_copy or held else store.writer(), closing(store.spare_vectors()) as spares:
        for at in range(0, len(rows), _BATCH):
            batch = rows[at : at + _BATCH]
            embedded += _put_again(store, embed_model, spares, batch)
            store.lacking.difference_update(batch)
            if progress is not None:
                progress(len(batch), len(rows))
        if not store.is_copy:
            store.mark(writing=store.manifest().writing)  # what was derived meanwhile lacked vectors, too
    anew = f", {embedded:,} of them embedded anew" if embedded else ""
    store.mended = (
        f"The vector files of the index at {store.name} were not whole, as after a kill. They were made again: "
        f"{len(rows):,} vectors{anew}."
    )
    return store.mended


def _put_again(store: PaperStore, embed_model: BaseEmbedding, spares: SpareVectors, ids: list[str]) -> int:
    """Put rows in again as they are; gives how many were embedded."""
    got = store.collection.get(ids=ids, include=["documents", "metadatas"])
    if not got["ids"]:
        return 0
    documents, metadatas = got["documents"] or [], got["metadatas"] or []
    texts = {
        row_id: embedded_text(str((meta or {}).get("title", "")), text or "")
        for row_id, text, meta in zip(got["ids"], documents, metadatas, strict=True)
    }
    vectors: dict[str, Sequence[float]] = dict(spares.get(texts))  # type: ignore[arg-type]
    missing = [row_id for row_id in texts if row_id not in vectors]
    anew = _embedded(embed_model, {row_id: texts[row_id] for row_id in missing}) if missing else {}
    if not store.is_copy:
        spares.put({row_id: (texts[row_id], vector) for row_id, vector in anew.items()})
    vectors |= anew
    store.collection.upsert(
        ids=got["ids"],
        documents=documents,
        metadatas=metadatas,
        embeddings=np.array([vectors[row_id] for row_id in got["ids"]], dtype=np.float32),
    )
    return len(missing)


def _embedded(embed_model: BaseEmbedding, texts: Mapping[str, str]) -> dict[str, Any]:
    try:
        return dict(zip(texts, embed_model.get_text_embedding_batch(list(texts.values())), strict=True))
    except AskPapersError:
        raise
    except Exception as error:  # a remote model's client raises errors of its own kinds
        raise ModelError(
            f"The embedding model {embed_model.model_name} failed: {error}. The index lost vectors and needs it to "
            "make them again: see that it can be reached, then run the same command again."
        ) from error
