"""What a question says in English: by a model, or word for word."""

from typing import Any

import pytest

from rag.languages.interpreter import Interpreter, Translation
from rag.testing import Reply, ScriptedLLM


def interpreter(reply: Reply) -> Interpreter:
    return Interpreter(ScriptedLLM(replies=[reply]))


def test_an_english_question_is_left_alone_and_asks_no_model() -> None:
    llm = ScriptedLLM(replies=[])
    assert Interpreter(llm).read("How do bats hear?") == Translation()


def test_without_a_model_chinese_is_read_word_for_word() -> None:
    read = Interpreter().read("蝙蝠怎么用声音导航？")
    assert (read.language, read.source) == ("zh", "glossary")
    assert {"bat", "sound", "navigation"} <= set(read.text.split())


def test_without_a_model_german_is_known_and_left_as_it_is() -> None:
    assert Interpreter().read("Wie hören die Fledermäuse?") == Translation("", "de")


def test_without_a_model_japanese_is_read_as_far_as_it_is_written_in_chinese_characters() -> None:
    read = Interpreter().read("ロボットの強化学習について")
    assert (read.text, read.language, read.needs_titles) == ("reinforcement learning", "ja", True)


def test_a_model_translates() -> None:
    read = interpreter(["How do bats ", "navigate?"]).read("蝙蝠怎么导航？")
    assert read.text == "How do bats navigate?"
    assert read.source == "model"


@pytest.mark.parametrize(
    "reply",
    [[RuntimeError("down")], [""], ["蝙蝠怎么导航？"], ["Sure!\nHow do bats navigate?"], ["bat " * 200]],
    ids=["fails", "says nothing", "repeats", "chats", "rambles"],
)
def test_where_the_model_fails_or_talks_nonsense_the_question_is_read_word_for_word(reply: Any) -> None:
    read = interpreter(reply).read("蝙蝠怎么导航？")
    assert read.source == "glossary"
    assert "bat" in read.text.split()
