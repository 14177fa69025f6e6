"""A metronome: how much longer everything takes for what else the machine does."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

_BURST_SECONDS = 0.02
_PAUSE_SECONDS = 0.25
_AROUND_SECONDS = 1.0


class Metronome:
    """Does a little work now and then, and notes how long it stood in line for a core."""

    def __init__(self) -> None:
        self._beats: list[tuple[float, float]] = []

    def slowness(self, since: float, until: float) -> float:
        """How many times longer work took than on a core of its own; times are those of `time.monotonic`."""
        felt = [slow for at, slow in self._beats if since - _AROUND_SECONDS < at < until + _AROUND_SECONDS]
        return max(1.0, sum(felt) / len(felt)) if felt else 1.0

    def beat(self) -> None:
        began, before = time.monotonic(), time.thread_time()
        while time.thread_time() - before < _BURST_SECONDS:
            pass
        self._beats.append((began, (time.monotonic() - began) / _BURST_SECONDS))


@contextmanager
def metronome() -> Iterator[Metronome]:
    """A metronome that beats within."""
    one, ended = Metronome(), threading.Event()

    def go_on() -> None:
        while not ended.wait(_PAUSE_SECONDS):
            one.beat()

    thread = threading.Thread(target=go_on, daemon=True)
    thread.start()
    try:
        yield one
    finally:
        ended.set()
        thread.join()
