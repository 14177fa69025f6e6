"""What others write is an attack, in a real browser without the policy: no script runs, nothing is fetched."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import quote, urlsplit

import pytest

pytest.importorskip("playwright.sync_api", reason="playwright is not installed (it is in the `test` extra)")

from playwright.sync_api import Browser, Dialog, Page, Route

from rag.atlas.mapmaking import made
from rag.config import RagConfig
from rag.indexing import Indexer
from rag.ingestion.errands import State
from rag.readers import Refusal
from rag.stats import IndexStats
from rag.store import PaperStore
from rag.testing import HashEmbedding
from tests.conftest import HASH, engine_over
from tests.ui.browsing import ANSWERED, chromium
from tests.ui.injections import hostile_papers, payloads
from tests.ui.ports import free_port
from ui.app import build_app, launch
from ui.collection import Collection
from ui.library_words import EN
from ui.run_render import run_html

pytestmark = pytest.mark.browser

# Last what would make code of all that follows it.
ANSWER = "\n\n".join(f"Bats hunt by echo {text} [1]." for text in sorted(payloads(), key=lambda text: "`" in text))
ALIVE = """() => [...document.body.querySelectorAll("*")].flatMap((one) => [
    ...[...one.attributes]
        .filter((each) => /^on/i.test(each.name) || /^\\s*(javascript|vbscript|data:text)/i.test(each.value))
        .map((each) => `${one.tagName} ${each.name}=${each.value}`),
    ...(one.matches("script, style, iframe, object, embed, base, meta, link, form")
        && /pwn\\(|tracker\\.test/.test(one.outerHTML)
        && !one.outerHTML.startsWith("<script>window.gradio_config") ? [one.outerHTML.slice(0, 200)] : []),
])"""
"""What of a page could run, or fetch something, by what a payload says."""


@dataclass
class Watched:
    """A page without a policy, and what it did that it must not."""

    page: Page
    url: str
    wrong: list[str] = field(default_factory=list)

    def check(self, where: str) -> None:
        """Nothing has run, nothing can."""
        self.page.wait_for_timeout(150)
        assert self.page.evaluate(ALIVE) == [], where
        assert self.wrong == [], where


def watched(browser: Browser, url: str) -> Watched:
    """Open a page; nothing of it reaches another host, but it is noted."""
    context = browser.new_context(bypass_csp=True, accept_downloads=True)
    page = context.new_page()
    page.set_default_timeout(30_000)
    seen = Watched(page, url)
    own = urlsplit(url).netloc

    def pass_on(route: Route) -> None:
        parts = urlsplit(route.request.url)
        if parts.scheme in ("http", "https") and parts.netloc != own:
            seen.wrong.append(f"asked for {route.request.url}")
            route.abort()
        else:
            route.continue_()

    context.route("**/*", pass_on)
    context.expose_function("pwn", lambda number: seen.wrong.append(f"payload {number} ran"))

    def close(dialog: Dialog) -> None:
        seen.wrong.append(f"a dialog opened: {dialog.message}")
        dialog.dismiss()

    page.on("dialog", close)
    page.goto(url)
    return seen


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One Chromium for this module."""
    with chromium() as running:
        yield running


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The whole window over the hostile papers, with a model that answers with all payloads."""
    folder = tmp_path_factory.mktemp("hostile") / "index"
    config = RagConfig(index=str(folder), embedding=HASH, top_k=100, infer_filters=False)
    papers, fake = hostile_papers(), HashEmbedding()
    with closing(PaperStore.create(config.index, config.embedding)) as store:
        Indexer(store, fake).ingest(papers)
    made(str(folder), HASH, folder / "map")
    engine, _ = engine_over(config, [ANSWER] * 20, streaming=True)
    collection = Collection(config, engine.retriever.store, fake, editable=True)
    app = build_app(
        engine, examples=payloads()[:4], title="AskPapers", mode=engine.mode, papers=len(papers), collection=collection
    )
    yield launch(app, host="127.0.0.1", port=free_port())
    app.close(verbose=False)


def ask(page: Page, question: str) -> None:
    before = page.locator(ANSWERED).count()
    page.locator("#ap-question textarea").fill(question)
    page.keyboard.press("Enter")
    page.locator(ANSWERED).nth(before).wait_for()


def exported(page: Page, form: str, folder: Path) -> Path:
    """A conversation's file."""
    page.locator(".ap-export > summary").click()
    with page.expect_download() as download:
        page.locator(f"button.ap-export-as[value={form}]").click()
    path = folder / f"export.{form}"
    download.value.save_as(path)
    return path


def test_the_corpus_is_large_and_would_run(browser: Browser) -> None:
    assert len(set(payloads())) >= 60
    context = browser.new_context()
    page = context.new_page()
    ran: list[int] = []
    context.expose_function("pwn", lambda number: ran.append(number))
    page.goto("about:blank")
    page.evaluate("html => document.write(html)", "".join(hostile.title for hostile in hostile_papers()[:45]))
    page.wait_for_timeout(300)
    assert len(set(ran)) >= 10  # shown raw, they do what they say
    context.close()


def test_names_of_files_and_records_in_a_report_stay_names(browser: Browser) -> None:
    refused = [Refusal(f"{text}.json", text, text) for text in payloads()]
    halves = [IndexStats(9, refused=tuple(refused[:48])), IndexStats(9, refused=tuple(refused[48:]))]
    reports = [run_html(State("done", stats=stats), EN, number=1) for stats in halves]
    reports += [run_html(State("failed", message=text), EN, number=1) for text in payloads()]
    seen = watched(browser, "about:blank")
    seen.page.evaluate("html => document.write(html)", "".join(reports))
    assert seen.page.locator("body").inner_text().count("pwn(") > 250
    seen.check("the reports")
    seen.page.context.close()


def test_no_text_of_a_paper_a_model_or_a_reader_runs_anywhere(browser: Browser, url: str, tmp_path: Path) -> None:
    seen = watched(browser, url)
    page = seen.page
    ask(page, "How do bats hunt moths by echo?")
    assert page.locator("#ap-chat").inner_text().count("pwn(") > 30
    assert (page.locator("#ap-sources").text_content() or "").count("pwn(") > 60
    assert page.locator("#ap-chat img, #ap-sources img").count() == 0
    seen.check("the answer and its sources")
    ask(page, f"How do bats {payloads()[0]} {payloads()[17]} hunt?")
    page.locator("#ap-past-toggle").click()
    seen.check("what a reader asks, and the list of conversations")
    for form in ("markdown", "json", "bibtex", "ris", "csv"):
        exported(page, form, tmp_path)
    file = exported(page, "html", tmp_path)
    seen.check("the exports")
    page.locator("#ap-tab-library-button").click()
    page.locator(".ap-lib-row").first.wait_for()
    page.locator(".ap-lib-open").first.click()
    page.locator("#ap-lib-heading").wait_for()
    page.locator("#ap-lib-search input, #ap-lib-search textarea").fill(payloads()[16])
    page.locator(".ap-lib-count").wait_for()
    seen.check("the library")
    page.locator("#ap-tab-map-button").click()
    page.locator(".ap-map-themes tbody tr").first.wait_for()
    page.locator(".ap-map-themes tbody button").first.click()
    seen.check("the map")
    page.context.close()
    opened = watched(browser, file.as_uri())
    assert "onerror=pwn" in opened.page.locator("body").inner_text()
    opened.check("the conversation as a page")
    opened.page.context.close()


def test_a_link_to_the_window_with_a_payload_only_asks_it(browser: Browser, url: str) -> None:
    payload = '"><svg onload=pwn(1)>'
    seen = watched(browser, f"{url}?q={quote(payload)}#{quote(payload)}")
    seen.page.locator(".ap-question").first.wait_for()
    assert "pwn(" in seen.page.locator(".ap-question").first.inner_text()
    seen.check("what a link asks")
    seen.page.context.close()
