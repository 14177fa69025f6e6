"""Rows read from Chroma's database are those that Chroma gives out, without its vectors being loaded for it."""

import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import chromadb
import pytest

from rag.errors import IndexStoreError
from rag.index.pages import CollectionRows, Row
from rag.indexing import Indexer
from rag.store import PaperStore
from rag.testing import HashEmbedding
from tests.conftest import BATS, HASH, OWLS, paper

LONG = paper("Moths sing at night. " * 400, "MOTHNET", "moths", year=2024, venue="ICML")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[PaperStore]:
    opened = PaperStore.create(str(tmp_path / "index"), HASH)
    Indexer(opened, HashEmbedding()).ingest([BATS, LONG, OWLS])
    yield opened
    opened.close()


def change(store: PaperStore, sql: str) -> None:
    with closing(sqlite3.connect(store.path / "chroma" / "chroma.sqlite3")) as database, database:
        database.execute(sql)


def in_order(rows: Iterator[Row]) -> list[Row]:
    return sorted(rows, key=lambda row: str(row["id"]))


def test_they_are_those_that_chroma_gives_out(store: PaperStore) -> None:
    given = CollectionRows(store.collection, ValueError)
    read = store._connection.rows
    assert sorted(read.ids()) == sorted(given.ids())
    assert len(read.ids()) > len(store.ids()) == 3
    assert in_order(read.every(texts=True)) == in_order(given.every(texts=True))
    assert in_order(read.every(texts=False)) == in_order(given.every(texts=False))
    assert in_order(read.among(["moths:1", "owls:0", "nobody:0"])) == in_order(given.among(["moths:1", "owls:0"]))
    now = store.manifest().generation
    assert [sorted(read.written(since)) for since in range(now + 2)] == [
        sorted(given.written(since)) for since in range(now + 2)
    ]


def test_papers_are_read_without_chroma(store: PaperStore, monkeypatch: pytest.MonkeyPatch) -> None:
    def asked(*given: object, **named: object) -> None:
        raise AssertionError("Chroma was asked, and loads all vectors")

    monkeypatch.setattr(chromadb.Collection, "get", asked)
    assert store.get(["moths", "bats"]) == [LONG, BATS]
    assert store.ids() == {"bats", "moths", "owls"}
    assert sorted(found.paper_id for found in store.papers()) == ["bats", "moths", "owls"]
    assert store.fingerprints(["owls"]) == {"owls": OWLS.fingerprint}
    assert "bats" in store.written(0)


def test_a_row_without_its_text_is_named(store: PaperStore) -> None:
    change(store, "DELETE FROM embedding_metadata WHERE key = 'chroma:document' AND id = 1")
    with pytest.raises(IndexStoreError, match="bats:0 is not whole"):
        store.get(["bats"])


def test_a_database_that_has_lost_its_table_is_told_in_a_sentence(store: PaperStore) -> None:
    change(store, "DROP TABLE embedding_metadata")
    with pytest.raises(IndexStoreError, match=r"is damaged.*ingest\.py"):
        store.get(["bats"])


def test_what_a_killed_run_left_in_the_log_alone_is_found_once_the_index_is_opened_anew(store: PaperStore) -> None:
    store.close()
    change(store, "DELETE FROM embedding_metadata WHERE id = 1")
    change(store, "DELETE FROM embeddings WHERE embedding_id = 'bats:0'")
    change(
        store, "UPDATE max_seq_id SET seq_id = 0 WHERE segment_id IN (SELECT id FROM segments WHERE scope = 'METADATA')"
    )
    with closing(PaperStore.open(store.name, HASH)) as again:
        assert again.get(["bats"]) == [BATS]


def test_what_a_killed_writer_left_half_done_is_rolled_back_under_an_open_index(store: PaperStore) -> None:
    killed = """
import os, sqlite3, sys
database = sqlite3.connect(sys.argv[1], isolation_level=None)
database.execute("PRAGMA cache_size = 1")
database.execute("BEGIN IMMEDIATE")
database.execute("UPDATE embedding_metadata SET string_value = 'half' WHERE key = 'title'")
for key in range(2_000):
    database.execute("INSERT INTO embedding_metadata (id, key, string_value) VALUES (1, ?, ?)", (str(key), "y" * 400))
os._exit(9)
"""
    file = store.path / "chroma" / "chroma.sqlite3"
    subprocess.run([sys.executable, "-c", killed, str(file)], check=False)
    assert file.with_name("chroma.sqlite3-journal").stat().st_size > 0
    assert store.get(["bats"]) == [BATS]
