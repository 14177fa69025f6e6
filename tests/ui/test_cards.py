"""What a reader sees of the papers behind an answer."""

from __future__ import annotations

import re
from typing import Any

from tests.ui.scripted import QUOTE, bat_record, done
from ui.cards import sources_html
from ui.render import answer_html
from ui.wording import EN, ZH


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
    assert '<details class="ap-nearest"><summary>' + EN.nearest_uncited in html
    assert html.index("Owls") > html.index("</article>")


def test_the_nearest_papers_are_open_when_nothing_answers() -> None:
    html = sources_html(done(verdict="not_in_papers", citations=[]))
    assert '<details class="ap-nearest" open>' in html
    assert EN.sources_none in html


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
    assert set(re.findall(r"<(\w+)", html)) <= {"div", "h2", "h3", "p", "span", "article", "mark", "a", "button"}
    assert set(re.findall(r'href="([^"]*)"', html)) == {"#ap-chat"}
    assert "&lt;img src=x" in html


def test_a_card_names_authors_place_and_link() -> None:
    paper = {**bat_record()["papers"][0], "authors": ["A. Ada", "B. Bob"], "venue": "ICML", "year": 2024}
    html = sources_html(done(papers=[paper]))
    assert "A. Ada, B. Bob · ICML 2024 · <a href=" in html


def test_a_cited_paper_missing_from_the_list_still_shows_its_quote() -> None:
    assert f"<mark>{QUOTE}</mark>" in sources_html(done(papers=[]))


def test_before_the_first_question_the_panel_explains_itself() -> None:
    assert EN.sources_empty in sources_html(None)


def test_a_retracted_paper_is_shown_as_such_and_an_unknown_standing_is_not() -> None:
    (first, *others) = bat_record()["papers"]
    shown = sources_html(done(papers=[{**first, "status": "retracted"}, *others]))
    assert '<span class="ap-standing">retracted</span>' in shown
    assert "ap-standing" not in sources_html(done(papers=[{**first, "status": "<b>"}, *others]))


def paper(**changes: Any) -> dict[str, Any]:
    return {**bat_record()["papers"][0], **changes}


def test_a_long_list_of_authors_is_cut_and_whole_on_hovering() -> None:
    names = [f"A{n}" for n in range(9)]
    html = sources_html(done(papers=[paper(authors=names)]))
    assert f'<span title="{", ".join(names)}">A0, A1, A2, A3, A4 and 4 others</span>' in html
    assert "A0, A1, A2, A3, A4 等共 9 人" in sources_html(done(papers=[paper(authors=names)]), words=ZH)


def test_a_card_says_why_its_paper_was_found_and_how_probably_it_answers() -> None:
    why = {"terms": ["bats", "<i>"], "sentence": None}
    html = sources_html(done(papers=[paper(probability=0.834, why=why)]))
    assert ">likely relevant 0.83</span>" in html
    assert 'Found by <span class="ap-term">bats</span> <span class="ap-term">&lt;i&gt;</span>' in html


def test_a_tiny_probability_is_not_shown_as_none() -> None:
    assert "unlikely &lt;0.01" in sources_html(done(papers=[paper(probability=0.0004)]))


def test_the_sentence_that_made_a_paper_near_is_marked_in_it() -> None:
    near = paper(paper_id="p9", abstract="Owls too. They hoot.", why={"sentence": {"start": 10, "end": 20}})
    assert "Owls too. <mark>They hoot.</mark>" in sources_html(done(papers=[near]))


def test_of_many_sources_only_the_quotes_are_open() -> None:
    quote = bat_record()["citations"][0]
    papers = [paper(paper_id=f"q{n}") for n in range(1, 9)]
    many = done(citations=[{**quote, "n": n, "paper_id": f"q{n}"} for n in range(1, 9)], papers=papers)
    html = sources_html(many)
    assert html.count('<details class="ap-fold">') == 8
    assert f'<p class="ap-quote"><mark>{QUOTE}</mark></p>' in html
    assert "ap-fold" not in sources_html(done())


def test_the_empty_panel_speaks_the_browsers_language() -> None:
    assert ZH.sources_empty in sources_html(None, words=ZH)


def test_of_the_papers_not_cited_those_that_have_nothing_to_do_with_it_are_few() -> None:
    cited = bat_record()["papers"][0]
    near = [{**cited, "paper_id": f"near{n}", "probability": 0.3 if n < 7 else 0.001} for n in range(19)]
    assert sources_html(done(papers=[cited, *near])).count("ap-near-paper") == 7
    far = [{**paper, "probability": 0.001} for paper in near]
    assert sources_html(done(papers=[cited, *far])).count("ap-near-paper") == 5


def test_a_source_of_doubted_sentences_alone_is_shown_as_no_proof() -> None:
    doubted = {"text": "They hunt at noon [1].", "citations": [1], "supported": False}
    proved = {**doubted, "supported": True}
    assert "ap-unproven" in sources_html(done(sentences=[doubted]))
    assert EN.unproven in sources_html(done(sentences=[doubted]))
    assert "ap-unproven" not in sources_html(done(sentences=[doubted, proved]))
    assert "ap-unproven" not in sources_html(done(sentences=[]))
