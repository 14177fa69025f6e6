"""Turnstile: questions are answered a few at a time, in the order in which they came."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager

from rag.errors import AskPapersError


class BusyError(AskPapersError):
    """Too much is asked for now.

    Args:
        message: for the user.
        retry_after: seconds after which to try again.
    """

    def __init__(self, message: str, retry_after: int) -> None:
        super().__init__(message)
        self.retry_after = max(1, retry_after)


class Ticket:
    """A question's place in the line."""

    def __init__(self, caller: str, line: list[Ticket], places: int) -> None:
        self.caller = caller
        self.moved = asyncio.Event()
        self._line = line
        self._places = places

    async def ahead(self) -> AsyncIterator[int]:
        """Yield how many are still to be begun before this one, whenever that changes, until it is its turn."""
        while (ahead := self._line.index(self) - self._places + 1) > 0:
            yield ahead
            await self.moved.wait()
            self.moved.clear()


class Turnstile:
    """Lets so many through at once; belongs to one event loop.

    Args:
        places: questions that are answered at the same time.
        each: questions that one caller may have in the line, those being answered among them; None for any number.
        longest: questions in the line at most.
    """

    def __init__(self, places: int = 8, each: int | None = None, longest: int = 256) -> None:
        self._places = places
        self._each = each
        self._longest = longest
        self._line: list[Ticket] = []

    @contextmanager
    def entered(self, caller: str) -> Iterator[Ticket]:
        """Stand in the line; leaving the block makes room.

        Raises:
            BusyError: the caller has as many questions in the line as one may have, or the line is full.
        """
        if self._each is not None and sum(ticket.caller == caller for ticket in self._line) >= self._each:
            raise BusyError(f"You have {self._each} questions under way: wait for an answer, then ask again.", 2)
        if len(self._line) >= self._longest:
            raise BusyError(f"{self._longest} questions are waiting already: try again in a little while.", 10)
        ticket = Ticket(caller, self._line, self._places)
        self._line.append(ticket)
        try:
            yield ticket
        finally:
            self._line.remove(ticket)
            for waiting in self._line[max(0, self._places - 1) :]:
                waiting.moved.set()
