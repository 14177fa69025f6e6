"""The manifest: what an index says of itself."""

from __future__ import annotations

from dataclasses import dataclass

FORMAT = 1


@dataclass(frozen=True)
class Manifest:
    """What the collection says of itself.

    Args:
        embedding: the model that made the vectors, as RAG_EMBEDDING names it.
        generation: grows by one before and after every write; derived data is named by it.
        writing: a write began and has not ended; if no process holds the lock, it was cut off.
        format: the version of the layout.
    """

    embedding: str
    generation: int = 0
    writing: bool = False
    format: int = FORMAT
