"""The atlas: places and themes of all papers, kept by generation, made again when damaged."""

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from rag.atlas.atlas import Atlas, drawn, keep, kept, latest
from rag.corpus.themes import themes_of
from rag.papers import Paper
from rag.testing import HashEmbedding
from tests.conftest import paper

WORDS = ("bats hunt moths by echo", "frogs leap over wet leaves", "owls hear mice in snow")


def papers(count: int) -> list[Paper]:
    return [paper(f"{WORDS[at % 3]} number{at}", f"Title {at}", f"p{at:03d}") for at in range(count)]


def vectors(some: list[Paper]) -> NDArray[np.float32]:
    rows = np.array(HashEmbedding().get_text_embedding_batch([one.abstract for one in some]), dtype=np.float32)
    return np.asarray(rows / np.linalg.norm(rows, axis=1, keepdims=True), dtype=np.float32)


@pytest.fixture(scope="module")
def atlas() -> Atlas:
    some = papers(60)
    return drawn(some, vectors(some))


def test_places_fill_a_square_and_themes_are_those_of_the_chat(atlas: Atlas) -> None:
    some = papers(60)
    themes = themes_of(vectors(some), some)
    assert atlas.method == "neighbours"
    assert atlas.names == [theme.name for theme in themes]
    assert np.bincount(atlas.theme).tolist() == [len(theme.members) for theme in themes]
    assert np.ptp(atlas.places, axis=0).max() == pytest.approx(1)
    assert atlas.places.min() >= -1e-6
    assert atlas.places.max() <= 1 + 1e-6
    assert (atlas.ids[7], atlas.titles[7]) == ("p007", "Title 7")


@pytest.mark.parametrize("count", [1, 2, 49])
def test_few_papers_lie_along_their_main_axes(count: int) -> None:
    some = papers(count)
    atlas = drawn(some, vectors(some))
    assert (atlas.method, atlas.places.shape) == ("axes", (count, 2))
    assert np.isfinite(atlas.places).all()


def test_no_papers_have_an_empty_atlas(tmp_path: Path) -> None:
    keep(drawn([], np.zeros((0, 1), dtype=np.float32)), tmp_path, 1)
    found = kept(tmp_path, 1)
    assert found is not None
    assert (found.ids, found.names, found.places.shape) == ([], [], (0, 2))


def test_an_atlas_that_was_kept_is_read_as_it_was(atlas: Atlas, tmp_path: Path) -> None:
    keep(atlas, tmp_path / "map", 4)
    found = kept(tmp_path / "map", 4)
    assert found is not None
    assert (found.places == atlas.places).all()
    assert (found.theme == atlas.theme).all()
    assert (found.ids, found.titles, found.names, found.method) == (
        atlas.ids, atlas.titles, atlas.names, atlas.method,
    )  # fmt: skip


def test_earlier_generations_go_and_the_newest_that_is_whole_is_the_latest(atlas: Atlas, tmp_path: Path) -> None:
    keep(atlas, tmp_path, 4)
    keep(atlas, tmp_path, 6)
    assert [path.name for path in tmp_path.iterdir()] == ["6.atlas"]
    assert kept(tmp_path, 4) is None
    (tmp_path / "8.atlas").write_bytes(b"half")
    found = latest(tmp_path)
    assert found is not None
    assert found.ids == atlas.ids


@pytest.mark.parametrize("damage", [b"", b"half of it", None])
def test_a_damaged_atlas_is_none(atlas: Atlas, tmp_path: Path, damage: bytes | None) -> None:
    keep(atlas, tmp_path, 4)
    file = tmp_path / "4.atlas"
    file.write_bytes(file.read_bytes()[:-40] + b"x" * 40 if damage is None else damage)
    assert kept(tmp_path, 4) is None


def test_papers_that_an_earlier_atlas_has_stay_about_where_they_are(atlas: Atlas) -> None:
    some = papers(66)
    after = drawn(some, vectors(some), atlas)
    moved = np.linalg.norm(after.raw[:60] - atlas.raw, axis=1)
    assert np.median(moved) < 0.25 * np.ptp(atlas.raw, axis=0).max()
    assert len(after.ids) == 66
