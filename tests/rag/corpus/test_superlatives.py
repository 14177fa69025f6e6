"""How what was counted is told, and what cannot be counted."""

import pytest

from rag.corpus.superlatives import Superlative, told, uncounted
from tests.conftest import FROGS


def test_the_answer_says_that_it_was_counted_in_the_records_and_quotes_exactly() -> None:
    found = Superlative("**Counted.**", (FROGS.paper_id,), by_name=True, those="Those:")
    answer = told(found, "Who has the most papers?", lambda ids: [FROGS])
    assert answer.text.startswith(
        "**Counted.** (Counted in the papers' records, by names as printed: two people may share one.) Those:\n"
    )
    assert [item.quote == FROGS.abstract[item.start : item.end] for item in answer.citations] == [True]


@pytest.mark.parametrize(
    "question", ["Which university has the most papers?", "Which dataset has the most papers?", "哪个国家的论文最多？"]
)
def test_what_no_record_has_is_not_ranked(question: str) -> None:
    assert uncounted(question)


def test_other_questions_ask_for_no_ranking() -> None:
    assert not uncounted("Who wrote the paper on bats?")
