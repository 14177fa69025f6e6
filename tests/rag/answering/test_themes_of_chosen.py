"""What papers that a reader has chosen are about, all together."""

import pytest

from rag.answering.together import chosen_together
from rag.understanding.filters import parse_where


@pytest.mark.parametrize(
    "question",
    [
        "main themes",
        "What are the main themes of these papers?",
        "What topics do they cover?",
        "这些论文的主题",
        "共同点是什么？",
    ],
)
def test_themes_of_a_few_chosen_papers_are_asked_of_each(question: str) -> None:
    assert chosen_together(question, parse_where(["paper=bats|frogs"])) == ("bats", "frogs")


def test_themes_of_many_chosen_papers_are_left_to_the_survey() -> None:
    assert chosen_together("main themes", parse_where(["paper=a|b|c|d|e|f"])) == ()
