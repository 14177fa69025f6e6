"""A reader opens the window, picks an example question and checks the answer, in real Chromium."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

pytest.importorskip("playwright.sync_api", reason="playwright is not installed (it is in the `test` extra)")

from rag import RagConfig
from tests.ui.browsing import chromium, visit
from tests.ui.ports import free_port
from ui.app import build_app, launch
from ui.command import TITLE, open_engine

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def live_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The window as `python -m ui` opens it the first time: over the bundled list, with the bundled model."""
    opened = open_engine(RagConfig(index=str(tmp_path_factory.mktemp("first") / "index")))
    app = build_app(opened.engine, examples=opened.examples, title=TITLE, mode=opened.mode, papers=opened.papers)
    yield launch(app, host="127.0.0.1", port=free_port())
    app.close(verbose=False)


def test_an_example_question_gets_an_answer_with_its_sources_highlighted(live_url: str) -> None:
    with chromium() as browser:
        reader = visit(browser, live_url)
        page = reader.page
        assert page.locator(".ap-facts").inner_text() == "19 papers · quoting the abstracts, no model"

        example = page.locator("#ap-chat .example").first
        question = example.inner_text().strip()
        example.click()
        page.locator(".ap-footer").wait_for()
        assert page.locator(".ap-question").inner_text().strip() == question

        cite = page.locator("a.ap-cite").first
        quote = cite.get_attribute("title") or ""
        cite.click()
        card = page.locator(".ap-card.ap-found")
        assert card.get_attribute("id") == (cite.get_attribute("href") or "").removeprefix("#")
        mark = card.locator("mark").first
        assert mark.inner_text()[:20] in quote
        seen = mark.bounding_box()
        window = card.locator(".ap-abstract").bounding_box()
        assert seen is not None
        assert window is not None
        assert window["y"] <= seen["y"]
        assert seen["y"] + min(seen["height"], 40) <= window["y"] + window["height"] <= 900

        assert reader.foreign_requests() == []
        assert reader.errors == []
