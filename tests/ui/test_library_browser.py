"""The library in a real browser, over a real index: what a reader does with it, and what other windows see of it."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

pytest.importorskip("playwright.sync_api", reason="playwright is not installed (it is in the `test` extra)")

from playwright.sync_api import Browser, Page, expect

from rag.config import BUNDLED_EMBEDDING, RagConfig
from rag.encoding.minilm import MiniLMEmbedding
from rag.engine import build_query_engine
from rag.indexing import Indexer
from rag.store import PaperStore
from tests.conftest import paper
from tests.ui.browsing import Visit, chromium, visit
from tests.ui.ports import free_port
from ui.app import build_app, launch
from ui.collection import Collection
from ui.library_words import EN, ZH

pytestmark = pytest.mark.browser

ATTACK = "<img src=x onerror=window.__pwn=1>"
WHALES = (
    "@misc{w, title={Whales}, abstract={Whales sing at 20 Hz, heard across whole oceans.}}\n@misc{n, title={Nothing}}"
)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One Chromium for this module; what is waited for may take its time on a busy machine."""
    expect.set_options(timeout=30_000)
    with chromium() as running:
        yield running
    expect.set_options(timeout=5_000)


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory, minilm: MiniLMEmbedding) -> Iterator[str]:
    """The address of an editable window over 56 papers."""
    config = RagConfig(index=str(tmp_path_factory.mktemp("library") / "index"))
    assert config.embedding == BUNDLED_EMBEDDING
    papers = [
        paper(f"Bats of kind {n} hunt.", f"Bats {n:02}", f"bat{n}", year=2000 + n % 3, venue="ICML") for n in range(54)
    ]
    papers.append(paper("Owls fly for $O(n)$ hours.", "Owls", "owl", authors=("Ann Lee",), year=2024, venue="Nature"))
    papers.append(paper(ATTACK, f"Attack {ATTACK}", "attack", authors=(ATTACK,), venue=ATTACK))
    with closing(PaperStore.create(config.index, config.embedding)) as store:
        Indexer(store, minilm).ingest(papers)
    engine = build_query_engine(config, streaming=True, embed_model=minilm)
    collection = Collection(config, engine.retriever.store, minilm, editable=True)
    app = build_app(engine, examples=(), title="AskPapers", mode=engine.mode, papers=56, collection=collection)
    yield launch(app, host="127.0.0.1", port=free_port())
    app.close(verbose=False)
    shutil.rmtree(Path(config.index).parent, ignore_errors=True)


def library(browser: Browser, url: str, *, width: int = 1440, locale: str = "en-US") -> Visit:
    """A window with the tab open."""
    seen = visit(browser, url, width=width, locale=locale)
    seen.page.set_default_timeout(30_000)
    seen.page.locator("#ap-tabs [role=tab]").nth(1).click()
    seen.page.locator(".ap-lib-row").first.wait_for()
    return seen


def search(page: Page, text: str) -> None:
    page.locator("#ap-lib-search input, #ap-lib-search textarea").fill(text)


def rows(page: Page) -> list[str]:
    return page.locator(".ap-lib-row .ap-lib-title").all_inner_texts()


def test_what_is_ticked_survives_searching_and_paging_and_is_asked_about(browser: Browser, url: str) -> None:
    page = library(browser, url).page
    page.evaluate("window.askpapers = {...window.askpapers, choose: (papers) => (window.__chosen = papers)}")
    search(page, "owl")
    expect(page.locator(".ap-lib-count")).to_have_text("1 of 56 papers")
    page.get_by_role("checkbox", name="Tick Owls").click()
    search(page, "")
    expect(page.locator(".ap-lib-count")).to_have_text("56 papers")
    page.locator("#ap-lib-next").click()
    expect(page.locator("#ap-lib-page-1")).to_have_attribute("aria-current", "page")
    page.get_by_role("checkbox", name="Tick Bats 53").click()
    expect(page.locator("#ap-lib-number")).to_have_text("2 ticked")
    page.locator("#ap-lib-previous").click()
    expect(page.locator("#ap-lib-page-0")).to_have_attribute("aria-current", "page")
    page.get_by_role("button", name=EN.ask, exact=True).click()
    assert page.evaluate("window.__chosen") == [{"id": "owl", "title": "Owls"}, {"id": "bat53", "title": "Bats 53"}]
    search(page, "kind 1")
    expect(page.locator(".ap-lib-count")).to_have_text("11 of 56 papers")
    page.locator("#ap-lib-all").click()
    expect(page.locator("#ap-lib-number")).to_have_text("13 ticked")


