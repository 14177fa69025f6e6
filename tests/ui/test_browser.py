"""What only a real browser can show: typesetting, stopping, sessions, and a page that asks nobody else."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

pytest.importorskip("playwright.sync_api", reason="playwright is not installed (it is in the `test` extra)")

from playwright.sync_api import Browser, expect

from tests.ui.browsing import chromium, until, visit
from tests.ui.scripted import HOSTILE, MATHS, ScriptedEngine
from ui.chat_texts import CHAT_TEXTS
from ui.wording import EN, ZH

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One Chromium for this module."""
    with chromium() as running:
        yield running


def test_formulas_are_typeset_money_is_not_and_the_copy_is_what_was_written(browser: Browser, live_url: str) -> None:
    reader = visit(browser, live_url)
    page = reader.page
    reader.ask("maths")
    answer = page.locator(".ap-block")
    expect(answer.locator(".katex-mathml math")).to_have_count(3)
    expect(answer.locator(".katex-error")).to_have_count(0)
    text = answer.inner_text()
    assert "It costs $5 to $10 per run [1], while the bound is " in text
    assert "set $HOME; R_max and a*b*c. <mask>" in text
    expect(page.locator("#ap-sources .katex").first).to_be_visible()
    page.locator("button.ap-copy").click()
    expect(page.locator("button.ap-copy")).to_contain_text("✓")
    assert page.evaluate("navigator.clipboard.readText()") == MATHS


def test_nothing_hostile_runs_wherever_it_stands(browser: Browser, live_url: str) -> None:
    reader = visit(browser, live_url)
    reader.ask("hostile")
    reader.ask(HOSTILE)
    reader.page.locator(".ap-nearest > summary").click()
    assert reader.page.evaluate("window.__pwn") is None
    assert reader.page.locator(".ap-question").nth(1).inner_text() == HOSTILE
    dangerous = ":is(#ap-chat, #ap-sources) :is(img, iframe, script, a[href^=javascript])"
    assert reader.page.locator(dangerous).count() == 0
    assert reader.foreign_requests() == []


def test_stop_keeps_the_text_and_frees_the_stream(browser: Browser, live_url: str, engine: ScriptedEngine) -> None:
    reader = visit(browser, live_url)
    page = reader.page
    reader.ask("forever", wait=False)
    expect(page.locator(".ap-block")).to_contain_text("more more")
    page.get_by_role("button", name=EN.stop).click()
    expect(page.locator(".ap-banner")).to_have_text(EN.stopped_bare)
    assert engine.scripts["forever"].closed.wait(2)
    reader.ask("When do bats hunt?")
    expect(page.locator(".ap-question")).to_have_text(["forever", "When do bats hunt?"])
    expect(page.locator(".ap-block").first).to_contain_text("A first few words more")


def test_closing_the_tab_frees_the_stream(browser: Browser, live_url: str, engine: ScriptedEngine) -> None:
    reader = visit(browser, live_url)
    reader.ask("abandoned", wait=False)
    expect(reader.page.locator(".ap-block")).to_contain_text("more")
    reader.page.context.close()
    assert engine.scripts["abandoned"].closed.wait(5)


def test_two_readers_see_only_their_own_questions(browser: Browser, live_url: str) -> None:
    one, two = visit(browser, live_url), visit(browser, live_url)
    one.ask("maths")
    two.ask("whales")
    expect(one.page.locator(".ap-question")).to_have_text(["maths"])
    expect(two.page.locator(".ap-question")).to_have_text(["whales"])


def test_an_earlier_marker_brings_its_own_sources_back(browser: Browser, live_url: str) -> None:
    reader = visit(browser, live_url)
    reader.ask("When do bats hunt?")
    reader.ask("whales")
    expect(reader.page.locator(".ap-card")).to_have_count(0)
    reader.page.locator("a.ap-cite").first.click()
    expect(reader.page.locator(".ap-card.ap-found .ap-title")).to_have_text("Bats")
    reader.page.locator("a.ap-number").click()
    expect(reader.page.locator("a.ap-cite").first).to_be_focused()


