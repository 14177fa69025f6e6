"""Runs over files: what is merged, passed over, pruned, removed and rehearsed."""

import json
import os
from pathlib import Path

import pytest

from rag.errors import SourceError
from rag.indexing import rehearse, remove
from rag.papers import Paper
from rag.readers.reach import roots_of
from rag.readers.sources import find_sources
from rag.store import PaperStore
from tests.shelves import Shelf, counts

pytestmark = pytest.mark.stores("slowly")


@pytest.fixture
def shelf(tmp_path: Path, place: str) -> Shelf:
    return Shelf(tmp_path, place)


BAT = {"id": "1", "title": "Bats", "abstract": "We hear bats in caves."}
BEE = {"id": "2", "title": "Bees", "abstract": "We count bees in hives."}


def test_one_paper_under_three_ids_is_kept_once_in_its_latest_version(shelf: Shelf) -> None:
    shelf.put(
        "a.jsonl",
        {"id": "2101.00001v1", "title": "Deep  Nets for Bats", "abstract": "We hear bats."},
        {"id": "arXiv:2101.00001v2", "title": "deep nets for bats.", "abstract": "We hear bats. "},
        {"id": "10.1/X", "title": "{Deep} Nets for Bats", "abstract": "We  hear\nbats."},
        {"id": "10.1/Y", "title": "Focus of a beam by a lens", "abstract": "With a lens."},
        {"id": "10.1/Z", "title": "Focus of a beam by a slit", "abstract": "With a slit."},
    )
    stats = shelf.ingest("a.jsonl")
    assert counts(stats) == (3, 3, 0, 0, 2, 0)
    assert [merge.into for merge in stats.merges] == ["2101.00001", "2101.00001"]
    paper = shelf.papers()["2101.00001"]
    assert paper.url == "https://arxiv.org/abs/2101.00001v2"
    assert set(paper.identifiers) == {"arxiv:2101.00001", "doi:10.1/x"}


def test_local_ids_of_two_files_do_not_overwrite_each_other(shelf: Shelf) -> None:
    shelf.put("a.jsonl", BAT, {"id": "2", "title": "Talk B", "abstract": "Invited talk."})
    shelf.put("b.jsonl", {"id": "1", "title": "Other venue, other paper", "abstract": "Frogs jump."})
    assert counts(shelf.ingest()) == (3, 3, 0, 0, 0, 0)
    assert shelf.papers()["1@b"].title == "Other venue, other paper"
    shelf.put("b.jsonl", {"id": "1", "title": "Other venue, other paper", "abstract": "Frogs rest."})
    assert counts(shelf.ingest()) == (3, 0, 1, 2, 0, 0)


def test_different_papers_with_the_same_title_stay_two(shelf: Shelf) -> None:
    shelf.put(
        "a.jsonl", {"title": "Preface", "abstract": "We thank all."}, {"title": "Preface", "abstract": "It rained."}
    )
    assert shelf.ingest().papers == 2


@pytest.mark.stores("both")
def test_another_export_adds_what_the_first_lacks_and_embeds_nothing_again(shelf: Shelf) -> None:
    shelf.put("a.jsonl", BAT)
    shelf.ingest()
    before = len(shelf.model.calls)
    shelf.put("b.jsonl", {"id": "10.1/b", "title": "BATS", "abstract": "We hear bats in caves.", "year": 2020})
    stats = shelf.ingest()
    assert counts(stats) == (1, 0, 0, 1, 1, 0)
    assert (shelf.papers()["1"].year, len(shelf.model.calls)) == (2020, before)


def test_a_field_that_an_edit_takes_away_goes(shelf: Shelf) -> None:
    shelf.put("a.jsonl", BAT | {"venue": "ICML"})
    shelf.ingest()
    shelf.put("a.jsonl", BAT)
    shelf.ingest()
    assert shelf.papers()["1"].venue == ""


def test_another_paper_under_the_number_of_a_row_overwrites_nothing(shelf: Shelf) -> None:
    shelf.put("a.jsonl", BAT, BEE)
    shelf.ingest()
    shelf.put("a.jsonl", {"id": "1", "title": "Owls", "abstract": "Owls hunt at night."}, BEE)
    assert counts(shelf.ingest()) == (3, 1, 0, 1, 0, 0)
    assert {paper.title for paper in shelf.papers().values()} == {"Bats", "Bees", "Owls"}
    assert counts(shelf.ingest("a.jsonl", prune=True)) == (2, 0, 0, 2, 0, 1)


