"""Thoughts are hidden where an answer begins with them, however the stream cuts them."""

import pytest

from rag.thoughts import Thoughts


def shown(text: str, size: int) -> str:
    thoughts = Thoughts()
    pieces = [thoughts.feed(text[i : i + size]) for i in range(0, len(text), size)]
    return "".join(pieces) + thoughts.end()


@pytest.mark.parametrize("size", [1, 3, 1000])
@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("<think>Bats?</think>\n\nOwls [1].", "Owls [1]."),
        ("\n<think>a</think><think>b</think> Owls.", "Owls."),
        ("<THINKING>a < b</THINKING>Owls.", "Owls."),
        ("<think>never ended", ""),
        ("<think></think>", ""),
        ("Owls say <think>so</think>.", "Owls say <think>so</think>."),
        ("<thin ice> is thin.", "<thin ice> is thin."),
        ("<", "<"),
        (" Owls.", " Owls."),
        ("", ""),
    ],
)
def test_what_is_thought_before_an_answer_is_hidden(text: str, left: str, size: int) -> None:
    assert shown(text, size) == left


def test_it_is_known_whether_anything_was_hidden() -> None:
    thinking, plain = Thoughts(), Thoughts()
    thinking.feed("<think>x")
    plain.feed("x <think>")
    assert (thinking.hidden, plain.hidden) == (True, False)
