"""What the letters of titles and abstracts are asked to be."""

import pytest

from rag.understanding.shapes import shape_of
from tests.conftest import paper

TITLES = ["Why bats?", "On the owls: a study", "Once upon 2 frogs", "Moles"]


@pytest.mark.parametrize(
    ("question", "titles"),
    [
        ("How many titles end with a question mark?", ["Why bats?"]),
        ("titles with a colon", ["On the owls: a study"]),
        ("Which titles start with 'On'?", ["On the owls: a study"]),
        ("titles that contain a number", ["Once upon 2 frogs"]),
        ("titles of one word", ["Moles"]),
        ("Which titles have more than three words?", ["On the owls: a study", "Once upon 2 frogs"]),
        ("哪些论文标题以问号结尾？", ["Why bats?"]),
        ("标题以 Once 开头的论文", ["Once upon 2 frogs"]),
        ("标题少于 3 个词的论文有多少？", ["Why bats?", "Moles"]),
    ],
)
def test_titles_of_a_shape_are_told_letter_by_letter(question: str, titles: list[str]) -> None:
    shape = shape_of(question)
    assert shape is not None
    papers = [paper("We sing.", title, title) for title in TITLES]
    assert [one.title for one in papers if shape.fits(one)] == titles


def test_an_abstract_starts_with_a_whole_word() -> None:
    shape = shape_of("abstracts starting with We")
    assert shape is not None
    assert shape.fits(paper("We sing.", "A", "a"))
    assert not shape.fits(paper("Weather is bad.", "B", "b"))


@pytest.mark.parametrize(
    "question", ["Which papers start with a small model?", "titles that do not end with a colon", "What is a title?"]
)
def test_other_questions_ask_for_no_shape(question: str) -> None:
    assert shape_of(question) is None
