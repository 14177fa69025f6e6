"""What the library's events do, over a real index, with sessions of their own and a run in this process."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import gradio as gr
import pytest

from rag.config import RagConfig
from rag.indexing import IndexStats
from rag.ingestion.errand_process import perform
from rag.papers import Paper
from rag.store import PaperStore
from rag.testing import HashEmbedding
from tests.conftest import HASH, paper
from ui.collection import Collection
from ui.library import UNSEEN, Library
from ui.library_words import EN, ZH
from ui.wording import Words

ASKING = cast(gr.Request, SimpleNamespace(headers={"accept-language": "en"}, session_hash="a"))
CHINESE = cast(gr.Request, SimpleNamespace(headers={"accept-language": "zh-CN"}, session_hash="b"))
WHALES = "@misc{w, title={Whales}, abstract={Whales sing at 20 Hz, and are heard across whole oceans by others.}}"


def header(_words: Words, count: int) -> str:
    return f"{count} papers"


def library_over(config: RagConfig, *, editable: bool = True) -> Library:
    store = PaperStore.open(config.index, HASH)
    store.close()
    return Library(Collection(config, store, HashEmbedding(), editable=editable), header)


@pytest.fixture
def library(animals: RagConfig, monkeypatch: pytest.MonkeyPatch) -> Iterator[Library]:
    """The library over an index of three animals; it looks whenever it is asked."""
    monkeypatch.setattr("rag.browsing.open_shelf._LOOK_SECONDS", 0.0)
    opened = library_over(animals)
    yield opened
    opened.close()


@pytest.fixture(autouse=True)
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Errands are done at once, in this process."""

    def start(self: Any, errand: Any, afterwards: Callable[[Any], object]) -> Any:
        told: dict[str, Any] = {}
        perform(errand, told.update, cast(Any, SimpleNamespace(is_set=lambda: False)), HashEmbedding)
        number = self._run.number + 1 if self._run else 1
        run = Run(errand, number, cast(Any, SimpleNamespace(stdin=None)), afterwards)
        run._told, run._ended, self._run = told, 1.0, run
        afterwards(run)
        return run

    from rag.ingestion.errands import Errands, Run

    monkeypatch.setattr(Errands, "start", start)
    monkeypatch.setattr(Errands, "prepare", lambda _self: None)


def test_a_search_draws_what_it_finds(library: Library) -> None:
    facets, papers = library.draw('{"q": "bat"}', ASKING)
    assert "1 of 3 papers" in papers
    assert "BATNET" in papers
    assert EN.years in facets
    assert "篇论文" in library.draw("{}", CHINESE)[1]


def test_a_page_beyond_the_last_is_the_last(library: Library) -> None:
    assert "OWLNET" in library.draw('{"page": 999}', ASKING)[1]


def test_a_paper_is_opened_and_one_that_is_gone_is_told(library: Library) -> None:
    assert "They navigate by echolocation" in library.open('{"id": "bats"}', ASKING)
    assert EN.gone in library.open('{"id": "nobody"}', ASKING)
    assert library.open('{"id": null}', ASKING) == ""


def test_all_that_a_search_finds_is_given_to_be_ticked(library: Library) -> None:
    found = library.all_found('{"view": "{\\"q\\": \\"net\\"}", "at": "7"}')
    assert found.count("&quot;id&quot;") == 3 * ("BATNET" in found)
    assert "&quot;at&quot;: &quot;7&quot;" in found


def test_what_one_window_adds_both_windows_see(library: Library) -> None:
    one = library.beat(UNSEEN, "{}", ASKING)
    assert one[0] == "3 papers"
    seen = one[4]
    assert all(update == gr.skip() for update in library.beat(seen, "{}", ASKING))
    strip, text = library.add_text(WHALES, ASKING)
    assert text == ""
    assert "1 added" in strip
    for _window in range(2):
        head, _facets, papers, report, _now, _timer = library.beat(seen, "{}", ASKING)
        assert head == "4 papers"
        assert "Whales" in papers
        assert "1 added" in report
    assert library.beat(seen, "", ASKING)[2] == gr.skip()  # a window that has not opened the tab draws no list


