"""Files that break, beside files of which nothing is taken."""

from pathlib import Path

import pytest

from rag.errors import SourceError
from tests.shelves import Shelf


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    return Shelf(tmp_path)


def test_a_broken_file_beside_refused_records_alone_loses_none_of_them(shelf: Shelf) -> None:
    (shelf.folder / "a.json").write_text('[{"title": "A", "abstract')
    shelf.put("b.jsonl", {"title": "No abstract"})
    stats = shelf.ingest("a.json", "b.jsonl")
    assert [(refusal.source, refusal.record) for refusal in stats.refused] == [
        ("a.json", "the file"),
        ("b.jsonl", "line 1"),
    ]


def test_where_no_file_can_be_read_each_is_named(shelf: Shelf) -> None:
    for name in ("a.json", "b.json"):
        (shelf.folder / name).write_text('[{"title": "A", "abstract')
    with pytest.raises(SourceError, match=r"(?s)a\.json.*b\.json"):
        shelf.ingest("a.json", "b.json")
