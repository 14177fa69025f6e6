from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import rag.index.row_files
from rag.encoding.products import by_bytes
from rag.index.codes import Codes, about, axes_of, codes_of, first, heads_of
from rag.index.generations import Generations
from rag.index.nearest import Nearest
from rag.index.row_files import Rows

DIMENSIONS = 48


def rows_of(count: int) -> NDArray[np.float32]:
    """Rows of length 1 that lie unevenly, as real vectors do."""
    chance = np.random.default_rng(7)
    spread = np.linspace(2.0, 0.1, DIMENSIONS)
    rows = (chance.standard_normal((count, DIMENSIONS)) * spread).astype(np.float32)
    return np.asarray(rows / np.linalg.norm(rows, axis=1, keepdims=True))


def codes_over(axes: NDArray[np.float32], parts: list[NDArray[np.float32]]) -> Codes:
    codes = [codes_of(part, axes) for part in parts]
    return Codes(axes, codes, [heads_of(each) for each in codes])


def nearest_of(parts: list[NDArray[np.float32]], ids: list[str], owners: list[int], *, coded: bool) -> Nearest:
    axes = axes_of(parts[0])
    codes = codes_over(axes, parts) if coded else None
    return Nearest(Rows(ids, parts, np.array(owners, dtype=np.int32), codes))


def test_by_codes_the_nearest_papers_and_their_cosines_are_the_exact_ones() -> None:
    rows = rows_of(6_000)
    ids = [f"p{n}" for n in range(6_000)]
    exact = nearest_of([rows], ids, list(range(6_000)), coded=False)
    coded = nearest_of([rows[:5_000], rows[5_000:]], ids, list(range(6_000)), coded=True)
    for question in rows_of(20):
        assert coded.nearest(question, 50) == pytest.approx(exact.nearest(question, 50), abs=1e-5)


@pytest.mark.parametrize("share", [1.0, 0.7, 0.01])
def test_the_heads_of_codes_lead_to_the_rows_that_a_look_at_all_codes_finds(share: float) -> None:
    rows = rows_of(3_000)
    rows[1_000:1_200] = rows[:200]  # equal scores
    axes = axes_of(rows)
    among = np.random.default_rng(3).random(3_000) < share if share < 1 else None
    codes = codes_of(rows, axes)
    for question in rows_of(5):
        scores = by_bytes(codes, (question @ axes)[None])[:, 0]
        wanted = first(scores if among is None else np.where(among, scores, scores.min() - 1), 25)
        found = codes_over(axes, [rows[:2_100], rows[2_100:]]).likely(question, 25, among)
        assert found.tolist() == wanted.tolist()


def test_a_look_over_every_sixteenth_score_keeps_more_rows_than_are_wanted() -> None:
    for scores in (np.arange(1_000), np.arange(1_000) % 16 == 0, np.zeros(1_000), np.arange(1_000)[::-1]):
        found = about(scores.astype(np.int32), 320)
        assert len(found) >= 20
        assert np.flatnonzero(scores > scores[found].min() - 1).tolist() == found.tolist()


def test_a_paper_of_several_rows_counts_by_its_nearest_one() -> None:
    rows = rows_of(4)
    found = nearest_of([rows], ["a", "b"], [0, 0, 1, 1], coded=False)
    assert found.nearest(rows[1], 2) == pytest.approx({0: 1.0, 1: float(max(rows[2] @ rows[1], rows[3] @ rows[1]))})
    assert found.cosines(rows[3], [1, 0])[0] == pytest.approx(1.0)


def test_a_paper_that_was_taken_out_is_not_among_the_nearest_nor_one_outside_the_mask() -> None:
    rows = rows_of(3)
    found = nearest_of([rows], ["", "b", "c"], [0, 1, 2], coded=False)
    assert set(found.nearest(rows[0], 3)) == {1, 2}
    assert set(found.nearest(rows[0], 3, found.mask(frozenset(["c"])))) == {2}


def test_a_paper_without_a_row_has_no_cosine() -> None:
    rows = rows_of(2)
    found = nearest_of([rows], ["a", "b", "lost"], [0, 1], coded=False)
    assert found.cosines(rows[0], [2, 0]).tolist() == pytest.approx([-2.0, 1.0])


def test_an_index_without_papers_has_no_nearest() -> None:
    empty = Nearest(Rows([], [np.zeros((0, 1), np.float32)], np.zeros(0, np.int32)))
    assert empty.nearest(np.ones(3, dtype=np.float32), 5) == {}


def test_many_rows_are_kept_with_codes_and_few_without(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = rows_of(30)
    for many, coded in ((40, False), (20, True)):
        monkeypatch.setattr(rag.index.row_files, "MANY", many)
        folder = tmp_path / str(many)
        folder.mkdir()
        rag.index.row_files._keep(folder, [f"p{n}" for n in range(30)], [rows], np.arange(30, dtype=np.int32))
        assert (rag.index.row_files._read(folder).codes is not None) == coded


def test_codes_of_an_earlier_layout_without_heads_are_made_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rag.index.row_files, "MANY", 20)
    rows, ids = rows_of(30), [f"p{n:02}" for n in range(30)]
    pages = [([f"{paper_id}:0" for paper_id in ids], rows)]

    def of_earlier_layout(folder: Path) -> None:
        rag.index.row_files._keep(folder, ids, [rows], np.arange(30, dtype=np.int32))
        (folder / "heads-0.npy").unlink()

    Generations(tmp_path).make(1, of_earlier_layout)
    collection: Any = None  # its vectors come from the pages
    found = Nearest.open(tmp_path, 1, collection, ids, lambda: iter(pages))
    assert next(iter(found.nearest(rows[7], 1))) == 7
    assert (tmp_path / "1" / "heads-0.npy").exists()
