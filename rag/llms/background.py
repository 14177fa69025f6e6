"""The background loop: one event loop in a thread of its own, in which blocking callers' requests run.

A thread that waits for a socket cannot be told to stop; a task can. So a blocking caller's request is a task of
this loop, and ends when the caller leaves or its cancellation is thrown, even before the first byte has come.
"""

import asyncio
from collections.abc import AsyncGenerator, Callable, Generator
from contextlib import aclosing
from queue import SimpleQueue
from threading import Lock, Thread
from typing import TypeVar

from rag.errors import StoppedError
from rag.llms.cancellation import current

T = TypeVar("T")
_lock = Lock()
_loop: asyncio.AbstractEventLoop | None = None


class _End:
    """Comes after the last item: how the stream ended."""

    def __init__(self, error: BaseException | None = None) -> None:
        self.error = error


def background_loop() -> asyncio.AbstractEventLoop:
    """The loop, started on first use; it ends with the process."""
    global _loop
    with _lock:
        if _loop is None:
            loop = asyncio.new_event_loop()
            Thread(target=loop.run_forever, name="model-requests", daemon=True).start()
            _loop = loop
        return _loop


def iterated(stream: Callable[[], AsyncGenerator[T]]) -> Generator[T]:
    """Iterate over an asynchronous stream from blocking code.

    Closing the generator, or the cancellation in whose scope it was first advanced, cancels the stream's task.

    Args:
        stream: makes the stream; called in the background loop.

    Raises:
        StoppedError: the cancellation was thrown.
    """
    items: SimpleQueue[T | _End] = SimpleQueue()

    async def pump() -> None:
        try:
            async with aclosing(stream()) as source:
                async for item in source:
                    items.put(item)
        except asyncio.CancelledError:
            items.put(_End(StoppedError("The answer was stopped.")))
            raise
        except BaseException as error:
            items.put(_End(error))
        else:
            items.put(_End())

    future = asyncio.run_coroutine_threadsafe(pump(), background_loop())

    def stop() -> None:
        future.cancel()
        items.put(_End(StoppedError("The answer was stopped.")))

    try:
        with current().calling(stop):
            while not isinstance(item := items.get(), _End):
                yield item
            if item.error is not None:
                raise item.error
    finally:
        future.cancel()
