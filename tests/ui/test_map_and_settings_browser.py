"""The map and the settings in a real browser: drawn, searched, lassoed, used by keys alone; keys that stay unseen."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

pytest.importorskip("playwright.sync_api", reason="playwright is not installed (it is in the `test` extra)")

from playwright.sync_api import Browser, Page, expect

from rag.llms.scripted_server import ScriptedServer
from tests.ui.browsing import chromium, visit
from tests.ui.ports import free_port
from tests.ui.windows import whole_window

pytestmark = pytest.mark.browser

CHOSEN = "window.askpapers.choose = (papers) => { window.choice = papers.map(({ id }) => id) }; 0"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One Chromium for this module."""
    with chromium() as running:
        yield running


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The window over an index of sixty papers, whose map is made."""
    with whole_window(tmp_path_factory.mktemp("mapped") / "index") as address:
        yield address


@pytest.fixture(scope="module")
def page(browser: Browser, url: str) -> Page:
    """The map's tab, once it is drawn."""
    page = visit(browser, url).page
    page.evaluate(f"window.askpapers.cited = () => ['owls3', 'gone']; {CHOSEN}")
    page.locator("#ap-tab-map-button").click()
    page.locator(".ap-map-themes tbody tr").first.wait_for()
    return page


def test_the_themes_stand_beside_the_map_with_their_counts(page: Page) -> None:
    counts = [int(text) for text in page.locator(".ap-map-themes td").all_inner_texts()]
    assert sum(counts) == 60
    expect(page.locator(".ap-map-above")).to_have_attribute("aria-label", "Map of 60 papers")
    drawn = "[...document.querySelector('.ap-map-points').getContext('2d').getImageData(0, 0, 900, 600).data]"
    assert page.evaluate(f"new Set({drawn}).size") > 10


def test_a_search_lists_what_it_finds_as_text_and_asks_about_it(page: Page) -> None:
    page.locator(".ap-map-side input").fill("owls 7")
    expect(page.locator(".ap-map-chosen li")).to_have_text(["Owls <b>17</b>", "Owls <b>7</b>"])
    page.locator(".ap-map-ask").click()
    assert page.evaluate("window.choice") == ["owls17", "owls7"]
    page.locator(".ap-map-clear").click()
    expect(page.locator(".ap-map-chosen")).to_be_empty()


def test_what_is_found_is_brought_into_sight(page: Page) -> None:
    page.evaluate("(() => { const p = window.askpapers.picture; p.view = { x: -0.1, y: -0.1, zoom: 40 } })()")
    page.locator(".ap-map-side input").fill("17")
    expect(page.locator(".ap-map-chosen h2")).to_have_text("3 papers")
    unseen = """(() => {
      const { points, width, height, chosen } = window.askpapers.picture;
      return [...chosen].map((at) => window.askpapers.picture.toScreen(points.x[at], points.y[at]))
        .filter(([x, y]) => x < 0 || y < 0 || x > width || y > height).length;
    })()"""
    assert page.evaluate(unseen) == 0
    assert page.evaluate("window.askpapers.picture.view.zoom") < 40
    page.locator(".ap-map-clear").click()
    page.get_by_role("button", name="Show all").click()


def test_the_papers_of_the_answer_are_marked(page: Page) -> None:
    page.locator(".ap-map-cited").click()
    expect(page.locator(".ap-map-chosen li")).to_have_text(["Owls <b>3</b>"])
    page.locator(".ap-map-clear").click()


def test_a_lasso_takes_what_it_goes_round(page: Page) -> None:
    page.get_by_role("button", name="Zoom out").click(click_count=2)
    page.get_by_role("button", name="Lasso").click()
    box = page.locator(".ap-map-above").bounding_box()
    assert box is not None
    left, top, right, bottom = box["x"] + 4, box["y"] + 60, box["x"] + box["width"] - 4, box["y"] + box["height"] - 4
    page.mouse.move(left, top)
    page.mouse.down()
    for x, y in ((right, top), (right, bottom), (left, bottom), (left, top + 5), (left, top + 1)):
        page.mouse.move(x, y, steps=2)
    page.mouse.up()
    expect(page.locator(".ap-map-chosen h2")).to_have_text("60 papers")
    page.get_by_role("button", name="Lasso").click()
    page.locator(".ap-map-clear").click()


def test_a_theme_takes_its_papers(page: Page) -> None:
    first = page.locator(".ap-map-themes tbody tr").first
    first.get_by_role("button").click()
    expect(page.locator(".ap-map-chosen h2")).to_have_text(f"{first.locator('td').inner_text()} papers")
    first.get_by_role("button").click()
    expect(page.locator(".ap-map-chosen")).to_be_empty()


