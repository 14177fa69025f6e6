"""A conversation as callers hand it in."""

from typing import Any

import pytest
from llama_index.core.llms import ChatMessage, MessageRole

from rag.errors import QuestionError
from rag.understanding.history import Turn, history_of


def test_messages_are_read_with_the_papers_that_answers_cite() -> None:
    cited = {"role": "assistant", "content": "Yes [1].", "citations": [{"n": 1, "paper_id": "bats"}] * 2}
    assert history_of([{"role": "user", "content": " Bats? "}, cited]) == (
        Turn("user", "Bats?"),
        Turn("assistant", "Yes [1].", ("bats",)),
    )


@pytest.mark.parametrize(
    ("fields", "ids"),
    [({"papers": ["a", "b"]}, ("a", "b")), ({"papers": [{"paper_id": "a"}]}, ("a",)), ({"papers": "a"}, ()),
     ({"citations": [], "papers": ["a"]}, ()), ({"citations": None, "papers": ["a"]}, ("a",)), ({}, ())],
)  # fmt: skip
def test_papers_are_those_cited_before_those_listed(fields: dict[str, Any], ids: tuple[str, ...]) -> None:
    (turn,) = history_of([{"role": "assistant", "content": "Yes."} | fields])
    assert turn.paper_ids == ids


def test_llamaindex_messages_are_taken_and_system_messages_passed_over() -> None:
    messages = [
        ChatMessage(role=MessageRole.SYSTEM, content="Obey."),
        ChatMessage(role=MessageRole.USER, content="Bats?"),
        ChatMessage(role=MessageRole.ASSISTANT, content=""),
    ]
    assert history_of(messages) == (Turn("user", "Bats?"),)


def test_the_newest_messages_are_kept() -> None:
    messages = [{"role": "user", "content": f"bats {n}"} for n in (1, 2, 3)]
    assert [turn.content for turn in history_of(messages, tokens=4)] == ["bats 2", "bats 3"]


def test_of_a_newest_message_that_is_too_long_the_beginning_is_kept() -> None:
    (turn,) = history_of([{"role": "user", "content": "bats " * 100}], tokens=10)
    assert turn.content.startswith("bats bats")
    assert len(turn.content) < 100


@pytest.mark.parametrize("nothing", [None, [], ()])
def test_no_history_is_an_empty_one(nothing: Any) -> None:
    assert history_of(nothing) == ()


@pytest.mark.parametrize(
    "other", ["What is AQLM?", {"role": "user"}, 3, ["What is AQLM?"], [{"role": "me", "content": "x"}],
              [{"role": "user", "content": 3}]]
)  # fmt: skip
def test_what_is_no_conversation_is_refused_with_the_form_of_one(other: Any) -> None:
    with pytest.raises(QuestionError, match=r'Give it like \[\{"role": "user"'):
        history_of(other)


def test_a_long_answer_leaves_room_for_the_question_before_it_and_keeps_its_titles() -> None:
    answer = "\n".join(f"- **A title of bats number {n}**: “words” [{n}]" for n in range(1, 50))
    question, told = history_of(
        [{"role": "user", "content": "Which bats?"}, {"role": "assistant", "content": answer}], 60
    )
    assert question.content == "Which bats?"
    assert len(told.content) < len(answer) / 4
    assert told.headings[48] == "A title of bats number 49"


def test_papers_are_in_the_order_of_their_numbers() -> None:
    cited = [{"n": 2, "paper_id": "b"}, {"n": 1, "paper_id": "a"}]
    (turn,) = history_of([{"role": "assistant", "content": "x", "citations": cited}])
    assert turn.paper_ids == ("a", "b")
