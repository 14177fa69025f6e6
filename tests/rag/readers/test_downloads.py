import gzip
import json
import os
from pathlib import Path

import pytest

from rag.errors import SourceError
from rag.papers import Paper
from rag.readers.fields import FieldMapping
from rag.readers.live import read_live
from rag.readers.live_settings import LiveSettings
from rag.readers.refusals import Refusal
from tests.rag.readers.replay import Answer, FakeTime, Replay, Request, Script, once, replay, settings_for

RECORDS = [{"id": f"p{number}", "title": f"Leap {number}", "abstract": "Frogs jump. " * 40} for number in range(1000)]
FILE = json.dumps(RECORDS).encode()
NEWER = json.dumps([{**record, "title": f"Croak {record['id']}"} for record in RECORDS]).encode()
HALF = 1 << 18


def fetch(url: str, folder: Path, settings: LiveSettings | None = None) -> list[Paper | Refusal]:
    return list(read_live(url, FieldMapping(), folder, settings or settings_for(url)))


def serving(body: bytes, etag: str = '"1"', cut_after: int | None = None, **headers: str) -> Script:
    """A server of one file that knows ranges."""

    def script(request: Request) -> Answer:
        facts = {"ETag": etag, "Accept-Ranges": "bytes"} | headers
        asked = request.headers.get("range", "")
        if not asked or request.headers.get("if-range") != etag:
            return Answer(body, headers=facts, cut_after=cut_after)
        start = int(asked.removeprefix("bytes=").rstrip("-"))
        if start >= len(body):
            return Answer(b"", 416, {"Content-Range": f"bytes */{len(body)}"})
        span = {"Content-Range": f"bytes {start}-{len(body) - 1}/{len(body)}"}
        return Answer(body[start:], 206, facts | span)

    return script


def ranges(server: Replay) -> list[str]:
    return [request.headers.get("range", "whole") for request in server.asked]


def interrupted(server: Replay, folder: Path) -> None:
    """A run that gets half of the file and gives up."""
    healthy = server.script
    server.script = serving(FILE, cut_after=HALF)
    with pytest.raises(SourceError, match=r"broke off after .* Another try within a day goes on from there"):
        fetch(f"{server.url}/p.json", folder, settings_for(server.url, waits=()))
    server.script = healthy
    server.asked.clear()


def test_a_packed_file_is_read_and_named_by_its_address(tmp_path: Path) -> None:
    with replay(lambda _: Answer(gzip.compress(FILE))) as server:
        url = f"{server.url}/papers.json.gz"
        items = fetch(url, tmp_path)
    assert len(items) == 1000
    assert isinstance(items[0], Paper)
    assert (items[0].paper_id, items[0].title, items[0].source) == ("p0", "Leap 0", url)
    assert list(tmp_path.iterdir()) == []


def test_the_suffix_may_be_in_the_name_that_the_server_gives(tmp_path: Path) -> None:
    body = b"title\tabstract\nLeap\tFrogs jump.\n"
    named = {"Content-Disposition": "attachment; filename*=UTF-8''frogs.tsv"}
    with replay(lambda _: Answer(body, headers=named)) as server:
        items = fetch(f"{server.url}/export?format=2", tmp_path)
    assert [item.title for item in items if isinstance(item, Paper)] == ["Leap"]


def test_a_drop_is_mended_by_asking_for_the_rest(tmp_path: Path) -> None:
    time = FakeTime()
    with replay(once(Answer(FILE, headers={"ETag": '"1"'}, cut_after=HALF), serving(FILE))) as server:
        items = fetch(f"{server.url}/p.json", tmp_path, settings_for(server.url, time))
    assert len(items) == 1000
    assert ranges(server) == ["whole", f"bytes={HALF}-"]
    assert server.asked[1].headers["if-range"] == '"1"'
    assert time.slept == [2]


def test_a_run_after_an_interrupted_one_asks_for_the_rest_alone(tmp_path: Path) -> None:
    with replay(serving(FILE)) as server:
        interrupted(server, tmp_path)
        items = fetch(f"{server.url}/p.json", tmp_path)
    assert len(items) == 1000
    assert ranges(server) == [f"bytes={HALF}-"]


def test_a_file_that_changed_meanwhile_is_fetched_anew(tmp_path: Path) -> None:
    with replay(serving(NEWER, etag='"2"')) as server:
        interrupted(server, tmp_path)
        items = fetch(f"{server.url}/p.json", tmp_path)
    assert [item.title for item in items[:2] if isinstance(item, Paper)] == ["Croak p0", "Croak p1"]
    assert ranges(server) == [f"bytes={HALF}-"]


def test_half_a_file_of_two_days_ago_is_thrown_away(tmp_path: Path) -> None:
    with replay(serving(FILE)) as server:
        interrupted(server, tmp_path)
        (mark,) = tmp_path.glob("*/started")
        os.utime(mark, (mark.stat().st_mtime - 2 * 86400,) * 2)
        fetch(f"{server.url}/p.json", tmp_path)
    assert ranges(server) == ["whole"]


