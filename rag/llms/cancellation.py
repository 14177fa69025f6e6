"""Cancellation: ends a model's request from another thread, at once, whatever it is waiting for."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from threading import Lock

_CURRENT: ContextVar[Cancellation | None] = ContextVar("cancellation", default=None)


class Cancellation:
    """A switch that whoever asked can throw; requests to models made in its `scope` end with it.

    ```python
    cancellation = Cancellation()
    with cancellation.scope():          # in the thread that asks
        response = engine.query(question)
        for piece in response.response_gen: ...
    cancellation.cancel()               # from any other thread: the loop above raises StoppedError
    ```
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._actions: list[Callable[[], None]] = []
        self._cancelled = False

    @property
    def cancelled(self) -> bool:
        """Whether the switch was thrown."""
        return self._cancelled

    def cancel(self) -> None:
        """Throw the switch; doing so twice is fine."""
        with self._lock:
            self._cancelled = True
            actions, self._actions = self._actions, []
        for action in actions:
            action()

    @contextmanager
    def scope(self) -> Iterator[None]:
        """Make this the switch of every request that this thread, or this task, makes inside the block."""
        token = _CURRENT.set(self)
        try:
            yield
        finally:
            _CURRENT.reset(token)

    @contextmanager
    def calling(self, action: Callable[[], None]) -> Iterator[None]:
        """Have `action` called when the switch is thrown inside the block; at once if it was."""
        with self._lock:
            thrown = self._cancelled
            if not thrown:
                self._actions.append(action)
        if thrown:
            action()
        try:
            yield
        finally:
            with self._lock:
                if action in self._actions:
                    self._actions.remove(action)


def current() -> Cancellation:
    """The switch in whose scope this code runs; one that nobody throws where there is none."""
    return _CURRENT.get() or Cancellation()
