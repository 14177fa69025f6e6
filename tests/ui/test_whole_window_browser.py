"""All tabs together in a real browser: under the page's policy, judged by axe-core, handing papers to each other."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

pytest.importorskip("playwright.sync_api", reason="playwright is not installed (it is in the `test` extra)")
pytest.importorskip("axe_playwright_python", reason="axe-core is not installed (it is in the `test` extra)")

from playwright.sync_api import Browser, FilePayload, Page, expect

from tests.ui.browsing import chromium, visit
from tests.ui.test_accessible_browser import violations
from tests.ui.windows import whole_window

pytestmark = pytest.mark.browser

QUESTION = "How do bats hunt moths by echo?"
LOUD = ("error", "warning")
GRADIOS = "Method not implemented."  # its box for files says so whenever one is picked
READY = {"library": ".ap-lib-row", "map": ".ap-map-themes tbody tr", "settings": "#ap-settings-apply"}


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One Chromium for this module."""
    with chromium() as running:
        yield running


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the whole window."""
    with whole_window(tmp_path_factory.mktemp("whole") / "index") as address:
        yield address


def show(page: Page, tab: str) -> None:
    page.locator(f"#ap-tab-{tab}-button").click()
    page.locator(READY[tab]).first.wait_for()


def test_every_tab_works_under_the_policy_and_nothing_is_against_wcag(browser: Browser, url: str) -> None:
    reader = visit(browser, f"{url}?__theme=light")
    page = reader.page
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text) if message.type in LOUD else None)
    reader.ask(QUESTION)
    for form in ("markdown", "csv"):
        page.locator(".ap-export > summary").click()
        with page.expect_download():
            page.locator(f"button.ap-export-as[value={form}]").click()
    show(page, "library")
    page.locator("#ap-lib-add button").first.click()
    page.locator(".ap-lib-row .ap-lib-tick").first.click()
    page.locator(".ap-lib-open").first.click()
    expect(page.locator("#ap-lib-heading")).to_be_visible()
    file: FilePayload = {"name": "a.bib", "mimeType": "text/plain", "buffer": b"@misc{a}"}
    page.locator("#ap-lib-add input[type=file]").set_input_files(file)
    page.locator("#ap-lib-add .filename").wait_for()
    found = violations(page)
    show(page, "map")
    page.locator(".ap-map-themes tbody button").first.click()
    found += violations(page)
    show(page, "settings")
    page.get_by_label("Server's address").fill("ftp://owl.test")
    page.locator("#ap-settings-test").click()
    expect(page.locator("#ap-settings-said")).to_contain_text("'ftp://owl.test' is no address of a server")
    found += violations(page)
    assert found == []
    assert [text for text in complaints if text != GRADIOS] == []
    assert reader.errors == []
    assert reader.foreign_requests() == []


def test_papers_go_from_the_library_and_the_map_into_the_chat_and_stay_with_it(browser: Browser, url: str) -> None:
    reader = visit(browser, url)
    page, chips = reader.page, reader.page.locator("button.ap-pick")
    show(page, "library")
    for title in ("Bats <b>0</b>", "Bats <b>1</b>"):
        page.get_by_role("checkbox", name=f"Tick {title}", exact=True).click()
    page.get_by_role("button", name="Ask about these", exact=True).click()
    expect(chips).to_have_count(2)
    expect(page.locator("#ap-question textarea")).to_be_focused()
    reader.ask(QUESTION)
    cited = page.evaluate("askpapers.cited()")
    assert set(cited) <= {"bats0", "bats1"}
    show(page, "map")
    page.locator(".ap-map-cited").click()
    expect(page.locator(".ap-map-chosen li")).to_have_count(len(cited))
    page.locator(".ap-map-ask").click()
    expect(chips).to_have_count(len(cited))
    expect(page.locator("#ap-question textarea")).to_be_focused()
    chips.first.click()
    expect(chips).to_have_count(len(cited) - 1)
    page.evaluate("askpapers.choose([{id: 'owls3', title: 'Owls'}])")
    page.get_by_role("button", name="New chat").click()
    expect(chips).to_have_count(0)
    page.get_by_role("button", name="Chats").click()
    page.locator("#ap-past .ap-talk").click()
    expect(chips).to_have_text(["Owls ×owls3"])
    page.reload()
    expect(page.locator(".ap-footer")).to_be_visible()
    expect(chips).to_have_count(1)


def test_the_header_fits_a_telephone(browser: Browser, url: str) -> None:
    reader = visit(browser, url, width=390, height=844)
    reader.ask(QUESTION)
    header = reader.page.locator("#ap-header").bounding_box()
    assert header is not None
    assert header["height"] < 90
    for name in (".ap-facts", "#ap-in-use", ".ap-export > summary", "#ap-clear", "#ap-past-toggle"):
        part = reader.page.locator(name).bounding_box()
        assert part is not None
        assert 0 <= part["x"] <= part["x"] + part["width"] <= 390
        assert part["height"] < 45
