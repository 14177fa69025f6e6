"""Served signs: sign matrices in a collection of a server, fetched as questions need them, and some of them held."""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from threading import Lock

import chromadb
import numpy as np

from rag.errors import IndexStoreError
from rag.index.signs import Signs, SignStore

_BATCH = 200
_HELD_BYTES = 128 << 20


class ServedSigns(SignStore):
    """Sign matrices that a server keeps, as Base64 in its metadata: 16 KB an abstract.

    Args:
        collection: of their own; its rows have no vectors that mean anything.
    """

    def __init__(self, collection: chromadb.Collection) -> None:
        self._collection = collection
        self._held: OrderedDict[str, Signs] = OrderedDict()
        self._bytes = 0
        self._lock = Lock()

    def get(self, paper_ids: Sequence[str]) -> dict[str, Signs]:
        """The matrices of these papers; those that cannot be had are left out."""
        with self._lock:
            found = {paper_id: self._held[paper_id] for paper_id in paper_ids if paper_id in self._held}
            for paper_id in found:
                self._held.move_to_end(paper_id)
        missing = [paper_id for paper_id in dict.fromkeys(paper_ids) if paper_id not in found]
        try:
            fetched = self._fetched(missing)
        except IndexStoreError:  # ranking does without
            return found
        self._hold(fetched)
        return found | fetched

    def follow(self, collection: chromadb.Collection) -> None:
        """Go on with another collection, in place of one that was taken away."""
        self._collection = collection
        self.forget()

    def forget(self) -> None:
        """Let go of what is held: some of it may have changed."""
        self._forget(list(self._held))

    def _forget(self, paper_ids: Sequence[str]) -> None:
        with self._lock:
            for paper_id in paper_ids:
                if (gone := self._held.pop(paper_id, None)) is not None:
                    self._bytes -= gone.size

    def put(self, matrices: Mapping[str, Signs]) -> None:
        """Keep matrices, in place of those that the papers had. Raises as the collection's calls do."""
        items = list(matrices.items())
        for at in range(0, len(items), _BATCH):
            some = items[at : at + _BATCH]
            self._collection.upsert(
                ids=[paper_id for paper_id, _ in some],
                embeddings=np.zeros((len(some), 1), dtype=np.float32),
                metadatas=[
                    {"width": signs.shape[1], "signs": b64encode(np.ascontiguousarray(signs).tobytes()).decode("ascii")}
                    for _, signs in some
                ],
            )
        self._forget(list(matrices))

    def drop(self, paper_ids: Sequence[str]) -> None:
        """Forget papers."""
        for at in range(0, len(paper_ids), _BATCH):
            self._collection.delete(ids=list(paper_ids[at : at + _BATCH]))
        self._forget(paper_ids)

    def ids(self) -> set[str]:
        """The papers that have a matrix."""
        return set(self._collection.get(include=[])["ids"])

    def compact(self) -> None:
        """Nothing: the server keeps its own house."""

    def close(self) -> None:
        """Nothing: all who use the connection share it."""

    def _fetched(self, paper_ids: Sequence[str]) -> dict[str, Signs]:
        if not paper_ids:
            return {}
        got = self._collection.get(ids=list(paper_ids), include=["metadatas"])
        return {
            paper_id: np.frombuffer(b64decode(str(meta["signs"])), np.uint8).reshape(-1, int(str(meta["width"])))
            for paper_id, meta in zip(got["ids"], got["metadatas"] or [], strict=True)
        }

    def _hold(self, matrices: Mapping[str, Signs]) -> None:
        with self._lock:
            for paper_id, signs in matrices.items():
                if paper_id not in self._held:
                    self._held[paper_id] = signs
                    self._bytes += signs.size
            while self._bytes > _HELD_BYTES:
                self._bytes -= self._held.popitem(last=False)[1].size
