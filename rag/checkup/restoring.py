"""Restoring: rows whose words or fields changed in the database, from where Chroma has them once more.

It has each text in its index of words, too, and the rows of the last runs in its log. What is found there is taken only
where the fingerprint that the paper was written with bears it out.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from typing import Any
from urllib.parse import quote

import numpy as np

from rag.checkup.parts import counted, some
from rag.checkup.rows import Holdings, is_whole
from rag.errors import IndexStoreError
from rag.index.connection import COLLECTION, DATABASE
from rag.index.rows import paper_of
from rag.store import PaperStore

_TEXT = (
    "SELECT words.c0 FROM embedding_fulltext_search_content words JOIN embeddings row ON row.id = words.id"
    " JOIN segments segment ON segment.id = row.segment_id JOIN collections ON collections.id = segment.collection"
    " WHERE row.embedding_id = ? AND collections.name = ?"
)
_LOG = (
    "SELECT log.metadata FROM embeddings_queue log JOIN collections ON log.topic LIKE '%/' || collections.id"
    " WHERE log.id = ? AND collections.name = ? AND log.operation IN (0, 1, 2) ORDER BY log.seq_id DESC"
)
_DOCUMENT = "chroma:document"


def restored(store: PaperStore, found: Holdings) -> str:
    """Restore the papers of one row each that can be.

    Args:
        store: an index in a folder, held for writing.
        found: what its rows hold.

    Returns:
        What was done, in one sentence; empty if nothing was.
    """
    changed = [f"{paper_id}:0" for paper_id in found.changed if found.papers[paper_id] == 1]
    done: list[str] = []
    for row_id in [*changed, *found.broken]:
        row = next(_candidates(store, row_id), None)
        if row is not None and _put(store, row_id, *row):
            done.append(row_id)
    return (
        f"{counted(len(done), 'row')} had changed ({some(done)}); what Chroma has besides put them right."
        if done
        else ""
    )


def _candidates(store: PaperStore, row_id: str) -> Iterator[tuple[dict[str, Any], str]]:
    """Metadata and texts of a row that agree with its fingerprint."""
    uri = f"file:{quote(str(store.path / 'chroma' / DATABASE))}?mode=ro"
    with closing(sqlite3.connect(uri, uri=True, timeout=3)) as database:
        texts = [text for (text,) in _asked(database, _TEXT, row_id)]
        logged = [json.loads(said) for (said,) in _asked(database, _LOG, row_id) if said]
    known = [{key: said[key] for key in said if key != _DOCUMENT and said[key] is not None} for said in logged]
    texts += [said[_DOCUMENT] for said in logged if _DOCUMENT in said]
    for meta in [*_stored(store, row_id), *known]:
        for text in texts:
            if (
                is_whole(row_id, meta)
                and meta["chunks"] == 1
                and paper_of(meta, text).fingerprint == meta["fingerprint"]
            ):
                yield dict(meta), text


def _asked(database: sqlite3.Connection, query: str, row_id: str) -> list[tuple[Any]]:
    try:
        return database.execute(query, (row_id, COLLECTION)).fetchall()
    except (sqlite3.Error, UnicodeDecodeError):  # there is nothing to be had from here
        return []


def _stored(store: PaperStore, row_id: str) -> Sequence[Mapping[str, Any]]:
    try:
        return store.collection.get(ids=[row_id], include=["metadatas"])["metadatas"] or []
    except IndexStoreError:
        return []


def _put(store: PaperStore, row_id: str, meta: dict[str, Any], text: str) -> bool:
    """Write a row anew, with the vector that it has; False where it has none."""
    try:
        vectors = np.asarray(store.collection.get(ids=[row_id], include=["embeddings"])["embeddings"], dtype=np.float32)
        if not len(vectors) or row_id in store.lacking:
            return False
        store.mark(writing=store.manifest().writing)
        store.collection.upsert(ids=[row_id], documents=[text], metadatas=[meta], embeddings=vectors)
    except IndexStoreError:  # said by who looks at what is left
        return False
    return True