def test_a_range_that_the_server_does_not_have_is_fetched_anew(tmp_path: Path) -> None:
    shorter = Answer(b"", 416, {"Content-Range": "bytes */5"})
    with replay(once(shorter, serving(NEWER, etag='"2"'))) as server:
        interrupted(server, tmp_path)
        assert len(fetch(f"{server.url}/p.json", tmp_path)) == 1000
    assert ranges(server) == [f"bytes={HALF}-", "whole"]


def test_bytes_that_cannot_be_told_to_be_the_same_are_fetched_anew(tmp_path: Path) -> None:
    weak = {"ETag": 'W/"1"'}
    with replay(once(Answer(FILE, headers=weak, cut_after=HALF), lambda _: Answer(FILE, headers=weak))) as server:
        assert len(fetch(f"{server.url}/p.json", tmp_path)) == 1000
    assert ranges(server) == ["whole", "whole"]


def test_a_file_that_is_here_whole_is_not_asked_for_when_its_reading_was_interrupted(tmp_path: Path) -> None:
    with replay(serving(FILE)) as server:
        items = read_live(f"{server.url}/p.json", FieldMapping(), tmp_path, settings_for(server.url))
        next(items)
        del items
        assert len(fetch(f"{server.url}/p.json", tmp_path)) == 1000
    assert ranges(server) == ["whole"]


@pytest.mark.parametrize(("asked", "slept"), [({"Retry-After": "30"}, 30), ({}, 2)])
def test_a_busy_server_is_waited_for(asked: dict[str, str], slept: float, tmp_path: Path) -> None:
    time = FakeTime()
    with replay(once(Answer(b"", 503, asked), serving(FILE))) as server:
        assert len(fetch(f"{server.url}/p.json", tmp_path, settings_for(server.url, time))) == 1000
    assert time.slept == [slept]


@pytest.mark.parametrize(
    ("status", "advice"),
    [
        (404, r"There is nothing at that address: check it in the browser"),
        (401, r"It wants a login: download the file in the browser and give its path"),
        (403, r"It does not let programs in: download the file in the browser and give its path"),
        (418, r"Open the address in the browser"),
    ],
)
def test_a_refusal_names_address_status_and_what_to_do(status: int, advice: str, tmp_path: Path) -> None:
    with replay(lambda _: Answer(b"no", status)) as server:
        with pytest.raises(SourceError, match=rf"{server.url}/p.json answers HTTP {status}.*{advice}"):
            fetch(f"{server.url}/p.json", tmp_path)
        assert len(server.asked) == 1


def test_a_web_page_is_refused_as_no_export(tmp_path: Path) -> None:
    page = Answer(b"\n<!DOCTYPE html><html><body>Papers</body></html>", headers={"Content-Type": "text/html"})
    why = r"gave a web page, not a list of papers. Give the address of the export"
    with replay(lambda _: page) as server, pytest.raises(SourceError, match=why):
        fetch(f"{server.url}/papers", tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_redirects_lead_to_the_file_and_nowhere_but_to_the_web(tmp_path: Path) -> None:
    def script(request: Request) -> Answer:
        places = {"/a": "/p.json", "/b": "file:///etc/passwd", "/c": "/c"}
        return Answer(FILE) if request.path == "/p.json" else Answer(b"", 302, {"Location": places[request.path]})

    with replay(script) as server:
        assert len(fetch(f"{server.url}/a", tmp_path)) == 1000
        for path in ("/b", "/c"):
            with pytest.raises(SourceError, match=r"Check the address"):
                fetch(f"{server.url}{path}", tmp_path)


def test_a_host_that_is_not_there_is_named(tmp_path: Path) -> None:
    with replay(serving(FILE)) as server:
        url = f"{server.url}/p.json"
    with pytest.raises(SourceError, match=r"server 127.0.0.1:\d+ could not be reached after 4 tries \(it refuses"):
        fetch(url, tmp_path)


def test_a_file_larger_than_the_disk_is_not_begun(tmp_path: Path) -> None:
    huge = Answer(b"[]", headers={"Content-Length": str(10**18)})
    why = r"has 1000000000.0 GB to come, and .* has room for"
    with replay(lambda _: huge) as server, pytest.raises(SourceError, match=why):
        fetch(f"{server.url}/p.json", tmp_path)


def test_a_password_in_the_address_is_shown_nowhere(tmp_path: Path) -> None:
    with replay(serving(FILE)) as server:
        url = server.url.replace("//", "//ada:secret@") + "/p.json"
        items = fetch(url, tmp_path)
        server.script = lambda _: Answer(b"", 503)
        with pytest.raises(SourceError, match=r"HTTP 503 at 127.0.0.1") as busy:
            fetch(url, tmp_path)
    assert "secret" not in str(busy.value)
    assert isinstance(items[0], Paper)
    assert items[0].source == f"{server.url}/p.json"
    assert server.asked[0].headers["authorization"].startswith("Basic ")
