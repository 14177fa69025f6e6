"""Replay servers: arXiv, OpenReview and a plain web server as they speak, on this machine alone."""

import json
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

from rag.readers.live_settings import LiveSettings, Pace


@dataclass(frozen=True)
class Request:
    path: str
    query: Mapping[str, str]
    headers: Mapping[str, str]


@dataclass(frozen=True)
class Answer:
    body: bytes = b""
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    cut_after: int | None = None  # bytes after which the connection drops


Script = Callable[[Request], Answer]


class Replay:
    """A server that answers by its script and remembers what it was asked."""

    def __init__(self, script: Script) -> None:
        self.script = script
        self.asked: list[Request] = []
        self.url = ""

    def answer(self, request: Request) -> Answer:
        self.asked.append(request)
        return self.script(request)


@contextmanager
def replay(script: Script) -> Iterator[Replay]:
    served = Replay(script)

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            parts = urlsplit(self.path)
            query = {name: values[0] for name, values in parse_qs(parts.query).items()}
            answer = served.answer(
                Request(parts.path, query, {name.lower(): value for name, value in self.headers.items()})
            )
            self.send_response(answer.status)
            for name, value in ({"Content-Length": str(len(answer.body))} | dict(answer.headers)).items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(answer.body[: answer.cut_after])

        do_POST = do_GET  # noqa: N815 - the name that http.server looks for

        def log_message(self, *_: object) -> None:
            """Keep the tests' output clean."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = False
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    served.url = f"http://127.0.0.1:{server.server_port}"
    try:
        yield served
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


class FakeTime:
    """A clock that only sleeping moves."""

    def __init__(self) -> None:
        self.now = 0.0
        self.slept: list[float] = []

    def sleep(self, seconds: float) -> None:
        self.slept.append(round(seconds, 3))
        self.now += seconds


def settings_for(url: str, time: FakeTime | None = None, waits: tuple[float, ...] = LiveSettings.waits) -> LiveSettings:
    time = time or FakeTime()
    pace = Pace(time.sleep, lambda: time.now)
    return LiveSettings(f"{url}/api/query", f"{url}/v2", f"{url}/v1", waits=waits, pace=pace)


def once(problem: Answer, script: Script, *, at: int = 1) -> Script:
    """The script, with a problem in the place of its answer number `at`."""
    count = 0

    def troubled(request: Request) -> Answer:
        nonlocal count
        count += 1
        return problem if count == at else script(request)

    return troubled


# arXiv ---------------------------------------------------------------------------------------------------------------

_FEED = """<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
  <link href="http://arxiv.org/api/query" rel="self" type="application/atom+xml"/>
  <title type="html">ArXiv Query</title>
  <id>http://arxiv.org/api/q</id>
  <updated>2026-11-30T00:00:00-05:00</updated>
  <opensearch:totalResults xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/">{total}</opensearch:totalResults>
  <opensearch:startIndex xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/">{start}</opensearch:startIndex>
  <opensearch:itemsPerPage xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/">{size}</opensearch:itemsPerPage>
{entries}
</feed>"""


def entry(
    arxiv_id: str, *, title: str = "", abstract: str = "Frogs jump &lt; 2 m.\n  They land.", more: str = ""
) -> str:
    title = title or f"Paper\n  {arxiv_id}"
    return f"""  <entry>
    <id>http://arxiv.org/abs/{arxiv_id}</id>
    <updated>2022-02-03T00:00:00Z</updated>
    <published>2021-01-02T17:59:46Z</published>
    <title>{title}</title>
    <summary>  {abstract}
