"""The checkup: each part of an index that is damaged is found and named, and mended where that can be done."""

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from rag.checkup.checkup import Checkup
from rag.checkup.parts import Part
from rag.config import RagConfig
from rag.errors import IndexBusyError, IndexMissingError, IndexStoreError
from rag.index.locking import held
from rag.indexing import IndexStats
from rag.papers import Paper
from rag.store import PaperStore
from rag.testing import HashEmbedding
from tests.conftest import BATS, FROGS, HASH, OWLS, ask, engine_over, paper
from tests.rag.rows import content

Ingest = Callable[[Sequence[Paper]], IndexStats]


def check(index: str, *, repair: bool = False) -> dict[str, Part]:
    """The parts that have something to say, by name."""
    made = Checkup(index, HASH, HashEmbedding, lambda unit: lambda done, total: None, repair=repair)
    return {part.name: part for part in made.parts() if part.findings or part.mended}


@contextmanager
def opened(config: RagConfig) -> Iterator[PaperStore]:
    with closing(PaperStore.open(config.index, HASH)) as store:
        yield store


def told(config: RagConfig, name: str) -> tuple[list[str], list[str]]:
    """What a check says of the one part that is not sound, and what a repair says then, after which all is sound."""
    found = check(config.index)
    assert list(found) == [name]
    mended = check(config.index, repair=True)
    assert list(mended) == [name]
    assert mended[name].sound
    assert check(config.index) == {}
    return found[name].findings, mended[name].mended


def test_a_whole_index_is_sound_before_and_after_its_first_question(animals: RagConfig) -> None:
    assert check(animals.index) == {}
    ask(engine_over(animals)[0])
    assert check(animals.index, repair=True) == {}


def test_where_there_is_no_index_nothing_is_made(config: RagConfig) -> None:
    with pytest.raises(IndexMissingError):
        check(config.index)
    assert not Path(config.index).exists()


def test_an_index_that_is_written_to_is_not_checked(animals: RagConfig) -> None:
    with held(Path(animals.index)), pytest.raises(IndexBusyError):
        check(animals.index)


def test_a_database_that_is_cut_off_is_named_and_left_as_it_is(animals: RagConfig) -> None:
    file = Path(animals.index) / "chroma" / "chroma.sqlite3"
    file.write_bytes(file.read_bytes()[:40_000])
    for repair in (False, True):
        (part,) = check(animals.index, repair=repair).values()
        assert (part.name, len(part.findings)) == ("database", 1)
        assert f"build it anew: python ingest.py PATH --index {animals.index}" in part.findings[0]
    assert file.stat().st_size == 40_000


def test_the_databases_index_of_words_is_made_again(animals: RagConfig) -> None:
    whole = content(Path(animals.index))
    with closing(sqlite3.connect(Path(animals.index) / "chroma" / "chroma.sqlite3")) as database, database:
        database.execute("DELETE FROM embedding_fulltext_search_idx")
        database.execute("DELETE FROM embedding_fulltext_search_data WHERE id > 10")
    findings, mended = told(animals, "database")
    assert "its index of words" in findings[0]
    assert "were made again" in mended[0]
    assert content(Path(animals.index)) == whole


def test_a_manifest_of_another_layout_is_named(animals: RagConfig) -> None:
    with opened(animals) as store:
        store.collection.modify(metadata={"embedding": HASH, "generation": 2, "writing": False, "format": 9})
    assert "has layout 9" in check(animals.index, repair=True)["manifest"].findings[0]


def test_a_manifest_without_its_generation_is_written_anew_and_asks_for_a_run(
    animals: RagConfig, index: Ingest
) -> None:
    with opened(animals) as store:
        store.collection.modify(metadata={"embedding": HASH, "format": 1})
    assert "does not tell the generation" in check(animals.index)["manifest"].findings[0]
    part = check(animals.index, repair=True)["manifest"]
    assert "written anew" in part.mended[0]
    assert "python ingest.py PATH" in part.findings[0]
    index([BATS, FROGS, OWLS])
    assert check(animals.index) == {}


def test_another_models_index_is_named_with_the_setting(animals: RagConfig) -> None:
    made = Checkup(animals.index, "other", HashEmbedding, lambda unit: lambda done, total: None)
    assert [text for part in made.parts() for text in part.findings] == [
        "The index was made with hash, but other is configured. Type: export RAG_EMBEDDING=hash"
    ]


