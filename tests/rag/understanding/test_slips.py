"""What slips of the fingers cost."""

import pytest

from rag.understanding.slips import ONE_LETTER, ONE_SLIP, slip_cost


@pytest.mark.parametrize("slip", ["pepflw", "peepflow", "pepflpw", "pepfow", "pelflow", "pepflwo", "pepfllow"])
def test_one_slip_costs_at_most_one(slip: str) -> None:
    assert 0 < slip_cost(slip, "pepflow") <= ONE_SLIP


def test_the_wrong_letter_doubled_is_one_slip() -> None:
    assert slip_cost("stablesmm", "stablessm") == ONE_SLIP


def test_a_distant_letter_costs_more_than_a_slip() -> None:
    assert ONE_SLIP < slip_cost("pepfltw", "pepflow") == ONE_LETTER


@pytest.mark.parametrize(("one", "other"), [("gpt3", "gpt4"), ("repflow", "pepflow"), ("pepflow2", "pepflow")])
def test_another_digit_or_first_letter_is_no_slip(one: str, other: str) -> None:
    assert slip_cost(one, other) > 2 * ONE_LETTER


def test_a_name_costs_nothing_from_itself() -> None:
    assert slip_cost("pepflow", "pepflow") == 0
