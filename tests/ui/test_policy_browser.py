"""The content security policy in a real browser: the window works under it, and it is never broken."""

from __future__ import annotations

import pytest

pytest.importorskip("playwright.sync_api", reason="playwright is not installed (it is in the `test` extra)")

from tests.ui.browsing import ANSWERED, chromium

pytestmark = pytest.mark.browser


def test_the_window_works_under_its_policy_and_a_foreign_script_does_not(live_url: str) -> None:
    complaints: list[str] = []
    with chromium() as browser:
        page = browser.new_page()
        page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
        page.goto(live_url)
        page.locator("#ap-question textarea").fill("maths")
        page.keyboard.press("Enter")
        page.locator(ANSWERED).wait_for()
        assert complaints == []
        page.evaluate("""() => {
            const script = document.createElement("script");
            script.textContent = "window.__pwn = 1";
            document.body.append(script);
            document.body.append(Object.assign(new Image(), {src: "https://tracker.test/p.png"}));
        }""")
        page.wait_for_timeout(200)
        assert page.evaluate("window.__pwn") is None
    assert any("script-src" in text for text in complaints)
    assert any("img-src" in text for text in complaints)
