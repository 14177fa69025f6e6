"""Runs of the window in the line in which all questions wait."""

from __future__ import annotations

import asyncio

from tests.ui.scripted import scripted_engine, scripted_record
from ui.gate.turnstile import Turnstile
from ui.render import answer_html
from ui.runs import Run
from ui.turns import Turn
from ui.wording import EN


def test_a_run_waits_in_line_says_how_many_are_before_it_and_can_be_stopped_there() -> None:
    async def wait() -> list[tuple[int, str]]:
        turnstile = Turnstile(places=1)
        seen: list[tuple[int, str]] = []
        with turnstile.entered("another"):
            run = Run(scripted_engine(), Turn("whales"), scripted_record, turnstile=turnstile, caller="me")
            async for turn in run.turns():
                seen.append((turn.ahead, turn.progress))
                run.stop()
        return seen

    assert asyncio.run(asyncio.wait_for(wait(), 5)) == [(1, "searching"), (0, "stopped")]


def test_a_run_of_one_who_has_asked_too_much_fails_in_one_line() -> None:
    async def ask() -> list[Turn]:
        turnstile = Turnstile(each=1)
        with turnstile.entered("me"):
            run = Run(scripted_engine(), Turn("whales"), scripted_record, turnstile=turnstile, caller="me")
            return [turn async for turn in run.turns()]

    assert [(turn.progress, turn.error) for turn in asyncio.run(ask())] == [("failed", EN.busy)]


def test_the_page_shows_how_many_are_before() -> None:
    assert EN.in_line.format(3) in answer_html(Turn("whales", ahead=3), number=0)
