"""Spare vectors: each row's vector once more, beside Chroma's, so that its files can be made again without a model.

Each is kept with the digest of the text that it is of. 4 bytes a dimension, 1.5 KB an abstract.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import blake2b
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from rag.signs import SignStore

_DIGEST = 16


class SpareVectors:
    """Vectors by the ids of their rows.

    Args:
        folder: made when something is first put into it.
        kept: whether anything is; a server keeps its own vectors safe.
    """

    def __init__(self, folder: Path, *, kept: bool = True) -> None:
        self._store = SignStore(folder)
        self._kept = kept

    def get(self, texts: Mapping[str, str]) -> dict[str, NDArray[np.float32]]:
        """The vectors of rows, as they were put in; rows of which there is none of this text are left out.

        Args:
            texts: what was embedded, by the row's id.
        """
        found: dict[str, NDArray[np.float32]] = {}
        for row_id, kept in self._store.get(list(texts)).items():
            data = kept.tobytes()
            if data[:_DIGEST] == _digest(texts[row_id]) and len(data) % 4 == 0:
                found[row_id] = np.frombuffer(data[_DIGEST:], "<f4")
        return found

    def put(self, rows: Mapping[str, tuple[str, Sequence[float]]]) -> None:
        """Keep vectors, in place of those that the rows had.

        Args:
            rows: the text that was embedded and its vector, by the row's id.

        Raises:
            IndexStoreError: the folder cannot be written.
        """
        if not self._kept:
            return
        kept = {row_id: _digest(text) + np.asarray(vector, "<f4").tobytes() for row_id, (text, vector) in rows.items()}
        self._store.put({row_id: np.frombuffer(data, np.uint8)[None] for row_id, data in kept.items()})

    def drop(self, row_ids: Sequence[str]) -> None:
        """Forget rows."""
        self._store.drop(row_ids)

    def compact(self) -> None:
        """Give back room where more than half is no longer needed."""
        self._store.compact()

    def close(self) -> None:
        """Release the files."""
        self._store.close()


def _digest(text: str) -> bytes:
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=_DIGEST).digest()
