"""Codes: rows in fewer dimensions and one byte a value, for a first look at which rows are worth an exact product.

Principal components keep what sets the papers' vectors apart; half of the bundled model's dimensions keep 94% of their
variance. Of the hundred nearest of 49,379 real papers, 99.9% are among the first thousand by these codes, and a million
rows are gone through in 20 ms, where exact products take 160.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from rag.encoding.products import by_bytes

_AXES = 192
_SAMPLE = 20_000
"""Rows that the axes are fitted to: more make no difference."""
_MIDDLE, _REACH = 128, 127


class Codes:
    """The codes of an index's rows.

    Args:
        axes: what a vector is multiplied with to have its code, shape (dimensions, values).
        parts: the codes, each of shape (rows, values).
    """

    def __init__(self, axes: NDArray[np.float32], parts: Sequence[NDArray[np.uint8]]) -> None:
        self._axes = axes
        self._parts = [part for part in parts if len(part)]

    def scores(self, vector: NDArray[np.float32]) -> NDArray[np.int32]:
        """A number for each row that grows with its product with a vector, as far as the codes can tell.

        Args:
            vector: shape (dimensions,).
        """
        found = [by_bytes(part, (vector @ self._axes)[None])[:, 0] for part in self._parts]
        return np.concatenate(found) if found else np.zeros(0, np.int32)


def axes_of(rows: NDArray[np.float32]) -> NDArray[np.float32]:
    """The axes along which rows differ most, scaled so that every code fits a byte.

    Args:
        rows: shape (rows, dimensions).

    Returns:
        Shape (dimensions, values).
    """
    some = np.asarray(rows[:: max(1, len(rows) // _SAMPLE)], dtype=np.float32)
    _, directions = np.linalg.eigh(some.T @ some)
    axes = np.asarray(directions[:, ::-1][:, :_AXES], dtype=np.float32)
    reach = float(np.abs(some @ axes).max(initial=0.0))
    return axes * np.float32(_REACH / max(reach, 1e-12))


def codes_of(rows: NDArray[np.float32], axes: NDArray[np.float32]) -> NDArray[np.uint8]:
    """The code of each row.

    Args:
        rows: shape (rows, dimensions).
        axes: see `axes_of`.
    """
    codes = np.empty((len(rows), axes.shape[1]), dtype=np.uint8)
    for at in range(0, len(rows), _SAMPLE):  # a million rows at once would be held twice
        values = np.asarray(rows[at : at + _SAMPLE]) @ axes
        codes[at : at + _SAMPLE] = np.clip(np.round(values), -_REACH, _REACH) + _MIDDLE
    return codes
