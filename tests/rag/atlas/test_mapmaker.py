"""The map maker: an atlas made by a process of its own, kept, brought up to date, made again when it is lost."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from rag.atlas.mapmaker import Look, MapMaker
from rag.atlas.mapmaking import made
from rag.config import RagConfig
from rag.corpus.themes import themed
from rag.errors import IndexMissingError, IndexStoreError
from rag.index.snapshot import is_writable
from rag.indexing import Indexer, IndexStats
from rag.papers import Paper
from rag.store import PaperStore
from rag.testing import HashEmbedding
from tests.conftest import BATS, FROGS, HASH, OWLS, paper

Ingest = Callable[[Sequence[Paper]], IndexStats]


@pytest.fixture
def maker(animals: RagConfig) -> Iterator[MapMaker]:
    store = PaperStore.open(animals.index, HASH)
    making = MapMaker(lambda: store, HASH)
    yield making
    making.close()
    store.close()


def finished(maker: MapMaker) -> Look:
    """The look once nothing more is being made."""
    for _ in range(600):
        look = maker.look()
        if look.progress is None or look.progress.stage == "failed":
            return look
        Event().wait(0.1)
    raise AssertionError("the map was not made")


@pytest.mark.stores("slowly")
def test_an_atlas_is_made_in_the_background_and_kept_with_the_index(maker: MapMaker) -> None:
    first = maker.look()
    assert (first.atlas, first.progress is not None) == (None, True)
    look = finished(maker)
    assert look.atlas is not None
    assert look.atlas.ids == ["bats", "frogs", "owls"]
    files = list((maker._opened().path / "map").iterdir())
    assert [file.name for file in files] == [f"{look.generation}.atlas"]


def test_a_kept_atlas_is_there_at_once(maker: MapMaker, animals: RagConfig) -> None:
    made(animals.index, HASH, Path(animals.index) / "map")
    assert maker.look().progress is None


def test_new_papers_are_on_the_next_atlas_while_the_last_one_serves(
    maker: MapMaker, animals: RagConfig, index: Ingest
) -> None:
    made(animals.index, HASH, Path(animals.index) / "map")
    before = maker.look()
    index([BATS, FROGS, OWLS, paper("Newts regrow their tails in 30 days.", "NEWTNET", "newts")])
    stale = maker.look()
    assert (stale.generation, stale.atlas) == (before.generation, before.atlas)
    look = finished(maker)
    assert look.atlas is not None
    assert look.atlas.ids == ["bats", "frogs", "newts", "owls"]


def test_another_index_of_the_same_generation_gets_a_map_of_its_own(animals: RagConfig, tmp_path: Path) -> None:
    place, other = Path(animals.index), tmp_path / "other"
    with closing(PaperStore.create(str(other), HASH)) as store:
        Indexer(store, HashEmbedding()).ingest([BATS, FROGS, paper("Newts regrow tails.", "NEWTNET", "newts")])
        generation = store.manifest().generation
    made(animals.index, HASH, place / "map")
    made(str(other), HASH, other / "map")
    opened = [PaperStore.open(animals.index, HASH)]
    maker = MapMaker(lambda: opened[-1], HASH)
    first = maker.look()
    place.rename(tmp_path / "away")
    other.rename(place)
    opened.append(opened[0].refreshed())
    second = maker.look()
    assert first.generation == second.generation == generation
    assert [look.atlas.ids for look in (first, second) if look.atlas] == [
        ["bats", "frogs", "owls"],
        ["bats", "frogs", "newts"],
    ]
    maker.close()
    opened[-1].close()


def test_a_damaged_atlas_is_made_again(maker: MapMaker, animals: RagConfig) -> None:
    folder = Path(animals.index) / "map"
    generation = made(animals.index, HASH, folder)
    (folder / f"{generation}.atlas").write_bytes(b"half")
    assert maker.look().progress is not None
    (folder / f"{generation}.atlas").unlink()
    assert maker.look().progress is not None


def test_what_fails_says_why_and_is_not_begun_again_by_itself(animals: RagConfig) -> None:
    store = PaperStore.open(animals.index, HASH)
    maker = MapMaker(lambda: store, "another:model")
    look = finished(maker)
    assert look.progress is not None
    assert "was made with hash, but another:model is configured" in look.progress.message
    assert maker.look().progress == look.progress
    again = maker.look(again=True).progress
    assert again is not None
    assert again.stage == "reading"
    maker.close()
    store.close()


def test_an_index_that_may_not_be_written_has_its_atlas_elsewhere(
    animals: RagConfig, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rag.index.connection.is_writable", lambda chroma: False)
    assert is_writable(Path(animals.index) / "chroma")
    store = PaperStore.open(animals.index, HASH)
    maker = MapMaker(lambda: store, HASH)
    assert finished(maker).atlas is not None
    assert not (Path(animals.index) / "map").exists()
    maker.close()
    store.close()


def test_making_tells_its_stages(animals: RagConfig, tmp_path: Path) -> None:
    told: list[str] = []
    made(animals.index, HASH, tmp_path / "elsewhere", lambda stage, share: told.append(stage))
    assert told == ["themes"]


def test_beside_a_writer_the_map_waits_and_reads_again(
    animals: RagConfig, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rag.atlas.mapmaking._PAUSE_SECONDS", 0.0)
    reads: list[str] = []

    def read(store: PaperStore) -> Any:
        reads.append("read")
        if len(reads) == 1:  # what is half written looks like damage
            raise IndexStoreError("a row is not whole")
        if len(reads) == 2:
            store.mark(writing=False)
        return themed(store)

    monkeypatch.setattr("rag.atlas.mapmaking.themed", read)
    told: list[str] = []
    generation = made(animals.index, HASH, tmp_path, lambda stage, share: told.append(stage))
    assert (len(reads), told) == (3, ["waiting", "waiting", "themes"])
    assert (tmp_path / f"{generation}.atlas").exists()


def test_an_index_that_stays_unreadable_is_told(
    animals: RagConfig, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def read(_store: PaperStore) -> Any:
        raise IndexStoreError("a row is not whole")

    monkeypatch.setattr("rag.atlas.mapmaking._PAUSE_SECONDS", 0.0)
    monkeypatch.setattr("rag.atlas.mapmaking.themed", read)
    with pytest.raises(IndexStoreError, match="not whole"):
        made(animals.index, HASH, tmp_path)


def test_no_index_has_no_map(tmp_path: Path) -> None:
    with pytest.raises(IndexMissingError):
        made(str(tmp_path / "none"), HASH, tmp_path)
