"""JSON values: streams of records, and broken JSON named by line and column."""

import io
import tracemalloc
from pathlib import Path

import pytest

from rag.errors import SourceError
from rag.papers import Paper
from rag.readers import json_values, read
from rag.readers.json_values import JsonValues
from tests.rag.readers.reading import items_of, papers_of


def values_of(text: str) -> list[object]:
    return list(JsonValues(io.StringIO(text), "list.json"))


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("[1, 2, 3]", [1, 2, 3]),
        ("[1, 2, 3,]", [1, 2, 3]),
        ("[]", []),
        ("12345", [12345]),
        ('{"a": 1}\n{"a": 2}', [{"a": 1}, {"a": 2}]),
        ('{\n "a": 1\n}{\n "a": 2\n}', [{"a": 1}, {"a": 2}]),
        ("[1][2]", [1, 2]),
        ('\ufeff[{"a": "tab\tand\nline"}]', [{"a": "tab\tand\nline"}]),
        ('{"a": 1, "a": 2}', [{"a": 2}]),
        ("[1e400]", [float("inf")]),
    ],
)
def test_values_are_parted(text: str, values: list[object]) -> None:
    assert values_of(text) == values


@pytest.mark.parametrize(
    ("text", "place", "what"),
    [
        ('[{"a": 1},\n {"a" 2}]', "line 2, column 7", "Expecting ':'"),
        ('[{"a": 1},\n // no\n {"a": 2}]', "line 2, column 2", "JSON has no comments"),
        ('[{"a": 1,}]', "line 1, column 10", "a comma too many"),
        ("[{'a': 1}]", "line 1, column 3", "no single quotes"),
        ('[{"a": "x', "line 1, column 8", "never closed"),
        ('[{"a": 1}', "line 1, column 10", "cut off"),
        ('[{"a": 1}] and more', "line 1, column 12", "Expecting value"),
        ("[" + "[" * 100_000, "line 1, column 2", "nested too deep"),
        ("var papers = [];", "line 1, column 1", "Expecting value"),
    ],
)
def test_broken_json_is_named_by_line_and_column(text: str, place: str, what: str) -> None:
    with pytest.raises(SourceError) as caught:
        values_of(text)
    assert f"list.json is broken JSON at {place}" in str(caught.value)
    assert what in str(caught.value)


def test_the_place_is_right_beyond_what_is_read_at_once() -> None:
    record = '{"title": "' + "x" * 90 + '"}'
    text = "[" + ",\n".join([record] * 30_000) + ',\n  {"title" "y"}]'
    with pytest.raises(SourceError, match="line 30001, column 12") as caught:
        values_of(text)
    assert "The 30,000 records before it are whole" in str(caught.value)


def test_a_record_may_be_longer_than_what_is_read_at_once(tmp_path: Path) -> None:
    (paper,) = papers_of(tmp_path, '[{"title": "T", "abstract": "' + "word " * 500_000 + '"}]', "long.json")
    assert len(paper.abstract) == 5 * 500_000 - 1


def test_what_was_read_before_the_file_breaks_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "cut.json"
    path.write_text('[{"title": "A", "abstract": "We."},\n{"title": "B", "abstr')
    items = read(path)
    assert isinstance(next(items), Paper)
    with pytest.raises(SourceError, match="line 2, column 16"):
        next(items)


def test_memory_stays_flat_however_long_the_list(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json_values, "_CHUNK", 1 << 14)
    path = tmp_path / "list.json"
    record = '{"title": "T", "abstract": "' + "word " * 2000 + '"}'
    path.write_text("[" + ",".join([record] * 600) + "]")
    next(read(path))  # what is imported on the way is no part of it
    tracemalloc.start()
    try:
        assert sum(1 for _ in read(path)) == 600
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert path.stat().st_size > 6_000_000
    assert peak < 3_000_000


@pytest.mark.parametrize("escape", [r"\ud83d\ude00", r"\ud83d"])
def test_surrogates_are_joined_or_replaced(tmp_path: Path, escape: str) -> None:
    (paper,) = papers_of(tmp_path, '[{"title": "T ' + escape + '", "abstract": "A"}]', "list.json")
    assert paper.title == ("T \U0001f600" if len(escape) > 6 else "T \ufffd")


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_marks_and_wide_encodings_are_read(tmp_path: Path, encoding: str) -> None:
    content = '[{"title": "Zürich", "abstract": "We go to Zürich."}]'.encode(encoding)
    (paper,) = papers_of(tmp_path, content, "list.json")
    assert (paper.title, paper.abstract) == ("Zürich", "We go to Zürich.")


@pytest.mark.parametrize("text", ["[1] A. Author. A title.", "{BERT} revisited", "[Draft] My list of papers"])
def test_text_that_begins_with_a_bracket_is_not_json(tmp_path: Path, text: str) -> None:
    abstract = "We study bats and show that they hunt in the dark by their ears. " * 4
    items = items_of(tmp_path, f"{text}\n\n{abstract}\n", "list.txt")
    assert abstract.strip() in [item.abstract for item in items if isinstance(item, Paper)]
