"""Vector files that a kill or a fault broke are made again by the next run or question, and so says one sentence."""

import json
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

import ingest
import rag.embedding
import rag.engine
import rag.index.connection
import rag.index.mending
from rag.__main__ import main
from rag.config import RagConfig
from rag.errors import IndexBusyError, ModelError
from rag.index.locking import held
from rag.index.mending import mend
from rag.index.soundness import SegmentDamageError, look
from rag.index.spare_vectors import SpareVectors
from rag.indexing import Indexer, IndexStats
from rag.papers import Paper
from rag.store import PaperStore
from rag.testing import HashEmbedding
from tests.conftest import BATS, HASH, QUESTION, ask, engine_over, paper
from tests.rag.rows import content

Ingest = Callable[[Sequence[Paper]], IndexStats]
PAPERS = [BATS, *(paper(f"Fact number {i}.", f"P{i}", f"p{i}") for i in range(149))]
BREAKS = {
    "header.bin": (21, "header.bin is not whole"),
    "length.bin": (-9, "length.bin is not whole"),
    "data_level0.bin": (-60_000, "data_level0.bin has"),
    "link_lists.bin": (3, "link_lists.bin"),
    "index_metadata.pickle": (-100, "index_metadata.pickle is not whole"),
}


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An index large enough for Chroma to have written its vector files and cut its log."""
    path = tmp_path_factory.mktemp("whole") / "index"
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(rag.index.connection.HNSW, "sync_threshold", 100)  # by default a thousand
        store = PaperStore.create(str(path), HASH)
    Indexer(store, HashEmbedding()).ingest(PAPERS)
    store.close()
    return path


@pytest.fixture
def broken(whole: Path, config: RagConfig) -> Path:
    """A copy of it, to be broken."""
    return shutil.copytree(whole, Path(config.index))


def segment(index: Path) -> Path:
    (found,) = (index / "chroma").glob("*/header.bin")
    return found.parent


def spoil(file: Path, at: int | None) -> None:
    """Take a file away, cut its end off, or turn one of its bytes over."""
    data = bytearray(file.read_bytes())
    if at is None:
        file.unlink()
    elif at < 0:
        file.write_bytes(data[:at])
    else:
        data[at] ^= 0xFF
        file.write_bytes(data)


@pytest.fixture
def commands(monkeypatch: pytest.MonkeyPatch) -> HashEmbedding:
    """The commands with the hash embedding."""
    model = HashEmbedding()
    monkeypatch.setenv("RAG_EMBEDDING", HASH)
    for module in (rag.embedding, rag.engine):
        monkeypatch.setattr(module, "build_embedding", lambda spec, timeout: model)
    monkeypatch.setattr(rag.engine, "_encoder", lambda model: model)
    return model


@pytest.mark.parametrize(
    ("name", "at", "said"),
    [
        *((name, *how) for name, how in BREAKS.items()),
        ("data_level0.bin", 7, "a link that leads nowhere"),
        ("data_level0.bin", 263, "a vector that is not of length 1"),
        ("data_level0.bin", 2, "names vectors that are not there"),
        *((name, None, f"{name} is missing") for name in BREAKS),
    ],
)
def test_a_vector_file_that_would_not_load_is_found_and_made_again(
    whole: Path, broken: Path, name: str, at: int | None, said: str
) -> None:
    spoil(segment(broken) / name, at)
    with pytest.raises(SegmentDamageError, match=said):
        look(broken / "chroma", "papers")
    store, model = PaperStore.create(str(broken), HASH), HashEmbedding()
    assert "were made again: 127 vectors." in mend(store, model)
    store.close()
    assert model.calls == []
    assert look(broken / "chroma", "papers").lacking == set()
    assert content(broken) == content(whole)


@pytest.mark.parametrize("name", BREAKS)
def test_the_next_run_just_works_and_says_what_was_done(
    whole: Path, broken: Path, tmp_path: Path, commands: HashEmbedding, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    spoil(segment(broken) / name, BREAKS[name][0])
    (tmp_path / "new.jsonl").write_text('{"id": "w", "title": "W", "abstract": "Whales sing."}\n')
    assert ingest.main([str(tmp_path / "new.jsonl"), "--index", str(broken), "--json"]) == 0
    out, error = capsys.readouterr()
    assert json.loads(out)["papers"] == 151
    assert "were not whole, as after a kill. They were made again: 127 vectors." in error
    assert commands.calls == ["W\nWhales sing."]
    assert {row_id: row for row_id, row in content(broken).items() if row_id != "w:0"} == content(whole)


@pytest.mark.parametrize("name", BREAKS)
def test_the_next_question_just_works_and_says_what_was_done(
    broken: Path, commands: HashEmbedding, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    spoil(segment(broken) / name, BREAKS[name][0])
    for said in ("They were made again: 127 vectors.", ""):
        assert main(["ask", QUESTION, "--json", "--index", str(broken)]) == 0
        out, error = capsys.readouterr()
        assert json.loads(out)["citations"][0]["paper_id"] == "bats"
        assert said in error
        assert bool(said) == bool(error)


def test_vectors_that_were_not_kept_are_embedded_anew_and_then_kept(whole: Path, broken: Path) -> None:
    shutil.rmtree(broken / "spare")
    model = HashEmbedding()
    for said in ("127 vectors, 127 of them embedded anew.", "149 vectors, 23 of them embedded anew.", "128 vectors."):
        spoil(segment(broken) / "header.bin", None)
        store = PaperStore.create(str(broken), HASH)
        assert said in mend(store, model)
        store.close()
        assert content(broken) == content(whole)
    assert len(model.calls) == 150


def test_mending_that_is_cut_off_is_ended_by_the_next(
    whole: Path, broken: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rag.index.mending, "_BATCH", 10)

    class Failing(HashEmbedding):
        def _get_text_embedding(self, text: str) -> list[float]:
            if len(self.calls) == 100:
                raise OSError("gone")
            return super()._get_text_embedding(text)

    spoil(segment(broken) / "index_metadata.pickle", -100)
    shutil.rmtree(broken / "spare")
    store = PaperStore.create(str(broken), HASH)
    with pytest.raises(ModelError, match="The index lost vectors"):
        mend(store, Failing())
    store.close()
    store = PaperStore.create(str(broken), HASH)
    assert 0 < len(store.lacking) < 127
    mend(store, HashEmbedding())
    store.close()
    assert content(broken) == content(whole)


def test_older_vector_files_are_found_to_lack_what_came_later(whole: Path, broken: Path) -> None:
    older = shutil.copytree(segment(broken), broken.parent / "older")
    later = [paper(f"Later fact {i}.", f"L{i}", f"l{i}") for i in range(150)]
    store = PaperStore.create(str(broken), HASH)
    Indexer(store, HashEmbedding()).ingest(later)
    store.close()
    found = content(broken)
    shutil.copytree(older, segment(broken), dirs_exist_ok=True)
    store = PaperStore.create(str(broken), HASH)
    assert {row_id[0] for row_id in store.lacking} <= {"l", "p", "b"}
    assert "l50:0" in store.lacking
    mend(store, HashEmbedding())
    store.close()
    assert content(broken) == found


def test_files_in_which_a_vector_is_deleted_that_the_log_deletes_again_are_made_again(
    config: RagConfig, index: Ingest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(rag.index.connection.HNSW, "sync_threshold", 100)
    index(PAPERS[:150])
    path = Path(config.index)
    store = PaperStore.open(config.index, HASH)
    store.collection.delete(ids=[f"p{i}:0" for i in range(50)])
    store.close()
    before = shutil.copytree(path, path.parent / "before")
    store = PaperStore.open(config.index, HASH)
    store.collection.delete(ids=[f"p{i}:0" for i in range(50, 100)])  # now the files are written
    store.close()
    for name in ("header.bin", "data_level0.bin", "length.bin", "link_lists.bin"):  # but for the last one: a kill
        shutil.copy(segment(path) / name, segment(before) / name)
    store = PaperStore.open(str(before), HASH)
    assert store.lacking
    mend(store, HashEmbedding())
    store.collection.delete(ids=[f"p{i}:0" for i in range(50, 100)])
    store.close()
    assert content(before) == content(path)


def test_files_that_another_process_is_writing_are_left_alone(
    broken: Path, config: RagConfig, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rag.index.connection, "_LOOKS", 2)
    spoil(segment(broken) / "header.bin", 20)
    with held(broken), pytest.raises(IndexBusyError, match="Another process is writing"):
        PaperStore.open(str(broken), HASH)
    assert (segment(broken) / "data_level0.bin").exists()
    assert ask(engine_over(config)[0])["citations"][0]["paper_id"] == "bats"


def test_a_copy_of_an_index_that_may_not_be_written_is_mended(
    broken: Path, config: RagConfig, monkeypatch: pytest.MonkeyPatch
) -> None:
    spoil(segment(broken) / "header.bin", 21)
    monkeypatch.setattr(rag.index.connection, "is_writable", lambda chroma: False)
    engine = engine_over(config)[0]
    assert ask(engine)["citations"][0]["paper_id"] == "bats"
    assert "127 vectors." in engine.retriever.store.mended
    engine.retriever.store.close()
    with pytest.raises(SegmentDamageError):
        look(broken / "chroma", "papers")


def test_a_vector_is_kept_for_its_text_alone_until_its_row_goes(tmp_path: Path) -> None:
    spares = SpareVectors(tmp_path / "spare")
    spares.put({"a:0": ("one text", [1.0, 2.0]), "b:0": ("other", [3.0])})
    assert spares.get({"a:0": "one text"})["a:0"].tolist() == [1.0, 2.0]
    assert spares.get({"a:0": "another text", "c:0": ""}) == {}
    kept = tmp_path / "spare" / "signs-0.bin"
    kept.write_bytes(kept.read_bytes()[:-1] + b"\x41")  # the last byte of b's vector
    assert spares.get({"a:0": "one text", "b:0": "other"}).keys() == {"a:0"}
    spares.put({"b:0": ("other", [3.0])})
    spares.drop(["a:0"])
    assert spares.get({"a:0": "one text", "b:0": "other"}).keys() == {"b:0"}
    spares.close()
