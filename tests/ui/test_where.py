"""Conditions typed in one line."""

from __future__ import annotations

import pytest

from rag.understanding.filters import Filter
from ui.where import conditions_of, line_of


@pytest.mark.parametrize(
    ("line", "conditions"),
    [
        ("", ()),
        (" year>=2023 , venue=ICML;status!=rejected", ("year>=2023", "venue=ICML", "status!=rejected")),
        ("year>=2023 venue=ICML", ("year>=2023", "venue=ICML")),
        ("author=Doe, Jane", ("author=Doe, Jane",)),
        ("year≥2023，venue＝ICML", ("year>=2023", "venue=ICML")),
        ("what is this", ("what is this",)),
    ],
)
def test_a_line_is_cut_where_a_field_follows(line: str, conditions: tuple[str, ...]) -> None:
    assert conditions_of(line) == conditions


def test_a_line_made_of_conditions_is_cut_into_the_same() -> None:
    conditions = ("year>=2023", 'author="Jane Doe"', "venue=ICML|ICLR")
    assert conditions_of(line_of(conditions)) == conditions
    assert [str(Filter.parse(item)) for item in conditions] == list(conditions)