def test_talks_of_one_name_and_boilerplate_by_two_people_stay_two(shelf: Shelf) -> None:
    talk = {"title": "Invited Talk", "abstract": "The speaker will tell us more."}
    shelf.put(
        "a.jsonl", talk | {"authors": ["Ada Ames"], "doi": "10.1/a"}, talk | {"authors": ["Bo Bell"], "doi": "10.1/b"}
    )
    assert counts(shelf.ingest()) == (2, 2, 0, 0, 0, 0)


def test_a_comment_that_links_to_the_paper_it_is_about_is_another_paper(shelf: Shelf) -> None:
    url = {"url": "https://arxiv.org/abs/2101.00001"}
    shelf.put(
        "a.jsonl",
        BAT | url | {"id": "", "authors": ["Ada Ames"]},
        {"title": "A comment on Bats", "abstract": "They err on caves.", "authors": ["Bo Bell"]} | url,
    )
    assert shelf.ingest().papers == 2


def test_a_later_withdrawn_version_shows(shelf: Shelf) -> None:
    shelf.put(
        "a.jsonl",
        {"arxiv_id": "2101.00001v1", "title": "On Bats", "abstract": "We prove that bats call louder in cities."},
        {"arxiv_id": "2101.00001v2", "title": "On Bats", "abstract": "This paper has been withdrawn by the author."},
    )
    assert shelf.ingest().papers == 1
    assert shelf.papers()["2101.00001"].status == "withdrawn"


def test_files_that_cannot_be_opened_cost_no_other(shelf: Shelf) -> None:
    shelf.put("b.jsonl", BEE)
    (shelf.folder / "gone.json").symlink_to(shelf.folder / "nowhere.json")
    (shelf.folder / "loop.json").symlink_to(shelf.folder / "loop.json")
    if hasattr(os, "mkfifo"):  # Windows has none
        os.mkfifo(shelf.folder / "pipe")
    assert counts(shelf.ingest()) == (1, 1, 0, 0, 0, 0)


