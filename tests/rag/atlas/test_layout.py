"""The layout: neighbours found, kept together, the same each time, and moved little by newcomers."""

import numpy as np
import pytest
from numpy.typing import NDArray

from rag.atlas.layout import laid_out, main_axes, neighbours

GROUPS, MEMBERS = 3, 40


def unit(rows: NDArray[np.float64]) -> NDArray[np.float32]:
    return np.asarray(rows / np.linalg.norm(rows, axis=1, keepdims=True), dtype=np.float32)


@pytest.fixture(scope="module")
def vectors() -> NDArray[np.float32]:
    """Three groups about three directions, one after the other."""
    noise = np.random.default_rng(1).normal(0, 0.15, (GROUPS * MEMBERS, 8))
    return unit(noise + np.repeat(np.eye(8)[:GROUPS], MEMBERS, axis=0))


def groups_of_neighbours(places: NDArray[np.float32]) -> float:
    """The share of papers whose nearest on the map is of their own group."""
    apart = np.linalg.norm(places[:, None] - places[None], axis=2)
    np.fill_diagonal(apart, np.inf)
    group = np.arange(len(places)) // MEMBERS
    return float((group[apart.argmin(axis=1)] == group).mean())


def test_neighbours_are_the_nearest_others_in_order() -> None:
    rows = unit(np.array([[1, 0], [1, 0.1], [1, 0.3], [0, 1]], dtype=np.float64))
    assert neighbours(rows, 2).tolist() == [[1, 2], [0, 2], [1, 0], [2, 1]]


def test_neighbours_of_many_are_sought_by_the_main_axes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rag.atlas.layout._MANY", 1)
    monkeypatch.setattr("rag.atlas.layout._AXES", 2)
    rows = unit(np.array([[1, 0, 0.01], [1, 0.1, 0], [0, 1, 0.01], [0.1, 1, 0]], dtype=np.float64))
    assert neighbours(rows, 1)[:, 0].tolist() == [1, 0, 3, 2]


def test_papers_that_are_alike_lie_together(vectors: NDArray[np.float32]) -> None:
    places = laid_out(neighbours(vectors, 15), main_axes(vectors))
    assert places.shape == (len(vectors), 2)
    assert groups_of_neighbours(places) == 1.0


def test_the_same_vectors_are_laid_out_the_same(vectors: NDArray[np.float32]) -> None:
    near = neighbours(vectors, 15)
    one, other = (laid_out(near, main_axes(vectors)) for _ in range(2))
    assert (one == other).all()


def test_newcomers_stand_among_their_neighbours_and_the_others_about_where_they_stood(
    vectors: NDArray[np.float32],
) -> None:
    near = neighbours(vectors, 15)
    before = laid_out(near, main_axes(vectors))
    known = np.arange(len(vectors)) % 10 != 0
    after = laid_out(near, np.where(known[:, None], before, np.float32(0)), known=known)
    assert groups_of_neighbours(after) == 1.0
    size = np.ptp(before, axis=0).max()
    assert np.median(np.linalg.norm(after - before, axis=1)[known]) < 0.1 * size


def test_two_papers_with_the_same_words_are_laid_out_all_the_same() -> None:
    rows = unit(np.ones((60, 4)))
    assert np.isfinite(laid_out(neighbours(rows, 15), main_axes(rows))).all()


def test_the_progress_ends_with_all_of_it(vectors: NDArray[np.float32]) -> None:
    told: list[float] = []
    near = neighbours(vectors, 15, told.append)
    assert told == [1.0]
    laid_out(near, main_axes(vectors), told.append)
    assert told[-1] == 1.0


def test_main_axes_are_those_of_the_greatest_difference() -> None:
    rows = np.array([[0, 5, 0], [0, -5, 0], [1, 0, 0], [-1, 0, 0]], dtype=np.float32)
    assert main_axes(rows).tolist() == [[5, 0], [-5, 0], [0, 1], [0, -1]]


def test_what_has_one_dimension_has_no_second_axis() -> None:
    assert main_axes(np.array([[1], [3]], dtype=np.float32)).tolist() == [[-1, 0], [1, 0]]
