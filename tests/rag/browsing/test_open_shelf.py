import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest
from llama_index.core.schema import QueryBundle

from rag.browsing.open_shelf import OpenShelf
from rag.config import RagConfig
from rag.errors import IndexMissingError
from rag.indexing import IndexStats, remove
from rag.papers import Paper
from rag.store import PaperStore
from tests.conftest import BATS, HASH, OWLS, ROOT, ask, engine_over, paper

Ingest = Callable[[Sequence[Paper]], IndexStats]


@contextmanager
def opened(config: RagConfig, monkeypatch: pytest.MonkeyPatch) -> Iterator[OpenShelf]:
    monkeypatch.setattr("rag.browsing.open_shelf._LOOK_SECONDS", 0.0)
    shelf = OpenShelf(config.index, HASH)
    try:
        yield shelf
    finally:
        shelf.close()


@pytest.mark.stores("both")
def test_papers_that_come_and_go_are_noticed(
    animals: RagConfig, index: Ingest, monkeypatch: pytest.MonkeyPatch
) -> None:
    with opened(animals, monkeypatch) as shelf:
        before = shelf.generation()
        assert (shelf.count(), len(shelf.shelf())) == (3, 3)
        index([paper("Whales sing low.", "Whales", "whales")])
        assert shelf.generation() > before
        assert shelf.count() == 4
        assert "whales" in shelf.renewed().places
        store = PaperStore.open(animals.index, HASH)
        remove(store, ["owls"])
        store.close()
        assert "owls" not in shelf.renewed().places
        assert shelf.paper("owls") is None
        assert shelf.paper("bats") == BATS


@pytest.mark.stores("slowly")
def test_the_last_shelf_serves_while_a_newer_one_is_made(
    animals: RagConfig, index: Ingest, monkeypatch: pytest.MonkeyPatch
) -> None:
    with opened(animals, monkeypatch) as shelf:
        shelf.shelf()
        index([paper("Whales sing low.", "Whales", "whales")])
        assert len(shelf.shelf()) == 3
        assert len(shelf.renewed()) == 4


ELSEWHERE = """
import sys
from rag.indexing import Indexer
from rag.papers import Paper
from rag.store import PaperStore
from rag.testing import HashEmbedding
store = PaperStore.create(sys.argv[1], "hash")
Indexer(store, HashEmbedding()).ingest([Paper("whales", "WHALENET", "Whales sing at 20 Hz across whole oceans.")])
store.close()
"""


@pytest.mark.stores("slowly")
def test_what_another_process_wrote_is_answered_and_browsed_at_once(
    animals: RagConfig, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An engine opens the index anew for its vectors, which it could not if the shelf shared its client."""
    engine, _ = engine_over(animals)
    with opened(animals, monkeypatch) as shelf:
        assert len(shelf.shelf()) == 3
        ask(engine)
        subprocess.run([sys.executable, "-c", ELSEWHERE, animals.index], check=True, cwd=ROOT)
        answer = ask(engine, "At what Hz do whales sing across oceans?")
        assert answer["citations"][0]["paper_id"] == "whales"
        assert "whales" in {node.node.metadata["paper_id"] for node in engine.retrieve(QueryBundle("whales"))}
        assert "whales" in shelf.renewed().places
        assert shelf.count() == 4


def test_an_index_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(IndexMissingError):
        OpenShelf(str(tmp_path / "none"), HASH).shelf()


@pytest.mark.stores("slowly")
def test_an_empty_index_has_an_empty_shelf(config: RagConfig, monkeypatch: pytest.MonkeyPatch) -> None:
    PaperStore.create(config.index, HASH).close()
    with opened(config, monkeypatch) as shelf:
        assert (shelf.count(), len(shelf.shelf())) == (0, 0)


def test_an_index_built_anew_in_the_same_place_is_noticed(
    animals: RagConfig, index: Ingest, monkeypatch: pytest.MonkeyPatch
) -> None:
    with opened(animals, monkeypatch) as shelf:
        assert len(shelf.shelf()) == 3
        index([BATS, OWLS, paper("Whales sing low.", "Whales", "whales")])
        assert len(shelf.renewed()) == 4


def test_a_large_index_is_gathered_by_a_process_of_its_own(animals: RagConfig, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rag.browsing.open_shelf._MANY", 2)
    monkeypatch.setattr("rag.browsing.open_shelf._SOON_SECONDS", 0.0)
    with opened(animals, monkeypatch) as shelf:
        shelf.prepare()
        assert shelf.soon() is None  # who looks meanwhile is told how far it is
        assert len(shelf.shelf()) == 3
        assert shelf.soon() is shelf.shelf()
        kept = Path(animals.index) / "shelf" / str(shelf.generation())
        assert (kept / "columns.json").exists()
