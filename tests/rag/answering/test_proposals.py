"""The name of what a paper proposes: only one that is its own."""

from __future__ import annotations

import pytest

from rag.answering.proposals import is_common, mentions, proposed_name


@pytest.mark.parametrize(
    ("title", "abstract", "name"),
    [
        ("FrogNet: Leaps", "Frogs leap.", "FrogNet"),
        ("On Leaps", "We propose FrogNet, which leaps.", "FrogNet"),
        ("On Leaps", "Our method, called FrogNet, leaps.", "FrogNet"),
        ("On Leaps", "Frogs show a behaviour called FrogJump in ponds.", ""),
        ("On Bandits", "We also propose an EXP3-type algorithm.", ""),
        ("On Leaps", "We propose Frog Leap Learning for ponds.", ""),
        ("Frog Leap Learning", "We propose Frog Leap Learning for ponds.", "Frog Leap Learning"),
        ("On Whales", "Whales sing.", ""),
    ],
)
def test_a_name_is_what_the_title_or_a_sentence_proposes(title: str, abstract: str, name: str) -> None:
    assert proposed_name(title, abstract) == name


def test_a_name_that_others_use_is_a_term_of_the_field() -> None:
    assert is_common("SAM", ["SAM is sharp."] * 4)
    assert not is_common("FrogNet", ["FrogNet is a baseline.", "Owls hoot."])


def test_a_word_in_capitals_is_a_word() -> None:
    assert is_common("CATS", ["Many cats live here."])
    assert not is_common("CATS", ["Concatenation helps."])


@pytest.mark.parametrize(
    ("text", "found"), [("what is aqlm?", True), ("AQLM是什么", True), ("AQLMs", False), ("BiAQLM", False)]
)
def test_a_name_is_mentioned_as_a_word_of_its_own(text: str, found: bool) -> None:
    assert mentions("AQLM", text) is found
