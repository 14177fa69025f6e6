"""The soak's scripted model and its gauges."""

import os
import socket
import sys
import threading

import pytest

from benchmarks.gauges import Gauges
from benchmarks.moods import FAULTS, Moody
from rag.llms.scripted_server import Canned


def asked(*questions: str) -> dict[str, object]:
    return {"messages": [{"role": "user", "content": text} for text in questions]}


def test_a_model_in_good_mood_answers_with_the_marker_that_it_was_asked_with() -> None:
    moody = Moody(0.0)
    answer = moody(asked("What of bats, reader3x1", "And frogs, reader3x2"))
    assert not isinstance(answer, int | Canned)
    assert "".join(map(str, answer)).startswith("This was asked by reader3x2. ")
    assert moody.mixed == []


def test_a_request_with_the_words_of_two_readers_is_noted() -> None:
    moody = Moody(0.0)
    moody(asked("reader1x1", "reader2x1"))
    assert moody.mixed == ["one request holds words of readers ['1', '2']"]


def test_a_share_of_requests_meets_a_fault_of_every_kind() -> None:
    moody = Moody(0.5)
    for _ in range(600):
        moody(asked("reader1x1"))
    assert set(moody.met) == {*FAULTS, "answered"}
    assert 240 < moody.met["answered"] < 360


@pytest.mark.skipif(sys.platform != "linux", reason="gauges are read from /proc")
def test_gauges_tell_of_a_thread_and_a_socket_more() -> None:
    before, ended = Gauges.of(os.getpid()), threading.Event()
    thread = threading.Thread(target=ended.wait)
    thread.start()
    with socket.create_server(("127.0.0.1", 0)):
        more = Gauges.of(os.getpid())
    ended.set()
    thread.join()
    assert more.threads == before.threads + 1
    assert (more.handles, more.connections) == (before.handles + 1, before.connections + 1)
    assert more.resident_mb > 1
