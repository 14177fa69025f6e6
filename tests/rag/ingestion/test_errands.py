"""Errands: what the process does, told as it goes; and one real process."""

import threading
from pathlib import Path
from typing import Any

import pytest

from rag.config import RagConfig
from rag.errors import IndexBusyError, SourceError
from rag.ingestion.errand_process import perform
from rag.ingestion.errands import Errand, Errands, State
from rag.papers import Paper
from rag.readers.sources import Source
from rag.store import PaperStore
from rag.testing import HashEmbedding
from tests.conftest import HASH

TWO = """
@article{a, title={On Whales}, abstract={Whales sing at 20 Hz, and are heard across whole oceans by others.}}
@article{b, title={On Nothing}}
"""


def done(errand: Errand, stop: threading.Event | None = None) -> list[dict[str, Any]]:
    """All that an errand tells, done in this process."""
    told: list[dict[str, Any]] = []
    perform(errand, told.append, stop or threading.Event(), HashEmbedding)
    return told


def end(errand: Errand) -> dict[str, Any]:
    return done(errand)[-1]


def ids(config: RagConfig) -> set[str]:
    store = PaperStore.open(config.index, HASH)
    try:
        return {paper.paper_id for paper in store.papers()}
    finally:
        store.close()


def test_pasted_text_is_added_and_what_is_refused_is_told(config: RagConfig) -> None:
    told = done(Errand(config.index, HASH, text=TWO))
    assert {"done": 2} in told
    stats = told[-1]["stats"]
    assert (told[-1]["phase"], stats["papers"], stats["added"]) == ("done", 1, 1)
    assert list(stats["refused"]) == [{"source": "pasted text", "record": "On Nothing", "why": "it has no abstract"}]


def test_a_broken_file_is_refused_by_name_and_costs_no_other(config: RagConfig, tmp_path: Path) -> None:
    good, broken = tmp_path / "good.bib", tmp_path / "broken.xlsx"
    good.write_text(TWO)
    broken.write_bytes(b"PK\x03\x04 no workbook")
    stats = end(Errand(config.index, HASH, files=(str(broken), str(good))))["stats"]
    assert stats["added"] == 1
    assert [refusal["source"] for refusal in stats["refused"]] == ["broken.xlsx", "good.bib"]


def test_files_are_not_kept_in_mind_by_the_place_of_their_upload(config: RagConfig, tmp_path: Path) -> None:
    file = tmp_path / "good.bib"
    file.write_text(TWO)
    end(Errand(config.index, HASH, files=(str(file),)))
    again = end(Errand(config.index, HASH, files=(str(file),)))["stats"]
    assert (again["added"], again["unchanged"], len(again["refused"])) == (0, 1, 1)
    store = PaperStore.open(config.index, HASH)
    assert store.origins() <= {""}
    store.close()


def test_where_all_is_refused_the_index_stays_and_each_refusal_is_told(animals: RagConfig, tmp_path: Path) -> None:
    files = {
        "one.pdf": b"%PDF-1.4 no papers",
        "two.txt": b"",
        "three.xlsx": b"PK\x03\x04 no workbook",
        "four.json": b'{"papers": [{"title": "On Owls"}]}',
    }
    for name, data in files.items():
        (tmp_path / name).write_bytes(data)
    stats = end(Errand(animals.index, HASH, files=tuple(str(tmp_path / name) for name in files)))["stats"]
    assert (stats["papers"], stats["added"]) == (3, 0)
    assert sorted(refusal["source"] for refusal in stats["refused"]) == sorted(files)


def test_papers_are_taken_out_and_an_unknown_id_is_told(animals: RagConfig) -> None:
    stats = end(Errand(animals.index, HASH, remove=("owls", "nobody")))["stats"]
    assert (stats["papers"], stats["removed"], stats["refused"][0]["record"]) == (2, 1, "nobody")
    assert ids(animals) == {"bats", "frogs"}


