"""Damage: what is derived is made again, what is not is named in one sentence with the cure."""

import shutil
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from rag.config import RagConfig
from rag.errors import IndexBusyError, IndexMissingError, IndexStoreError
from rag.index.faults import explained, reporting
from rag.index.signs import SignStore
from rag.indexing import IndexStats
from rag.papers import Paper
from rag.store import PaperStore
from tests.conftest import BATS, FROGS, HASH, OWLS, QUESTION, ask, engine_over, paper

Ingest = Callable[[Sequence[Paper]], IndexStats]


@pytest.mark.parametrize("content", [None, b""])
def test_an_index_that_lost_its_database_is_not_taken_for_a_new_one(animals: RagConfig, content: bytes | None) -> None:
    database = Path(animals.index) / "chroma" / "chroma.sqlite3"
    database.unlink()
    if content is not None:
        database.write_bytes(content)
    for open_ in (PaperStore.open, PaperStore.create):
        with pytest.raises(IndexStoreError, match=r"is damaged \(chroma/chroma\.sqlite3 is (missing|empty)"):
            open_(animals.index, HASH)


def test_an_index_that_lost_its_papers_is_not_taken_for_a_new_one(animals: RagConfig) -> None:
    store = PaperStore.open(animals.index, HASH)
    store._connection.client.delete_collection("papers")
    store.close()
    for open_ in (PaperStore.open, PaperStore.create):
        with pytest.raises(IndexStoreError, match=r"is damaged .its papers are gone"):
            open_(animals.index, HASH)


def test_an_index_that_another_program_holds_is_told_as_busy(
    animals: RagConfig, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rag.index.soundness._WAIT_SECONDS", 0.05)
    with closing(sqlite3.connect(Path(animals.index) / "chroma" / "chroma.sqlite3", isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(IndexBusyError, match="Another process is using the index"):
            PaperStore.open(animals.index, HASH)


def test_an_index_whose_making_was_cut_off_is_none_yet_and_becomes_one(config: RagConfig) -> None:
    database = Path(config.index) / "chroma" / "chroma.sqlite3"
    database.parent.mkdir(parents=True)
    with closing(sqlite3.connect(database)) as half:
        half.execute("CREATE TABLE migrations (dir TEXT, version INTEGER, filename TEXT, sql TEXT, hash TEXT)")
    with pytest.raises(IndexMissingError):
        PaperStore.open(config.index, HASH)
    store = PaperStore.create(config.index, HASH)
    assert store.count() == 0
    store.close()


@pytest.mark.parametrize("folders", ["", "chroma"])
def test_an_empty_folder_is_no_index_and_becomes_one(config: RagConfig, folders: str) -> None:
    (Path(config.index) / folders).mkdir(parents=True)
    with pytest.raises(IndexMissingError):
        PaperStore.open(config.index, HASH)
    store = PaperStore.create(config.index, HASH)
    assert store.count() == 0
    store.close()


def test_a_row_without_its_fields_is_named(animals: RagConfig) -> None:
    store = PaperStore.open(animals.index, HASH)
    store.collection.update(ids=["frogs:0"], metadatas=[{"paper_id": None, "chunks": None}])
    with pytest.raises(IndexStoreError, match="the row frogs:0 is not whole"):
        list(store.papers())
    with pytest.raises(IndexStoreError, match="the row frogs:0 is not whole"):
        store.get(["frogs"])
    store.close()


def test_a_paper_that_lost_a_part_is_named(index: Ingest, config: RagConfig) -> None:
    index([paper("Bats hear well in the dark. " * 300, "B", "b")])
    store = PaperStore.open(config.index, HASH)
    store.collection.delete(ids=["b:1"])
    with pytest.raises(IndexStoreError, match="the paper b has lost a part"):
        store.get(["b"])
    store.close()


@pytest.mark.parametrize("part", ["lexical", "facts", "signs"])
@pytest.mark.parametrize("way", ["cut", "flip", "gone"])
def test_derived_files_that_changed_are_made_again(animals: RagConfig, part: str, way: str) -> None:
    whole = ask(engine_over(animals)[0])
    for file in [path for path in (Path(animals.index) / part).rglob("*") if path.is_file()]:
        data = file.read_bytes()
        if way == "gone":
            file.unlink()
        else:
            file.write_bytes(data[: len(data) // 2] if way == "cut" else bytes(byte ^ 0xFF for byte in data))
    again = ask(engine_over(animals)[0])
    assert (again["answer"], again["citations"]) == (whole["answer"], whole["citations"])


def test_damaged_signs_do_not_stop_a_run(animals: RagConfig, index: Ingest) -> None:
    (Path(animals.index) / "signs" / "places.sqlite").write_bytes(b"garbage" * 999)
    assert index([BATS, FROGS, OWLS, paper("Whales sing.", "W", "whales")]).added == 1
    signs = SignStore(Path(animals.index) / "signs")
    assert signs.ids() == {"whales"}
    signs.close()


@pytest.mark.parametrize(
    ("error", "kind", "said"),
    [
        (OSError(28, "No space left on device"), IndexStoreError, "is full.*free some room"),
        (RuntimeError("(code: 13) database or disk is full"), IndexStoreError, "is full.*free some room"),
        (RuntimeError("(code: 5) database is locked"), IndexBusyError, "Another process is using"),
        (RuntimeError("attempt to write a readonly database"), IndexStoreError, "chmod -R u"),
        (OSError(24, "Too many open files"), IndexStoreError, "ulimit -n"),
        (RuntimeError("database disk image is malformed"), IndexStoreError, "is damaged.*build it anew"),
        (
            RuntimeError("InternalError: Inconsistent hash: db=1, source=2"),
            IndexStoreError,
            "is damaged.*build it anew",
        ),
        (RuntimeError("something\nnew"), IndexStoreError, "something new.*run the same command again"),
    ],
)
def test_an_error_from_below_is_told_in_one_line_with_the_cure(
    tmp_path: Path, error: Exception, kind: type[IndexStoreError], said: str
) -> None:
    found = explained(tmp_path, error)
    assert type(found) is kind
    assert "\n" not in str(found)
    with pytest.raises(kind, match=said):
        raise found


def test_a_disk_without_room_is_not_taken_for_damage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    usage = shutil.disk_usage(tmp_path)
    monkeypatch.setattr("rag.index.faults.disk_usage", lambda place: usage._replace(free=1_000))
    assert "is full" in str(explained(tmp_path, RuntimeError("Error loading hnsw index")))


def test_a_panic_below_is_told_as_an_error(tmp_path: Path) -> None:
    class Panic(BaseException):
        pass

    class Collection:
        name = "papers"

        def get(self) -> None:
            raise Panic("called `Result::unwrap()` on an `Err` value")

    collection = reporting(Collection(), partial(explained, tmp_path))  # type: ignore[arg-type]
    assert collection.name == "papers"
    with pytest.raises(IndexStoreError, match="is damaged"):
        collection.get()


def test_vectors_of_another_length_are_told_as_such(animals: RagConfig) -> None:
    store = PaperStore.open(animals.index, HASH)
    with pytest.raises(IndexStoreError, match=r"another length.*python ingest\.py PATH --index"):
        store.collection.query(query_embeddings=[1.0, 0.0], n_results=1)
    store.close()


def test_a_full_disk_makes_the_lexical_index_in_memory(animals: RagConfig, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(folder: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("rag.index.generations.seal", full)
    assert ask(engine_over(animals)[0], QUESTION)["citations"][0]["paper_id"] == "bats"
    assert list((Path(animals.index) / "lexical").iterdir()) == []