def test_a_new_chat_forgets_the_old_one_even_while_it_is_written(
    browser: Browser, live_url: str, engine: ScriptedEngine
) -> None:
    reader = visit(browser, live_url)
    page = reader.page
    reader.ask("cleared", wait=False)
    expect(page.locator(".ap-block")).to_contain_text("more")
    page.get_by_role("button", name=CHAT_TEXTS["chat.new"][0]).click()
    expect(page.locator("#ap-chat .example").first).to_be_visible()
    assert engine.scripts["cleared"].closed.wait(2)
    reader.ask("whales")
    expect(page.locator(".ap-question")).to_have_text(["whales"])


def test_an_error_is_shown_and_the_next_question_works(browser: Browser, live_url: str) -> None:
    reader = visit(browser, live_url)
    reader.ask("broken")
    expect(reader.page.locator(".ap-error")).to_have_text("The index is gone: run `python ingest.py data/`.")
    reader.ask("whales")
    expect(reader.page.locator(".ap-banner").last).to_contain_text(EN.verdicts["not_in_papers"][0])
    expect(reader.page.locator(".ap-nearest")).to_have_attribute("open", "")
    reader.page.locator("a.ap-near").last.click()
    expect(reader.page.locator(".ap-near-paper.ap-found")).to_have_attribute("open", "")
    expect(reader.page.locator(".ap-near-paper.ap-found summary")).to_contain_text("Owls")


def test_a_condition_is_taken_back_and_put_in_again_by_a_click(
    browser: Browser, live_url: str, engine: ScriptedEngine
) -> None:
    reader = visit(browser, live_url)
    page = reader.page
    page.locator("#ap-filters textarea, #ap-filters input").fill("year>=2023")
    reader.ask("bats since 2023")
    page.locator("button.ap-cross").click()
    expect(page.locator("#ap-filters textarea, #ap-filters input")).to_have_value("")
    expect(page.locator(".ap-question")).to_have_count(1)
    until(page, lambda: [asked.where for asked in engine.understood[-2:]] == [["year>=2023"], []])
    expect(page.locator(".ap-footer")).to_be_visible()
    page.locator("button.ap-cross").click()
    until(page, lambda: engine.understood[-1].without == ["year>=2023"])


def test_a_chinese_browser_gets_a_chinese_frame(browser: Browser, live_url: str) -> None:
    page = visit(browser, live_url, locale="zh-CN").page
    expect(page.get_by_role("button", name=CHAT_TEXTS["chat.new"][1])).to_be_visible()
    expect(page.get_by_role("button", name=ZH.ask)).to_be_visible()
    expect(page.get_by_placeholder(CHAT_TEXTS["chat.ask_placeholder"][1])).to_be_visible()
    expect(page.locator("#ap-sources")).to_contain_text(ZH.sources_empty)
    expect(page.locator("#ap-chat .placeholder h2")).to_have_text("您想了解什么？")


def test_nothing_sticks_out_sideways_and_on_a_narrow_screen_the_sources_are_under_the_chat(
    browser: Browser, live_url: str
) -> None:
    reader = visit(browser, live_url, width=1440, height=844)
    reader.ask("maths")
    for width in (1440, 1024, 390):
        reader.page.set_viewport_size({"width": width, "height": 844})
        assert reader.page.evaluate("document.documentElement.scrollWidth") <= width
    chat, sources = (reader.page.locator(name).bounding_box() for name in ("#ap-talk", "#ap-side"))
    assert chat is not None
    assert sources is not None
    assert sources["y"] >= chat["y"] + chat["height"]


def test_what_leads_to_the_end_covers_no_text_on_a_narrow_screen(browser: Browser, live_url: str) -> None:
    reader = visit(browser, live_url, width=390, height=600)
    for _ in range(2):
        reader.ask("maths")
    log, down = reader.page.locator("#ap-chat [role=log]"), reader.page.get_by_role("button", name="Scroll down")
    log.evaluate("log => (log.scrollTop = 0)")
    down.wait_for()
    text, button = log.bounding_box(), down.bounding_box()
    assert text is not None
    assert button is not None
    assert button["y"] >= text["y"] + text["height"]
