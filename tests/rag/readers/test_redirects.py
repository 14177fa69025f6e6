"""Where an address leads: to the internet, or to the host that was typed, and nowhere else."""

import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rag.errors import SourceError
from rag.readers.fields import FieldMapping
from rag.readers.live import read_live
from rag.readers.public_hosts import origin_of
from tests.rag.readers.replay import Answer, Replay, replay, settings_for

FILE = b'[{"id": "p", "title": "Leap", "abstract": "Frogs jump."}]'


@pytest.fixture
def inner() -> Iterator[Replay]:
    """A server of the own network that nobody named: it must not be asked."""
    with replay(lambda _: Answer(FILE)) as server:
        yield server


def led_to(place: str, folder: Path) -> str:
    """What is said of an address that leads to a place."""
    with replay(lambda _: Answer(b"", 302, {"Location": place})) as outer, pytest.raises(SourceError) as told:
        list(read_live(f"{outer.url}/p.json", FieldMapping(), folder, settings_for(outer.url)))
    return str(told.value)


@pytest.mark.parametrize(
    "host",
    [
        "169.254.169.254", "10.0.0.1", "192.168.1.1", "100.64.0.1", "0.0.0.0", "[::1]", "[::ffff:127.0.0.1]",
        "[fd00:ec2::254]", "[fe80::1]", "127.0.0.1",
    ],
)  # fmt: skip
def test_an_address_of_this_machine_or_network_is_not_gone_to(host: str, tmp_path: Path) -> None:
    assert "another address led there, and it is of this machine or its own network" in led_to(
        f"http://{host}/latest/meta-data", tmp_path
    )


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "LOCALHOST.", "2130706433", "0x7f000001", "127.1"])
def test_another_port_of_this_machine_is_not_asked_in_any_writing(host: str, inner: Replay, tmp_path: Path) -> None:
    port = inner.url.rpartition(":")[2]
    assert "cannot be asked at" in led_to(f"http://{host}:{port}/p.json", tmp_path)
    assert inner.asked == []


def stands_for(monkeypatch: pytest.MonkeyPatch, *answers: str) -> None:
    """The name papers.test stands for one address after the other; the last one stays."""
    known, ahead = socket.getaddrinfo, list(answers)

    def found(host: Any, port: Any, *args: Any, **kwargs: Any) -> Any:
        if host != "papers.test":
            return known(host, port, *args, **kwargs)
        address = ahead.pop(0) if len(ahead) > 1 else ahead[0]
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port))]

    monkeypatch.setattr(socket, "getaddrinfo", found)


@pytest.mark.parametrize("answers", [("127.0.0.1",), ("93.184.215.14", "127.0.0.1")], ids=["private", "private later"])
def test_a_name_that_stands_for_this_machine_is_not_asked(
    answers: tuple[str, ...], inner: Replay, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stands_for(monkeypatch, *answers)
    assert "led there" in led_to(f"http://papers.test:{inner.url.rpartition(':')[2]}/p.json", tmp_path)
    assert inner.asked == []


@pytest.mark.parametrize("place", ["file:///etc/passwd", "gopher://127.0.0.1:25/x", "ftp://127.0.0.1/x", "data:,x"])
def test_what_is_not_of_the_web_is_not_gone_to(place: str, tmp_path: Path) -> None:
    assert "Check the address" in led_to(place, tmp_path)


def test_a_way_that_leads_out_of_the_host_over_several_steps_ends_there(inner: Replay, tmp_path: Path) -> None:
    steps = {"/p.json": "/b", "/b": "/c", "/c": f"{inner.url}/p.json"}
    with replay(lambda request: Answer(b"", 302, {"Location": steps[request.path]})) as outer:
        with pytest.raises(SourceError, match="led there"):
            list(read_live(f"{outer.url}/p.json", FieldMapping(), tmp_path, settings_for(outer.url)))
        assert [request.path for request in outer.asked] == ["/p.json", "/b", "/c"]
    assert inner.asked == []


def test_a_host_of_the_own_network_that_was_typed_may_lead_on_within_itself() -> None:
    assert origin_of("http://papers.lan/x") == origin_of("https://papers.lan/y")
    assert origin_of("http://papers.lan:8000/x") != origin_of("http://papers.lan/x")
    assert origin_of("http://papers.lan:8000/x") == origin_of("http://papers.lan:8000/y")
