"""What a reader sees of a question, an answer and its sources."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.ui.scripted import QUOTE, bat_record
from ui import wording
from ui.render import answer_html, question_html, sources_html
from ui.turns import Turn


def done(**changes: Any) -> Turn:
    record = bat_record(**changes)
    return Turn(record["question"], record["answer"], "done", record)


def test_a_question_is_shown_as_typed() -> None:
    assert "&lt;script&gt;1&lt;/script&gt; *a*" in question_html("<script>1</script> *a*")


def test_an_answer_links_to_the_card_of_its_own_turn() -> None:
    answer, sources = answer_html(done(), number=3), sources_html(done(), number=3)
    (anchor,) = re.findall(r'href="#([^"]+)"', answer)
    assert f'id="{anchor}"' in sources


def test_cards_of_two_turns_have_different_anchors() -> None:
    assert answer_html(done(), number=0) != answer_html(done(), number=1)


def test_the_quoted_sentence_is_highlighted_in_the_abstract() -> None:
    assert f"<mark>{QUOTE}</mark> Nobody knows why." in sources_html(done())


def test_several_quotes_of_one_paper_share_a_card() -> None:
    first = bat_record()["citations"][0]
    second = {**first, "quote": "Nobody knows why.", "start": first["end"] + 1, "end": first["end"] + 18}
    html = sources_html(done(citations=[first, second]))
    assert html.count("<article") == 1
    assert "<mark>Nobody knows why.</mark>" in html


def test_uncited_papers_are_folded_below() -> None:
    html = sources_html(done())
    assert '<details class="ap-nearest"><summary>' + wording.NEAREST_UNCITED in html
    assert html.index("Owls") > html.index("</article>")


def test_the_nearest_papers_are_open_when_nothing_answers() -> None:
    html = sources_html(done(verdict="not_in_papers", citations=[]))
    assert '<details class="ap-nearest" open>' in html
    assert wording.SOURCES_NONE in html


@pytest.mark.parametrize("verdict", ["not_in_papers", "abstract_does_not_say", "something new"])
def test_what_is_not_answered_says_so(verdict: str) -> None:
    assert "ap-banner" in answer_html(done(verdict=verdict), number=0)


def test_a_refusal_without_words_is_explained() -> None:
    html = answer_html(done(verdict="not_in_papers", answer=""), number=0)
    assert wording.VERDICTS["not_in_papers"][1] in html


def test_an_answered_question_has_no_banner() -> None:
    assert "ap-banner" not in answer_html(done(), number=0)


def test_a_hostile_paper_is_text() -> None:
    evil = {
        "paper_id": "p1",
        "title": '<img src=x onerror="1">',
        "abstract": "<iframe srcdoc=x>",
        "url": "javascript:1",
        "authors": ["<svg/onload=1>"],
        "score": 1.0,
    }
    html = sources_html(done(papers=[evil]))
    assert set(re.findall(r"<(\w+)", html)) <= {"div", "h2", "h3", "p", "span", "article", "mark"}
    assert "&lt;img src=x" in html


def test_a_card_names_authors_place_and_link() -> None:
    paper = {**bat_record()["papers"][0], "authors": ["A. Ada", "B. Bob"], "venue": "ICML", "year": 2024}
    html = sources_html(done(papers=[paper]))
    assert "A. Ada, B. Bob · ICML 2024 · <a href=" in html


def test_a_cited_paper_missing_from_the_list_still_shows_its_quote() -> None:
    assert f"<mark>{QUOTE}</mark>" in sources_html(done(papers=[]))


def test_a_failed_turn_shows_its_message_as_text() -> None:
    html = answer_html(Turn("q", progress="failed", error="Run <this>."), number=0)
    assert "Run &lt;this&gt;." in html


def test_a_stopped_answer_is_kept_and_marked() -> None:
    html = answer_html(Turn("q", "Half an", "stopped"), number=0)
    assert "Half an" in html
    assert wording.STOPPED in html


def test_a_streaming_answer_shows_no_half_formula() -> None:
    assert "O(n" not in answer_html(Turn("q", "It is $O(n", "streaming"), number=0)


def test_the_answers_source_text_is_there_to_copy() -> None:
    html = answer_html(done(answer="A **b**\n\n$c$ <d>"), number=0)
    assert '<span class="ap-raw">A **b**&#10;&#10;$c$ &lt;d&gt;</span>' in html


def test_before_the_first_question_the_panel_explains_itself() -> None:
    assert wording.SOURCES_EMPTY in sources_html(None)


def test_a_retracted_paper_is_shown_as_such_and_an_unknown_standing_is_not() -> None:
    (first, *others) = bat_record()["papers"]
    shown = sources_html(done(papers=[{**first, "status": "retracted"}, *others]))
    assert '<span class="ap-standing">retracted</span>' in shown
    assert "ap-standing" not in sources_html(done(papers=[{**first, "status": "<b>"}, *others]))
