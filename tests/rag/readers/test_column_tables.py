"""Column tables in JSON whose parts do not fit together."""

import json
from pathlib import Path
from typing import Any

import pytest

from rag.papers import Paper
from rag.readers import Refusal
from tests.rag.readers.reading import items_of

UNEQUAL = "its columns are of unequal length ({}), so that nothing tells which values belong together"


def said(tmp_path: Path, value: Any, name: str = "list.json") -> list[tuple[str, str]]:
    items = items_of(tmp_path, value if isinstance(value, str) else json.dumps(value), name)
    return [(i.title, i.abstract) if isinstance(i, Paper) else (f"refused {i.record}", i.why) for i in items]


@pytest.mark.parametrize(
    ("columns", "sizes"),
    [
        ({"title": ["A", "B", "C"], "abstract": ["We a.", "We b."]}, "title has 3, abstract has 2"),
        ({"title": ["A", "B"], "abstract": ["We a.", "We b.", "We c."]}, "title has 2, abstract has 3"),
        ({"title": ["A", "B", "C"], "abstract": ["We a."]}, "title has 3, abstract has 1"),
        (
            {"title": ["A", "B"], "abstract": ["We a.", "We b."], "year": [2020]},
            "title has 2, abstract has 2, year has 1",
        ),
    ],
)
def test_columns_of_unequal_length_are_refused_with_both_lengths(
    tmp_path: Path, columns: dict[str, list[Any]], sizes: str
) -> None:
    for value in (columns, {"papers": columns}, [columns]):
        ((record, why),) = said(tmp_path, value)
        assert record == "refused record 1"
        assert why.startswith(UNEQUAL.format(sizes))


def test_unequal_columns_on_one_line_cost_no_other_line(tmp_path: Path) -> None:
    lines = '{"title": ["A", "B"], "abstract": ["We a."]}\n{"title": "C", "abstract": "We c."}\n'
    unequal, paper = said(tmp_path, lines, "list.jsonl")
    assert (unequal[0], paper) == ("refused line 1", ("C", "We c."))


def test_columns_by_number_and_in_lists_are_paired(tmp_path: Path) -> None:
    both = [("A", "We a."), ("B", "We b.")]
    assert said(tmp_path, {"title": ["A", "B"], "abstract": {"0": "We a.", "1": "We b."}}) == both
    assert said(tmp_path, {"title": {"0": "A", "1": "B"}, "abstract": ["We a.", "We b."]}) == both


def test_a_list_of_another_length_beside_the_columns_is_the_tables_own(tmp_path: Path) -> None:
    value = {"title": ["A", "B"], "abstract": ["We a.", "We b."], "topics": ["bats"]}
    assert said(tmp_path, value) == [("A", "We a."), ("B", "We b.")]


def test_a_row_longer_than_its_header_is_refused_and_a_shorter_one_lacks_its_end(tmp_path: Path) -> None:
    rows = [["A", "We a."], ["B"], ["C", "We c.", "more"], ["D", "We d.", None]]
    expected = [
        ("A", "We a."),
        ("refused B", "it has no abstract"),
        ("refused record 3", "it has 3 cells where the header has 2"),
        ("D", "We d."),
    ]
    assert said(tmp_path, {"columns": ["title", "abstract"], "data": rows}) == expected
    assert said(tmp_path, [["title", "abstract"], *rows]) == expected


def test_a_lone_refusal_is_no_paper(tmp_path: Path) -> None:
    (item,) = items_of(tmp_path, '{"title": ["A", "B"], "abstract": ["x"]}', "list.json")
    assert isinstance(item, Refusal)
