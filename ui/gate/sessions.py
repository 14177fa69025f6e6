"""Sessions: who signed in, and how often one may try."""

from __future__ import annotations

import base64
import binascii
import secrets
from collections.abc import Mapping
from time import monotonic

from limits import RateLimitItemPerMinute
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter

from ui.gate.turnstile import BusyError
from ui.gate.users import Users

HOURS = 12
_TRIES = RateLimitItemPerMinute(10)


class Sessions:
    """Checks passwords and remembers who gave one.

    Args:
        users: who may enter.
    """

    def __init__(self, users: Users) -> None:
        self._users = users
        self._open: dict[str, tuple[str, float]] = {}
        self._tries = MovingWindowRateLimiter(MemoryStorage())

    def sign_in(self, name: str, password: str, address: str) -> str | None:
        """Open a session and return its token, or None where name or password is wrong. Raises as `checked` does."""
        if not self.checked(name, password, address):
            return None
        now = monotonic()
        self._open = {token: entry for token, entry in self._open.items() if entry[1] > now}
        token = secrets.token_urlsafe(32)
        self._open[token] = (name, now + HOURS * 3600)
        return token

    def sign_out(self, token: str) -> None:
        """End a session."""
        self._open.pop(token, None)

    def user_of(self, token: str) -> str | None:
        """Whose session it is; None for one that ended, or whose user is no more."""
        name, until = self._open.get(token, ("", 0.0))
        return name if until > monotonic() and name in self._users else None

    def checked(self, name: str, password: str, address: str) -> bool:
        """Whether this is the user's password.

        Raises:
            BusyError: too many wrong ones came for this user or from this address in the last minute.
        """
        keys = (("user", name), ("address", address))
        for key in keys:
            if not self._tries.test(_TRIES, *key):
                wait = self._tries.get_window_stats(_TRIES, *key).reset_time
                raise BusyError("Too many attempts to sign in: wait a minute, then try again.", _seconds_until(wait))
        if self._users.is_right(name, password):
            return True
        for key in keys:
            self._tries.hit(_TRIES, *key)
        return False


def credentials_of(headers: Mapping[str, str]) -> tuple[str, str] | None:
    """The name and password that a program sends: `Basic`, or `Bearer NAME:PASSWORD`, which OpenAI's clients can.

    Args:
        headers: with lower-case names.
    """
    scheme, _, value = headers.get("authorization", "").partition(" ")
    given = value.strip()
    if scheme.lower() == "basic":
        try:
            given = base64.b64decode(given, validate=True).decode()
        except (binascii.Error, UnicodeDecodeError):
            return None
    elif scheme.lower() != "bearer":
        return None
    name, colon, password = given.partition(":")
    return (name, password) if colon else None


def _seconds_until(moment: float) -> int:
    from time import time

    return max(1, round(moment - time()))
