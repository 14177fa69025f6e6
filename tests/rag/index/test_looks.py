"""A look at which nothing was lacking serves the next process that reads, until a file is written."""

import os
from contextlib import closing
from pathlib import Path

import pytest

import rag.index.connection
import rag.index.soundness
import rag.index.vector_files
from rag.config import RagConfig
from rag.index.looks import keep, kept
from rag.index.soundness import Look
from rag.indexing import Indexer
from rag.store import PaperStore
from rag.testing import HashEmbedding
from tests.conftest import HASH, paper

LONG_AGO = 1_600_000_000


@pytest.fixture
def index(config: RagConfig, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An index with vector files that were written long ago."""
    monkeypatch.setitem(rag.index.connection.HNSW, "sync_threshold", 10)
    with closing(PaperStore.create(config.index, HASH)) as store:
        Indexer(store, HashEmbedding()).ingest([paper(f"Fact number {i}.", f"P{i}", f"p{i}") for i in range(20)])
    path = Path(config.index)
    (path / "looked.json").unlink(missing_ok=True)
    for file in (path / "chroma").glob("*/*"):
        os.utime(file, (LONG_AGO, LONG_AGO))
    return path


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """The folders of vector files that are read from now on."""
    found: list[Path] = []
    names = rag.index.vector_files.named_rows

    def noted(folder: Path) -> dict[str, int]:
        found.append(folder)
        return names(folder)

    monkeypatch.setattr(rag.index.soundness, "named_rows", noted)
    return found


def opens(index: Path) -> bool:
    with closing(PaperStore.open(str(index), HASH)) as store:
        return len(store.ids()) == 20


def test_vector_files_that_were_seen_to_be_sound_are_not_read_by_the_next_reader(index: Path, read: list[Path]) -> None:
    assert opens(index)
    assert len(read) == 1
    assert opens(index)
    assert len(read) == 1


def test_who_writes_looks_all_the_same(index: Path, read: list[Path]) -> None:
    assert opens(index)
    PaperStore.create(str(index), HASH).close()
    assert len(read) == 2


def test_a_file_that_was_written_since_is_read(index: Path, read: list[Path]) -> None:
    assert opens(index)
    (file,) = (index / "chroma").glob("*/length.bin")
    file.write_bytes(file.read_bytes())
    assert opens(index)
    assert len(read) == 2


def test_a_look_at_files_that_have_just_been_written_is_not_kept(index: Path) -> None:
    (file,) = (index / "chroma").glob("*/length.bin")
    file.write_bytes(file.read_bytes())
    assert opens(index)
    assert kept(index) is None


def test_a_look_at_which_rows_were_lacking_is_not_kept(index: Path) -> None:
    keep(index, Look({"p1:0"}, "[]"))
    assert kept(index) is None


@pytest.mark.parametrize("said", ["", "[]", "{}", "\x00"])
def test_a_look_that_cannot_be_read_counts_for_nothing(index: Path, said: str) -> None:
    (index / "looked.json").write_text(said)
    assert kept(index) is None
