"""Which rows have no vector: told from the vector files, the log and the rows as they were at one moment."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

import rag.index.soundness
from rag.config import RagConfig
from rag.index.soundness import SegmentDamageError, rows_without_vector
from rag.index.vector_files import DamageError


def change(index: str, sql: str) -> None:
    with closing(sqlite3.connect(Path(index) / "chroma" / "chroma.sqlite3")) as database, database:
        database.execute(sql)


def test_rows_that_only_the_log_has_are_not_lacking(animals: RagConfig) -> None:
    assert rows_without_vector(Path(animals.index) / "chroma", "papers") == set()


def test_rows_that_the_log_lost_are_lacking(animals: RagConfig) -> None:
    change(animals.index, "DELETE FROM embeddings_queue WHERE id = 'frogs:0'")
    assert rows_without_vector(Path(animals.index) / "chroma", "papers") == {"frogs:0"}
    assert rows_without_vector(Path(animals.index) / "chroma", "others") == set()


def test_a_row_that_the_log_deletes_is_not_lacking(animals: RagConfig) -> None:
    change(animals.index, "UPDATE embeddings_queue SET operation = 3, vector = NULL WHERE id = 'frogs:0'")
    assert rows_without_vector(Path(animals.index) / "chroma", "papers") == set()


def test_files_that_were_written_while_they_were_read_are_no_damage(
    animals: RagConfig, monkeypatch: pytest.MonkeyPatch
) -> None:
    def read(folder: Path) -> dict[str, int]:
        change(animals.index, f"REPLACE INTO max_seq_id VALUES ('{folder.name}', 3)")
        return {}

    monkeypatch.setattr(rag.index.soundness, "named_rows", read)
    with pytest.raises(DamageError, match="written while they were read") as caught:
        rows_without_vector(Path(animals.index) / "chroma", "papers")
    assert not isinstance(caught.value, SegmentDamageError)
