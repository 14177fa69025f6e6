"""Long JSON objects: their lists of records are read one at a time, with the outcome of short ones."""

import io
import json
import tracemalloc
from pathlib import Path
from typing import Any

import pytest

from rag.errors import SourceError
from rag.readers import json_values, read
from rag.readers.json_values import JsonValues
from rag.readers.spilled_lists import SpilledList
from tests.rag.readers.reading import items_of

RECORDS = [{"title": f"T{i}", "abstract": f"We count {i} bats, é \ud83e."} for i in range(9)]


@pytest.fixture
def long(monkeypatch: pytest.MonkeyPatch) -> None:
    """Objects are long from 20 characters on, and read in small pieces."""
    monkeypatch.setattr(json_values, "_LONG", 20)
    monkeypatch.setattr(json_values, "_CHUNK", 7)


def values_of(text: str) -> list[Any]:
    return list(JsonValues(io.StringIO(text), "list.json"))


@pytest.mark.parametrize("ensure_ascii", [True, False])
@pytest.mark.parametrize("indent", [None, 3])
@pytest.mark.parametrize(
    "value",
    [
        {"venue": "ICML", "papers": RECORDS, "year": 2024},
        {"message": {"total": 9, "items": RECORDS, "next": {"at": [1, [2], {}], "none": None}}},
        {"2023": RECORDS[:4], "2024": RECORDS[4:], "empty": [], "blank": {}},
        {"a1": RECORDS[0], "b2": RECORDS[1], "c3": RECORDS[2]},
        {"title": [record["title"] for record in RECORDS], "abstract": [record["abstract"] for record in RECORDS]},
        {"papers": RECORDS, "scores": [float("inf"), -1.5, 0], "schemas": [{"name": "papers"}]},
        {"data": [[record] for record in RECORDS]},
    ],
)
def test_a_long_object_is_read_as_a_short_one(
    tmp_path: Path, value: Any, indent: int | None, ensure_ascii: bool, request: pytest.FixtureRequest
) -> None:
    text = json.dumps(value, indent=indent, ensure_ascii=ensure_ascii)
    content = text.encode("utf-8", "replace")
    short = items_of(tmp_path, content, "list.json")
    request.getfixturevalue("long")
    assert items_of(tmp_path, content, "list.json") == short
    assert [list(found) if isinstance(found, SpilledList) else found for found in values_of(text)[0].values()] == list(
        value.values()
    ) or "message" in value


@pytest.mark.parametrize(
    "text",
    [
        '{"papers": [{"a": 1},\n {"a" 2}], "x": 1}',
        '{"papers": [{"a": 1},\n {"a": 2},], "x": 1}',
        '{"papers": [{"a": 1} {"a": 2}], "x": 12345678}',
        '{"papers": [{"a": 1}],\n "x": 123456789012345,}',
        '{"papers": [{"a": 1}],\n x: 12345678901234567890}',
        '{"papers": [{"a": 1}],\n "x" 12345678901234567890}',
        '{"papers": [{"a": 1}]\n "x": 12345678901234567890}',
        '{"papers": [{"a": 1}, {"a": "cut of',
    ],
)
def test_broken_json_is_named_at_the_same_place(text: str, request: pytest.FixtureRequest) -> None:
    said = []
    for length in ("short", "long"):
        if length == "long":
            request.getfixturevalue("long")
        with pytest.raises(SourceError) as caught:
            values_of(text)
        said.append(str(caught.value))
    assert said[1].partition(". Export")[0] in said[0]  # what stands before it may no longer be at hand


@pytest.mark.parametrize("text", ['{"papers": [{"a": 1}, {"a": 2}', '{"papers": [{"a": 1}, {"a": 2}]', '{"papers": ['])
def test_an_object_that_is_cut_off_is_refused(text: str, long: None) -> None:
    with pytest.raises(SourceError, match=r"is broken JSON at line 1, column \d+: "):
        values_of(text)


def test_a_path_to_the_list_is_followed(tmp_path: Path, long: None) -> None:
    text = json.dumps({"papers": [{"title": "Not this", "abstract": "No."}], "kept": {"list": RECORDS}})
    items = items_of(tmp_path, text, "list.json", "records=kept.list")
    assert [item.title for item in items] == [record["title"] for record in RECORDS]  # type: ignore[union-attr]


def test_memory_stays_flat_however_long_the_list_in_an_object(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json_values, "_CHUNK", 1 << 14)
    monkeypatch.setattr(json_values, "_LONG", 1 << 16)
    monkeypatch.setattr("rag.readers.spilled_lists._IN_MEMORY", 1 << 16)
    path = tmp_path / "list.json"
    record = '{"title": "T", "abstract": "' + "word " * 2000 + '"}'
    path.write_text('{"venue": "ICML", "papers": [' + ",".join([record] * 600) + '], "year": 2024}')
    next(read(path))  # what is imported on the way is no part of it
    tracemalloc.start()
    try:
        assert sum(1 for _ in read(path)) == 600
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert path.stat().st_size > 6_000_000
    assert peak < 3_000_000
