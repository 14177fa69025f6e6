"""Moods: a scripted model that is busy, fails, stalls, hangs up or talks nonsense, now and then."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from random import Random
from threading import Lock
from typing import Any

from rag.llms.scripted_server import Answer, Canned

MARKER = re.compile(r"reader(\d+)x(\d+)")
"""What marks a question as one of a reader's: the reader's number, then the question's."""
STALL_SECONDS = 20.0
_WORDS = ("It is told in ", "the abstract [1]. ", "The method works ", "as described [1]. ")

Fault = Callable[[str], Answer]


def _answer(marker: str) -> list[str]:
    return [f"This was asked by {marker}. ", *_WORDS]


FAULTS: dict[str, Fault] = {
    "429": lambda _marker: Canned(429, {"error": {"message": "slow down"}}),
    "429, wait a second": lambda _marker: Canned(429, {"error": {"message": "slow down"}}, {"Retry-After": "1"}),
    "429, wait an hour": lambda _marker: Canned(429, {"error": {"message": "slow down"}}, {"Retry-After": "3600"}),
    "500": lambda _marker: 500,
    "503": lambda _marker: 503,
    "stalls before a word": lambda _marker: [STALL_SECONDS, "late"],
    "stalls after a word": lambda marker: [*_answer(marker)[:2], STALL_SECONDS, "late"],
    "hangs up before a word": lambda _marker: [ConnectionResetError()],
    "hangs up after a word": lambda marker: [*_answer(marker)[:2], ConnectionResetError()],
    "is no JSON": lambda _marker: Canned(200, "<html>Bad gateway</html>", {"Content-Type": "text/html"}),
    "half an event": lambda marker: [*_answer(marker)[:2], b'data: {"choices": [{"delta": {"con\n\n'],
    "bytes of no text": lambda _marker: [b"\x00\xff\xfe\x80" * 64 + b"\n\n"],
    "an error in the stream": lambda marker: [*_answer(marker)[:2], {"error": {"message": "overloaded"}}],
}


class Moody:
    """Answers chat requests, a share of them with a fault; notes requests in which two readers' words stand.

    Args:
        share: of requests that meet a fault, 0 to 1.
        seed: of the faults.
    """

    def __init__(self, share: float, seed: int = 7) -> None:
        self._share = share
        self._chance = Random(seed)
        self._lock = Lock()
        self.met: Counter[str] = Counter()
        """How often each fault was met."""
        self.mixed: list[str] = []
        """Requests that hold the words of several readers."""

    def __call__(self, body: dict[str, Any]) -> Answer:
        """The reply to a request."""
        said = " ".join(str(message["content"]) for message in body["messages"])
        readers = {found[1] for found in MARKER.finditer(said)}
        last = [found[0] for found in MARKER.finditer(said)]
        marker = last[-1] if last else "nobody"
        with self._lock:
            if len(readers) > 1:
                self.mixed.append(f"one request holds words of readers {sorted(readers)}")
            fault = self._chance.choice(list(FAULTS)) if self._chance.random() < self._share else ""
            self.met[fault or "answered"] += 1
        if fault:
            return FAULTS[fault](marker)
        if "rewrite the last question" in str(body["messages"][0]["content"]):
            return [said.rpartition("Last question:")[2].strip()]
        return _answer(marker)