def test_facets_narrow_and_headers_sort_by_the_keyboard(browser: Browser, url: str) -> None:
    page = library(browser, url).page
    page.get_by_role("checkbox", name="Nature 1").press("Space")
    expect(page.locator(".ap-lib-count")).to_have_text("1 of 56 papers")
    expect(page.get_by_role("checkbox", name="Nature 1")).to_have_attribute("aria-checked", "true")
    expect(page.get_by_role("checkbox", name="Nature 1")).to_be_focused()
    page.locator("#ap-lib-clear").press("Enter")
    expect(page.locator(".ap-lib-count")).to_have_text("56 papers")
    page.locator("#ap-lib-sort-year").press("Enter")
    expect(page.locator(".ap-lib-row").first).to_contain_text("Owls")
    expect(page.locator("th.ap-lib-year")).to_have_attribute("aria-sort", "descending")
    page.locator("#ap-lib-sort-year").press("Enter")
    expect(page.locator(".ap-lib-row").first).to_contain_text("Bats 00")


def test_a_press_during_which_the_list_is_drawn_anew_is_not_lost(browser: Browser, url: str) -> None:
    page = library(browser, url).page
    search(page, "owl")
    expect(page.locator(".ap-lib-count")).to_have_text("1 of 56 papers")
    page.locator("#ap-lib-sort-year").hover()
    page.mouse.down()
    page.evaluate("document.getElementById('ap-lib-clear').click()")
    expect(page.locator(".ap-lib-count")).to_have_text("56 papers")
    page.mouse.up()
    expect(page.locator("th.ap-lib-year")).to_have_attribute("aria-sort", "descending")


def test_a_paper_opens_with_its_formulas_and_escape_leads_back(browser: Browser, url: str) -> None:
    page = library(browser, url).page
    search(page, "ann lee")
    page.locator(".ap-lib-open", has_text="Owls").press("Enter")
    expect(page.locator("#ap-lib-heading")).to_be_focused()
    expect(page.locator(".ap-lib-abstract .katex")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator("#ap-lib-opened")).to_be_hidden()
    expect(page.locator(".ap-lib-open", has_text="Owls")).to_be_focused()


def test_nothing_of_a_paper_runs(browser: Browser, url: str) -> None:
    reader = library(browser, url)
    search(reader.page, "attack")
    reader.page.locator(".ap-lib-open").first.click()
    expect(reader.page.locator("#ap-lib-heading")).to_have_text(f"Attack {ATTACK}")
    reader.page.locator(".ap-lib-row .ap-lib-tick").first.click()
    reader.page.locator("#ap-lib-remove").click()
    expect(reader.page.locator("#ap-lib-dialog li")).to_have_text(f"Attack {ATTACK}")
    assert reader.page.evaluate("window.__pwn") is None
    assert reader.page.locator("#ap-tab-library img, #ap-lib-dialog img").count() == 0
    assert reader.foreign_requests() == []
    assert reader.errors == []


