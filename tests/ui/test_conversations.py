"""What a browser keeps of a conversation, and what is made of it when it comes back."""

from __future__ import annotations

import json
from typing import Any

import pytest

from rag.understanding.filters import Filter
from tests.ui.scripted import HOSTILE, SINCE, bat_record, done, hostile_record, told
from ui.cards import sources_html
from ui.conversations import begin_anew, keep_turn, keep_until, turns_of
from ui.render import answer_html
from ui.runs import history_of
from ui.turns import Turn


def kept(turn: Turn) -> dict[str, Any]:
    found: dict[str, Any] = told(keep_turn(turn, 0, goes_on=True))["turn"]
    return found


def back(*turns: object) -> tuple[Turn, ...]:
    return turns_of(json.dumps({"turns": turns}))


def test_a_turn_that_comes_back_shows_the_same_answer_and_sources_and_goes_on_the_same() -> None:
    reading = {"standalone_question": "When do bats hunt at night?", "filters": [SINCE]}
    record = bat_record(**reading, translation=None, corrections=[{"from": "bta", "to": "bat"}])
    turn = Turn(
        "When?", record["answer"], "done", record, where=("venue=ICML",), without=(Filter("year", ">=", "2023"),),
        reading=reading, offers=("Why?",),
    )  # fmt: skip
    (same,) = back(kept(turn))
    assert answer_html(same, number=0) == answer_html(turn, number=0)
    assert sources_html(same) == sources_html(turn)
    assert history_of([same])[0] == history_of([turn])[0]
    assert [cited["paper_id"] for cited in history_of([same])[1]["citations"]] == ["p1"]


def test_of_the_papers_that_an_answer_does_not_cite_the_nearest_five_are_kept() -> None:
    near = [{**bat_record()["papers"][1], "paper_id": f"n{at}"} for at in range(30)]
    found = kept(done(papers=[*near, bat_record()["papers"][0]]))
    assert [paper["paper_id"] for paper in found["record"]["papers"]] == ["n0", "n1", "n2", "n3", "n4", "p1"]


def test_a_turn_that_is_still_written_is_kept_as_stopped() -> None:
    assert kept(Turn("q", "Half", "streaming"))["progress"] == "stopped"


def test_what_stopped_and_what_failed_come_back_as_such() -> None:
    begun = Turn("c", "At night [1].", "stopped", bat_record())
    assert sources_html(back(kept(begun))[0]) == sources_html(begun)
    turns = back(kept(Turn("a", "Half", "stopped")), kept(Turn("b", progress="failed", error="gone")))
    assert [(turn.progress, turn.answer, turn.error) for turn in turns] == [
        ("stopped", "Half", ""),
        ("failed", "", "gone"),
    ]


@pytest.mark.parametrize(
    "stored",
    [
        "", "{", "null", "7", "[]", "[[]]", '{"turns": 3}', '{"turns": [3]}', '{"turns": [{"question": ""}]}',
        '{"turns": [{"question": "q", "where": ["shout"]}]}', '{"turns": [{"question": {"a": 1}}]}', "[" * 100_000,
    ],
)  # fmt: skip
def test_what_is_no_conversation_is_an_empty_one(stored: str) -> None:
    assert turns_of(stored) == ()


def test_a_conversation_ends_before_the_first_turn_that_cannot_be_read() -> None:
    good = kept(done())
    assert len(back(good, {**good, "question": 3}, good)) == 1


@pytest.mark.parametrize(
    "change",
    [
        {"papers": [{"paper_id": "p1", "probability": float("nan")}]}, {"papers": [{"paper_id": "p1", "authors": 4}]},
        {"citations": [{"n": "x", "paper_id": "p1"}]},
        {"citations": [{"n": 1, "paper_id": "p1", "start": -1, "end": 3}]},
    ],
)  # fmt: skip
def test_a_record_of_the_wrong_types_is_refused(change: dict[str, Any]) -> None:
    good = kept(done())
    assert back({**good, "record": {**good["record"], **change}}) == ()


def test_offsets_beyond_the_abstract_mark_what_there_is() -> None:
    good = kept(done())
    quote = {**good["record"]["citations"][0], "start": 0, "end": 999_999}
    (turn,) = back({**good, "record": {**good["record"], "citations": [quote]}})
    assert "</mark>" in sources_html(turn)


def test_nothing_hostile_in_what_comes_back_is_markup() -> None:
    record = hostile_record()
    attack = {**record, "standalone_question": HOSTILE, "verdict": HOSTILE, "problem": HOSTILE}
    stored = {
        **kept(done()), "question": HOSTILE, "answer": HOSTILE, "offers": [HOSTILE], "record": attack,
        "reading": {"standalone_question": HOSTILE, "filters": [{**SINCE, "field": HOSTILE, "value": HOSTILE}]},
    }  # fmt: skip
    (turn,) = back(stored)
    shown = answer_html(turn, number=0) + sources_html(turn)
    assert not any(tag in shown.lower() for tag in ("<img", "<script", "<svg", 'href="javascript'))


def test_two_words_alike_differ_so_that_the_page_notices_both() -> None:
    assert keep_until(1) != keep_until(1)
    assert begin_anew() != begin_anew()
