"""Papers taken out by what a person calls them."""

from contextlib import closing
from pathlib import Path

import pytest

from rag.indexing import Indexer, remove
from rag.store import PaperStore
from rag.testing import HashEmbedding
from tests.conftest import BATS, HASH, OWLS
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


def test_the_signs_that_a_killed_removal_left_go_with_the_next_run(tmp_path: Path) -> None:
    with closing(PaperStore.create(str(tmp_path / "index"), HASH)) as store:
        Indexer(store, HashEmbedding()).ingest([BATS, OWLS])
        store.mark(writing=True, removing=True)
        store.collection.delete(ids=["bats:0"])  # and was killed before it came to the signs
        remove(store, ["bats"])
        with closing(store.signs()) as signs:
            assert signs.ids() == {"owls"}
