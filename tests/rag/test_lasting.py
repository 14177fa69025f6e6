"""What an index keeps over many runs: every paper, no old text, no more room than it needs."""

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

import ingest
import rag.embedding
from rag.config import RagConfig
from rag.indexing import Indexer, IndexStats, remove
from rag.papers import Paper
from rag.store import PaperStore
from rag.testing import HashEmbedding
from tests.conftest import BATS, FROGS, HASH, OWLS, ask, engine_over, paper

Ingest = Callable[[Sequence[Paper]], IndexStats]


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_more_papers_than_one_call_of_the_store_takes_are_all_there(tmp_path: Path) -> None:
    store, model = PaperStore.create(str(tmp_path / "i"), HASH), HashEmbedding()
    papers = [paper(f"Measurement {i} was taken.", f"M{i}", f"m{i}") for i in range(6_000)]
    assert Indexer(store, model).ingest(papers).papers == store.count() == 6_000
    store.close()


def test_a_call_that_fails_costs_only_what_it_held(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PaperStore, "batch_size", 7)
    monkeypatch.setattr("rag.ingestion.run._BATCH", 5)
    papers = [paper(f"Measurement {i} was taken.", f"M{i}", f"m{i}") for i in range(20)]
    model = HashEmbedding()
    store = PaperStore.create(str(tmp_path / "i"), HASH)
    real, calls = store.collection._collection.upsert, []  # type: ignore[attr-defined]

    def failing(**rows: object) -> None:
        calls.append(rows)
        if len(calls) == 3:
            raise OSError(28, "No space left on device")
        real(**rows)

    monkeypatch.setattr(store.collection._collection, "upsert", failing)  # type: ignore[attr-defined]
    with pytest.raises(Exception, match="is full"):
        Indexer(store, model).ingest(papers)
    kept = store.count()
    assert 10 <= kept < 20
    monkeypatch.undo()
    stats = Indexer(store, model).ingest(papers)
    assert (stats.papers, stats.unchanged, stats.added) == (20, kept, 20 - kept)
    store.close()


def test_an_edited_paper_answers_with_its_new_text_alone_and_a_removed_one_not_at_all(
    index: Ingest, config: RagConfig
) -> None:
    index([paper("The classifier reaches 71 percent, code ZQXV71.", "Accuracy", "p1"), OWLS])
    index([paper("The classifier reaches 64 percent.", "Accuracy", "p1")])
    record = ask(engine_over(config)[0], "What percent does the classifier reach?")
    assert "64 percent" in record["answer"]
    assert "71" not in json.dumps([record["answer"], record["papers"]])
    store = PaperStore.create(config.index, HASH)
    remove(store, ["p1"])
    store.close()
    assert ask(engine_over(config)[0], "What percent does the classifier reach?")["verdict"] == "not_in_papers"


@pytest.mark.slow
def test_a_hundred_edits_do_not_grow_the_folder_without_bound(index: Ingest, config: RagConfig) -> None:
    def size() -> int:
        return sum(path.stat().st_size for path in Path(config.index).rglob("*") if path.is_file())

    sizes = []
    for number in range(100):
        index([paper(f"The classifier reaches {number} percent. " * 20, "Accuracy", "p1")])
        if number in (49, 99):
            sizes.append(size())
    assert sizes[1] < 1.5 * sizes[0]


@pytest.mark.parametrize("count", [0, 1, 2])
def test_fewer_papers_than_asked_for_are_each_returned_once(index: Ingest, config: RagConfig, count: int) -> None:
    index([BATS, FROGS][:count])
    engine, llm = engine_over(replace(config, top_k=10), ["Bats [1]."])
    record = ask(engine)
    assert len({each["paper_id"] for each in record["papers"]}) == len(record["papers"]) == count
    if not count:
        assert "python ingest.py" in record["answer"]
        assert llm is not None
        assert llm.requests == []


def test_an_open_engine_answers_from_what_another_run_wrote_and_counts_never_go_down(
    animals: RagConfig, index: Ingest
) -> None:
    engine = engine_over(animals)[0]
    stale = PaperStore.create(animals.index, HASH)
    index([paper("Zebras wear the code ZEBRA-77.", "Zebras", "zebras")])
    assert "ZEBRA-77" in ask(engine, "Who wears the code ZEBRA-77?")["answer"]
    assert Indexer(stale, HashEmbedding()).ingest([paper("Yaks climb.", "Y", "yaks")]).papers == 5
    stale.close()
    store = PaperStore.open(animals.index, HASH)
    assert store.count() == len(list(store.papers())) == 5
    store.close()
    assert ask(engine, "Who climbs, the yaks?")["citations"][0]["paper_id"] == "yaks"


@pytest.mark.parametrize("name", ["with space", "Übung 论文", "a%20b", "it's", "[x]*?", "n" * 200, "c:d", "#?&="])
def test_a_folder_of_any_name_holds_an_index(tmp_path: Path, name: str) -> None:
    store = PaperStore.create(str(tmp_path / name), HASH)
    Indexer(store, HashEmbedding()).ingest([BATS, FROGS])
    store.close()
    engine = engine_over(RagConfig(index=str(tmp_path / name), embedding=HASH))[0]
    assert ask(engine)["citations"][0]["paper_id"] == "bats"
    assert engine.retriever.store.signs().ids() == {"bats", "frogs"}
    engine.retriever.store.close()


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., object]:
    """Run `ingest.py --json` over the folder `d` with two lists; gives the exit code, the result and what was said."""
    monkeypatch.setenv("RAG_EMBEDDING", HASH)
    monkeypatch.setattr(rag.embedding, "build_embedding", lambda spec, timeout: HashEmbedding())
    (tmp_path / "d").mkdir()
    (tmp_path / "d" / "a.json").write_text('[{"title": "A", "abstract": "Bats hear."}]')
    (tmp_path / "d" / "b.json").write_text('[{"title": "B", "abstract": "Frogs leap."}]')

    def run(*words: str) -> tuple[int, dict[str, int], str]:
        code = ingest.main([*words, "--json", "--index", str(tmp_path / "index")])
        out, error = capsys.readouterr()
        return code, json.loads(out) if out else {}, error

    run(str(tmp_path / "d"))
    return run


@pytest.mark.parametrize("place", ["d/*.json", "d/**/*.json", "d/[ab].json", "d", "*/*.json"])
@pytest.mark.parametrize("rehearsed", [False, True])
def test_a_quoted_pattern_prunes_the_files_that_are_gone(
    shelf: Callable[..., tuple[int, dict[str, int], str]], tmp_path: Path, place: str, rehearsed: bool
) -> None:
    (tmp_path / "d" / "b.json").unlink()
    code, stats, _ = shelf("--prune", str(tmp_path / place), *(["--dry-run"] if rehearsed else []))
    assert (code, stats["papers"], stats["removed"]) == (0, 1, 1)


@pytest.mark.parametrize("place", ["d/b*.json", "d/b.json"])
def test_a_place_whose_files_are_all_gone_is_pruned_if_the_index_knew_them(
    shelf: Callable[..., tuple[int, dict[str, int], str]], tmp_path: Path, place: str
) -> None:
    (tmp_path / "d" / "b.json").unlink()
    code, stats, _ = shelf("--prune", str(tmp_path / place))
    assert (code, stats["papers"], stats["removed"]) == (0, 1, 1)
    code, stats, error = shelf("--prune", str(tmp_path / "d" / "typo*.json"))
    assert (code, stats) == (2, {})
    assert "No file is named like" in error
