"""Spare vectors: each row's vector once more, beside Chroma's, so that its files can be made again without a model.

Each is kept with a digest of the text that it is of and of itself. 4 bytes a dimension, 1.5 KB an abstract.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import blake2b
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from rag.index.signs import SignStore

_DIGEST = 16


class SpareVectors:
    """Vectors by the ids of their rows.

    Args:
        folder: made when something is first put into it.
        kept: whether anything is; a server keeps its own vectors safe.
    """

    def __init__(self, folder: Path, *, kept: bool = True) -> None:
        self._store = SignStore(folder)
        self.kept = kept

    def get(self, texts: Mapping[str, str]) -> dict[str, NDArray[np.float32]]:
        """The vectors of rows, as they were put in; rows of which there is none of this text are left out.

        Args:
            texts: what was embedded, by the row's id.
        """
        found: dict[str, NDArray[np.float32]] = {}
        for row_id, kept in self._store.get(list(texts)).items():
            data = kept.tobytes()
            digest, vector = data[:_DIGEST], data[_DIGEST:]
            if len(vector) % 4 == 0 and digest == _digest(texts[row_id], vector):
                found[row_id] = np.frombuffer(vector, "<f4")
        return found

    def put(self, rows: Mapping[str, tuple[str, Sequence[float]]]) -> None:
        """Keep vectors, in place of those that the rows had.

        Args:
            rows: the text that was embedded and its vector, by the row's id.

        Raises:
            IndexStoreError: the folder cannot be written.
        """
        if not self.kept:
            return
        kept: dict[str, NDArray[np.uint8]] = {}
        for row_id, (text, vector) in rows.items():
            data = np.asarray(vector, "<f4").tobytes()
            kept[row_id] = np.frombuffer(_digest(text, data) + data, np.uint8)[None]
        self._store.put(kept)

    def drop(self, row_ids: Sequence[str]) -> None:
        """Forget rows."""
        self._store.drop(row_ids)

    def compact(self) -> None:
        """Give back room where more than half is no longer needed."""
        self._store.compact()

    def close(self) -> None:
        """Release the files."""
        self._store.close()


def _digest(text: str, vector: bytes) -> bytes:
    """Of the vector, too: a fault of the disk changes it and leaves its length as it was."""
    return blake2b(text.encode("utf-8", "surrogatepass") + vector, digest_size=_DIGEST).digest()
