"""Paths: files, folders, patterns and standard input."""

import io
import sys
from pathlib import Path

import pytest

from rag.errors import SourceError
from rag.papers import Paper
from rag.readers import Refusal, read

ONE = '{"title": "A", "abstract": "We a."}\n'
TWO = "title,abstract\nB,We b.\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two lists, one in a folder within; a hidden file; a file of no use."""
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "b.csv").write_text(TWO)
    (tmp_path / "a.jsonl").write_text(ONE)
    (tmp_path / ".hidden.json").write_text("[")
    (tmp_path / "z.pdf").write_text("%PDF-1.4")
    return tmp_path


def sources(path: str | Path) -> list[tuple[str, bool]]:
    return [(item.source, isinstance(item, Paper)) for item in read(path)]


def test_a_folder_is_read_to_its_leaves_and_names_its_files(folder: Path) -> None:
    assert sources(folder) == [("a.jsonl", True), ("in/b.csv", True), ("z.pdf", False)]


def test_a_pattern_is_matched(folder: Path) -> None:
    assert sources(f"{folder}/*.jsonl") == [("a.jsonl", True)]
    assert sources(f"{folder}/**/*.csv") == [("b.csv", True)]


def test_a_name_with_brackets_is_a_name_where_there_is_such_a_file(folder: Path) -> None:
    (folder / "list[1].jsonl").write_text(ONE)
    assert sources(folder / "list[1].jsonl") == [("list[1].jsonl", True)]


def test_standard_input_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(ONE.encode())))
    assert sources("-") == [("standard input", True)]


def test_a_broken_file_in_a_folder_keeps_its_good_records_and_is_one_refusal(folder: Path) -> None:
    (folder / "a.jsonl").unlink()
    (folder / "c.json").write_text(f"[{ONE},\n{ONE},\n{{")
    items = [item for item in read(folder) if item.source == "c.json"]
    assert [isinstance(item, Paper) for item in items] == [True, True, False]
    assert isinstance(items[2], Refusal)
    assert (items[2].record, "line 5" in items[2].why) == ("the file", True)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("nowhere.txt", r"nowhere\.txt does not exist.*python ingest\.py"),
        ("*.nothing", r"No file is named like .*\*\.nothing.*python ingest\.py"),
        ("empty", r"There is no file in the folder .*empty"),
        ("z.pdf", r"z\.pdf is a PDF"),
    ],
)
def test_a_path_that_leads_nowhere_is_an_error_at_once(folder: Path, name: str, expected: str) -> None:
    (folder / "empty").mkdir()
    with pytest.raises(SourceError, match=expected):
        read(folder / name)


def test_an_empty_list_is_an_error_and_not_a_success_of_nothing(folder: Path) -> None:
    (folder / "none.json").write_text("[]")
    with pytest.raises(SourceError, match=r"none\.json is empty"):
        list(read(folder / "none.json"))