def test_a_second_writer_gets_the_named_refusal(animals: RagConfig) -> None:
    store = PaperStore.open(animals.index, HASH)
    with store.writer():
        told = end(Errand(animals.index, HASH, text=TWO))
    store.close()
    assert (told["phase"], told["kind"]) == ("failed", "IndexBusyError")


def test_a_stopped_run_ends_cleanly_and_is_gone_on_with(animals: RagConfig) -> None:
    stop = threading.Event()
    stop.set()
    assert done(Errand(animals.index, HASH, text=TWO), stop)[-1] == {"phase": "stopped"}
    assert ids(animals) == {"bats", "frogs", "owls"}
    assert end(Errand(animals.index, HASH, text=TWO))["stats"]["added"] == 1


@pytest.mark.stores("both")
def test_a_query_to_arxiv_goes_through_the_reader_of_live_places(
    config: RagConfig, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    asked: list[str] = []

    def find(places: list[str], _mapping: object, folder: Path) -> list[Source]:
        asked.extend(places)
        assert tmp_path in folder.parents  # a server's index has a folder of this machine's, too
        return [Source("arXiv", places[0], lambda: iter([Paper("w", "Whales", "Whales sing low in the deep sea.")]))]

    monkeypatch.setattr("rag.readers.sources.find_sources", find)
    assert end(Errand(config.index, HASH, arxiv="ti:whales#5"))["stats"]["added"] == 1
    assert asked == ["arxiv:ti:whales#5"]


def test_what_arxiv_cannot_give_is_told(config: RagConfig, monkeypatch: pytest.MonkeyPatch) -> None:
    def find(*_args: object) -> list[Source]:
        raise SourceError("arxiv: asks for nothing.")

    monkeypatch.setattr("rag.readers.sources.find_sources", find)
    told = end(Errand(config.index, HASH, arxiv=" "))
    assert (told["kind"], told["message"]) == ("SourceError", "arxiv: asks for nothing.")


def test_an_errand_goes_through_a_line_of_text(config: RagConfig) -> None:
    errand = Errand(config.index, HASH, 3.0, files=("a", "b"), text="x\ny", remove=("é",))
    assert Errand.of_line(errand.line()) == errand


def test_a_process_of_its_own_does_one_errand_at_a_time(animals: RagConfig) -> None:
    errands, over = Errands(), threading.Event()
    errands.prepare()
    waiting = errands._ready
    run = errands.start(Errand(animals.index, HASH, remove=("owls",)), lambda _run: over.set())
    assert run.process is waiting
    with pytest.raises(IndexBusyError, match="already"):
        errands.start(Errand(animals.index, HASH, remove=("bats",)))
    state = run.wait(60)
    assert (state.phase, state.is_over, state.stats and state.stats.removed) == ("done", True, 1)
    assert over.wait(5)
    assert ids(animals) == {"bats", "frogs"}


def test_a_process_that_waits_for_an_errand_ends_with_the_errands() -> None:
    errands = Errands()
    errands.prepare()
    waiting = errands._ready
    errands.prepare()
    assert waiting is not None
    assert errands._ready is waiting
    errands.close()
    assert waiting.returncode == 0


def test_a_process_that_died_waiting_costs_no_errand(animals: RagConfig) -> None:
    errands = Errands()
    errands.prepare()
    assert errands._ready is not None
    errands._ready.kill()
    errands._ready.communicate()
    assert errands.start(Errand(animals.index, HASH, remove=("owls",))).wait(60).phase == "done"


def test_a_process_that_dies_is_told(animals: RagConfig, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rag.ingestion.errands.sys.executable", "/bin/false")
    run = Errands().start(Errand(animals.index, HASH, remove=("owls",)))
    state = run.wait(10)
    assert (state.phase, state.message) == ("failed", "The run ended with code 1.")


def test_a_state_is_over_once_it_is_done_stopped_or_failed() -> None:
    assert [State(phase).is_over for phase in ("running", "stopping", "done", "stopped", "failed")] == [
        False,
        False,
        True,
        True,
        True,
    ]
