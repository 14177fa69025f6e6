"""A real Chromium for the tests that look at the page, with a log of what the page asked for."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

_SWITCHES = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
ANSWERED = ".ap-footer, .ap-error"


@dataclass
class Visit:
    """One tab: the page, every address it requested and every error it met."""

    page: Page
    url: str
    requests: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)

    def ask(self, question: str, *, wait: bool = True) -> None:
        """Type a question and send it; wait for the end of its answer unless told not to."""
        before = self.page.locator(ANSWERED).count()
        self.page.locator("#ap-question textarea").fill(question)
        self.page.keyboard.press("Enter")
        if wait:
            self.page.locator(ANSWERED).nth(before).wait_for()

    def foreign_requests(self) -> list[str]:
        """Return what was requested from anywhere but the window's own address."""
        own = urlsplit(self.url).netloc
        schemes = ("data", "blob")
        return [url for url in self.requests if urlsplit(url).scheme not in schemes and urlsplit(url).netloc != own]


@contextmanager
def chromium() -> Iterator[Browser]:
    """Run Chromium; skip the test, saying why, where there is none."""
    path = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if path is None:
        pytest.skip("no chromium on this machine (Debian: apt-get install chromium)")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(_SWITCHES))
        try:
            yield browser
        finally:
            browser.close()


def visit(browser: Browser, url: str, *, width: int = 1440, height: int = 900, locale: str = "en-US") -> Visit:
    """Open the window in a fresh profile, so in a session of its own, and wait until it can be used."""
    context = browser.new_context(viewport=ViewportSize(width=width, height=height), locale=locale)
    context.grant_permissions(["clipboard-read", "clipboard-write"], origin=url.rstrip("/"))
    page = context.new_page()
    page.set_default_timeout(15_000)
    seen = Visit(page, url)
    page.on("request", lambda request: seen.requests.append(request.url))
    page.on("pageerror", lambda error: seen.errors.append(str(error)))
    page.goto(url)
    page.locator("#ap-question textarea").wait_for()
    return seen


def until(page: Page, holds: Callable[[], bool]) -> None:
    """Wait for what happens behind the page, 10 seconds at most."""
    for _ in range(200):
        if holds():
            return
        page.wait_for_timeout(50)
    pytest.fail("what was waited for did not happen")
