"""Where a paper's records were read: the files' names alone, also where its records differ."""

from contextlib import closing
from pathlib import Path

from tests.shelves import Shelf


def test_records_that_differ_are_known_by_their_files_alone(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    shelf.put("a.jsonl", {"id": "10.1/x", "title": "Bats", "abstract": "Bats hear well in the dark.", "year": 2020})
    shelf.put("b.jsonl", {"id": "10.1/x", "title": "Bats", "abstract": "Bats hear well in the dark.", "venue": "Cave"})
    shelf.ingest()
    with closing(shelf.open()) as store:
        assert {Path(origin).name for origin in store.origins()} == {"a.jsonl", "b.jsonl"}
        assert all("\x1f" not in origin for origin in store.origins())
