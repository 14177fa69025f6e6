"""Conversations in a real browser: kept, listed, found again, renamed, deleted; questions edited, retried, undone."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

pytest.importorskip("playwright.sync_api", reason="playwright is not installed (it is in the `test` extra)")

from playwright.sync_api import Browser, Page, expect

from tests.ui.browsing import chromium, until, visit
from tests.ui.scripted import HOSTILE, ScriptedEngine
from ui.chat_texts import CHAT_TEXTS

pytestmark = pytest.mark.browser

NEW = CHAT_TEXTS["chat.new"][0]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One Chromium for this module."""
    with chromium() as running:
        yield running


def wait_until_kept(page: Page, progress: str = "done") -> None:
    """Wait until the last turn of the open conversation is in the browser's storage."""
    page.wait_for_function(
        """(progress) => {
          const kept = localStorage.getItem("askpapers.turns." + sessionStorage.getItem("askpapers.open"));
          return kept && JSON.parse(kept).pop()?.progress === progress;
        }""",
        arg=progress,
    )


def test_conversations_outlive_a_reload_and_are_gone_on_from(
    browser: Browser, live_url: str, engine: ScriptedEngine
) -> None:
    reader = visit(browser, live_url)
    page = reader.page
    reader.ask("When do bats hunt?")
    wait_until_kept(page)
    page.reload()
    expect(page.locator(".ap-question")).to_have_text("When do bats hunt?")
    expect(page.locator(".ap-card .ap-title")).to_have_text("Bats")
    reader.ask("Why?")
    expect(page.locator(".ap-question")).to_have_text(["When do bats hunt?", "Why?"])
    assert engine.understood[-1].history[1]["citations"][0]["paper_id"] == "p1"


def test_a_conversation_is_listed_renamed_reopened_deleted_and_brought_back(browser: Browser, live_url: str) -> None:
    reader = visit(browser, live_url)
    page = reader.page
    talks = page.locator("#ap-past .ap-talk")
    reader.ask("maths")
    wait_until_kept(page)
    page.get_by_role("button", name=NEW).click()
    expect(page.locator("#ap-chat .example").first).to_be_visible()
    reader.ask("whales")
    wait_until_kept(page)
    page.get_by_role("button", name="Chats").click()
    expect(talks).to_have_text(["whales", "maths"])
    talks.last.hover()
    page.get_by_role("button", name="Rename “maths”").click()
    page.keyboard.type("Bounds")
    page.keyboard.press("Enter")
    talks.filter(has_text="Bounds").click()
    expect(page.locator(".ap-question")).to_have_text(["maths"])
    talks.last.focus()
    page.get_by_role("button", name="Delete “Bounds”").click()
    expect(talks).to_have_text(["whales"])
    expect(page.locator("#ap-chat .example").first).to_be_visible()
    page.locator("#ap-past .ap-back").click()
    expect(talks).to_have_text(["whales", "Bounds"])
    assert reader.errors == []


def test_what_was_tampered_with_neither_runs_nor_breaks_the_page(browser: Browser, live_url: str) -> None:
    reader = visit(browser, live_url)
    page = reader.page
    turn = {"question": HOSTILE, "answer": HOSTILE, "progress": "stopped"}
    for name, head, turns in (("a", {"name": HOSTILE, "at": 2}, [turn]), ("b", {"name": 3}, "none"), ("c", 7, [7])):
        page.evaluate(
            "([id, head, turns]) => { localStorage.setItem('askpapers.head.' + id, head);"
            " localStorage.setItem('askpapers.turns.' + id, turns); }",
            [name, json.dumps(head), json.dumps(turns)],
        )
    page.evaluate("localStorage.setItem('askpapers.head.d', '{'); localStorage.setItem('askpapers.turns.d', '{')")
    page.reload()
    expect(page.locator("#ap-past .ap-talk")).to_have_count(4)
    for place in range(4):
        page.locator("#ap-past .ap-talk").nth(place).click()
    page.locator("#ap-past .ap-talk").first.click()
    expect(page.locator(".ap-question")).to_have_text(HOSTILE)
    assert page.evaluate("window.__pwn") is None
    assert page.locator(":is(#ap-chat, #ap-past) :is(img, iframe, script)").count() == 0
    assert reader.errors == []


