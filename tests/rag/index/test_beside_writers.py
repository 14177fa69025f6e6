"""Reading an index while another process writes to it: what is half written is not taken for damage."""

from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path

import pytest

import rag.index.soundness
from rag.browsing.open_shelf import OpenShelf
from rag.config import RagConfig
from rag.errors import EmbeddingMismatchError, IndexBusyError, IndexMissingError, IndexStoreError
from rag.index.derived import Derived
from rag.index.snapshot import is_writable
from rag.index.soundness import SegmentDamageError
from rag.index.vector_files import DamageError
from rag.indexing import Indexer, IndexStats
from rag.papers import Paper
from rag.retrieval import HybridRetriever
from rag.store import PaperStore
from rag.testing import HashEmbedding
from tests.conftest import HASH, paper

Ingest = Callable[[Sequence[Paper]], IndexStats]
WHALES = paper("Whales sing low.", "Whales", "whales")


def test_a_journal_that_ends_while_it_is_looked_at_forbids_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Path, "rglob", lambda self, pattern: iter([tmp_path / "chroma.sqlite3-journal"]))
    assert is_writable(tmp_path)


def test_vector_files_are_damaged_only_if_they_stay_as_they_are(
    animals: RagConfig, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unreadable(folder: Path) -> dict[str, int]:
        raise DamageError("header.bin is not whole")

    chroma = Path(animals.index) / "chroma"
    (segment, *_) = [path for path in chroma.iterdir() if path.is_dir()] or [chroma / "segment"]
    segment.mkdir(exist_ok=True)
    monkeypatch.setattr(rag.index.soundness, "named_rows", unreadable)
    monkeypatch.setattr(rag.index.soundness, "sleep", lambda seconds: (segment / "header.bin").write_bytes(b"more"))
    with pytest.raises(DamageError, match="were written while they were read") as caught:
        rag.index.soundness._named(segment)
    assert not isinstance(caught.value, SegmentDamageError)
    monkeypatch.setattr(rag.index.soundness, "sleep", lambda seconds: None)
    with pytest.raises(SegmentDamageError, match="is not whole"):
        rag.index.soundness._named(segment)


def test_a_window_that_could_not_open_its_index_anew_does_so_at_the_next_question(
    animals: RagConfig, index: Ingest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rag.index.current._LOOK_SECONDS", 0.0)
    retriever = HybridRetriever(PaperStore.open(animals.index, HASH), HashEmbedding())
    index([WHALES])

    def busy(store: PaperStore) -> PaperStore:
        store.close()
        raise IndexBusyError("Another process is writing.")

    with monkeypatch.context() as failing:
        failing.setattr(PaperStore, "refreshed", busy)
        with pytest.raises(IndexBusyError):
            retriever.retrieve("Who sings?")
    assert retriever.retrieve("Who sings?")[0].node.node_id == "whales"
    retriever.store.close()


def test_rows_that_came_after_the_index_was_opened_are_no_damage(
    animals: RagConfig, index: Ingest, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, tries = Derived.open, list[int]()

    def torn(store: PaperStore, generation: int) -> Derived:
        tries.append(generation)
        if len(tries) == 1:
            index([WHALES])
            raise IndexStoreError("The index is damaged (Error finding id).")
        return real(store, generation)

    monkeypatch.setattr(Derived, "open", torn)
    retriever = HybridRetriever(PaperStore.open(animals.index, HASH), HashEmbedding())
    assert retriever.retrieve("Who sings?")[0].node.node_id == "whales"
    assert len(tries) == 2
    retriever.store.close()


def test_an_index_that_was_made_anew_is_the_one_that_is_read(
    animals: RagConfig, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rag.index.current._LOOK_SECONDS", 0.0)
    monkeypatch.setattr("rag.browsing.open_shelf._LOOK_SECONDS", 0.0)
    with closing(PaperStore.create(str(tmp_path / "other"), HASH)) as other:
        Indexer(other, HashEmbedding()).ingest([WHALES])
    retriever, shelf = (
        HybridRetriever(PaperStore.open(animals.index, HASH), HashEmbedding()),
        OpenShelf(animals.index, HASH),
    )
    assert "whales" not in shelf.shelf().places
    place = Path(animals.index)
    place.rename(tmp_path / "away")
    with pytest.raises(IndexMissingError, match=r"There is no index at .* Build one"):
        retriever.retrieve("Who sings?")
    (tmp_path / "other").rename(place)
    assert [node.node.node_id for node in retriever.retrieve("Who sings?")] == ["whales"]
    assert list(shelf.renewed().places) == ["whales"]
    shelf.close()
    retriever.store.close()


def test_an_index_of_another_model_that_came_in_its_place_is_refused(
    animals: RagConfig, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rag.index.current._LOOK_SECONDS", 0.0)
    PaperStore.create(str(tmp_path / "other"), "openai:another").close()
    retriever = HybridRetriever(PaperStore.open(animals.index, HASH), HashEmbedding())
    Path(animals.index).rename(tmp_path / "away")
    (tmp_path / "other").rename(animals.index)
    with pytest.raises(EmbeddingMismatchError, match="was made with openai:another"):
        retriever.retrieve("Who sings?")
    with pytest.raises(EmbeddingMismatchError):
        retriever.retrieve("Who sings?")


def test_damage_while_nobody_writes_is_told(animals: RagConfig, monkeypatch: pytest.MonkeyPatch) -> None:
    def torn(store: PaperStore, generation: int) -> Derived:
        raise IndexStoreError("The index is damaged.")

    monkeypatch.setattr(Derived, "open", torn)
    with closing(PaperStore.open(animals.index, HASH)) as store, pytest.raises(IndexStoreError, match="is damaged"):
        HybridRetriever(store, HashEmbedding())


def test_words_without_the_facts_of_their_generation_are_made_again(animals: RagConfig, index: Ingest) -> None:
    """They may lack what was written between the two, and the facts would say that they have it."""
    with closing(PaperStore.open(animals.index, HASH)) as store:
        generation = store.manifest().generation
        assert "whales" not in Derived.open(store, generation).lexical.ids
        (store.path / "facts" / f"{generation}.json").unlink()
    index([WHALES])
    with closing(PaperStore.open(animals.index, HASH)) as store:
        derived = Derived.open(store, generation)
        assert set(derived.lexical.ids) == set(derived.facts.ids) == set(derived.nearest.ids) >= {"whales"}
