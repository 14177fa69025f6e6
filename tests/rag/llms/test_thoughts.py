"""Thoughts are hidden where an answer begins with them, however the stream cuts them."""

import pytest

from rag.llms.thoughts import Thoughts


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


@pytest.mark.parametrize("size", [1, 5, 1000])
def test_thoughts_without_an_opening_tag_are_known_late(size: int) -> None:
    thoughts, text, since = Thoughts(), "So, owls?\n\n</think>\n\nOwls [1].", ""
    for i in range(0, len(text), size):
        before = thoughts.ended_late
        piece = thoughts.feed(text[i : i + size])
        since = since + piece if before or thoughts.ended_late else ""
    assert since + thoughts.end() == "Owls [1]."


@pytest.mark.parametrize("size", [1, 1000])
def test_a_closing_tag_within_a_line_is_text(size: int) -> None:
    text = "The token </think> ends it.\n\nSee [1].\n"
    assert shown(text, size) == text


def test_it_is_known_whether_anything_was_hidden() -> None:
    thinking, plain = Thoughts(), Thoughts()
    thinking.feed("<think>x")
    plain.feed("x <think>")
    assert (thinking.hidden, plain.hidden) == (True, False)
