"""Where a probability is shown with a source, and where it would say nothing true."""

from __future__ import annotations

from typing import Any

import pytest

from tests.ui.scripted import bat_record
from ui.relevance import shown_probability

UNLIKELY = {"paper_id": "p1", "probability": 0.05}
LIKELY = {"paper_id": "p1", "probability": 0.7}
CHOSEN = {"field": "paper", "operator": "=", "value": "p1", "applied": True}
AUTHOR = {"field": "author", "operator": "=", "value": "Bo Li", "applied": True}
RECORD = {"text": "**Bats** is by Bo Li.", "citations": [1], "supported": None}


def test_an_improbable_source_of_a_plain_question_is_shown_as_such() -> None:
    assert shown_probability(UNLIKELY, bat_record(), cited=True) == 0.05


@pytest.mark.parametrize(
    "changes",
    [
        {"question": "Which papers study bats?", "standalone_question": "Which papers study bats?"},
        {"question": "哪些论文研究蝙蝠？", "standalone_question": "哪些论文研究蝙蝠？"},
        {"question": "And when?"}, {"filters": [CHOSEN]}, {"filters": [AUTHOR]}, {"sentences": [RECORD]},
    ],
)  # fmt: skip
def test_of_lists_records_choices_and_follow_ups_it_says_nothing_but_where_it_is_high(changes: dict[str, Any]) -> None:
    assert shown_probability(UNLIKELY, bat_record(**changes), cited=True) is None
    assert shown_probability(LIKELY, bat_record(**changes), cited=True) == 0.7


def test_a_paper_cited_for_what_it_leaves_out_has_none_and_the_nearest_of_a_refusal_have() -> None:
    assert shown_probability(LIKELY, bat_record(verdict="abstract_does_not_say"), cited=True) is None
    assert shown_probability(UNLIKELY, bat_record(verdict="not_in_papers"), cited=False) == 0.05
