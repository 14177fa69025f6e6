"""Pages: the rows of a collection, asked of Chroma some at a time, each found whole."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Protocol

import chromadb

Damaged = Callable[[str], Exception]
Row = dict[str, Any]
"""`id`, `metadata` and `document`, which is its text."""

PAGE = 2_000
FIRST_PAGE = 250
"""Who wants to see some papers need not wait for two thousand."""
_NEEDED = {"paper_id", "fingerprint", "chunk", "chunks"}


class Rows(Protocol):
    """Reads the rows of an index, each of which is found whole."""

    def ids(self) -> list[str]:
        """The ids of all rows."""

    def written(self, since: int) -> list[str]:
        """The ids of the rows that were written in a generation or a later one."""

    def among(self, ids: Sequence[str]) -> Iterator[Row]:
        """The rows of some ids, in no set order."""

    def every(self, *, texts: bool) -> Iterator[Row]:
        """Every row.

        Args:
            texts: with what they say; else that is empty.
        """

    def close(self) -> None:
        """Release what is open."""


class CollectionRows:
    """The rows of a collection as Chroma gives them out.

    Args:
        collection: of an index.
        damaged: makes the error to raise of what is wrong with a row.
    """

    def __init__(self, collection: chromadb.Collection, damaged: Damaged) -> None:
        self._collection = collection
        self._damaged = damaged

    def ids(self) -> list[str]:
        """The ids of all rows."""
        return list(self._collection.get(include=[])["ids"])

    def written(self, since: int) -> list[str]:
        """The ids of the rows that were written in a generation or a later one."""
        since_then: chromadb.Where = {"generation": {"$gte": since}}  # type: ignore[dict-item]
        return list(self._collection.get(where=since_then, include=[])["ids"])

    def among(self, ids: Sequence[str]) -> Iterator[Row]:
        """The rows of some ids, with their texts, in no set order."""
        if ids:
            yield from self._whole(self._collection.get(ids=list(ids), include=["metadatas", "documents"]))

    def every(self, *, texts: bool) -> Iterator[Row]:
        """Every row. Args: as in `Rows`."""
        offset = 0
        include: Any = ["metadatas", "documents"] if texts else ["metadatas"]
        while (got := self._collection.get(include=include, limit=PAGE if offset else FIRST_PAGE, offset=offset))[
            "ids"
        ]:
            yield from self._whole(got)
            offset += len(got["ids"])

    def close(self) -> None:
        """Nothing is held."""

    def _whole(self, got: chromadb.GetResult) -> Iterator[Row]:
        texts = got["documents"] or [""] * len(got["ids"])
        for id_, meta, text in zip(got["ids"], got["metadatas"] or [], texts, strict=True):
            yield whole(id_, dict(meta or {}), text, self._damaged)


def whole(row_id: str, metadata: dict[str, Any], text: str | None, damaged: Damaged) -> Row:
    """A row that lacks nothing.

    Args:
        row_id: its id.
        metadata: what is known of it.
        text: what it says.
        damaged: makes the error to raise where something is missing.
    """
    if text is None or not metadata.keys() >= _NEEDED:
        raise damaged(f"the row {row_id} is not whole")
    return {"id": row_id, "metadata": metadata, "document": text}
