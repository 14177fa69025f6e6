"""The chat judged by axe-core, light and dark, and what a screen reader is told."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("playwright.sync_api", reason="playwright is not installed (it is in the `test` extra)")
pytest.importorskip("axe_playwright_python", reason="axe-core is not installed (it is in the `test` extra)")

import axe_playwright_python
from playwright.sync_api import Browser, Page, expect

from tests.ui.browsing import chromium, visit

pytestmark = pytest.mark.browser

RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One Chromium for this module."""
    with chromium() as running:
        yield running


def violations(page: Page) -> list[str]:
    """Return what axe-core finds against WCAG 2 A and AA, one line each, on a light page and then on a dark one."""
    page.evaluate(AXE)
    # A colour on its way to another is neither.
    page.add_style_tag(content="*, ::before, ::after { transition: none !important }")
    told = []
    for scheme in ("light", "dark"):
        page.evaluate("dark => document.body.classList.toggle('dark', dark)", scheme == "dark")
        page.wait_for_timeout(250)
        found = page.evaluate("rules => axe.run(document, { runOnly: rules })", RULES)["violations"]
        told += [f"{scheme}: {item['id']}: {node['html'][:160]}" for item in found for node in item["nodes"]]
    page.evaluate("document.body.classList.remove('dark')")
    return told


def test_nothing_in_the_chat_is_against_wcag(browser: Browser, live_url: str) -> None:
    reader = visit(browser, f"{live_url}?__theme=light")
    page = reader.page
    page.locator("#ap-chat .example").first.wait_for()
    assert violations(page) == []
    for question in ("bats since 2023", "maths", "broken", "whales"):
        reader.ask(question)
    page.get_by_role("button", name="Chats").click()
    page.locator(".ap-read .ap-edit").last.click()
    assert violations(page) == []


def test_who_wants_less_motion_gets_none(browser: Browser, live_url: str) -> None:
    reader = visit(browser, live_url)
    reader.page.emulate_media(reduced_motion="reduce")
    reader.ask("When do bats hunt?")
    moving = reader.page.evaluate(
        """() => [...document.querySelectorAll("#ap-header *, #ap-tabs *")].filter((part) => {
          const { transitionDuration, animationDuration, animationName } = getComputedStyle(part);
          const lasts = (told) => told.split(",").some((time) => parseFloat(time) > 0.001);
          return lasts(transitionDuration) || (animationName !== "none" && lasts(animationDuration));
        }).map((part) => part.className)"""
    )
    assert moving == []


def test_a_screen_reader_is_told_the_whole_answer_once(browser: Browser, live_url: str) -> None:
    reader = visit(browser, live_url)
    reader.ask("When do bats hunt?")
    expect(reader.page.get_by_role("status").last).to_have_text("They hunt at night [1].")
    expect(reader.page.get_by_role("log")).to_have_attribute("aria-live", "off")


def test_gradios_own_parts_have_names_in_the_pages_language(browser: Browser, live_url: str) -> None:
    page = visit(browser, live_url, locale="zh-CN").page
    expect(page.get_by_role("log")).to_have_attribute("aria-label", "对话")
    expect(page.locator("#ap-chat .example").first).not_to_have_attribute("aria-label", re.compile("."))
