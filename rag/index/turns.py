"""Turns: of one process, one thread at a time meets the database of an index in a folder.

Chroma keeps Python's interpreter lock while it waits for SQLite's. A thread of ours that is reading the database, and
must wait for the interpreter before it can go on, then holds up another process's write, which Chroma waits for: none
of the three ever goes on.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from threading import RLock
from typing import Any

import chromadb.api.client

TURN = RLock()
"""Held while Chroma, or we ourselves, are at a database."""


class InTurn:
    """An object of Chroma's whose calls wait for their turn.

    Args:
        made: the client.
    """

    def __init__(self, made: chromadb.api.client.Client) -> None:
        self._made = made

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._made, name)
        return in_turn(found) if callable(found) else found


def in_turn(called: Callable[..., Any]) -> Callable[..., Any]:
    """A call that waits until no other thread is at a database."""

    def call(*args: Any, **kwargs: Any) -> Any:
        with TURN:
            return called(*args, **kwargs)

    return call


def turn_of(client: object) -> AbstractContextManager[object]:
    """What is held during calls of a client's collections; nothing for one that asks a server."""
    return TURN if isinstance(client, InTurn) else nullcontext()