@pytest.mark.stores("both")
def test_an_unchanged_file_is_not_read_again(shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    shelf.put("a.jsonl", BAT, BEE, BAT, {"title": "No abstract"})
    first = shelf.ingest()
    monkeypatch.setattr("rag.readers.sources.read_stream", lambda *args: pytest.fail("it was read again"))
    stats = shelf.ingest()
    assert counts(stats) == (2, 0, 0, 2, 1, 0)
    assert stats.refused == first.refused
    assert len(first.refused) == 1


def test_papers_that_left_a_file_stay_until_it_is_pruned(shelf: Shelf) -> None:
    shelf.put("a.jsonl", BAT, BEE)
    shelf.ingest()
    shelf.put("a.jsonl", BEE)
    assert counts(shelf.ingest()) == (2, 0, 0, 1, 0, 0)
    assert counts(shelf.ingest(prune=True)) == (1, 0, 0, 1, 0, 1)
    assert set(shelf.papers()) == {"2"}


@pytest.mark.stores("both")
def test_pruning_leaves_other_sources_and_shared_papers_alone(shelf: Shelf) -> None:
    shelf.put("a.jsonl", BAT, BEE)
    shelf.put("b.jsonl", BEE, {"id": "3", "title": "Owls", "abstract": "Owls hunt at night."})
    shelf.ingest()
    shelf.put("a.jsonl", BAT)
    assert shelf.ingest("a.jsonl", prune=True).removed == 0
    shelf.put("b.jsonl", {"id": "3", "title": "Owls", "abstract": "Owls hunt at night."})
    assert shelf.ingest("b.jsonl", prune=True).removed == 1
    assert set(shelf.papers()) == {"1", "3"}


@pytest.mark.stores("both")
def test_a_file_gone_from_a_pruned_folder_takes_its_papers_with_it(shelf: Shelf) -> None:
    shelf.put("a.jsonl", BAT)
    shelf.put("b.jsonl", BEE)
    shelf.ingest()
    (shelf.folder / "a.jsonl").unlink()
    assert shelf.ingest(prune=True).removed == 1
    shelf.put("a.jsonl", BAT)
    assert shelf.ingest().added == 1


def test_a_file_that_breaks_off_is_not_pruned(shelf: Shelf) -> None:
    (shelf.folder / "a.json").write_text(json.dumps([BAT, BEE]))
    shelf.ingest("a.json")
    (shelf.folder / "a.json").write_text(json.dumps([BAT, BEE])[:-20])
    stats = shelf.ingest("a.json", prune=True)
    assert (stats.papers, stats.removed) == (2, 0)
    assert "broken JSON at line 1" in stats.refused[0].why


def test_a_broken_file_costs_no_other(shelf: Shelf) -> None:
    (shelf.folder / "a.json").write_text('[{"title": "A", "abstract')
    shelf.put("b.jsonl", BEE)
    stats = shelf.ingest("a.json", "b.jsonl")
    assert (stats.papers, stats.added, [refusal.record for refusal in stats.refused]) == (1, 1, ["the file"])
    with pytest.raises(SourceError, match="broken JSON at line 1, column 17"):
        shelf.ingest("a.json")


@pytest.mark.stores("both")
def test_papers_are_removed_by_id_or_identifier_and_come_back_with_their_file(shelf: Shelf) -> None:
    shelf.put("a.jsonl", BAT | {"doi": "10.1/x"}, BEE)
    shelf.ingest()
    store = shelf.open()
    stats = remove(store, ["doi:10.1/x", "2", "9"])
    store.close()
    assert (stats.papers, stats.removed, [refusal.record for refusal in stats.refused]) == (0, 2, ["9"])
    assert shelf.papers() == {}
    assert shelf.ingest().added == 2


@pytest.mark.stores("both")
def test_a_rehearsal_counts_like_the_run_and_writes_nothing(shelf: Shelf) -> None:
    shelf.put("a.jsonl", BAT, BEE, BAT, {"title": "No abstract"})
    rehearsed = rehearse(find_sources([shelf.folder]), None)
    assert not Path(shelf.index).exists()
    assert counts(rehearsed) == counts(shelf.ingest())
    shelf.put("a.jsonl", BAT | {"abstract": "Caves echo."})
    store = shelf.open()
    before = store.manifest()
    rehearsed = rehearse(find_sources([shelf.folder]), store, roots_of([shelf.folder]))
    assert (store.manifest(), len(list(store.papers()))) == (before, 2)
    store.close()
    assert counts(rehearsed) == counts(shelf.ingest(prune=True)) == (1, 0, 1, 0, 0, 1)


def test_a_hundred_edits_leave_one_paper_of_one_chunk(shelf: Shelf) -> None:
    for percent in range(20):
        shelf.put(
            "a.jsonl", {"id": "p1", "title": "Acc", "abstract": f"Reaches {percent} percent." * (percent % 3 * 200 + 1)}
        )
        shelf.ingest()
    store = shelf.open()
    (paper,) = store.papers()
    assert paper.abstract.startswith("Reaches 19 percent.")
    assert {meta["fingerprint"] for _, meta in store.rows()} == {paper.fingerprint}
    store.close()


def test_papers_of_a_volume_under_one_doi_stay_apart_and_are_told_apart_quickly(shelf: Shelf) -> None:
    words = [f"w{number}x" for number in range(400)]
    records = [
        {"title": f"{word} and bees", "abstract": f"On {word}.", "doi": "10.1/volume", "authors": [f"A {word}"]}
        for word in words
    ]
    shelf.put("a.jsonl", *records)
    loads = 0
    original = PaperStore.get

    def counted(store: PaperStore, paper_ids: list[str]) -> list[Paper]:
        nonlocal loads
        loads += len(paper_ids)
        return original(store, paper_ids)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(PaperStore, "get", counted)
        assert shelf.ingest().papers == 400
    assert loads < 2_000
    shelf.put("b.jsonl", records[7] | {"abstract": "On w7x, revised.", "year": 2020})
    assert counts(shelf.ingest())[:3] == (400, 0, 0)
