"""What was asked already, in whatever words."""

from __future__ import annotations

import pytest

from rag.answering.repeats import asked_of, is_title_asked


@pytest.mark.parametrize(
    ("question", "kinds"),
    [
        ("What is AQLM?", {"what"}),
        ("explain aqlm to me", {"what"}),
        ("AQLM是什么", {"what"}),
        ("What results does AQLM achieve?", {"what", "well"}),
        ("AQLM 的性能怎么样？", {"what", "well"}),
        ("Why is AQLM needed?", {"what", "problem"}),
        ("What is BiLLM?", set()),
    ],
)
def test_a_question_about_a_name_is_known_by_what_it_asks(question: str, kinds: set[str]) -> None:
    assert asked_of("AQLM", [question]) == kinds


def test_a_title_is_known_whatever_its_case_and_signs() -> None:
    assert is_title_asked("On Whales: a Survey", ["What does “on whales, a survey.” show?"])
    assert not is_title_asked("On Whales", ["What do whales eat?"])
