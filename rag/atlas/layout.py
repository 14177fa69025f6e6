"""A layout: places in the plane for papers, so that those whose vectors are alike lie together.

t-SNE (van der Maaten & Hinton 2008) with every neighbour weighed alike, begun from the two main axes (Kobak & Berens
2019), its repulsion summed on a grid by Fourier transform (Linderman et al. 2019). It draws no lots: the same vectors
are laid out the same each time. On numpy alone: the libraries for it weigh 200 to 400 MB more and come no nearer.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Advance = Callable[[float], None]
"""Told how much of the work is done, 0 to 1."""

_STEPS, _EARLY = 600, 200
_TIGHT = 12.0
"""How much nearer neighbours are drawn in the early steps, so that what belongs together finds itself."""
_MORE_STEPS = 150
"""Steps from a layout that is known already."""
_SPACING = 0.5
"""Of the grid, where the kernel's half width is 1."""
_FEWEST_CELLS, _MOST_CELLS = 40, 1_000
_SLOWEST, _FARTHEST = 50.0, 5.0
"""The least rate of learning (Belkina et al. 2019 for the usual one), and the longest step."""
_BLOCK = 8_000_000
"""Cosines held at a time."""
_AXES = 64
_MANY = 5_000
"""Papers from which neighbours are sought by the main axes alone."""


def main_axes(vectors: Floats, count: int = 2) -> Floats:
    """Places along the directions in which vectors differ most (PCA), shape (papers, count).

    Args:
        vectors: shape (papers, dimensions).
        count: of directions; what the dimensions lack is 0.
    """
    if not len(vectors):
        return np.zeros((0, count), dtype=np.float32)
    middle = vectors - vectors.mean(axis=0)
    _, axes = np.linalg.eigh(middle.T @ middle)
    axes = axes[:, ::-1][:, :count]
    axes = axes * np.where(axes[np.abs(axes).argmax(axis=0), np.arange(axes.shape[1])] < 0, -1, 1)
    found = np.zeros((len(vectors), count), dtype=np.float32)
    found[:, : axes.shape[1]] = middle @ axes
    return found