def test_a_row_without_its_fields_is_taken_out_and_asked_for(animals: RagConfig, index: Ingest) -> None:
    whole = content(Path(animals.index))
    with opened(animals) as store:
        store.collection.update(ids=["frogs:0"], metadatas=[{"fingerprint": None}])
    with closing(sqlite3.connect(Path(animals.index) / "chroma" / "chroma.sqlite3")) as database, database:
        database.execute("UPDATE embeddings_queue SET metadata = '{}' WHERE id = 'frogs:0'")
    assert "1 row cannot be read whole: frogs:0." in check(animals.index)["rows"].findings[0]
    part = check(animals.index, repair=True)["rows"]
    assert "Missing: 1 paper (frogs). Bring back: python ingest.py" in part.findings[0]
    assert list(check(animals.index)) == ["manifest"]
    index([BATS, FROGS, OWLS])
    assert check(animals.index) == {}
    assert content(Path(animals.index)) == whole


def test_rows_of_a_paper_that_lost_others_are_taken_out_and_asked_for(index: Ingest, config: RagConfig) -> None:
    long = paper("Bats hear well in the dark. " * 300, "B", "b")
    index([long, FROGS])
    whole = content(Path(config.index))
    with opened(config) as store:
        store.collection.delete(ids=["b:1"])
    assert "without the others of their paper: b:0, b:2" in check(config.index)["rows"].findings[0]
    assert not check(config.index, repair=True)["rows"].sound
    with opened(config) as store:
        assert store.ids() == {"frogs"}
    index([long, FROGS])
    assert content(Path(config.index)) == whole


def test_rows_beyond_those_of_their_paper_go_without_loss(index: Ingest, animals: RagConfig) -> None:
    whole = content(Path(animals.index))
    index([paper("Newts swim. " * 600, "N", "newts")])
    with opened(animals) as store:
        got = store.collection.get(ids=["newts:1"], include=["metadatas", "documents", "embeddings"])
        store.collection.upsert(
            ids=["bats:1"],
            documents=got["documents"],
            embeddings=got["embeddings"],
            metadatas=[dict(got["metadatas"][0]) | {"paper_id": "bats"}],  # type: ignore[index]
        )
    assert "1 row beyond those of their paper: bats:1" in check(animals.index)["rows"].findings[0]
    assert check(animals.index, repair=True)["rows"].sound
    kept = content(Path(animals.index))
    assert {row: kept[row] for row in whole} == whole
    assert "bats:1" not in kept


def test_words_that_changed_are_named_with_the_paper(animals: RagConfig) -> None:
    with opened(animals) as store:
        got = store.collection.get(ids=["owls:0"], include=["metadatas", "embeddings"])
        store.collection.upsert(
            ids=["owls:0"],
            documents=["Owls hunt at noon."],
            metadatas=got["metadatas"],
            embeddings=got["embeddings"],
        )
    (finding,) = check(animals.index)["rows"].findings
    assert finding.startswith("The words of 1 paper are not those that were read: owls.")
    assert f"python ingest.py --remove owls --index {animals.index}" in finding


@pytest.mark.parametrize("key", ["chroma:document", "title"])
def test_a_byte_that_changed_in_the_database_is_put_right_from_what_chroma_has_besides(
    animals: RagConfig, key: str
) -> None:
    whole = content(Path(animals.index))
    with closing(sqlite3.connect(Path(animals.index) / "chroma" / "chroma.sqlite3")) as database, database:
        database.execute(
            "UPDATE embedding_metadata SET string_value = replace(string_value, 'O', 'Q') WHERE key = ?", (key,)
        )
    assert "The words of" in check(animals.index)["rows"].findings[0]
    part = check(animals.index, repair=True)["rows"]
    assert (part.findings, len(part.mended)) == ([], 1)
    assert check(animals.index) == {}
    assert content(Path(animals.index)) == whole


def test_damage_that_sqlite_itself_cannot_put_into_words_is_named(animals: RagConfig) -> None:
    file = Path(animals.index) / "chroma" / "chroma.sqlite3"
    file.write_bytes(
        file.read_bytes().replace(b"CREATE TABLE embedding_metadata (", b"CREATE TABLE \xe5mbedding_metadata (")
    )
    (part,) = check(animals.index).values()
    assert (part.name, "build it anew" in part.findings[0]) == ("database", True)
    with pytest.raises(IndexStoreError, match="build it anew"):
        PaperStore.open(animals.index, HASH)