def test_what_is_removed_is_gone_for_all(library: Library) -> None:
    seen = library.beat(UNSEEN, "{}", ASKING)[4]
    assert "2 removed" in library.command('{"remove": ["bats", "owls"]}', ASKING)
    library._shelf.renewed()
    head, _, papers, *_ = library.beat(seen, "{}", ASKING)
    assert head == "1 papers"
    assert "BATNET" not in papers


def test_an_upload_is_read_and_deleted(library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GRADIO_TEMP_DIR", str(tmp_path))
    (tmp_path / "u").mkdir()
    (tmp_path / "u" / "w.bib").write_text(WHALES)
    assert "1 added" in library.add_files([str(tmp_path / "u" / "w.bib")], ASKING)[0]
    assert not list(tmp_path.rglob("*.bib"))
    assert EN.run.nothing_chosen in library.add_files(None, ASKING)[0]


def test_a_second_writer_is_told_in_the_readers_language(library: Library, animals: RagConfig) -> None:
    store = PaperStore.open(animals.index, HASH)
    with store.writer():
        assert EN.run.failures["IndexBusyError"] in library.add_text(WHALES, ASKING)[0]
        assert ZH.run.failures["IndexBusyError"] in library.command('{"remove": ["bats"]}', CHINESE)
    store.close()


def test_nothing_and_too_much_are_not_begun(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ui.library.LONGEST_TEXT", 10)
    assert EN.run.nothing_pasted in library.add_text("  ", ASKING)[0]
    assert "million characters" in library.add_text(WHALES, ASKING)[0]
    assert EN.run.nothing_asked in library.add_arxiv(" arxiv: ", 5, ASKING)


def test_arxiv_is_asked_for_so_many_and_for_nothing_but_arxiv(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[Any] = []

    def begin(_self: Library, what: dict[str, Any], _request: gr.Request) -> tuple[str, bool]:
        begun.append(what)
        return "", True

    monkeypatch.setattr(Library, "_begin", begin)
    for query, most in (("ti:bats", 7), ("arxiv:/etc/passwd", 9_999), ("a#3", None), ("b", None)):
        library.add_arxiv(query, most, ASKING)
    assert [what["arxiv"] for what in begun] == ["ti:bats#7", "/etc/passwd#2000", "a#3", "b#1"]


def test_a_window_that_may_not_change_the_papers_refuses_every_change(animals: RagConfig) -> None:
    library = library_over(animals, editable=False)
    for strip in (
        library.add_text(WHALES, ASKING)[0],
        library.add_files(["/x.bib"], ASKING)[0],
        library.add_arxiv("bats", 1, ASKING),
        library.command('{"remove": ["bats"]}', ASKING),
        library.command('{"stop": true}', ASKING),
    ):
        assert "--allow-edits" in strip
    assert library._shelf.count() == 3
    library.close()


def test_an_index_that_cannot_be_read_is_told_in_the_tab(config: RagConfig) -> None:
    library = Library(Collection(replace(config, index="/nowhere"), cast(Any, None), HashEmbedding()), header)
    assert EN.broken in library.draw("{}", ASKING)[1]
    assert all(update == gr.skip() for update in library.beat(UNSEEN, "{}", ASKING))


def test_one_paper_is_one_paper(index: Callable[[Sequence[Paper]], IndexStats], config: RagConfig) -> None:
    index([paper("Bats hunt.", "Bats", "b")])
    library = library_over(config)
    assert "1 paper<" in library.draw("{}", ASKING)[1]
    library.close()


def test_a_paper_that_is_being_taken_out_is_shown_as_going_until_the_shelf_is_without_it(library: Library) -> None:
    run = cast(Any, SimpleNamespace(number=1, errand=SimpleNamespace(remove=("bats",)), stop=lambda: None))
    library._errands._run = run
    _, shown = library.draw("{}", ASKING)
    assert shown.count('<tr class="ap-lib-row ap-lib-going" inert>') == 1
    assert shown.count('<tr class="ap-lib-row">') == 2
    library._end(run, lambda: None)
    assert "ap-lib-going" not in library.draw("{}", ASKING)[1]
