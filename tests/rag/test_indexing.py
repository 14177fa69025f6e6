"""The write side and the store."""

import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

import rag.ingestion.run
import rag.store
from rag.config import RagConfig
from rag.errors import EmbeddingMismatchError, IndexBusyError, IndexMissingError, IndexStoreError, ModelError
from rag.indexing import Indexer, IndexStats
from rag.papers import Paper
from rag.readers import Refusal
from rag.store import PaperStore
from rag.testing import HashEmbedding
from tests.conftest import BATS, FROGS, HASH, OWLS, ROOT, paper

Ingest = Callable[[Sequence[Paper | Refusal]], IndexStats]
pytestmark = pytest.mark.stores("slowly")


def rows(config: RagConfig) -> dict[str, str]:
    store = PaperStore.open(config.index, HASH)
    got = store.collection.get(include=["documents"])
    store.close()
    return dict(zip(got["ids"], got["documents"] or [], strict=True))


@pytest.mark.stores("both")
def test_new_changed_unchanged_and_refused_records_are_counted(index: Ingest) -> None:
    index([BATS, FROGS])
    refusal = Refusal("a.json", "x", "it has no abstract")
    stats = index([BATS, replace(FROGS, abstract="Frogs rest."), OWLS, refusal])
    assert (stats.papers, stats.added, stats.updated, stats.unchanged, stats.refused) == (3, 1, 1, 1, (refusal,))


def test_a_second_run_embeds_nothing_and_keeps_the_generation(tmp_path: Path) -> None:
    store, model = PaperStore.create(str(tmp_path / "i"), HASH), HashEmbedding()
    Indexer(store, model).ingest([BATS, FROGS])
    before, calls = store.manifest(), len(model.calls)
    assert Indexer(store, model).ingest([BATS, FROGS]).unchanged == 2
    assert (store.manifest(), len(model.calls)) == (before, calls)


@pytest.mark.stores("both")
def test_a_changed_abstract_leaves_no_old_chunk(index: Ingest, config: RagConfig) -> None:
    long = replace(BATS, abstract="Bats hear well in the dark of the night. " * 120)
    index([long])
    assert len(rows(config)) > 1
    index([BATS])
    assert rows(config) == {"bats:0": BATS.abstract}


@pytest.mark.stores("both")
def test_papers_come_back_as_they_went_in(index: Ingest, config: RagConfig) -> None:
    long = Paper(
        "l", "T", "Bats hear well in the dark. " * 300, ("Ada A.", "Bo, B."), 2024, "ICML", "https://x", "Poster"
    )
    index([long, FROGS])
    store = PaperStore.open(config.index, HASH)
    assert set(store.papers()) == {long, FROGS}
    assert store.get(["frogs", "gone", "l"]) == [FROGS, long]


def test_the_same_paper_twice_in_a_run_is_merged_and_another_under_its_id_is_kept(index: Ingest) -> None:
    stats = index([BATS, BATS, replace(FROGS, paper_id="bats", source="b.json")])
    assert (stats.papers, stats.added, stats.merged, stats.refused) == (2, 2, 1, ())
    assert [(merge.record, merge.into) for merge in stats.merges] == [("BATNET", "bats")]


class FailingEmbedding(HashEmbedding):
    """Fails for texts about frogs."""

    def _get_text_embedding(self, text: str) -> list[float]:
        if "rog" in text:
            raise RuntimeError("500 from the server")
        return super()._get_text_embedding(text)


def test_a_failed_run_keeps_the_old_text_and_a_rerun_completes_it(index: Ingest, config: RagConfig) -> None:
    index([FROGS])
    store = PaperStore.create(config.index, HASH)
    with pytest.raises(ModelError, match=r"500 from the server.*another try goes on"):
        Indexer(store, FailingEmbedding()).ingest([replace(FROGS, abstract="Frogs rest.")])
    store.close()
    assert rows(config) == {"frogs:0": FROGS.abstract}
    assert index([replace(FROGS, abstract="Frogs rest.")]).updated == 1
    assert rows(config) == {"frogs:0": "Frogs rest."}


