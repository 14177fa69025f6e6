"""What a button in a conversation asks, which turns stay, and what it is understood from."""

from __future__ import annotations

import pytest

from rag.errors import FilterError
from rag.understanding.filters import Filter
from tests.ui.scripted import SINCE
from ui.clicks import Click, asking_of
from ui.turns import Turn, Turns

TYPED = {**SINCE, "said": "", "value": "2020"}
ONE = Turn("one", "1", "done", where=("year>=2020",), reading={"filters": [TYPED]})
TWO = Turn("two", "2", "done", reading={"filters": [SINCE]})
TALK: Turns = (ONE, TWO)


def test_an_edited_question_is_asked_in_its_place_and_what_follows_goes() -> None:
    asking = asking_of(Click("edit", 0, "uno"), TALK)
    assert asking is not None
    assert (asking.turn, asking.kept, asking.earlier) == (Turn("uno", where=("year>=2020",)), (), ())


def test_retrying_asks_the_same_under_the_same_conditions() -> None:
    asking = asking_of(Click("retry", 1), TALK)
    assert asking is not None
    assert (asking.turn, asking.kept) == (Turn("two"), (ONE,))


def test_a_reading_put_right_keeps_the_question_and_is_asked_in_its_stead() -> None:
    asking = asking_of(Click("reword", 1, "two bats"), TALK)
    assert asking is not None
    assert (asking.turn.question, asking.turn.asked, asking.kept) == ("two", "two bats", (ONE,))


def test_an_earlier_reading_put_right_is_asked_at_the_end() -> None:
    asking = asking_of(Click("reword", 0, "uno"), TALK)
    assert asking is not None
    assert (asking.kept, asking.earlier) == (TALK, ())


def test_a_condition_of_the_questions_words_is_changed_for_this_question_alone() -> None:
    asking = asking_of(Click("change", 1, "year>=2020"), TALK)
    assert asking is not None
    assert (asking.turn.where, asking.turn.without) == (("year>=2020",), (Filter("year", ">=", "2023"),))
    assert asking.line is None


def test_an_explicit_condition_is_changed_in_the_line_too() -> None:
    asking = asking_of(Click("change", 0, "year>=2021, venue=ICML"), TALK)
    assert asking is not None
    assert asking.turn.where == ("year>=2021", "venue=ICML")
    assert asking.line == "year>=2021, venue=ICML"


def test_a_condition_that_cannot_be_read_is_refused() -> None:
    with pytest.raises(FilterError, match="shout"):
        asking_of(Click("change", 1, "shout"), TALK)


def test_a_click_is_read_from_json() -> None:
    assert Click.parse('{"turn": 2, "do": "change", "filter": 1, "text": " a "}') == Click("change", 2, "a", 1)
