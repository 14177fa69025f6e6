"""What a reader does with papers in a real browser: choose, cite, compare, read a quote, take files away."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("playwright.sync_api", reason="playwright is not installed (it is in the `test` extra)")

from llama_index.core.schema import NodeWithScore
from playwright.sync_api import Browser, expect

from rag.papers import Paper
from rag.ranking.nodes import node_of
from tests.ui.browsing import Visit, chromium, until, visit
from tests.ui.scripted import QUOTE, ScriptedEngine, scripted_engine

pytestmark = pytest.mark.browser


class LikingEngine(ScriptedEngine):
    """A scripted engine that also knows which papers are alike."""

    def similar(self, paper_id: str, limit: int) -> list[NodeWithScore]:
        """Return one paper, named for the one that was asked about."""
        return [NodeWithScore(node=node_of(Paper("p9", f"Like {paper_id}: <b>$x^2$</b>", "They hear.")), score=0.5)]


@pytest.fixture(scope="module")
def engine() -> ScriptedEngine:
    return LikingEngine(scripted_engine().scripts)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One Chromium for this module."""
    with chromium() as running:
        yield running


@pytest.fixture
def reader(browser: Browser, live_url: str) -> Iterator[Visit]:
    """A reader with one answer before them."""
    seen = visit(browser, live_url)
    seen.ask("When do bats hunt?")
    yield seen
    assert seen.errors == []
    assert seen.foreign_requests() == []
    seen.page.context.close()


def test_questions_are_asked_of_the_chosen_papers_until_they_are_cleared(reader: Visit, engine: ScriptedEngine) -> None:
    page = reader.page
    until(page, lambda: page.evaluate("askpapers.cited()") == ["p1"])
    page.evaluate("askpapers.choose([{id: 'a b', title: 'On $x^2$ & <mask>'}, {id: 'c', title: 'C'}])")
    chips = page.locator("button.ap-pick")
    expect(chips).to_have_count(2)
    expect(chips.first.locator(".katex")).to_be_visible()
    expect(page.locator("#ap-question textarea")).to_be_focused()
    reader.ask("And owls?")
    assert engine.understood[-1].where == ['paper=="a b|c"']
    chips.first.click()
    expect(chips).to_have_count(1)
    page.locator(".ap-card button.ap-only").click()
    expect(chips).to_contain_text(["Bats"])
    expect(page.locator(".ap-card button.ap-pin")).to_have_attribute("aria-pressed", "true")
    page.locator(".ap-card button.ap-pin").click()
    expect(chips).to_have_count(0)
    page.locator(".ap-card button.ap-pin").click()
    expect(chips).to_have_count(1)
    page.get_by_role("button", name="New chat").click()
    expect(chips).to_have_count(0)


def test_a_card_copies_its_reference_and_shows_papers_like_it(reader: Visit) -> None:
    page = reader.page
    expect(page.locator("#ap-said")).to_contain_text("They hunt at night")
    neighbour = page.locator(".ap-card button.ap-refer").last
    stood = neighbour.bounding_box()
    page.locator(".ap-card button.ap-refer", has_text="BibTeX").click()
    expect(page.locator(".ap-card button.ap-refer").first).to_have_text("✓")
    assert neighbour.bounding_box() == stood
    expect(page.locator("#ap-said")).to_have_text("Copied.")
    assert page.evaluate("navigator.clipboard.readText()").startswith("@misc{anonndbats,\n  title = {Bats},\n")
    page.locator(".ap-card button.ap-refer", has_text="RIS").click()
    until(page, lambda: page.evaluate("navigator.clipboard.readText()").startswith("TY  - GEN\nTI  - Bats"))
    page.locator(".ap-card button.ap-like").click()
    similar = page.locator(".ap-similar .ap-near-paper")
    expect(similar).to_have_count(1)
    expect(similar.locator("summary")).to_contain_text("Like p1: <b>")
    expect(page.locator(".ap-similar h2")).to_be_focused()
    page.locator("button.ap-like-close").click()
    expect(similar).to_have_count(0)
    expect(page.locator(".ap-card button.ap-like")).to_be_focused()


def test_a_page_without_a_clipboard_copies_all_the_same(reader: Visit) -> None:
    page = reader.page
    expect(page.locator("#ap-said")).to_contain_text("They hunt at night")
    page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    page.locator("#ap-chat button.ap-copy").last.click()
    expect(page.locator("#ap-said")).to_have_text("Copied.")
    page.locator("#ap-question textarea").press("Control+v")
    expect(page.locator("#ap-question textarea")).to_have_value("They hunt **at night** [1].")


def test_the_quote_of_a_citation_is_read_in_its_place(reader: Visit) -> None:
    page = reader.page
    cite, quote = page.locator("a.ap-cite"), page.get_by_role("tooltip")
    cite.hover()
    expect(quote).to_contain_text(f"“{QUOTE}”")
    expect(cite).not_to_have_attribute("title", QUOTE)
    expect(cite).to_have_attribute("aria-describedby", "ap-quote-shown")
    quote.hover()
    expect(quote).to_be_visible()
    page.keyboard.press("Escape")
    expect(quote).to_be_hidden()
    page.mouse.move(5, 5)
    page.locator("button.ap-show").focus()
    page.keyboard.press("Shift+Tab")
    expect(quote).to_be_visible()
    page.keyboard.press("Tab")
    expect(quote).to_be_hidden()


def test_a_conversation_is_taken_away_as_a_file(reader: Visit, tmp_path: Path) -> None:
    page = reader.page
    files = {}
    for form in ("HTML", "CSV"):
        page.locator(".ap-export > summary").click()
        with page.expect_download() as download:
            page.get_by_role("button", name=form, exact=True).click()
        expect(page.locator(".ap-export-menu")).to_be_hidden()
        files[form] = tmp_path / download.value.suggested_filename
        download.value.save_as(files[form])
    assert files["CSV"].read_text(encoding="utf-8-sig").splitlines()[1].startswith("p1,Bats,")
    taken = page.context.new_page()
    complaints: list[str] = []
    taken.on("console", lambda message: complaints.append(message.text))
    taken.goto(files["HTML"].as_uri())
    expect(taken.locator(".source mark").first).to_have_text(QUOTE)
    expect(taken.locator("math").first).to_be_attached()
    assert complaints == []


def test_on_a_narrow_screen_a_card_leads_back_to_the_marker(browser: Browser, live_url: str) -> None:
    reader = visit(browser, live_url, width=390, height=844)
    reader.ask("When do bats hunt?")
    marker = reader.page.locator("a.ap-cite")
    marker.click()
    back = reader.page.locator(".ap-card .ap-way-back a")
    expect(back).to_be_in_viewport()
    back.click()
    expect(marker).to_be_focused()
