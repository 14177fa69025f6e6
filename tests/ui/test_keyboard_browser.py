"""The chat by Tab, Enter and Escape alone: asked, followed to a source and back, and a conversation deleted."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

pytest.importorskip("playwright.sync_api", reason="playwright is not installed (it is in the `test` extra)")

from playwright.sync_api import Browser, Page, expect

from tests.ui.browsing import chromium, visit

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One Chromium for this module."""
    with chromium() as running:
        yield running


def go(page: Page, target: str, *, back: bool = False) -> None:
    """Press Tab until something holds the keyboard, thirty times at most."""
    for _ in range(30):
        page.keyboard.press("Shift+Tab" if back else "Tab")
        if page.evaluate("target => document.activeElement.matches(target)", target):
            return
    pytest.fail(f"no way by Tab to {target}")


@pytest.mark.parametrize("width", [1440, 390])
def test_from_the_question_to_a_source_and_to_a_deleted_chat_and_back(
    browser: Browser, live_url: str, width: int
) -> None:
    page = visit(browser, live_url, width=width).page
    page.keyboard.type("bats?")
    page.keyboard.press("Enter")
    page.locator(".ap-footer").wait_for()
    go(page, "a.ap-cite", back=True)
    page.keyboard.press("Enter")
    expect(page.locator(".ap-card")).to_be_focused()
    go(page, ".ap-card button")
    page.keyboard.press("Escape")
    expect(page.locator("a.ap-cite")).to_be_focused()
    go(page, "#ap-past-toggle", back=True)
    page.keyboard.press("Enter")
    expect(page.locator("#ap-past .ap-talk")).to_be_focused()
    go(page, "#ap-past button[aria-label^='Delete']")
    page.keyboard.press("Enter")
    expect(page.locator("#ap-chat .example")).to_be_visible()
    expect(page.locator("#ap-past .ap-back")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#ap-past .ap-talk")).to_be_focused()
    expect(page.locator(".ap-question")).to_have_text("bats?")
