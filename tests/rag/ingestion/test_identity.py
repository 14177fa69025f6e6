"""Which records are one paper."""

from dataclasses import replace

import pytest

from rag.ingestion.identity import agree, alike, clusters, content_key, same, title_key
from tests.conftest import BATS, FROGS, paper

LONG = (
    "We count bats in caves and show that their number grows with the depth of each cave, the season of a year, what "
    "food lies near, how warm its walls stay, and who sleeps there."
)


@pytest.mark.parametrize(
    ("title", "abstract"),
    [("DEEP  nets", "We hear bats."), ("{Deep} Nets.", "We\nhear bats"), ("Deep Néts", "We hear—bats.")],
    ids=["case and spacing", "braces and lines", "accents and dashes"],
)
def test_spelling_does_not_part_a_paper(title: str, abstract: str) -> None:
    assert content_key(paper(abstract, title)) == content_key(paper("We hear bats.", "Deep Nets"))


def test_a_word_parts_papers() -> None:
    lens, slit = paper("With a lens.", "Focus of a beam by a lens"), paper("With a slit.", "Focus of a beam by a slit")
    assert content_key(lens) != content_key(slit)
    assert title_key("") == 0


def test_papers_of_one_title_are_the_same_only_by_a_shared_author_and_nearly_the_same_words() -> None:
    one = paper(LONG, "Bats", authors=("Ada Ames",))
    assert alike(one, paper(LONG.replace("grows", "rises"), "Bats", authors=("A. Ames",)))
    assert not alike(one, paper(LONG.replace("grows", "rises"), "Bats", authors=("Bo Bell",)))
    assert not alike(one, paper(FROGS.abstract, "Bats", authors=("Ada Ames",)))
    assert not alike(one, paper(LONG.replace("grows", "rises"), "Bats"))


def test_prefaces_of_two_years_do_not_agree() -> None:
    first = paper("It is our pleasure to present the papers of this year.", "Preface", authors=("Ada Ames",))
    assert not agree(first, paper("The fifth meeting had many guests.", "Preface", authors=("Bo Bell",)))
    assert not agree(replace(first, authors=()), paper("The fifth meeting had many guests.", "Preface"))


def test_a_revised_abstract_by_the_same_people_agrees() -> None:
    first = replace(BATS, authors=("Ada Ames",))
    assert agree(first, replace(first, abstract="Caves are dark; hearing helps.", authors=("Ames, A.", "Ada Ames")))


def test_parts_of_a_series_under_one_doi_are_two_papers() -> None:
    first = paper(
        "We bound the loss of learners from above.", "Theory of learning, Part I: bounds", authors=("Ada Ames",)
    )
    second = paper(
        "We bound the loss of learners from below.", "Theory of learning, Part II: bounds", authors=("Ada Ames",)
    )
    assert not agree(first, second)


def test_reports_that_differ_in_a_number_are_two() -> None:
    one = paper(LONG + " It was 2020.", "Report", authors=("Ada Ames",))
    assert not alike(one, paper(LONG + " It was 2021.", "Report", authors=("Ada Ames",)))


def test_signs_part_names() -> None:
    assert len({content_key(paper("A library.", f"Fast parsing in {name}")) for name in ("C", "C++", "C#")}) == 3


@pytest.mark.parametrize(
    ("text", "other"),
    [
        ("Bounds for $\\ell_1$ balls.", "Bounds for ℓ1 balls."),
        ("Bounds for $\\ell_1$ balls.", "Bounds for ℓ₁ balls."),
        ("An $\\alpha$-stable law.", "An α-stable law."),
        ("A $\\varepsilon$-net in $\\mathbb{R}^2$.", "A ε-net in ℝ²."),
        ("Abstract: We hear bats.", "We hear bats."),
        ("ABSTRACT We hear bats.", "We hear bats."),
        ("We hear bats. © 2020 Elsevier Ltd. All rights reserved.", "We hear bats."),
        ("We hear bats. Copyright (c) 2020, Ada Ames.", "We hear bats."),
    ],
)
def test_how_maths_is_written_headings_and_imprints_do_not_part_a_paper(text: str, other: str) -> None:
    assert content_key(paper(text, "Bats")) == content_key(paper(other, "Bats"))


def test_other_letters_part_papers() -> None:
    assert content_key(paper("An $\\alpha$-stable law.")) != content_key(paper("An $\\beta$-stable law."))


def test_an_abstract_that_breaks_off_is_the_beginning_of_its_papers() -> None:
    full, cut = paper(LONG, "Bats"), paper(f"{LONG[:90]}...", "BATS")
    assert same(full, cut)
    assert same(cut, full)
    assert not same(full, paper(f"{FROGS.abstract[:50]} more and more…", "Bats"))
    assert not same(replace(full, authors=("Ada Ames",)), replace(cut, authors=("Bo Bell",)))
    assert not same(full, paper(f"{LONG[:90]}...", "Owls"))


def test_chinese_abstracts_are_compared_by_pairs_of_characters() -> None:
    text = "本文研究蝙蝠在洞穴中的听觉，提出一种新的计数方法，并在三个城市的夜间录音中验证了它的有效性和稳定性"
    one = paper(text, "蝙蝠的听觉", authors=("王伟",))
    assert alike(one, paper(text.replace("三个", "四个"), "蝙蝠的听觉", authors=("王伟",)))
    assert not alike(one, paper("青蛙跳得很远，我们测量了它们在湿叶上的跳跃距离", "蝙蝠的听觉", authors=("王伟",)))


def test_a_few_words_of_another_year_are_another_paper() -> None:
    first, second = (paper("We thank all.", "Preface", year=year) for year in (2019, 2020))
    assert not same(first, second)
    assert same(first, replace(first, venue="ICML"))


def test_a_record_of_nobody_does_not_join_two_talks_by_two_people() -> None:
    ada, bo = (paper("The speaker will tell us more.", "Talk", authors=(name,)) for name in ("Ada Ames", "Bo Bell"))
    nobody = replace(ada, authors=())
    assert [len(group) for group in clusters([ada, nobody, bo])] == [2, 1]
    for records in ([ada, nobody, bo], [bo, nobody, ada], [nobody, bo, ada]):
        (pair,) = (group for group in clusters(records) if len(group) == 2)
        assert {records[at] for at in pair} == {ada, nobody}


def test_a_record_that_is_like_two_others_joins_them() -> None:
    one = replace(BATS, paper_id="2101.00001", identifiers=("arxiv:2101.00001",))
    two = paper(LONG, "Bats", "10.1/x", identifiers=("doi:10.1/x",))
    both = replace(one, title="Bats", abstract=LONG, identifiers=("arxiv:2101.00001", "doi:10.1/x"))
    assert len(clusters([one, two])) == 2
    assert len(clusters([one, two, both])) == len(clusters([both, two, one])) == 1
