"""Stopping in a real browser: whenever Escape comes, and what the question box holds."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

pytest.importorskip("playwright.sync_api", reason="playwright is not installed (it is in the `test` extra)")

from playwright.sync_api import Browser, Page, expect

from tests.ui.browsing import chromium, visit
from tests.ui.conftest import EXAMPLE
from tests.ui.scripted import Script, ScriptedEngine
from ui.wording import EN

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One Chromium for this module."""
    with chromium() as running:
        yield running


def expect_ready(page: Page, stopped: int) -> None:
    """So many answers were stopped, and the next question can be asked."""
    expect(page.locator(".ap-banner")).to_have_count(stopped)
    expect(page.locator(".ap-banner").last).to_contain_text("Stopped")
    expect(page.locator("#ap-question").get_by_role("button", name=EN.ask)).to_be_visible()
    expect(page.locator("#ap-question").get_by_role("button", name=EN.stop)).to_be_hidden()
    expect(page.locator("#ap-question textarea")).to_be_focused()


def test_escape_stops_however_soon_it_comes(browser: Browser, live_url: str) -> None:
    reader = visit(browser, live_url)
    for stopped, milliseconds in enumerate((0, 20, 60, 150, 300), 1):
        reader.ask("silent", wait=False)
        reader.page.wait_for_timeout(milliseconds)
        reader.page.keyboard.press("Escape")
        expect_ready(reader.page, stopped)
    reader.ask("whales")
    expect(reader.page.locator(".ap-question").last).to_have_text("whales")


def test_escape_stops_what_a_link_a_retry_and_an_edit_ask(browser: Browser, live_url: str) -> None:
    reader = visit(browser, f"{live_url}?q=silent")
    page = reader.page
    expect(page.locator(".ap-question")).to_have_count(1)
    page.keyboard.press("Escape")
    expect_ready(page, 1)
    page.get_by_role("button", name=EN.retry).click()
    page.keyboard.press("Escape")
    expect_ready(page, 1)
    page.locator(".ap-asked .ap-edit").click()
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    expect_ready(page, 1)


def test_the_stop_button_frees_the_box_by_keyboard_too(browser: Browser, live_url: str) -> None:
    reader = visit(browser, live_url)
    reader.ask("silent", wait=False)
    stop = reader.page.locator("#ap-question").get_by_role("button", name=EN.stop)
    stop.focus()
    reader.page.keyboard.press("Enter")
    expect_ready(reader.page, 1)


def test_a_question_leaves_its_box_and_what_is_typed_meanwhile_stays(browser: Browser, live_url: str) -> None:
    reader = visit(browser, live_url)
    box = reader.page.locator("#ap-question textarea")
    reader.ask("silent", wait=False)
    reader.page.keyboard.type(" and the next")
    expect(box).to_have_value("and the next")
    expect(reader.page.locator(".ap-question").last).to_have_text("silent")
    reader.page.keyboard.press("Enter")  # it waits there
    reader.page.wait_for_timeout(300)
    expect(box).to_have_value("and the next")
    reader.page.keyboard.press("Escape")
    expect_ready(reader.page, 1)
    expect(box).to_have_value("and the next")


def test_escape_stops_what_an_example_and_an_offer_ask(
    browser: Browser, live_url: str, engine: ScriptedEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = visit(browser, live_url).page
    monkeypatch.setitem(engine.scripts, EXAMPLE, Script(deltas=(), delay=2.0))
    page.locator("#ap-chat .example").click()
    page.keyboard.press("Escape")
    expect_ready(page, 1)
    monkeypatch.delitem(engine.scripts, EXAMPLE)
    page.get_by_role("button", name=EN.retry).click()
    offer = page.locator(".ap-offer").first
    offered = offer.inner_text()
    monkeypatch.setitem(engine.scripts, offered, Script(deltas=(), delay=2.0))
    offer.click()
    page.keyboard.press("Escape")
    expect_ready(page, 1)
    expect(page.locator(".ap-question").last).to_have_text(offered)


def test_the_button_that_stops_looks_unlike_the_one_that_asks(browser: Browser, live_url: str) -> None:
    reader = visit(browser, live_url)
    ask, stop = (reader.page.locator("#ap-question").get_by_role("button", name=name) for name in (EN.ask, EN.stop))
    ground = "button => getComputedStyle(button).backgroundColor"
    asks = ask.evaluate(ground)
    reader.ask("silent", wait=False)
    expect(stop).to_be_visible()
    assert stop.evaluate(ground) != asks
