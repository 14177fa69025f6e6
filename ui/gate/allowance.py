"""Allowance: how often one caller may ask."""

from __future__ import annotations

from time import time

from limits import RateLimitItemPerMinute
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter

from ui.gate.turnstile import BusyError

_OTHERS = 100
"""Requests of any kind that come with one question: the page's files, its events, its streams."""


class Allowance:
    """So many questions a minute for each caller, and a hundred times as many requests of any kind.

    Args:
        questions: a minute.
    """

    def __init__(self, questions: int) -> None:
        self._limiter = MovingWindowRateLimiter(MemoryStorage())
        self._questions = RateLimitItemPerMinute(questions)
        self._requests = RateLimitItemPerMinute(questions * _OTHERS)

    def take(self, caller: str, *, asks: bool) -> None:
        """Note a request.

        Args:
            caller: a user or an address.
            asks: whether it is a question.

        Raises:
            BusyError: that is one too many.
        """
        for item, name in ((self._requests, "requests"), (self._questions, "questions"))[: 2 if asks else 1]:
            if not self._limiter.hit(item, name, caller):
                wait = max(1, round(self._limiter.get_window_stats(item, name, caller).reset_time - time()))
                allowed = f"{item.amount} {name} a minute are" if item.amount > 1 else f"1 {name[:-1]} a minute is"
                raise BusyError(f"{allowed} allowed: try again in {wait} s.", wait)
