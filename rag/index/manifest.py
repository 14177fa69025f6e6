"""The manifest: what an index says of itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

FORMAT = 1


@dataclass(frozen=True)
class Manifest:
    """What the collection says of itself.

    Args:
        embedding: the model that made the vectors, as RAG_EMBEDDING names it.
        generation: grows by one before and after every write; derived data is named by it.
        writing: a write began and has not ended; if no process holds the lock, it was cut off.
        format: the version of the layout.
        removed: the last generation in which papers may have been taken out; None where that is not known.
    """

    embedding: str
    generation: int = 0
    writing: bool = False
    format: int = FORMAT
    removed: int | None = 0

    @classmethod
    def of(cls, said: Mapping[str, Any]) -> Manifest:
        """Read it from a collection's metadata.

        Raises:
            KeyError: something is not there.
        """
        known = {key: said[key] for key in ("embedding", "generation", "writing", "format")}
        return cls(**known, removed=said.get("removed"))  # older versions said nothing of that

    def record(self) -> dict[str, Any]:
        """It as a collection's metadata."""
        return {key: value for key, value in asdict(self).items() if value is not None}

    def next(self, *, writing: bool, removing: bool = False) -> Manifest:
        """That of the next generation.

        Args:
            writing: whether a write begins, or goes on.
            removing: whether papers may be taken out in it.
        """
        generation = self.generation + 1
        removed = generation if removing or self.removed is None else self.removed
        return replace(self, generation=generation, writing=writing, removed=removed)
