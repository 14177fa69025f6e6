"""What a reader sees of a question, an answer and its sources."""

from __future__ import annotations

from typing import Any

import pytest

from rag.understanding.asked import LEFT_OUT
from rag.understanding.filters import Filter
from tests.ui.scripted import SINCE, bat_record, done
from ui.render import answer_html, question_html
from ui.turns import Turn
from ui.wording import EN, ZH


def test_a_question_is_shown_as_typed() -> None:
    assert "&lt;script&gt;1&lt;/script&gt; *a*" in question_html(Turn("<script>1</script> *a*"), number=0)


@pytest.mark.parametrize("verdict", ["not_in_papers", "abstract_does_not_say", "something new"])
def test_what_is_not_answered_says_so(verdict: str) -> None:
    assert "ap-banner" in answer_html(done(verdict=verdict), number=0)


def test_a_refusal_without_words_is_explained() -> None:
    html = answer_html(done(verdict="not_in_papers", answer=""), number=0)
    assert EN.verdicts["not_in_papers"][1] in html


def test_an_answered_question_has_no_banner() -> None:
    assert "ap-banner" not in answer_html(done(), number=0)


@pytest.mark.parametrize("said", ["hello", "Thanks!", "你好"])
def test_a_courtesy_is_no_refusal(said: str) -> None:
    turn = done(question=said, standalone_question=said, verdict="not_in_papers", citations=[], papers=[], answer="Hi.")
    assert turn.is_courtesy
    assert "ap-banner" not in answer_html(turn, number=0)


def test_a_courtesy_is_not_told_how_it_was_read() -> None:
    reading = {"translation": {"text": "hello hi", "by": "glossary"}}
    turn = Turn("你好", "你好。", "done", bat_record(question="你好", papers=[], citations=[]), reading=reading)
    assert "hello hi" not in answer_html(turn, number=0)


def test_the_words_of_the_frame_are_the_browsers_whatever_the_question_is_asked_in() -> None:
    assert EN.retry in answer_html(done(question="蝙蝠何时捕猎？"), number=0)
    assert ZH.retry in answer_html(done(), number=0, words=ZH)
    assert ZH.edit_question in question_html(Turn("When?"), number=0, words=ZH)


def test_a_question_that_found_no_paper_is_refused_with_a_banner() -> None:
    assert EN.verdicts["not_in_papers"][0] in answer_html(done(verdict="not_in_papers", papers=[]), number=0)


def test_a_failed_turn_shows_its_message_as_text() -> None:
    html = answer_html(Turn("q", progress="failed", error="Run <this>."), number=0)
    assert "Run &lt;this&gt;." in html


def test_a_stopped_answer_is_kept_and_marked() -> None:
    html = answer_html(Turn("q", "Half an", "stopped"), number=0)
    assert "Half an" in html
    assert EN.stopped_bare in html


def test_a_stopped_answer_that_has_cited_shows_its_sources_and_no_verdict() -> None:
    turn = Turn("q", "At night [1].", "stopped", bat_record(verdict="not_in_papers"))
    html = answer_html(turn, number=0)
    assert 'href="#source-0-1"' in html
    assert EN.stopped in html
    assert EN.verdicts["not_in_papers"][0] not in html


def test_a_streaming_answer_shows_no_half_formula() -> None:
    assert "O(n" not in answer_html(Turn("q", "It is $O(n", "streaming"), number=0)


def test_the_answers_source_text_is_there_to_copy() -> None:
    html = answer_html(done(answer="A **b**\n\n$c$ <d>"), number=0)
    assert '<span class="ap-raw">A **b**&#10;&#10;$c$ &lt;d&gt;</span>' in html


def read(*conditions: dict[str, Any], **turn: Any) -> str:
    record = bat_record(filters=list(conditions))
    return answer_html(Turn(record["question"], "x", "done", record, reading=record, **turn), number=4)


def test_a_condition_is_a_chip_that_says_which_one_to_take_back() -> None:
    html = read(SINCE)
    assert 'title="Ask again without “2023 or later”">×' in html
    assert "{&quot;turn&quot;: 4, &quot;filter&quot;: 0, &quot;do&quot;: &quot;toggle&quot;}" in html


def test_a_condition_taken_back_offers_to_be_put_in_again() -> None:
    html = read({**SINCE, "applied": False, "why": LEFT_OUT}, without=(Filter("year", ">=", "2023"),))
    assert "<s>2023 or later</s>" in html
    assert "Ask again with “2023 or later”" in html


def test_a_condition_that_no_paper_meets_is_told_and_cannot_be_clicked() -> None:
    html = read({**SINCE, "applied": False, "why": "no paper meets it"})
    assert f"2023 or later · {EN.unmet}" in html
    assert "button" not in html.split("ap-block")[0]


def test_a_condition_of_the_engine_itself_cannot_be_taken_back_but_a_typed_one_can() -> None:
    explicit = {**SINCE, "said": ""}
    assert "<button" not in read(explicit).split("ap-block")[0]
    assert "<button" in read(explicit, where=("year >= 2023",)).split("ap-block")[0]


def test_a_follow_up_shows_how_it_was_read_instead_of_the_engines_remark() -> None:
    turn = Turn(
        "Why?", "*Read as: Why do bats hunt?*\n\nBecause.", "done", bat_record(),
        reading={"standalone_question": "Why do bats hunt?"}, remarks=("Read as: Why do bats hunt?",),
    )  # fmt: skip
    html = answer_html(turn, number=0)
    assert f'{EN.read_as} <span class="ap-said">Why do bats hunt?</span>' in html
    assert "<em>" not in html


def test_a_chinese_question_is_shown_with_its_english_reading() -> None:
    reading = {"translation": {"text": "bats hunt", "language": "zh", "by": "glossary"}, "filters": [SINCE]}
    html = answer_html(Turn("蝙蝠何时捕猎？", "x", "done", bat_record(), reading=reading), number=0, words=ZH)
    assert f'{ZH.in_english["glossary"]} <span class="ap-said">bats hunt</span>' in html
    assert "2023 年及以后" in html
    assert ZH.copy in html


def test_a_doubted_sentence_is_explained_on_hovering_and_its_legend_stands_back() -> None:
    answer = "They weigh 40 kg [1].†\n\n† The abstracts do not bear this sentence out."
    sentence = {"text": "They weigh 40 kg.", "citations": [1], "supported": False}
    html = answer_html(done(answer=answer, sentences=[sentence]), number=0)
    assert f'<sup class="ap-doubt" title="{EN.doubted}">†</sup>' in html
    assert '<div class="ap-block ap-legend">' in html


def test_a_dagger_of_the_paper_itself_means_nothing() -> None:
    assert "ap-doubt" not in answer_html(done(answer="By A. Ada† [1]."), number=0)


def test_a_models_failure_is_a_notice_in_its_place() -> None:
    problem = "The model did not answer."
    html = answer_html(done(answer=f"Half.\n\n*{problem}*\n\nQuoted [1].", problem=problem), number=0)
    assert html.index("Half.") < html.index(f'role="alert">{problem}') < html.index("Quoted")
    assert html.count(problem) == 2  # shown once, and in the text to copy


def test_a_refusal_names_the_nearest_papers_and_leads_to_them() -> None:
    html = answer_html(done(verdict="not_in_papers", citations=[]), number=2)
    assert '<a class="ap-near" href="#near-2-0">Bats</a>' in html
