"""Nearest: exact cosines of the papers that a filter leaves.

Chroma's own restriction to a list of ids takes ten times as long as its plain query at 50,000 papers.
"""

from collections.abc import Iterable, Mapping
from functools import lru_cache

import chromadb
import numpy as np
from numpy.typing import NDArray

from rag.facts import Facts

_FEW = 100
"""Papers whose vectors are fetched one by one; for more, all of the index are read once and kept."""
_PAGE = 5_000


class Nearest:
    """The vectors of one generation of an index.

    Args:
        collection: the store's.
        facts: name the papers.
    """

    def __init__(self, collection: chromadb.Collection, facts: Facts) -> None:
        self._collection = collection
        self._facts = facts
        self._kept: tuple[Mapping[str, int], NDArray[np.int64], NDArray[np.float32]] | None = None
        self._rows_among = lru_cache(maxsize=8)(self._numbers)

    def among(
        self, vector: NDArray[np.float32], allowed: frozenset[str], limit: int, also: Iterable[str] = ()
    ) -> dict[str, float]:
        """The cosines of the nearest papers among some.

        Args:
            vector: shape (dimensions,).
            allowed: the papers to choose from.
            limit: how many at most.
            also: further papers whose cosine is wanted.
        """
        if not allowed:
            return {}
        if len(allowed) <= _FEW:
            return self._of_few(vector, allowed, limit)
        places, owners, rows = self._all()
        chosen = self._rows_among(allowed)
        unit = vector / max(float(np.linalg.norm(vector)), 1e-12)
        # Copying a good part of the rows takes longer than multiplying all of them.
        near = (rows @ unit)[chosen] if 4 * len(chosen) > len(rows) else rows[chosen] @ unit
        best = np.full(len(places), -2.0, dtype=np.float32)
        np.maximum.at(best, owners[chosen], near)
        wanted = [*np.argsort(-best, kind="stable")[:limit], *(places[paper_id] for paper_id in also)]
        return {self._facts.ids[i]: float(best[i]) for i in wanted if best[i] > -2.0}

    def _numbers(self, allowed: frozenset[str]) -> NDArray[np.int64]:
        """The numbers of the rows of some papers."""
        places, owners, _ = self._all()
        mask = np.zeros(len(places), dtype=bool)
        mask[[places[paper_id] for paper_id in allowed if paper_id in places]] = True
        return np.flatnonzero(mask[owners])

    def _of_few(self, vector: NDArray[np.float32], allowed: frozenset[str], limit: int) -> dict[str, float]:
        first = self._collection.get(
            ids=[f"{paper_id}:0" for paper_id in sorted(allowed)], include=["embeddings", "metadatas"]
        )
        ids, rows = list(first["ids"]), np.asarray(first["embeddings"], dtype=np.float32)
        chunks = [(meta["paper_id"], int(str(meta["chunks"]))) for meta in first["metadatas"] or []]
        if more := [f"{paper_id}:{k}" for paper_id, count in chunks for k in range(1, count)]:
            rest = self._collection.get(ids=more, include=["embeddings"])
            ids += rest["ids"]
            rows = np.concatenate([rows, np.asarray(rest["embeddings"], dtype=np.float32)])
        scores: dict[str, float] = {}
        for id_, cosine in zip(ids, cosines(rows, vector) if ids else (), strict=True):
            paper_id = id_.rpartition(":")[0]
            scores[paper_id] = max(scores.get(paper_id, -1.0), float(cosine))
        return dict(sorted(scores.items(), key=lambda item: -item[1])[:limit])

    def _all(self) -> tuple[Mapping[str, int], NDArray[np.int64], NDArray[np.float32]]:
        """The number of each paper; for each row, its paper's number and its vector of length 1."""
        if self._kept is None:
            places = {paper_id: i for i, paper_id in enumerate(self._facts.ids)}
            owners: list[int] = []
            parts: list[NDArray[np.float32]] = []
            offset = 0
            while (got := self._collection.get(include=["embeddings"], limit=_PAGE, offset=offset))["ids"]:
                known = [i for i, id_ in enumerate(got["ids"]) if id_.rpartition(":")[0] in places]
                owners += [places[got["ids"][i].rpartition(":")[0]] for i in known]
                rows = np.asarray(got["embeddings"], dtype=np.float32)[known]
                parts.append(rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-12))
                offset += len(got["ids"])
            self._kept = places, np.asarray(owners, dtype=np.int64), np.concatenate(parts)
        return self._kept


def cosines(rows: NDArray[np.float32], vector: NDArray[np.float32]) -> NDArray[np.float32]:
    """The cosine of each row, shape (rows, dimensions), with a vector."""
    norms = np.linalg.norm(rows, axis=1) * np.linalg.norm(vector)
    return np.asarray(rows @ vector / np.maximum(norms, 1e-12))