def neighbours(vectors: Floats, count: int, advance: Advance = lambda share: None) -> NDArray[np.int32]:
    """The nearest others of each paper by cosine, nearest first, shape (papers, count).

    Args:
        vectors: shape (papers, dimensions), each of length 1; more papers than `count`.
        count: of neighbours.
        advance: told of the progress.
    """
    if len(vectors) > _MANY and vectors.shape[1] > _AXES:
        vectors = main_axes(vectors, _AXES)
        vectors = vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-12)
    found = np.empty((len(vectors), count), dtype=np.int32)
    step = max(1, _BLOCK // len(vectors))
    for start in range(0, len(vectors), step):
        near = vectors[start : start + step] @ vectors.T
        rows = np.arange(len(near))
        near[rows, start + rows] = -np.inf
        some = np.argpartition(near, len(vectors) - count, axis=1)[:, -count:]
        order = np.argsort(-np.take_along_axis(near, some, axis=1), axis=1, kind="stable")
        found[start : start + step] = np.take_along_axis(some, order, axis=1)
        advance((start + len(near)) / len(vectors))
    return found


def laid_out(
    near: NDArray[np.int32],
    start: Floats,
    advance: Advance = lambda share: None,
    *,
    known: NDArray[np.bool_] | None = None,
) -> Floats:
    """Places in the plane, shape (papers, 2).

    Args:
        near: as `neighbours` finds them.
        start: where to begin, shape (papers, 2).
        advance: told of the progress.
        known: papers whose `start` is their place in an earlier layout; the others begin among their neighbours,
            and all move little. None begins anew.
    """
    pull = _Pull(near)
    if known is None:
        places = start * np.float32(1e-4 / max(float(start[:, 0].std()), 1e-12))
        early, steps = _EARLY, _STEPS
    else:
        places, early, steps = _joined(near, start, known), 0, _MORE_STEPS
    speed, gains = np.zeros_like(places), np.ones_like(places)
    for step in range(steps):
        tight, momentum = (_TIGHT, 0.5) if step < early else (1.0, 0.8)
        slope = tight * pull.of(places) - _push(places)
        gains = np.clip(np.where(np.sign(slope) == np.sign(speed), gains * 0.8, gains + 0.2), 0.01, None)
        speed = momentum * speed - max(_SLOWEST, len(places) / tight) * gains * slope
        speed /= np.maximum(np.linalg.norm(speed, axis=1, keepdims=True) / _FARTHEST, 1)
        places = (places + speed).astype(np.float32)
        places -= places.mean(axis=0)
        advance((step + 1) / steps)
    return places


class _Pull:
    """Draws neighbours together, whichever of the two is near to the other."""

    def __init__(self, near: NDArray[np.int32]) -> None:
        papers, count = near.shape
        one = np.repeat(np.arange(papers, dtype=np.int32), count)
        ends = np.concatenate([one, near.ravel()]), np.concatenate([near.ravel(), one])
        order = np.argsort(ends[0], kind="stable")
        self._from, self._to = ends[0][order], ends[1][order]
        self._starts = np.searchsorted(self._from, np.arange(papers))

    def of(self, places: Floats) -> Floats:
        apart = places[self._from] - places[self._to]
        apart /= (1 + np.einsum("ij,ij->i", apart, apart))[:, None]
        return np.asarray(np.add.reduceat(apart, self._starts, axis=0) / np.float32(len(self._to)))


def _push(places: Floats) -> Floats:
    """What drives all papers apart: masses on a grid, turned into a field, read where the papers are."""
    low = places.min(axis=0)
    span = float((places - low).max())
    spacing = _SPACING
    while spacing * _FEWEST_CELLS > max(span, 1e-3):  # powers of two, so that kernels serve again
        spacing /= 2
    while spacing * _MOST_CELLS < span:
        spacing *= 2
    side = -(-2 * (int(span / spacing) + 3) // 64) * 64
    where = (places - low) / np.float32(spacing)
    cell = where.astype(np.int64)
    after = where - cell
    before = 1 - after
    corner = cell[:, 0] * side + cell[:, 1]
    corners = np.stack([corner, corner + 1, corner + side, corner + side + 1])
    shares = np.stack(
        [before[:, 0] * before[:, 1], before[:, 0] * after[:, 1], after[:, 0] * before[:, 1], after[:, 0] * after[:, 1]]
    )
    mass = np.bincount(corners.ravel(), shares.ravel(), side * side).reshape(side, side).astype(np.float32)
    spectrum = np.fft.rfft2(mass)
    fields = (np.fft.irfft2(spectrum * kernel, s=(side, side)).ravel() for kernel in _kernels(side, spacing))
    total, across, down = ((field[corners] * shares).sum(axis=0) for field in fields)
    every = max(float(total.sum()) - len(places), 1e-9)
    return np.asarray(np.stack([across, down], axis=1) / np.float32(every), dtype=np.float32)


@lru_cache(maxsize=4)
def _kernels(side: int, spacing: float) -> tuple[NDArray[np.complexfloating], ...]:
    """How much is felt at each distance, and its two directions, transformed."""
    steps = (np.fft.fftfreq(side, 1 / side) * spacing).astype(np.float32)
    across, down = np.meshgrid(steps, steps, indexing="ij")
    felt = 1 / (1 + across**2 + down**2)
    return tuple(np.fft.rfft2(kernel) for kernel in (felt, across * felt**2, down * felt**2))


def _joined(near: NDArray[np.int32], start: Floats, known: NDArray[np.bool_]) -> Floats:
    """Places in which papers that are new stand in the middle of their neighbours that are not."""
    places = start.astype(np.float32)
    weights = known[near].astype(np.float32)
    middle = (places[near] * weights[:, :, None]).sum(axis=1) / np.maximum(weights.sum(axis=1), 1)[:, None]
    # Never two on one spot: those are never parted again.
    turn = np.arange(len(places), dtype=np.float32) * np.float32(2.4)
    beside = np.stack([np.cos(turn), np.sin(turn)], axis=1) * np.float32(0.1)
    return np.where(known[:, None], places, middle + beside).astype(np.float32)