@pytest.mark.stores("both")
def test_a_run_that_fails_in_a_later_batch_keeps_the_earlier_ones_and_says_that_it_was_cut_off(
    index: Ingest, config: RagConfig, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rag.ingestion.run, "_BATCH", 1)
    store = PaperStore.create(config.index, HASH)
    with pytest.raises(ModelError):
        Indexer(store, FailingEmbedding()).ingest([BATS, FROGS, OWLS])
    assert store.manifest().writing
    store.close()
    kept = rows(config)
    assert kept["bats:0"] == BATS.abstract
    assert "frogs:0" not in kept
    stats = index([BATS, FROGS, OWLS])
    assert (stats.unchanged, stats.added) == (len(kept), 3 - len(kept))


def test_progress_is_told_of_every_record(tmp_path: Path) -> None:
    told: list[int] = []
    store = PaperStore.create(str(tmp_path / "i"), HASH)
    Indexer(store, HashEmbedding()).ingest([BATS, FROGS, Refusal("a", "b", "c")], lambda done, total: told.append(done))
    assert sum(told) == 3


def test_an_index_of_another_layout_is_refused_with_the_cure(
    animals: RagConfig, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rag.store, "FORMAT", 99)
    with pytest.raises(IndexStoreError, match=r"has layout 1; this version reads 99.*python ingest\.py"):
        PaperStore.open(animals.index, HASH)


def test_more_papers_than_a_page_are_all_listed(animals: RagConfig, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rag.index.database_rows.FIRST_PAGE", 1)
    monkeypatch.setattr("rag.index.database_rows.PAGE", 1)
    store = PaperStore.open(animals.index, HASH)
    assert (
        {paper.paper_id for paper in store.papers()}
        == {row_id.rpartition(":")[0] for row_id, _ in store.rows()}
        == {"bats", "frogs", "owls"}
    )


def test_a_write_that_was_cut_off_is_closed_by_the_next_run(index: Ingest, config: RagConfig) -> None:
    index([BATS])
    store = PaperStore.create(config.index, HASH)
    store.mark(writing=True)
    cut_off = store.manifest()
    store.close()
    index([BATS])
    now = PaperStore.open(config.index, HASH).manifest()
    assert now.generation > cut_off.generation
    assert not now.writing


def test_batches_respect_the_limit_of_the_store(
    index: Ingest, config: RagConfig, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(PaperStore, "batch_size", 7)
    assert index([paper(f"fact number {i}", f"P{i}") for i in range(20)]).papers == 20
    assert len(rows(config)) == 20


def test_a_missing_index_says_how_to_build_one(config: RagConfig) -> None:
    with pytest.raises(IndexMissingError, match=r"python ingest\.py PATH --index"):
        PaperStore.open(config.index, HASH)


def test_an_index_of_another_model_says_what_to_type(animals: RagConfig) -> None:
    with pytest.raises(EmbeddingMismatchError, match="export RAG_EMBEDDING=hash"):
        PaperStore.open(animals.index, "openai:other")


@pytest.mark.stores("both")
def test_a_second_writer_is_refused_at_once(animals: RagConfig) -> None:
    store = PaperStore.open(animals.index, HASH)
    with store.writer(), pytest.raises(IndexBusyError, match="Another process is writing"):
        Indexer(store, HashEmbedding()).ingest([BATS])


@pytest.mark.parametrize("index", ["http://localhost:8000/papers", __file__])
def test_what_is_no_folder_is_no_index(index: str) -> None:
    with pytest.raises(IndexStoreError, match="--index"):
        PaperStore.open(index, HASH)


@pytest.mark.stores("folder")
def test_a_damaged_index_is_named_with_the_cure(animals: RagConfig) -> None:
    (Path(animals.index) / "chroma" / "chroma.sqlite3").write_bytes(b"garbage" * 1000)
    with pytest.raises(IndexStoreError, match="Move it away and build it anew"):
        PaperStore.open(animals.index, HASH)


@pytest.mark.stores("slowly")
def test_what_another_process_wrote_is_seen_after_a_refresh(animals: RagConfig) -> None:
    store = PaperStore.open(animals.index, HASH)
    script = (
        "import sys; from tests.conftest import *; "
        "Indexer(PaperStore.create(sys.argv[1], HASH), HashEmbedding()).ingest([paper('Whales sing.', 'W', 'whales')])"
    )
    subprocess.run([sys.executable, "-c", script, animals.index], check=True, cwd=ROOT, timeout=60)
    vector = HashEmbedding().get_text_embedding("W\nWhales sing.")
    got = store.refreshed().collection.query(query_embeddings=[vector], n_results=1)  # type: ignore[arg-type]
    assert got["ids"] == [["whales:0"]]
