import io
import json
import sys
from pathlib import Path

import pytest

from rag.errors import SourceError
from rag.papers import Paper
from rag.readers import openreview_api
from rag.readers.content import Content
from rag.readers.fields import FieldMapping
from rag.readers.json_records import read_json
from rag.readers.live import read_live
from rag.readers.refusals import Refusal
from tests.rag.readers.replay import (
    NO_NOTES,
    RATE_LIMITED,
    V2,
    Answer,
    FakeTime,
    Replay,
    Request,
    as_json,
    note_v1,
    note_v2,
    once,
    openreview_of,
    replay,
    settings_for,
)

pytest.importorskip("openreview", reason="the extra openreview is not installed")
WITHDRAWN = note_v2(3, "Frog 2024 Conference Withdrawn Submission", f"{V2}/Withdrawn_Submission")


@pytest.fixture(autouse=True)
def small_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(openreview_api, "PAGE", 2)
    monkeypatch.delenv("OPENREVIEW_USERNAME", raising=False)
    monkeypatch.delenv("OPENREVIEW_PASSWORD", raising=False)


def fetch(place: str, server: Replay, folder: Path, time: FakeTime | None = None) -> list[Paper | Refusal]:
    return list(read_live(place, FieldMapping(), folder, settings_for(server.url, time)))


def titles(items: list[Paper | Refusal]) -> list[str]:
    return [item.title if isinstance(item, Paper) else item.record for item in items]


def pages(server: Replay) -> list[str]:
    return [request.query.get("after", "first") for request in server.asked if request.path.endswith("/notes")]


@pytest.mark.parametrize(
    "place", [f"openreview:{V2}", f"OpenReview: {V2}/", f"https://openreview.net/group?id={V2}#tab-accept"]
)
def test_the_submissions_of_a_venue_come_page_by_page(place: str, tmp_path: Path) -> None:
    time = FakeTime()
    with replay(openreview_of([note_v2(number) for number in range(1, 6)])) as server:
        items = fetch(place, server, tmp_path, time)
    assert titles(items) == [f"Leap {number}" for number in range(1, 6)]
    assert pages(server) == ["first", "note0002", "note0004"]
    assert time.slept == [1.0, 1.0, 1.0]
    assert server.asked[1].query["invitation"] == f"{V2}/-/Submission"
    assert server.asked[1].headers["user-agent"].startswith("AskPapers/")


def test_a_paper_equals_the_one_that_the_reader_of_json_files_gives(tmp_path: Path) -> None:
    notes = [note_v2(1), note_v2(2, "Submitted to Frog 2024", f"{V2}/Rejected_Submission"), WITHDRAWN]
    with replay(openreview_of(notes)) as server:
        live = fetch(f"openreview:{V2}", server, tmp_path)
    content = Content.of(io.BytesIO(json.dumps({"notes": notes}).encode()), f"openreview:{V2}")
    assert live == list(read_json(content, FieldMapping()))
    assert [item.paper_id for item in live if isinstance(item, Paper)] == ["note0001", "note0002", "note0003"]
    assert isinstance(live[2], Paper)
    assert live[2].status == "withdrawn"


@pytest.mark.parametrize("name", ["Blind_Submission", "Submission", "submission"])
def test_a_venue_that_api_v2_lacks_is_read_from_v1(name: str, tmp_path: Path) -> None:
    old = {f"Frog.cc/2019/Conference/-/{name}": [note_v1(number) for number in range(3)]}
    with replay(openreview_of([], old)) as server:
        items = fetch("openreview:Frog.cc/2019/Conference", server, tmp_path)
    assert titles(items) == ["Croak 0", "Croak 1", "Croak 2"]
    assert server.asked[0].path == "/v2/groups"
    assert server.asked[-1].path == "/v1/notes"
    assert isinstance(items[0], Paper)
    assert (items[0].paper_id, items[0].year, items[0].authors) == ("old0", 2020, ("Cy Ax",))


@pytest.mark.parametrize("page", ["forum", "pdf"])
def test_one_paper_is_read_by_the_address_of_its_page(page: str, tmp_path: Path) -> None:
    with replay(openreview_of([note_v2(1), note_v2(2)])) as server:
        assert titles(fetch(f"https://openreview.net/{page}?id=note0002", server, tmp_path)) == ["Leap 2"]