def test_an_upload_is_added_reported_and_removed_again_and_every_window_follows(
    browser: Browser, url: str, tmp_path: Path
) -> None:
    (tmp_path / "whales.bib").write_text(WHALES)
    (tmp_path / f"{ATTACK}.exe").write_text("no paper")
    (tmp_path / f"{ATTACK}.csv").write_text("x" * 2_000)
    one, other = library(browser, url).page, visit(browser, url).page
    one.locator("#ap-lib-add button").first.click()
    one.evaluate("window.gradio_config.max_file_size = 1000")
    one.locator("#ap-lib-add input[type=file]").set_input_files(sorted(map(str, tmp_path.iterdir())))
    expect(one.locator("#ap-lib-add")).to_contain_text("whales")
    expect(one.locator("#ap-lib-large")).to_contain_text("_img src=x onerror=window.__pwn=1_.csv")
    assert one.locator(".toast-body").count() == 0
    with one.expect_file_chooser():
        one.locator("#ap-lib-add .icon-button[title='Choose or drop files']").press("Enter")
    assert one.locator("#ap-lib-add button button:not([inert])").count() == 0
    one.get_by_role("button", name="Add these files").click()
    expect(one.locator("#ap-lib-strip [role=progressbar]")).to_be_visible()
    expect(one.locator(".ap-lib-done")).to_contain_text("1 added · 1 refused", timeout=60_000)
    expect(one.locator(".ap-lib-done .ap-lib-unread")).to_contain_text(".exe is of no type")
    assert one.evaluate("window.__pwn") is None
    expect(one.locator(".ap-lib-done")).to_contain_text("whales.bib: Nothing it has no abstract")
    for page in (one, other):
        expect(page.locator(".ap-facts")).to_contain_text("57 papers")
    one.locator(".ap-lib-done .ap-lib-open").click()
    expect(one.locator("#ap-lib-heading")).to_have_text("Whales")
    other.locator("#ap-question textarea").fill("At what Hz do whales sing?")
    other.keyboard.press("Enter")
    expect(other.locator("#ap-chat")).to_contain_text("Whales sing at 20 Hz")
    search(one, "whales")
    one.get_by_role("checkbox", name="Tick Whales").click()
    one.locator("#ap-lib-remove").click()
    one.get_by_role("button", name="Remove 1 paper").click()
    expect(one.locator(".ap-lib-going")).to_contain_text("Whales", timeout=500)
    expect(one.locator(".ap-lib-done")).to_contain_text("1 removed", timeout=60_000)
    for page in (one, other):
        expect(page.locator(".ap-facts")).to_contain_text("56 papers")
    expect(one.locator("#ap-lib-number")).to_be_hidden()


def test_a_narrow_chinese_window_shows_all_of_it(browser: Browser, url: str) -> None:
    page = library(browser, url, width=390, locale="zh-CN").page
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    expect(page.get_by_role("checkbox", name=ZH.tick_page)).to_be_visible()
    page.locator("#ap-lib-fold").click()
    page.locator(".ap-lib-facet", has_text="2024").click()
    page.locator(".ap-lib-row .ap-lib-open").first.click()
    expect(page.get_by_role("button", name=ZH.ask_one)).to_be_visible()
    expect(page.locator("#ap-lib-close")).to_be_in_viewport()


def test_on_a_telephone_what_is_ticked_can_be_asked_about_from_anywhere_in_the_list(browser: Browser, url: str) -> None:
    page = library(browser, url, width=390).page
    page.locator(".ap-lib-row .ap-lib-tick").nth(20).click()
    expect(page.locator("#ap-lib-ask")).to_be_in_viewport()
    page.locator("#ap-lib-next").click()
    expect(page.locator("#ap-lib-page-1")).to_have_attribute("aria-current", "page")
    expect(page.locator(".ap-lib-row").first).to_be_in_viewport()


def test_another_page_begins_at_its_first_paper(browser: Browser, url: str) -> None:
    page = library(browser, url).page
    page.locator("#ap-lib-next").press("Enter")
    expect(page.locator("#ap-lib-page-1")).to_have_attribute("aria-current", "page")
    expect(page.locator("#ap-lib-previous")).to_be_enabled()
    page.wait_for_timeout(200)
    assert page.locator("#ap-lib-papers").evaluate("list => list.scrollTop") == 0
