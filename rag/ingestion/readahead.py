"""Reading ahead: parsing goes on in its own thread while what was parsed is dealt with."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from queue import Empty, Full, Queue
from threading import Event, Thread
from types import TracebackType
from typing import Generic, TypeVar

T = TypeVar("T")
_AHEAD = 4096
"""Items: enough for a progress bar to know the end of most files, little enough to hold."""
_POLL_SECONDS = 0.1


class ReadAhead(Generic[T]):
    """Iterates over items that another thread makes; what is raised there is raised here, in its place.

    Args:
        items: begins the iteration; called in the other thread.
        size: how many items may wait.
    """

    def __init__(self, items: Callable[[], Iterator[T]], size: int = _AHEAD) -> None:
        self.count = 0
        """Items made so far."""
        self.ended = False
        """Whether all are made."""
        self._items = items
        self._queue: Queue[T] = Queue(size)
        self._error: BaseException | None = None
        self._stopped = Event()
        self._thread = Thread(target=self._fill, name="read", daemon=True)

    def __enter__(self) -> "ReadAhead[T]":
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stopped.set()
        self._thread.join()

    def __iter__(self) -> Iterator[T]:
        while True:
            try:
                yield self._queue.get(timeout=_POLL_SECONDS)
            except Empty:
                if self.ended and self._queue.empty():
                    break
        if self._error is not None:
            raise self._error

    def _fill(self) -> None:
        try:
            for item in self._items():
                self.count += 1
                if not self._put(item):
                    return
        except BaseException as error:  # handed over to the thread that iterates
            self._error = error
        finally:
            self.ended = True

    def _put(self, item: T) -> bool:
        while not self._stopped.is_set():
            with suppress(Full):
                self._queue.put(item, timeout=_POLL_SECONDS)
                return True
        return False
