"""A list narrowed, gone on with, or asked for on another topic, as one question."""

import pytest

from rag.questions import is_cjk
from rag.understanding.composing import alone, composed
from rag.understanding.lists import Lists
from rag.understanding.narrowing import asks_for_more, narrowing_of

BATS = "Which papers study bats?"


@pytest.mark.parametrize(
    ("base", "said", "text"),
    [
        (BATS, "only those on caves", "Which papers study bats and are on caves?"),
        (BATS, "which of these use sonar?", "Which papers study bats and use sonar?"),
        (BATS, "how many of them are from 2024?", "How many papers study bats and are from 2024?"),
        (BATS, "only the ones since 2024", "Which papers study bats and appeared since 2024?"),
        (BATS, "and those without caves?", "Which papers study bats, but not on caves?"),
        (BATS, "but not fruit bats", "Which papers study bats, but not on fruit bats?"),
        ("Are there any papers about bats?", "only the ones by Xu", "Which papers about bats are by Xu?"),
        ("List papers on bats but not on caves", "and those on caves?", "Which papers on bats are on caves?"),
        ("Which papers study bats and are on caves?", "Do any of them use sonar?",
         "Which papers study bats and are on caves and use sonar?"),
        ("哪些论文研究蝙蝠？", "其中哪些用了声纳？", "研究蝙蝠的论文中，哪些论文用了声纳？"),
        ("有没有关于蝙蝠的论文？", "其中有多少篇是关于洞穴的？", "关于蝙蝠的论文中，有多少篇关于洞穴？"),
        ("哪些论文研究蝙蝠？", "仅限洞穴", "研究蝙蝠的论文中，哪些论文关于洞穴？"),
        (BATS, "其中哪些用了声纳？", "关于 bats 的论文中，哪些论文用了声纳？"),
    ],
)  # fmt: skip
def test_a_list_and_what_narrows_it_make_one_question(base: str, said: str, text: str) -> None:
    narrowed = narrowing_of(said)
    assert narrowed is not None
    assert composed(base, narrowed, lambda _: "bats", cjk=is_cjk(said)) == text


@pytest.mark.parametrize(
    "said",
    [
        "Which is better, A or B?",
        'NOT (bats) AND "caves"',
        "Which papers study bats?",
        "How do they hear?",
        "它们怎么飞？",
    ],
)
def test_what_narrows_no_list_is_left_alone(said: str) -> None:
    assert narrowing_of(said) is None


def test_the_condition_alone_is_asked_of_a_list_that_was_shown_whole() -> None:
    use, leave = narrowing_of("which of these use sonar?"), narrowing_of("without caves")
    assert use is not None
    assert leave is not None
    assert alone(use, cjk=False) == "Which papers use sonar?"
    assert alone(leave, cjk=False) == ""


@pytest.mark.parametrize(
    "said", ["and more?", "show the rest", "还有吗？", "any others?", "继续", "list the remaining papers"]
)
def test_the_rest_of_a_list_is_asked_for(said: str) -> None:
    assert asks_for_more(said)
    assert not asks_for_more(f"{said} on owls")


@pytest.mark.parametrize(
    ("base", "subject", "text"),
    [
        ("Which papers use sonar for bats?", "for owls", "Which papers use sonar for owls?"),
        (BATS, "owls", "Which papers study owls?"),
        ("How many papers are about bats?", "about owls", "How many papers are about owls?"),
        (BATS, "on caves", "Which papers study bats and are on caves?"),
        ("哪些论文研究蝙蝠？", "猫头鹰", "哪些论文研究猫头鹰？"),
    ],
)
def test_a_list_is_asked_for_on_another_topic(base: str, subject: str, text: str) -> None:
    assert Lists().of_other(base, subject, cjk=is_cjk(subject)) == text
