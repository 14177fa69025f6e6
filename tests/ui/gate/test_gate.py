"""What passes the gate, and what it says to the rest."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.types import ASGIApp

from tests.ui.scripted import bat_record, scripted_engine, scripted_record
from ui.app import build_app
from ui.gate.turnstile import Turnstile
from ui.programs.desk import Desk
from ui.programs.reception import Reception
from ui.server import Serving, serve_app
from ui.watch import Watch

ASKED = {"model": "askpapers", "messages": [{"role": "user", "content": "When do bats hunt?"}]}
# ann's password is "correct horse"
ANN = "ann:$2b$04$6m27VV0CLoJ8LgzT10cmquRq75WyoQBzWVm0A/6hJlKTlm9ENO4Pm\n"
RIGHT = {"authorization": "Bearer ann:correct horse"}


def guarded_app(**options: Any) -> ASGIApp:
    """A window with the gate before it."""
    watch = options.setdefault("watch", Watch())
    reception = Reception(Desk(scripted_engine(), scripted_record), Turnstile(), watch)
    app = build_app(
        scripted_engine(), examples=[], title="AskPapers", mode="extractive", papers=1, reception=reception,
        make_record=scripted_record,
    )  # fmt: skip
    return serve_app(app, reception, Serving(**options), port=7860)


def client(app: ASGIApp, root_path: str = "") -> httpx.AsyncClient:
    """A client beside it, with no network between them."""
    return httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url=f"http://127.0.0.1:7860{root_path}")


@pytest.fixture(scope="module")
def unlocked() -> ASGIApp:
    """A window for everybody on this machine."""
    return guarded_app()


@pytest.fixture(scope="module")
def locked(tmp_path_factory: pytest.TempPathFactory) -> ASGIApp:
    """A window that ann may enter."""
    users = tmp_path_factory.mktemp("users") / "users.txt"
    users.write_text(ANN)
    return guarded_app(users=users)


@pytest.fixture
async def open_window(unlocked: ASGIApp) -> AsyncIterator[httpx.AsyncClient]:
    """A client of the window for everybody."""
    async with client(unlocked) as window:
        yield window


@pytest.fixture
async def guarded(locked: ASGIApp) -> AsyncIterator[httpx.AsyncClient]:
    """A client of the window that ann may enter."""
    async with client(locked) as window:
        yield window


async def test_every_answer_has_an_id_and_the_headers_that_keep_it_safe(open_window: httpx.AsyncClient) -> None:
    for path in ("/", "/config", "/v1/models", "/nowhere", "/healthz"):
        headers = (await open_window.get(path)).headers
        assert len(headers["x-request-id"]) == 32
        assert headers["x-content-type-options"] == "nosniff"
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert "access-control-allow-origin" not in headers
    given = await open_window.get("/healthz", headers={"x-request-id": "mine-1"})
    assert given.headers["x-request-id"] == "mine-1"


async def test_the_pages_policy_names_its_own_scripts_and_no_other_host(open_window: httpx.AsyncClient) -> None:
    policy = (await open_window.get("/")).headers["content-security-policy"]
    scripts = next(part for part in policy.split("; ") if part.startswith("script-src"))
    assert "'sha256-" in scripts
    assert "'unsafe" not in scripts
    assert "http" not in policy


@pytest.mark.parametrize(
    "path",
    [
        "/gradio_api/file=/etc/passwd",
        "/gradio_api/file=../../etc/passwd",
        "/gradio_api/file=..%2f..%2fetc%2fpasswd",
        "/gradio_api/file=%252e%252e/%252e%252e/etc/passwd",
        "/gradio_api/file=" + str(Path(__file__).resolve().parents[3] / "pyproject.toml"),
        "/gradio_api/file=http://127.0.0.1:22/",
        "/gradio_api/file=HTTPS:/example.org/",
        "/gradio_api/proxy=http://127.0.0.1:22/",
        "/gradio_api/vibe-code/",
        "/gradio_api/deep_link",
        "/gradio_api/runs",
        "/monitoring",
        "/static/../../../../../etc/passwd",
        "/static/..%2f..%2f..%2f..%2fetc%2fpasswd",
        "/assets/%2e%2e/%2e%2e/%2e%2e/routes.py",
        "/svelte/..%5c..%5croutes.py",
        "/docs",
        "/openapi.json",
    ],
)
async def test_no_path_leads_to_what_is_not_the_windows_own(open_window: httpx.AsyncClient, path: str) -> None:
    reply = await open_window.get(path)
    assert reply.status_code in (403, 404)
    assert "root:" not in reply.text
    assert "def " not in reply.text


async def test_another_name_for_this_machine_is_refused_unless_it_is_allowed(open_window: httpx.AsyncClient) -> None:
    foreign = {"host": "evil.test:7860"}
    reply = await open_window.get("/", headers=foreign)
    assert (reply.status_code, "--allow-host evil.test" in reply.json()["error"]) == (403, True)
    async with client(guarded_app(hosts=frozenset({"evil.test"}))) as window:
        assert (await window.get("/", headers=foreign)).status_code == 200


@pytest.mark.parametrize(
    "headers", [{"origin": "http://evil.test"}, {"origin": "null"}, {"sec-fetch-site": "cross-site"}]
)
async def test_pages_of_other_sites_can_have_nothing_done(
    open_window: httpx.AsyncClient, headers: dict[str, str]
) -> None:
    assert (await open_window.post("/v1/chat/completions", json=ASKED, headers=headers)).status_code == 403
    own = {"origin": "http://127.0.0.1:7860", "sec-fetch-site": "same-origin"}
    assert (await open_window.post("/v1/chat/completions", json=ASKED, headers=own)).status_code == 200


async def test_a_body_that_is_too_large_is_refused_whatever_length_it_states(open_window: httpx.AsyncClient) -> None:
    async def pieces() -> AsyncIterator[bytes]:
        for _ in range(5):
            yield b" " * 1_000_000

    assert (await open_window.post("/v1/chat/completions", content=pieces())).status_code == 413
    large = {"content-length": "999999999999"}
    assert (await open_window.post("/gradio_api/upload", content=b"", headers=large)).status_code == 413
    assert (await open_window.post("/gradio_api/upload", content=pieces())).status_code == 411


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/config"), ("GET", "/gradio_api/info"), ("POST", "/gradio_api/queue/join"), ("GET", "/metrics"),
        ("POST", "/gradio_api/upload"), ("GET", "/v1/models"), ("POST", "/v1/chat/completions"), ("POST", "/mcp"),
        ("GET", "/gradio_api/file=x"), ("GET", "/assets/x.js"), ("GET", "/nowhere"),
    ],
)  # fmt: skip
async def test_with_passwords_strangers_get_nothing(guarded: httpx.AsyncClient, method: str, path: str) -> None:
    assert (await guarded.request(method, path)).status_code == 401


async def test_strangers_are_told_that_the_server_lives_and_no_more(guarded: httpx.AsyncClient) -> None:
    assert (await guarded.get("/healthz")).json() == {"status": "ok"}
    assert "version" in (await guarded.get("/healthz", headers=RIGHT)).json()


async def test_programs_enter_with_basic_or_bearer(guarded: httpx.AsyncClient) -> None:
    reply = await guarded.post("/v1/chat/completions", json=ASKED, headers=RIGHT)
    assert reply.json()["choices"][0]["message"]["citations"] == bat_record()["citations"]
    assert (await guarded.get("/config", auth=("ann", "correct horse"))).status_code == 200
    wrong = await guarded.get("/v1/models", headers={"authorization": "Bearer ann:wrong"})
    assert (wrong.status_code, wrong.json()["error"]["code"]) == (401, "invalid_api_key")


async def test_a_reader_signs_in_on_a_page_and_out_again(guarded: httpx.AsyncClient) -> None:
    page = {"accept": "text/html", "accept-language": "zh-CN"}
    sent = await guarded.get("/?q=bats", headers=page)
    assert (sent.status_code, sent.headers["location"]) == (303, "/login?q=bats")
    assert "用户名" in (await guarded.get("/login", headers=page)).text
    wrong = await guarded.post("/login", data={"username": "ann", "password": "<b>"}, headers=page)
    assert (wrong.status_code, "用户名或密码不正确" in wrong.text) == (401, True)
    assert 'value="ann"' in wrong.text
    assert "<b>" not in wrong.text
    right = await guarded.post("/login?q=bats", data={"username": "ann", "password": "correct horse"}, headers=page)
    assert (right.status_code, right.headers["location"]) == (303, "/?q=bats")
    assert {"HttpOnly", "SameSite=lax"} <= set(right.headers["set-cookie"].split("; "))
    assert "ann" in (await guarded.get("/gradio_api/user")).text
    await guarded.get("/logout")
    assert (await guarded.get("/config")).status_code == 401


async def test_too_many_questions_are_told_when_to_come_again() -> None:
    async with client(guarded_app(rate=1)) as window:
        assert (await window.post("/v1/chat/completions", json=ASKED)).status_code == 200
        reply = await window.post("/v1/chat/completions", json=ASKED)
        assert (reply.status_code, reply.json()["error"]["type"]) == (429, "rate_limit_error")
        assert 1 <= int(reply.headers["retry-after"]) <= 61
        asks = [fn["id"] for fn in (await window.get("/config")).json()["dependencies"] if fn["api_name"] == "ask"]
        event = {"fn_index": asks[0], "data": ["When?", 20, None, None], "session_hash": "s"}
        assert (
            "1 question a minute is allowed"
            in (await window.post("/gradio_api/queue/join", json=event)).json()["detail"]
        )
        chinese = await window.post("/gradio_api/queue/join", json=event, headers={"accept-language": "zh-CN"})
        assert chinese.json()["detail"].startswith("提问太频繁")


async def test_a_proxy_may_show_it_under_a_path_and_take_that_off_or_not() -> None:
    async with client(guarded_app(root_path="/papers"), "/papers") as window:
        for path in ("/healthz", "/v1/models", "/"):
            below = await window.get(path)
            stripped = await window.get(f"http://127.0.0.1:7860{path}")
            assert (below.status_code, stripped.status_code) == (200, 200)
        assert '"root":"http://127.0.0.1:7860/papers"' in (await window.get("/")).text


async def test_counts_and_log_say_what_was_done_and_never_what_was_asked(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "askpapers")
    async with client(guarded_app()) as window:
        await window.post("/v1/chat/completions", json=ASKED)
        await window.get("/?q=When+do+bats+hunt")
        counts = (await window.get("/metrics")).text
    assert 'askpapers_answers_total{interface="openai",verdict="answered"} 1.0' in counts
    assert 'askpapers_stage_seconds_count{stage="total"} 1.0' in counts
    assert 'askpapers_http_requests_total{route="openai",status="200"} 1.0' in counts
    logged = [vars(record).get("fields", {}) for record in caplog.records if record.name == "askpapers.requests"]
    assert [entry["path"] for entry in logged] == ["/v1/chat/completions", "/", "/metrics"]
    assert "bats" not in counts.lower() + str([vars(record) for record in caplog.records])


async def test_questions_are_logged_when_asked_to(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "askpapers")
    async with client(guarded_app(watch=Watch(questions=True))) as window:
        await window.post("/v1/chat/completions", json=ASKED)
    assert any("When do bats hunt?" in str(vars(record)) for record in caplog.records)