</summary>
    <author><name>Ada Löf</name>
      <arxiv:affiliation xmlns:arxiv="http://arxiv.org/schemas/atom">Uppsala</arxiv:affiliation></author>
    <author><name>Bo Ek</name></author>
    <link href="http://arxiv.org/abs/{arxiv_id}" rel="alternate" type="text/html"/>
    <link title="pdf" href="http://arxiv.org/pdf/{arxiv_id}" rel="related" type="application/pdf"/>
    <arxiv:primary_category xmlns:arxiv="http://arxiv.org/schemas/atom" term="cs.LG"/>
    <category term="cs.LG" scheme="http://arxiv.org/schemas/atom"/>{more}
  </entry>"""


def arxiv_field(name: str, text: str) -> str:
    return f'<arxiv:{name} xmlns:arxiv="http://arxiv.org/schemas/atom">{text}</arxiv:{name}>'


def feed(entries: list[str], *, total: int, start: int = 0) -> Answer:
    text = _FEED.format(total=total, start=start, size=len(entries), entries="\n".join(entries))
    return Answer(text.encode(), headers={"Content-Type": "application/atom+xml; charset=utf-8"})


def arxiv_error(why: str, status: int = 400) -> Answer:
    place = f"http://arxiv.org/api/errors#{why.replace(' ', '_')}"
    error = f"""  <entry><id>{place}</id><title>Error</title><summary>{why}</summary>
    <updated>2026-11-30T00:00:00-05:00</updated><author><name>arXiv api core</name></author></entry>"""
    return Answer(feed([error], total=1).body, status=status)


def arxiv_of_many(total: int) -> Script:
    """arXiv with so many papers for every query: 2101.00001 and on."""

    def script(request: Request) -> Answer:
        start, size = int(request.query["start"]), int(request.query["max_results"])
        numbers = range(start + 1, min(start + size, total) + 1)
        return feed([entry(f"2101.{number:05d}v1") for number in numbers], total=total, start=start)

    return script


# OpenReview ----------------------------------------------------------------------------------------------------------


def as_json(value: Any, status: int = 200, **headers: str) -> Answer:
    return Answer(json.dumps(value).encode(), status, {"Content-Type": "application/json; charset=utf-8"} | headers)


RATE_LIMITED = as_json(
    {"name": "RateLimitError", "message": "Too many requests: 61. Try again in 7 seconds.", "status": 429},
    429,
    **{"Retry-After": "7"},
)
NO_GROUP = as_json({"name": "NotFoundError", "message": "The Group Frog.cc was not found", "status": 404}, 404)
NO_NOTES = as_json({"notes": [], "count": 0})
V2 = "Frog.cc/2024/Conference"
GROUP = {"id": V2, "domain": V2, "content": {"submission_id": {"value": f"{V2}/-/Submission"}}}


def note_v2(number: int, venue: str = "Frog 2024 poster", venueid: str = V2) -> dict[str, Any]:
    content = {"title": f"Leap {number}", "abstract": f"Frog {number} jumps.", "authors": ["Ada Löf", "Bo Ek"]}
    content |= {"venue": venue, "venueid": venueid, "pdf": "/pdf/f.pdf"}
    return {
        "id": f"note{number:04d}",
        "forum": f"note{number:04d}",
        "number": number,
        "cdate": 1695000000000,
        "pdate": 1705400000000,
        "invitations": [f"{V2}/-/Submission"],
        "readers": ["everyone"],
        "domain": V2,
        "content": {name: {"value": value} for name, value in content.items()},
    }


def note_v1(number: int) -> dict[str, Any]:
    content = {"title": f"Croak {number}", "abstract": f"Toad {number} croaks.", "authors": ["Cy Ax"]}
    return {"id": f"old{number}", "forum": f"old{number}", "cdate": 1600000000000, "content": content}


def openreview_of(notes: list[dict[str, Any]], old: Mapping[str, list[dict[str, Any]]] | None = None) -> Script:
    """OpenReview with one venue of API v2, and the lists of API v1 by their invitations."""

    def script(request: Request) -> Answer:
        if request.path == "/v2/groups":
            return as_json({"groups": [GROUP]}) if notes and request.query["id"] == V2 else NO_GROUP
        asked = request.query.get("invitation", "")
        found = notes if request.path.startswith("/v2") else (old or {}).get(asked, [])
        if "id" in request.query:
            found = [note for note in found if note["id"] == request.query["id"]]
        start = next((at for at, note in enumerate(found, 1) if note["id"] == request.query.get("after")), 0)
        return as_json({"notes": found[start : start + int(request.query["limit"])], "count": len(found)})

    return script
