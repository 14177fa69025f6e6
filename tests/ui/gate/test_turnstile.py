"""The line in which questions wait."""

from __future__ import annotations

import asyncio
from contextlib import ExitStack

import pytest

from ui.gate.allowance import Allowance
from ui.gate.turnstile import BusyError, Turnstile


async def test_who_waits_is_told_how_many_are_before_and_goes_in_order() -> None:
    turnstile, told, done = Turnstile(places=1), [], []
    release = [asyncio.Event() for _ in range(3)]

    async def ask(number: int) -> None:
        with turnstile.entered(f"caller {number}") as ticket:
            told.extend([(number, ahead) async for ahead in ticket.ahead()])
            await release[number].wait()
        done.append(number)

    tasks = [asyncio.create_task(ask(number)) for number in range(3)]
    for number in range(3):
        await asyncio.sleep(0)
        release[number].set()
        await tasks[number]
    assert told == [(1, 1), (2, 2), (2, 1)]
    assert done == [0, 1, 2]


async def test_who_goes_away_from_the_middle_of_the_line_makes_room() -> None:
    turnstile = Turnstile(places=1)
    with ExitStack() as stack:
        stack.enter_context(turnstile.entered("a"))
        middle = ExitStack()
        middle.enter_context(turnstile.entered("b"))
        last = stack.enter_context(turnstile.entered("c")).ahead()
        assert await anext(last) == 2
        middle.close()
        assert await anext(last) == 1


async def test_a_caller_has_so_many_questions_at_once_and_the_line_an_end() -> None:
    turnstile = Turnstile(each=1, longest=2)
    with turnstile.entered("ann"):
        with pytest.raises(BusyError, match="You have 1 questions under way"), turnstile.entered("ann"):
            pass
        with (
            turnstile.entered("bob"),
            pytest.raises(BusyError, match="2 questions are waiting"),
            turnstile.entered("cy"),
        ):
            pass
    with turnstile.entered("ann") as ticket:
        assert [ahead async for ahead in ticket.ahead()] == []


def test_questions_a_minute_are_counted_for_each_caller_apart_from_other_requests() -> None:
    allowance = Allowance(2)
    for _ in range(2):
        allowance.take("ann", asks=True)
    allowance.take("ann", asks=False)
    allowance.take("bob", asks=True)
    with pytest.raises(BusyError, match="2 questions a minute are allowed") as caught:
        allowance.take("ann", asks=True)
    assert 50 <= caught.value.retry_after <= 61
