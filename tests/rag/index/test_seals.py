"""Seals: files that have changed since they were sealed are told, and none is read twice in vain."""

import os
from pathlib import Path

import pytest

import rag.index.seals
from rag.index.seals import is_sealed, seal

LONG_AGO = 1_600_000_000


def folder(path: Path, data: bytes = b"rows") -> Path:
    path.mkdir()
    (path / "rows.npy").write_bytes(data)
    os.utime(path / "rows.npy", (LONG_AGO, LONG_AGO))
    seal(path)
    return path


def unread(monkeypatch: pytest.MonkeyPatch) -> None:
    def read(*given: object) -> str:
        raise AssertionError("a file was read")

    monkeypatch.setattr(rag.index.seals, "file_digest", read)


def test_a_file_that_was_written_over_breaks_the_seal(tmp_path: Path) -> None:
    sealed = folder(tmp_path / "1")
    (sealed / "rows.npy").write_bytes(b"rowz")
    assert not is_sealed(sealed)


def test_a_file_that_is_missing_or_new_breaks_the_seal(tmp_path: Path) -> None:
    sealed = folder(tmp_path / "1")
    (sealed / "more.npy").write_bytes(b"more")
    assert not is_sealed(sealed)
    (sealed / "more.npy").unlink()
    assert is_sealed(sealed)
    (sealed / "rows.npy").unlink()
    assert not is_sealed(sealed)


def test_a_file_linked_into_the_next_folder_is_not_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before, now = folder(tmp_path / "1"), tmp_path / "2"
    now.mkdir()
    os.link(before / "rows.npy", now / "rows.npy")
    unread(monkeypatch)
    seal(now)
    assert is_sealed(now)


def test_what_has_just_been_written_is_read_each_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sealed = folder(tmp_path / "1")
    (sealed / "rows.npy").write_bytes(b"rows")
    assert is_sealed(sealed)
    unread(monkeypatch)
    with pytest.raises(AssertionError, match="a file was read"):
        is_sealed(sealed)
