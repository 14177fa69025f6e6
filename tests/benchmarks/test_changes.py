"""Minimal changes of a sentence, for the benchmark of the support checks."""

import pytest

from benchmarks.changes import changed
from benchmarks.support import Case, Outcome, table
from tests.conftest import BATS


def by_kind(sentence: str, avoid: str = "") -> dict[str, str]:
    return {change.kind: change.text for change in changed(sentence, ["OwlNet"], ["random forests"], avoid, 1)}


@pytest.mark.parametrize(
    ("kind", "sentence", "made"),
    [
        ("name", "It beats BatNet here.", "It beats OwlNet here."),
        ("negation", "Bats can hear well.", "Bats can not hear well."),
        ("negation", "Bats do not sing.", "Bats do sing."),
        ("negation", "We propose a net.", "We do not propose a net."),
        ("direction", "It increases noise.", "It decreases noise."),
        ("quantifier", "It holds for all bats.", "It holds for some bats."),
        ("order", "BatNet outperforms the older nets.", "The older nets outperforms BatNet."),
        ("method", "It uses random attention.", "It uses random forests."),
    ],
)
def test_one_thing_is_changed(kind: str, sentence: str, made: str) -> None:
    assert by_kind(sentence)[kind] == made


def test_a_number_becomes_another_that_the_abstract_lacks() -> None:
    made = by_kind("It has 3 wings.", avoid="1 2 4")["number"]
    assert made.startswith("It has ")
    assert made not in ("It has 3 wings.", *(f"It has {n} wings." for n in (1, 2, 4)))


def test_what_stands_in_the_abstract_is_not_put_in() -> None:
    assert "name" not in by_kind("It beats BatNet here.", avoid="OwlNet")


def test_only_changes_of_sentences_that_pass_unchanged_count() -> None:
    def outcome(text: str, kind: str, original: str, flagged: bool) -> Outcome:
        return Outcome(Case("g", BATS, text, kind, original), flagged, (), 1.0)

    outcomes = [
        outcome("a", "unchanged", "", False),
        outcome("b", "unchanged", "", True),
        outcome("a1", "number", "a", True),
        outcome("b1", "number", "b", True),
    ]
    assert "| g | 0.50 of 2 | 1.00 of 1 |" in table(outcomes)