def test_keys_alone_lead_to_a_paper_and_into_the_chat(page: Page) -> None:
    page.locator(".ap-map-above").focus()
    middle = (
        "(() => { const p = window.askpapers.picture; p.view = { x: p.points.x[5], y: p.points.y[5], zoom: 9 } })()"
    )
    page.evaluate(middle)
    for key in ("ArrowLeft", "ArrowRight", "+", "-", "Enter"):
        page.keyboard.press(key)
    expect(page.locator(".ap-map-chosen h2")).to_have_text("1 paper")
    expect(page.locator(".ap-map-ask")).to_be_focused()
    page.keyboard.press("Enter")
    assert page.evaluate("window.choice.length") == 1


def test_the_settings_choose_a_model_whose_key_leaves_the_page(browser: Browser, url: str) -> None:
    one, two = visit(browser, url), visit(browser, url)
    page = one.page
    expect(page.locator("#ap-in-use")).to_have_text("quoting the abstracts, no model")
    page.locator("#ap-in-use").click()
    with ScriptedServer([["ready"], ["Bats hunt by echo [1]."]], models=("owl",)) as server:
        page.get_by_label("Server's address").fill(server.url)
        page.locator("#ap-settings input[type=password]").fill("sk-secret")
        page.get_by_role("button", name="List the server's models").click()
        expect(page.locator("#ap-settings-said")).to_have_text("Models of this server: 1. Choose one.")
        page.get_by_label("Model", exact=True).click()
        page.get_by_role("option", name="owl").click()
        page.locator("#ap-settings-test").click()
        expect(page.locator("#ap-settings-said")).to_contain_text("owl answers, in")
        page.locator("#ap-settings-apply").click()
        expect(page.locator("#ap-in-use")).to_have_text("owl · 0 tokens")
        expect(page.locator("#ap-settings input[type=password]")).to_have_value("")
        page.locator("#ap-tab-chat-button").click()
        one.ask("How do bats hunt moths by echo?")
        expect(page.locator("#ap-in-use")).to_have_text("owl · 13 tokens")
    assert [request["authorization"] for request in server.requests] == ["Bearer sk-secret"] * 2
    assert "sk-secret" not in page.content()
    expect(two.page.locator("#ap-in-use")).to_have_text("quoting the abstracts, no model")
    # The tokens are told to those, too, who never open the settings.
    expect(two.page.locator("#ap-in-use-look :is(textarea, input)")).to_be_attached()


def test_the_map_and_the_settings_speak_chinese_and_fit_a_telephone(browser: Browser, url: str) -> None:
    reader = visit(browser, url, width=390, height=800, locale="zh-CN")
    page = reader.page
    page.locator("#ap-tab-map-button").click()
    expect(page.locator(".ap-map-themes caption")).to_have_text("主题")
    expect(page.locator(".ap-map-above")).to_have_attribute("aria-label", "60 篇论文的地图")
    page.locator("#ap-in-use").click()
    expect(page.locator("#ap-settings-apply")).to_have_text("使用这些设置")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert reader.errors == []
    assert reader.foreign_requests() == []


@pytest.mark.parametrize("width", [1024, 390])
def test_what_a_test_of_the_model_says_is_in_sight_of_its_button(browser: Browser, url: str, width: int) -> None:
    page = visit(browser, url, width=width, height=700).page
    page.locator("#ap-tab-settings-button").click()
    page.get_by_label("Server's address").fill("ftp://owl.test")
    page.locator("#ap-settings-test").click()
    said = page.locator("#ap-settings-said", has_text="is no address of a server")
    expect(said).to_be_in_viewport(ratio=0.9)
    expect(page.locator("#ap-settings-test")).to_be_in_viewport()


def test_a_chinese_readers_settings_have_chinese_names_and_failures(browser: Browser, url: str) -> None:
    page = visit(browser, url, locale="zh-CN").page
    page.locator("#ap-in-use").click()
    expect(page.get_by_role("slider", name="每个问题检索的论文数", exact=True)).to_be_visible()
    expect(page.get_by_role("button", name="恢复默认值: 每个问题检索的论文数")).to_be_visible()
    page.get_by_label("服务器地址").fill(f"http://127.0.0.1:{free_port()}/v1")
    page.get_by_role("button", name="列出服务器的模型").click()
    expect(page.locator(".ap-settings-failed")).to_contain_text("没有列出模型：无法连接服务器")


def test_a_server_that_does_not_answer_is_told_of_and_asked_again(browser: Browser, url: str) -> None:
    page = visit(browser, url).page
    page.clock.install()
    lost: list[str] = []
    page.route(re.compile("/(queue/join|run/predict)"), lambda route: lost.append(route.request.url))
    page.locator("#ap-tab-map-button").click()
    note = page.locator(".ap-map-note")
    page.clock.run_for(11_000)
    expect(note).to_have_text("The server has not answered yet: it is asked again…")
    page.clock.run_for(60_000)
    expect(note).to_contain_text("The server does not answer.")
    assert len(lost) > 2
    page.unroute_all()
    note.get_by_role("button", name="Try again").click()
    for _ in range(20):
        page.clock.run_for(200)
        page.wait_for_timeout(50)
    expect(page.locator(".ap-map-themes tbody tr").first).to_be_visible()
    expect(note).to_be_hidden()
