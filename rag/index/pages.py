"""Pages: the rows of a collection, read some at a time, each found whole."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import chromadb

Damaged = Callable[[str], Exception]

_PAGE = 2_000
_FIRST_PAGE = 250
"""Who wants to see some papers need not wait for two thousand."""
_NEEDED = {"paper_id", "fingerprint", "chunk", "chunks"}


def all_rows(collection: chromadb.Collection, include: Any, damaged: Damaged) -> Iterator[dict[str, Any]]:
    """Every row of a collection, with its id, metadata and document.

    Args:
        collection: of an index.
        include: what Chroma is to read of each row.
        damaged: makes the error to raise of what is wrong with a row.
    """
    offset = 0
    while True:
        got = collection.get(include=include, limit=_PAGE if offset else _FIRST_PAGE, offset=offset)
        if not got["ids"]:
            return
        yield from whole_rows(got, damaged)
        offset += len(got["ids"])


def whole_rows(got: chromadb.GetResult, damaged: Damaged) -> Iterator[dict[str, Any]]:
    """The rows that Chroma gave. Args: see `all_rows`."""
    texts = got["documents"] or [""] * len(got["ids"])
    for id_, meta, text in zip(got["ids"], got["metadatas"] or [], texts, strict=True):
        if text is None or not (meta or {}).keys() >= _NEEDED:
            raise damaged(f"the row {id_} is not whole")
        yield {"id": id_, "metadata": meta, "document": text}
