"""Questions to offer: drawn from the papers at hand, of several kinds, in the reader's language."""

from __future__ import annotations

from typing import Any

import pytest

from rag.answering.suggestions import example_questions, next_questions
from rag.papers import Paper

FROGS = "Frog calls carry far over water. "


def paper(name: str, about: str, title: str = "") -> Paper:
    return Paper(name, title or f"{name}: {about}", f"{FROGS}We propose {name}, which reaches 90% on {about}.")


PAPERS = [
    paper("FrogNet", "Neural Collapse in Ponds"),
    paper("ToadFormer", "Neural Collapse on Land"),
    paper("NewtLM", "Swimming"),
    paper("EelGAN", "Eels"),
    paper("CrabSeg", "Crabs"),
    Paper("t", "On Whales", "Whales sing."),
    Paper("u", "On Owls", "Owls hoot."),
]


def test_examples_are_six_of_different_kinds() -> None:
    assert example_questions(PAPERS) == [
        "What is NewtLM, and how does it work?",
        "Which papers study neural collapse?",
        "What problem does EelGAN solve?",
        "What are the main themes of these papers?",
        "How do FrogNet and ToadFormer differ?",
        "How well does CrabSeg perform?",
    ]


def test_examples_speak_chinese_to_a_chinese_reader() -> None:
    chinese = example_questions(PAPERS, language="zh")
    assert chinese[:2] == ["NewtLM 是什么？如何工作？", "哪些论文研究 neural collapse？"]
    assert len(chinese) == 6


def test_papers_without_names_are_asked_about_by_title() -> None:
    assert example_questions([Paper("t", "On Whales", "Whales sing.")]) == ["What does the paper “On Whales” show?"]


def test_a_name_that_is_a_word_of_the_papers_is_not_asked_for() -> None:
    cats = [Paper("a", "CATS: A Transformer", "We use cats."), Paper("b", "On Pets", "Many cats live here.")]
    assert not any("CATS solve" in question or "is CATS" in question for question in example_questions(cats))


def record(cited: list[Paper], near: list[Paper]) -> dict[str, Any]:
    papers = [{"paper_id": p.paper_id, "title": p.title, "abstract": p.abstract} for p in [*cited, *near]]
    return {"citations": [{"paper_id": p.paper_id} for p in cited], "papers": papers}


def test_after_an_answer_its_papers_are_asked_on_and_then_the_nearest() -> None:
    offers = next_questions(record(PAPERS[:1], PAPERS[2:4]), ["What is FrogNet?"])
    assert offers[0] == "How well does FrogNet perform?"
    assert "What is NewtLM, and how does it work?" in offers
    assert len(offers) == 3


def test_what_was_asked_is_not_offered_again() -> None:
    asked = ["What is FrogNet, and how does it work?", "How well does FrogNet perform?"]
    assert next_questions(record(PAPERS[:1], []), asked)[0] == "What problem does FrogNet solve?"


def test_after_a_chinese_question_the_offers_are_chinese() -> None:
    assert next_questions(record(PAPERS[:1], []), ["FrogNet 是什么？"])[0] == "FrogNet 的效果如何？"


def test_after_a_refusal_the_nearest_papers_are_offered() -> None:
    assert next_questions(record([], PAPERS[2:3]), ["Who won?"])[0] == "What is NewtLM, and how does it work?"


@pytest.mark.parametrize("title", ["On $x$", 'Say "no"', "a" * 200])
def test_a_title_that_would_not_read_in_a_question_is_left_out(title: str) -> None:
    assert next_questions(record([Paper("t", title, "It rains.")], []), ["q"]) == []


def test_no_paper_of_another_field_is_offered() -> None:
    far = record([], PAPERS[2:4])
    far["papers"][0]["probability"], far["papers"][1]["probability"] = 0.01, 0.6
    assert next_questions(far, ["Who won?"]) == [
        "What is EelGAN, and how does it work?",
    ]


def test_where_no_probability_is_known_what_shares_nothing_with_the_answer_is_not_offered() -> None:
    cited = Paper("kivi", "KIVI: Cache", "KIVI quantizes the key cache of models by channel.")
    near = Paper("near", "KVQuant: Cache", "KVQuant quantizes the key cache of models by token.")
    far = Paper("far", "PULA: Langevin", "PULA samples from heavy tails.")
    offers = next_questions(record([cited], [far, near]), ["KIVI 如何量化？"])
    assert any("KVQuant" in offer for offer in offers)
    assert not any("PULA" in offer for offer in offers)


def test_what_the_answer_has_explained_is_not_asked_for() -> None:
    told = record(PAPERS[:1], [])
    told["citations"] = [{"paper_id": "FrogNet", "quote": text} for text in ("FrogNet leaps.", "It reaches 90%.")]
    assert next_questions(told, ["Which net leaps?"]) == [
        "How well does FrogNet perform?",
        "What problem does FrogNet solve?",
    ]


def test_a_conversation_that_follows_every_offer_never_hears_one_twice() -> None:
    asked = ["Which nets collapse?"]
    for _ in range(9):
        offers = next_questions(record(PAPERS[:2], PAPERS[2:4]), asked)
        assert not set(offers) & set(asked)
        asked += offers[:1]
    assert len(asked) == len(set(asked)) == 10


def test_a_comparison_in_other_words_is_not_offered_again() -> None:
    asked = ["Is ToadFormer better than FrogNet?"]
    offers = next_questions(record(PAPERS[:2], []), asked, count=9)
    assert not any("differ" in offer for offer in offers)
