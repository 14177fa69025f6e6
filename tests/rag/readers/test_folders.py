"""Folders: links are followed, what cannot be listed is named, and pruning reaches what was read."""

import os
from pathlib import Path

import pytest

from rag.errors import SourceError
from rag.papers import Paper
from rag.readers import Refusal, read
from rag.readers.folders import found_files, matches
from rag.readers.reach import gone, is_empty, roots_of
from rag.readers.sources import find_sources

ONE = '{"title": "A", "abstract": "We a."}\n'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a list, and a link to another folder with one."""
    (tmp_path / "d").mkdir()
    (tmp_path / "else").mkdir()
    (tmp_path / "d" / "a.jsonl").write_text(ONE)
    (tmp_path / "else" / "b.jsonl").write_text(ONE)
    (tmp_path / "d" / "link").symlink_to(tmp_path / "else")
    return tmp_path / "d"


@pytest.fixture
def locked(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder within that cannot be listed, whoever runs the test."""
    inner = folder / "locked"
    inner.mkdir()
    (inner / "c.jsonl").write_text(ONE)
    real = os.listdir

    def listdir(path: str | Path = ".") -> list[str]:
        if Path(path).name == "locked":
            raise PermissionError(13, "Permission denied", str(path))
        return real(path)

    monkeypatch.setattr(os, "listdir", listdir)
    return inner


def test_folders_that_links_lead_to_are_read(folder: Path) -> None:
    assert [item.source for item in read(folder)] == ["a.jsonl", "link/b.jsonl"]


def test_links_that_lead_back_up_are_followed_once(folder: Path) -> None:
    (folder / "up").symlink_to(folder)
    (folder / "again").symlink_to(folder / "link")
    (folder / "self").symlink_to(folder / "self")
    assert len(found_files(folder)) == len(found_files(folder / "**" / "*.jsonl")) == 2


def test_a_folder_that_cannot_be_listed_is_refused_by_name(locked: Path) -> None:
    items = list(read(locked.parent))
    (refusal,) = [item for item in items if isinstance(item, Refusal)]
    assert sum(isinstance(item, Paper) for item in items) == 2
    assert refusal.source == "locked"
    assert "locked cannot be read: Permission denied" in refusal.why


@pytest.mark.parametrize("pattern", ["*/*.jsonl", "**/*.jsonl", "lock*", "locked/*.jsonl"])
def test_a_pattern_names_the_folder_that_it_could_not_list(locked: Path, pattern: str) -> None:
    assert locked in found_files(locked.parent / pattern)


def test_a_place_that_cannot_be_listed_itself_is_an_error_at_once(locked: Path) -> None:
    with pytest.raises(SourceError, match="locked cannot be read: Permission denied"):
        find_sources([locked])


@pytest.mark.parametrize("name", ["x" * 5_000, "a\x00b", "~nobody-of-this-name/x.json"])
def test_a_path_that_no_system_takes_is_an_error_in_words(folder: Path, name: str) -> None:
    with pytest.raises(SourceError):
        find_sources([folder / name])


@pytest.mark.parametrize(
    ("path", "pattern", "expected"),
    [
        ("d/a.json", "d/*.json", True),
        ("d/a.txt", "d/*.json", False),
        ("d/e/a.json", "d/*.json", False),
        ("d/e/a.json", "d/**/*.json", True),
        ("d/a.json", "d/**/*.json", True),
        ("d/e/a.json", "d/*", True),
        ("d/.a.json", "d/*.json", False),
        ("d/[a].json", "d/[[]a].json", True),
    ],
)
def test_a_pattern_matches_as_a_shell_matches(path: str, pattern: str, expected: bool) -> None:
    assert matches(path.split("/"), pattern.split("/")) == expected


@pytest.mark.parametrize("place", ["", "*.jsonl", "**/*.jsonl", "[ab].jsonl", "gone.jsonl"])
def test_pruning_reaches_a_file_that_is_gone(folder: Path, place: str) -> None:
    lost = str(folder / ("gone.jsonl" if place == "gone.jsonl" else "b.jsonl"))
    other = str(folder.parent / "other" / "b.jsonl")
    assert gone([lost, other], {str(folder / "a.jsonl")}, roots_of([folder / place])) == [lost]


def test_pruning_reaches_through_links(folder: Path) -> None:
    lost = str(folder.parent / "else" / "x.jsonl")
    assert gone([lost], (), roots_of([folder])) == [lost]


def test_pruning_a_folder_with_brackets_in_its_name_reaches_no_other(tmp_path: Path) -> None:
    (tmp_path / "data[1]").mkdir()
    (tmp_path / "data1").mkdir()
    for place in (tmp_path / "data[1]", tmp_path / "data[1]" / "*.jsonl"):
        assert gone([str(tmp_path / "data1" / "a.jsonl")], (), roots_of([place])) == []


def test_pruning_spares_what_lies_where_nobody_could_look(locked: Path) -> None:
    read_now = {source.origin for source in find_sources([locked.parent])}
    assert gone([str(locked / "c.jsonl")], read_now, roots_of([locked.parent])) == []


def test_a_pattern_without_a_file_is_empty_only_where_its_folder_is_there(folder: Path) -> None:
    assert is_empty(str(folder / "*.csv"))
    assert is_empty(str(folder / "gone.jsonl"))
    assert not is_empty(str(folder / "*.jsonl"))
    assert not is_empty(str(folder.parent / "unmounted" / "*.csv"))
    assert not is_empty("-")


def test_a_folder_is_empty_only_where_it_is_there(folder: Path) -> None:
    (folder / "hollow").mkdir()
    assert is_empty(str(folder / "hollow"))
    assert not is_empty(str(folder))
    assert not is_empty(str(folder.parent / "unmounted" / "exports"))


def test_lists_beside_an_index_in_one_folder_are_read_and_the_index_is_not(folder: Path) -> None:
    for name in ("chroma/chroma.sqlite3", "write.lock", "facts/1.json"):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text("x")
    assert found_files(folder) == [folder / "a.jsonl"]
