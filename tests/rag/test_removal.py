"""Papers taken out by what a person calls them."""

from pathlib import Path

import pytest

from rag.indexing import remove
from tests.shelves import Shelf

BAT = {"id": "2101.00001v1", "title": "Bats", "abstract": "We hear bats in caves.", "doi": "https://doi.org/10.1/x"}


@pytest.mark.parametrize("name", ["2101.00001v2", "arXiv:2101.00001", "https://arxiv.org/abs/2101.00001v1", "10.1/X"])
def test_a_paper_is_taken_out_by_any_spelling_of_its_identifiers(tmp_path: Path, name: str) -> None:
    shelf = Shelf(tmp_path)
    shelf.put("a.jsonl", BAT)
    shelf.ingest()
    store = shelf.open()
    stats = remove(store, [name])
    store.close()
    assert (stats.papers, stats.removed, stats.refused) == (0, 1, ())


def test_what_no_paper_is_called_is_refused_and_takes_nothing_out(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    shelf.put("a.jsonl", BAT)
    shelf.ingest()
    store = shelf.open()
    stats = remove(store, ["2101.00002", "Bats"])
    store.close()
    assert (stats.papers, stats.removed, [each.record for each in stats.refused]) == (1, 0, ["2101.00002", "Bats"])
