"""Which words a question does not want papers to have."""

import pytest

from rag.understanding.unmentioned import is_without_words, unmentioned


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("Which papers on bats do not mention owls?", "owls"),
        ("How many don't mention GPT-4?", "GPT-4"),
        ("Which papers mention neither bats nor owls?", "bats|owls"),
        ("Papers that make no mention of owls", "owls"),
        ('Which papers do not contain the word "owl"?', "owl"),
        ("没有提到 GPT-4 的论文有多少篇？", "GPT-4"),
        ("哪些关于蝙蝠的论文未提及猫头鹰？", "猫头鹰"),
    ],
)
def test_the_words_that_are_not_to_be_mentioned_are_found(question: str, value: str) -> None:
    [(condition, span)] = unmentioned(question)
    assert (condition.field, condition.operator, condition.value) == ("keyword", "!=", value)
    assert question[span.start : span.end].strip() == condition.said
    assert is_without_words(condition)


@pytest.mark.parametrize(
    "question",
    ["Which papers mention owls?", "有没有提到 GPT-4 的论文？",
     "不提供代码的论文", "Which do not mention owls in the title?",
     "Bats that do not echolocate"],
)  # fmt: skip
def test_what_is_wanted_or_said_of_titles_is_no_such_condition(question: str) -> None:
    assert unmentioned(question) == []
