"""Which rows have no vector: told from the vector files, the log and the rows as they were at one moment."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

import rag.index.soundness
from rag.config import RagConfig
from rag.index.soundness import SegmentDamageError, look
from rag.index.vector_files import DamageError


def change(index: str, sql: str) -> None:
    with closing(sqlite3.connect(Path(index) / "chroma" / "chroma.sqlite3")) as database, database:
        database.execute(sql)


def test_rows_that_only_the_log_has_are_not_lacking(animals: RagConfig) -> None:
    assert look(Path(animals.index) / "chroma", "papers").lacking == set()


def test_rows_that_the_log_lost_are_lacking(animals: RagConfig) -> None:
    change(animals.index, "DELETE FROM embeddings_queue WHERE id = 'frogs:0'")
    assert look(Path(animals.index) / "chroma", "papers").lacking == {"frogs:0"}
    assert look(Path(animals.index) / "chroma", "others").lacking == set()


def test_a_row_that_the_log_deletes_is_not_lacking(animals: RagConfig) -> None:
    change(animals.index, "UPDATE embeddings_queue SET operation = 3, vector = NULL WHERE id = 'frogs:0'")
    assert look(Path(animals.index) / "chroma", "papers").lacking == set()


def test_files_that_were_written_while_they_were_read_are_no_damage(
    animals: RagConfig, monkeypatch: pytest.MonkeyPatch
) -> None:
    def read(folder: Path) -> dict[str, int]:
        change(animals.index, f"REPLACE INTO max_seq_id VALUES ('{folder.name}', 3)")
        return {}

    monkeypatch.setattr(rag.index.soundness, "named_rows", read)
    with pytest.raises(DamageError, match="written while they were read") as caught:
        look(Path(animals.index) / "chroma", "papers")
    assert not isinstance(caught.value, SegmentDamageError)


def test_files_that_were_seen_to_be_sound_are_read_again_only_once_they_are_written(
    animals: RagConfig, monkeypatch: pytest.MonkeyPatch
) -> None:
    chroma = Path(animals.index) / "chroma"
    seen = look(chroma, "papers")

    def read(folder: Path) -> dict[str, int]:
        raise DamageError(f"{folder.name} was read")

    monkeypatch.setattr(rag.index.soundness, "_named", read)
    assert look(chroma, "papers", seen) is seen
    change(animals.index, "REPLACE INTO max_seq_id SELECT id, 3 FROM segments WHERE scope = 'VECTOR'")
    with pytest.raises(DamageError, match="was read"):
        look(chroma, "papers", seen)


def test_rows_that_were_lacking_are_looked_for_again(animals: RagConfig) -> None:
    change(animals.index, "DELETE FROM embeddings_queue WHERE id = 'frogs:0'")
    chroma = Path(animals.index) / "chroma"
    seen = look(chroma, "papers")
    assert look(chroma, "papers", seen) is not seen
