"""Codes: rows in fewer dimensions and one byte a value, for a first look at which rows are worth an exact product.

Principal components keep what sets the papers' vectors apart; half of the bundled model's dimensions keep 94% of their
variance. A quarter of them, the heads, say which rows are worth a look at their codes. Of the hundred nearest of a
million rows, 99.7% are then among the first thousand (99.8% without the heads), which takes 19 ms in place of 33; exact
products take 160.
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
HEAD = 96
"""Values of a code that its head has."""
_WIDE, _EVERY = 20, 16
"""Rows whose codes are looked at for each that is wanted; and how many scores one of them stands for."""


class Codes:
    """The codes of an index's rows.

    Args:
        axes: what a vector is multiplied with to have its code, shape (dimensions, values).
        parts: the codes, each of shape (rows, values).
        heads: the first values of each part's codes, see `heads_of`.
    """

    def __init__(
        self, axes: NDArray[np.float32], parts: Sequence[NDArray[np.uint8]], heads: Sequence[NDArray[np.uint8]]
    ) -> None:
        self._axes = axes
        self._parts = parts
        self._begins = np.cumsum([0, *map(len, parts)])
        self._heads = heads

    def likely(
        self, vector: NDArray[np.float32], limit: int, among: NDArray[np.bool_] | None = None
    ) -> NDArray[np.intp]:
        """The rows whose products with a vector are the highest, as far as the codes can tell; highest first.

        Args:
            vector: shape (dimensions,).
            limit: how many at most.
            among: which rows may be found, shape (rows of all parts,); all by default.
        """
        asked = (vector @ self._axes)[None]
        wide = _WIDE * limit
        rows = None if among is None else np.flatnonzero(among)
        if (self._begins[-1] if rows is None else len(rows)) > wide:
            head = asked[:, :HEAD]
            scores = np.concatenate([by_bytes(part, head)[:, 0] for part in self._heads])
            rows = about(scores, wide) if rows is None else rows[about(scores[rows], wide)]
        elif rows is None:
            rows = np.arange(self._begins[-1])
        return rows[first(by_bytes(self._gathered(rows), asked)[:, 0], limit)]

    def _gathered(self, rows: NDArray[np.intp]) -> NDArray[np.uint8]:
        """Codes by the numbers of their rows, which are in order."""
        edges = np.searchsorted(rows, self._begins)
        spans = zip(self._parts, self._begins, edges, edges[1:], strict=False)
        return np.concatenate([part[rows[low:high] - begin] for part, begin, low, high in spans])


def about(scores: NDArray[np.int32], count: int) -> NDArray[np.intp]:
    """The places of about as many of the highest scores, in order: their edge is that of every sixteenth score."""
    some = scores[::_EVERY]
    edge = np.partition(some, len(some) - count // _EVERY)[len(some) - count // _EVERY]
    return np.flatnonzero(scores >= edge)


def first(scores: NDArray[np.generic], limit: int) -> NDArray[np.intp]:
    """The places of the highest scores, best first; equal ones in their order."""
    if len(scores) > limit:
        edge = np.partition(scores, len(scores) - limit)[len(scores) - limit]
        above = np.flatnonzero(scores > edge)
        some = np.concatenate([above, np.flatnonzero(scores == edge)[: limit - len(above)]])
    else:
        some = np.arange(len(scores))
    return some[np.lexsort((some, -scores[some]))]


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


def heads_of(codes: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The values of codes along the axes that tell most, apart, since memory is read by whole lines."""
    return np.ascontiguousarray(codes[:, :HEAD])