def test_a_question_is_edited_retried_and_taken_back_by_keyboard(
    browser: Browser, live_url: str, engine: ScriptedEngine
) -> None:
    reader = visit(browser, live_url)
    page = reader.page
    reader.ask("When do bats hunt?")
    reader.ask("Why?")
    page.locator(".ap-asked .ap-edit").first.focus()
    page.keyboard.press("Enter")
    page.keyboard.press("ControlOrMeta+A")
    page.keyboard.type("owls?")
    page.keyboard.press("Enter")
    expect(page.locator(".ap-question")).to_have_text(["owls?"])
    expect(page.locator(".ap-footer")).to_be_visible()
    page.wait_for_timeout(500)  # by then the edited question's answer has been told
    before = len(engine.asked)
    page.evaluate("window.askpapers.say('')")
    page.get_by_role("button", name="Retry").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#ap-said")).to_contain_text("They hunt")  # it is told once the answer is complete
    assert engine.asked[before:] == ["owls?"]
    page.get_by_role("button", name="Undo").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#ap-chat .example").first).to_be_visible()
    expect(page.locator("#ap-question textarea")).to_have_value("owls?")


def test_a_reading_and_a_condition_are_put_right_in_place(
    browser: Browser, live_url: str, engine: ScriptedEngine
) -> None:
    reader = visit(browser, live_url)
    page = reader.page
    reader.ask("bats since 2023")
    page.locator("button.ap-value").click()
    field = page.locator(".ap-editor textarea")
    expect(field).to_have_value("year>=2023")
    field.fill("year>=2020")
    page.keyboard.press("Enter")
    until(page, lambda: engine.understood[-1].where == ["year>=2020"])
    assert engine.understood[-1].without == ["year>=2023"]
    page.locator(".ap-read .ap-edit").click()
    field.fill("whales")
    page.keyboard.press("Enter")
    expect(page.locator(".ap-banner")).to_be_visible()
    expect(page.locator(".ap-question")).to_have_text("bats since 2023")
    assert engine.asked[-1] == "whales"


def test_a_link_asks_its_question_once_and_an_offer_is_asked_by_a_click(
    browser: Browser, live_url: str, engine: ScriptedEngine
) -> None:
    reader = visit(browser, live_url)
    page = reader.page
    page.locator("#ap-filters :is(input, textarea)").fill("year>=2023")
    reader.ask("bats & owls?")
    page.get_by_role("button", name="Copy link").click()
    link = page.evaluate("navigator.clipboard.readText()")
    other = visit(browser, link)
    expect(other.page.locator(".ap-question")).to_have_text("When do bats hunt?")
    expect(other.page.locator(".ap-footer")).to_be_visible()
    assert engine.understood[-1].where == ["year>=2023"]
    assert other.page.url == live_url
    other.page.locator(".ap-offer").first.click()
    expect(other.page.locator(".ap-question")).to_have_count(2)


def test_escape_stops_before_the_first_word_the_arrow_recalls_and_the_next_question_follows(
    browser: Browser, live_url: str
) -> None:
    reader = visit(browser, live_url)
    page = reader.page
    reader.ask("silent", wait=False)
    expect(page.locator(".ap-waiting")).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    expect(page.locator(".ap-banner")).to_have_text("Stopped before the answer began.")
    page.keyboard.press("ArrowUp")
    expect(page.locator("#ap-question textarea")).to_have_value("silent")
    page.locator("#ap-question textarea").fill("a")
    page.keyboard.press("Shift+Enter")
    page.keyboard.type("b")
    expect(page.locator("#ap-question textarea")).to_have_value("a\nb")
    reader.ask("whales")
    expect(page.locator(".ap-question")).to_have_text(["silent", "whales"])


def test_what_asks_nothing_leaves_the_conversation_in_sight(browser: Browser, live_url: str) -> None:
    reader = visit(browser, live_url, locale="zh-CN")
    page = reader.page
    reader.ask("bats since 2023")
    page.keyboard.press("Enter")  # of an empty box
    page.wait_for_timeout(500)
    expect(page.locator(".ap-question")).to_have_text("bats since 2023")
    page.locator("button.ap-value").click()
    page.locator(".ap-editor textarea").fill("shout")
    page.keyboard.press("Enter")
    expect(page.locator(".toast-body")).to_contain_text("'shout' 不是筛选条件")
    page.wait_for_timeout(300)
    expect(page.locator(".ap-question")).to_have_text("bats since 2023")
    expect(page.locator(".ap-card")).to_be_visible()
