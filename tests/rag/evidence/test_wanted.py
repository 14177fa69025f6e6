"""The kind of answer that a question asks for."""

import pytest

from rag.evidence.wanted import Wanted, parts_of, wanted
from rag.questions import is_content
from rag.text.analysis import words


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("How many bats does BATNET hear?", Wanted.NUMBER),
        ("BATNET 听到多少只蝙蝠？", Wanted.NUMBER),
        ("What is the error rate of BATNET?", Wanted.NUMBER),
        ("What is BATNET?", Wanted.MEANING),
        ("What does BATNET propose?", Wanted.MEANING),
        ("BATNET 是什么？", Wanted.MEANING),
        ("How does BATNET hear bats?", Wanted.WAY),
        ("BATNET 如何工作？", Wanted.WAY),
        ("Why do bats hear at night?", Wanted.REASON),
        ("What are the main results of BATNET?", Wanted.RESULT),
        ("Which datasets was BATNET evaluated on?", Wanted.DATA),
        ("Does BATNET need labels?", Wanted.FACT),
        ("bats at night", Wanted.ANYTHING),
    ],
)
def test_a_question_asks_for_a_kind_of_answer(question: str, kind: Wanted) -> None:
    assert wanted(question) is kind


def kinds(question: str) -> list[Wanted]:
    return [part.wanted for part in parts_of(question, [span for term, span in words(question) if is_content(term)])]


def test_each_part_of_a_question_asks_for_its_own_kind() -> None:
    assert kinds("How does BATNET hear bats, and on which datasets is it tested?") == [Wanted.WAY, Wanted.DATA]


def test_a_sentence_before_the_question_asks_for_nothing() -> None:
    assert kinds("Bats keep bumping into walls. Why do they fly at night?") == [Wanted.REASON]