def test_a_venue_that_nobody_knows_is_an_error_with_advice(tmp_path: Path) -> None:
    with (
        replay(openreview_of([])) as server,
        pytest.raises(SourceError, match=r"no submissions of Frg.cc .* capitals included"),
    ):
        fetch("openreview:Frg.cc", server, tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_rate_limit_is_waited_for_as_long_as_it_says(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    time = FakeTime()
    with replay(once(RATE_LIMITED, openreview_of([note_v2(1)]), at=2)) as server:
        assert titles(fetch(f"openreview:{V2}", server, tmp_path, time)) == ["Leap 1"]
    assert 7.0 in time.slept
    assert capsys.readouterr().out == ""


def test_a_server_that_asks_to_wait_for_hours_is_not_waited_for(tmp_path: Path) -> None:
    time = FakeTime()
    busy = Answer(RATE_LIMITED.body, 429, {"Retry-After": "86400"})
    with replay(lambda _: busy) as server, pytest.raises(SourceError, match=r"HTTP 429 .* asks to wait 24 hours"):
        fetch(f"openreview:{V2}", server, tmp_path, time)
    assert time.slept == []


def test_a_fetch_that_is_killed_asks_only_for_the_missing_pages(tmp_path: Path) -> None:
    with replay(openreview_of([note_v2(number) for number in range(1, 8)])) as server:
        items = read_live(f"openreview:{V2}", FieldMapping(), tmp_path, settings_for(server.url))
        came = [next(items) for _ in range(3)]  # two pages of two; and then no more of it
        del items
        assert pages(server) == ["first", "note0002"]
        server.asked.clear()
        again = fetch(f"openreview:{V2}", server, tmp_path)
    assert pages(server) == ["note0004", "note0006"]
    assert [request.path for request in server.asked] == ["/v2/notes", "/v2/notes"]
    assert again[:3] == came
    assert titles(again) == [f"Leap {number}" for number in range(1, 8)]
    assert list(tmp_path.iterdir()) == []


def test_a_failure_halfway_tells_what_came(tmp_path: Path) -> None:
    healthy = openreview_of([note_v2(number) for number in range(1, 6)])

    def script(request: Request) -> Answer:
        return Answer(b"", 502) if request.query.get("after") == "note0002" else healthy(request)

    with replay(script) as server, pytest.raises(SourceError, match=r"HTTP 502 .* 2 papers had come .*another try"):
        fetch(f"openreview:{V2}", server, tmp_path)


def test_submissions_that_are_counted_but_not_shown_are_told(tmp_path: Path) -> None:
    def script(request: Request) -> Answer:
        if request.path.endswith("groups"):
            return openreview_of([note_v2(1)])(request)
        return NO_NOTES if "after" in request.query else as_json({"notes": [note_v2(1)], "count": 40})

    with replay(script) as server:
        items = fetch(f"openreview:{V2}", server, tmp_path)
    assert titles(items) == ["Leap 1", "39 submissions"]


def test_a_venue_that_is_not_public_is_refused_in_openreviews_words(tmp_path: Path) -> None:
    closed = as_json({"name": "ForbiddenError", "message": "You don't have permission to read it.", "status": 403}, 403)
    with (
        replay(lambda _: closed) as server,
        pytest.raises(SourceError, match=r"permission to read it. If your account may"),
    ):
        fetch(f"openreview:{V2}", server, tmp_path)


def test_an_account_in_the_environment_is_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("OPENREVIEW_USERNAME", "ada@frog.cc")
    monkeypatch.setenv("OPENREVIEW_PASSWORD", "secret")
    venue = openreview_of([note_v2(1)])
    login = as_json({"token": "T0K3N", "user": {"profile": {"id": "~Ada_Löf1"}}})
    with replay(lambda request: login if request.path.endswith("/login") else venue(request)) as server:
        assert titles(fetch(f"openreview:{V2}", server, tmp_path)) == ["Leap 1"]
    assert server.asked[-1].headers["authorization"] == "Bearer T0K3N"
    assert capsys.readouterr().out == ""


def test_an_account_that_openreview_refuses_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENREVIEW_USERNAME", "ada@frog.cc")
    wrong = as_json({"name": "Error", "message": "Invalid username or password", "status": 400}, 400)
    why = r"refuses the login \(Invalid username or password\). Check OPENREVIEW_USERNAME"
    with replay(lambda _: wrong) as server, pytest.raises(SourceError, match=why):
        fetch(f"openreview:{V2}", server, tmp_path)


def test_a_login_page_of_the_network_is_no_venue(tmp_path: Path) -> None:
    page = Answer(b"<html>Log in</html>", headers={"Content-Type": "text/html"})
    with replay(lambda _: page) as server, pytest.raises(SourceError, match=r"not of the shape that is known"):
        fetch(f"openreview:{V2}", server, tmp_path)


def test_without_the_package_it_says_how_to_install_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "openreview", None)
    with pytest.raises(SourceError, match=r"pip install 'askpapers\[openreview\]'"):
        read_live(f"openreview:{V2}", FieldMapping(), tmp_path)
