from rag.browsing.shelf import Search, Shelf
from rag.ingestion.errands import State
from rag.readers.refusals import Refusal
from rag.stats import IndexStats, Merge
from tests.conftest import paper
from ui.library_facets import facets_html
from ui.library_render import paper_html, papers_html, ticked_html
from ui.library_view import View, view_of
from ui.library_words import EN, ZH
from ui.run_render import run_html

ATTACK = '<img src=x onerror="x()"> %%%LATEX_BLOCK_0'
SAFE = "&lt;img src=x"
HOSTILE = paper(
    ATTACK, ATTACK, ATTACK, authors=(ATTACK,), venue=ATTACK, status=ATTACK, url="javascript:x()", kind=ATTACK
)
SHELF = Shelf.of([HOSTILE, paper("Owls.", "Of $x^2$ owls", "o", year=2020, venue="ICML"), paper("Bats.", "Bats", "b")])


def drawn(view: View, shelf: Shelf = SHELF) -> tuple[str, str]:
    found = shelf.find(view.search)
    return facets_html(view, found, EN), papers_html(view, found, shelf.entries(found.rows), len(shelf), EN)


def test_nothing_of_a_paper_becomes_markup() -> None:
    shown = "".join((*drawn(View()), paper_html(HOSTILE, EN)))
    assert "<img" not in shown
    assert "javascript:" not in shown
    assert "%%%LATEX" not in shown
    assert shown.count(SAFE) >= 8
    assert "\n" not in shown


def test_a_formula_in_a_title_is_typeset_and_the_ticked_title_stays_as_it_is_written() -> None:
    _, papers = drawn(View())
    assert "\ue000x^2\ue001" in papers
    assert "Of $x^2$ owls&quot;" in papers


def test_what_stands_for_further_authors_stays_by_the_last_that_is_named() -> None:
    many = Shelf.of([paper("Owls.", "Owls", "o", authors=("Ann", "Bo", "Cy", "Di", "Ed"))])
    assert "Ann, Bo, Cy, Di\u00a0…<" in drawn(View(), many)[1]


def test_the_header_tells_and_turns_the_order() -> None:
    _, by_year = drawn(View(Search(sort="year", descending=True)))
    assert 'class="ap-lib-year" aria-sort="descending"' in by_year
    assert "{&quot;sort&quot;: &quot;year&quot;, &quot;down&quot;: false}" in by_year
    assert by_year.count("aria-sort") == 1
    _, searched = drawn(View(Search("owls")))
    assert "aria-sort" not in searched


def test_the_list_says_how_many_it_found_and_offers_to_tick_them() -> None:
    _, papers = drawn(View(Search("owls")))
    assert "1 of 3 papers" in papers
    assert "Tick all 1 found" in papers


def test_an_empty_index_and_a_search_without_hits_say_so() -> None:
    nothing = drawn(View(), Shelf.of([]))[1]
    assert EN.nothing_yet in nothing
    assert EN.add_some not in nothing
    _, none = drawn(View(Search("whales")))
    assert EN.no_hits in none
    assert EN.clear in none
    assert "Tick" not in none


def test_pages_lead_to_the_first_the_last_and_the_near_ones() -> None:
    shelf = Shelf.of([paper(f"{n}.", str(n), str(n)) for n in range(1000)])
    found = shelf.find(Search())
    shown = papers_html(View(page=9), found, [], 1000, EN)
    assert [n for n in range(20) if f'id="ap-lib-page-{n}"' in shown] == [0, 7, 8, 9, 10, 11, 19]
    assert shown.count('aria-current="page"') == 1


def test_what_the_page_asks_for_is_not_trusted() -> None:
    assert view_of(
        '{"q": " bats ", "venues": ["ICML"], "years": [2020, "x", true], "sort": "drop", "page": -4}'
    ) == View(Search("bats", ("ICML",), (2020,)))
    for broken in ("", "[]", "{", "null", '{"page": 1e400, "venues": {"a": 1}}', "[" * 100_000):
        assert view_of(broken) == View()


def test_one_who_may_not_change_the_papers_is_not_offered_to_remove_them() -> None:
    assert EN.remove in ticked_html(EN, editable=True)
    assert EN.remove not in ticked_html(EN, editable=False)


def test_a_run_shows_its_bar_and_the_time_left() -> None:
    shown = run_html(State(done=250, total=1000, seconds=10.0), EN, number=1)
    assert 'aria-valuenow="25"' in shown
    assert "250 of 1,000 records · about 0:30 left" in shown
    assert 'id="ap-lib-stop"' in shown
    waiting = run_html(State(), EN, number=1)
    assert "aria-valuenow" not in waiting
    assert EN.run.starting in waiting


def test_a_report_says_what_was_refused_and_why_and_what_was_merged_into_what() -> None:
    stats = IndexStats(
        5, added=1, merged=1, refused=(Refusal("a.bib", ATTACK, "no abstract"),), merges=(Merge("a", "B", "c"),)
    )
    shown = run_html(State("done", stats=stats), EN, number=1, added=SHELF.entries([1]))
    assert "1 added · 1 merged · 1 refused</strong> · now in the index: 5 papers<" in shown
    assert f"a.bib: {SAFE}" in shown
    assert "<span>no abstract</span>" in shown
    assert "B <span>into c</span>" in shown
    assert "Of <span" in shown


def test_a_failed_run_tells_why_in_the_readers_language() -> None:
    busy = State("failed", kind="IndexBusyError", message="Another process is writing.")
    assert ZH.run.failures["IndexBusyError"] in run_html(busy, ZH, number=1)
    assert "&lt;b&gt;" in run_html(State("failed", kind="ModelError", message="<b>"), EN, number=1)
    assert EN.run.failed in run_html(State("failed", kind="KeyError"), EN, number=1)


def test_why_a_record_was_refused_is_told_in_chinese_where_that_is_known() -> None:
    refused = (Refusal("a.bib", "A", "it has no abstract"), Refusal("a.bib", "B", "it is odd"))
    shown = run_html(State("done", stats=IndexStats(5, refused=refused)), ZH, number=1)
    assert "<span>没有摘要</span>" in shown
    assert "<span>it is odd</span>" in shown
