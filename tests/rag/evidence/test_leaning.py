"""What a sentence needs of those before it."""

import pytest

from rag.evidence.leaning import dangles, lead_in, speaks_of_method


@pytest.mark.parametrize(
    ("sentence", "left"),
    [
        ("However, bats hear well in the dark of night.", "bats hear well in the dark of night."),
        ("To address this gap, we propose a net for bats.", "we propose a net for bats."),
        ("Moreover, by doing so, we halve the error on bats.", "by doing so, we halve the error on bats."),
        ("(2) The method scales to a million bats.", "The method scales to a million bats."),
        ("In this paper, we study how bats hear at night.", "In this paper, we study how bats hear at night."),
        ("In contrast to owls, bats hear well in the dark.", "In contrast to owls, bats hear well in the dark."),
        ("(1) Bats hear well at night. (2) Frogs see well.", "(1) Bats hear well at night. (2) Frogs see well."),
        ("However, it does.", "However, it does."),
    ],
)
def test_words_that_only_link_a_sentence_to_the_one_before_are_cut_off(sentence: str, left: str) -> None:
    assert sentence[lead_in(sentence) :] == left


@pytest.mark.parametrize(
    "sentence",
    [
        "It is fast.",
        "However, these nets fail on bats in the dark.",
        "By doing so, we save time.",
        "Its error is small.",
    ],
)
def test_a_sentence_that_points_back_dangles(sentence: str) -> None:
    assert dangles(sentence)


@pytest.mark.parametrize(
    "sentence",
    ["It is known that bats hear.", "This paper is on bats.", "To address this gap, we propose a net for bats."],
)
def test_a_sentence_that_says_something_by_itself_does_not(sentence: str) -> None:
    assert not dangles(sentence)


@pytest.mark.parametrize(
    ("sentence", "before", "expected"),
    [
        ("It halves the error.", "We introduce BATNET, a net for bats.", True),
        ("Furthermore, this simple approach halves the error.", "We propose a net for bats.", True),
        ("It halves the error.", "BATNET is a net for bats.", True),
        ("It struggles with bats.", "Bats are hard for a net.", False),
        ("These problems are hard.", "We introduce BATNET, a net for bats.", False),
    ],
)
def test_it_is_the_method_where_the_sentence_before_introduces_one(sentence: str, before: str, expected: bool) -> None:
    assert speaks_of_method(sentence, before, ("BATNET",)) is expected
