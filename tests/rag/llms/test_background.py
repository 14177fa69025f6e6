"""Asynchronous streams iterated from blocking code."""

import asyncio
from collections.abc import AsyncGenerator
from threading import Event, Thread

import pytest

from rag.errors import StoppedError
from rag.llms.background import iterated
from rag.llms.cancellation import Cancellation


async def counted(ended: Event, forever: bool = False) -> AsyncGenerator[int]:
    try:
        yield 1
        if forever:
            await asyncio.sleep(60)
        yield 2
    finally:
        ended.set()


async def broken() -> AsyncGenerator[int]:
    yield 1
    raise OSError("gone")


def test_items_come_in_order() -> None:
    assert list(iterated(lambda: counted(Event()))) == [1, 2]


def test_an_error_comes_after_the_items_before_it() -> None:
    stream = iterated(broken)
    assert next(stream) == 1
    with pytest.raises(OSError, match="gone"):
        next(stream)


def test_closing_ends_the_stream_behind() -> None:
    ended = Event()
    stream = iterated(lambda: counted(ended, forever=True))
    assert next(stream) == 1
    stream.close()
    assert ended.wait(1)


def test_a_thread_that_waits_is_released_when_the_switch_is_thrown() -> None:
    ended, released, switch = Event(), Event(), Cancellation()

    def read() -> None:
        with switch.scope(), pytest.raises(StoppedError, match="The answer was stopped"):
            list(iterated(lambda: counted(ended, forever=True)))
        released.set()

    thread = Thread(target=read)
    thread.start()
    switch.cancel()
    assert released.wait(1)
    thread.join()
