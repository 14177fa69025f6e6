"""The ledger: which files were read to their end, so that an unchanged one need not be read again."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

from rag.readers.refusals import Refusal

if TYPE_CHECKING:
    import chromadb

_REFUSALS_KEPT = 2_000
_NO_VECTOR: list[Sequence[float]] = [[0.0]]


@dataclass(frozen=True)
class Reading:
    """What reading a file to its end gave.

    Args:
        digest: of the file, of the mapping and of the readers.
        unchanged: papers that it has.
        merged: further records of theirs.
        refused: what it has besides.
    """

    digest: str
    unchanged: int
    merged: int = 0
    refused: tuple[Refusal, ...] = field(default=())


class Ledger:
    """Readings by origin, kept in a collection beside the papers.

    Args:
        collection: of its own; its rows have no vectors that mean anything.
        frozen: nothing is noted or struck.
    """

    def __init__(self, collection: chromadb.Collection, *, frozen: bool = False) -> None:
        self._collection = collection
        self._frozen = frozen

    def reading(self, origin: str, digest: str) -> Reading | None:
        """What reading this file would give; None if it changed or was never read to its end."""
        got = self._collection.get(ids=[origin], include=["metadatas"])
        for meta in got["metadatas"] or []:
            if meta["digest"] == digest:
                refused = tuple(Refusal(**record) for record in json.loads(str(meta["refused"])))
                return Reading(digest, int(str(meta["unchanged"])), int(str(meta["merged"])), refused)
        return None

    def note(self, origin: str, reading: Reading) -> None:
        """Keep a reading, once all that it gave is in the index."""
        if self._frozen:
            return
        if len(reading.refused) > _REFUSALS_KEPT:  # such a file is read again to say so again
            self.strike([origin])
            return
        meta: dict[str, Any] = {
            "digest": reading.digest,
            "unchanged": reading.unchanged,
            "merged": reading.merged,
            "refused": json.dumps([asdict(refusal) for refusal in reading.refused]),
        }
        self._collection.upsert(ids=[origin], embeddings=_NO_VECTOR, metadatas=[meta])

    def strike(self, origins: list[str]) -> None:
        """Forget readings: what they gave is no longer all there."""
        if origins and not self._frozen:
            self._collection.delete(ids=origins)
