"""Gate: the middleware around everything that is served."""

from __future__ import annotations

import logging
import re
from asyncio import CancelledError
from collections.abc import Callable, Collection
from contextlib import suppress
from dataclasses import dataclass
from time import perf_counter
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

import anyio.to_thread
from starlette.datastructures import Headers
from starlette.requests import cookie_parser
from starlette.responses import RedirectResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from ui.gate.allowance import Allowance
from ui.gate.bodies import check_length, object_of, read_whole
from ui.gate.refusals import OFTEN_ZH, RefusedError, told
from ui.gate.reply import Reply
from ui.gate.routes import NOWHERE, Route, route_of
from ui.gate.sessions import Sessions, credentials_of
from ui.gate.turnstile import BusyError
from ui.watch import REQUEST_ID, Watch
from ui.wording import ZH, words_for

USER, ADDRESS = "askpapers.user", "askpapers.address"
"""Under these names a request's scope says who asks."""
_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")
_log = logging.getLogger(__name__)
_GRADIOS = ("event", "call", "cancel", "upload")
_SAFE = ("GET", "HEAD", "OPTIONS")


@dataclass(frozen=True)
class Rules:
    """What the gate holds requests to.

    Args:
        hosts: names under which the window may be called; None for any, where passwords keep strangers out.
        sessions: who may enter; None for everybody.
        allowance: how often one may ask; None for as often as one likes.
        upload: bytes of an upload at most.
        cookie: the name of the session's cookie.
        asks: whether an event of the page, as it is posted, is a question; None where there is no such event.
        scripts: hashes of scripts that a page adds to itself.
        root_path: under which a proxy shows the window; empty where it stands at the top.
    """

    hosts: Collection[str] | None
    sessions: Sessions | None
    allowance: Allowance | None
    upload: int
    cookie: str
    asks: Callable[[dict[str, Any]], bool | None]
    scripts: tuple[str, ...]
    root_path: str = ""


def caller_of(scope: Scope) -> str:
    """Who asks: a user, or else an address."""
    return str(scope.get(USER) or scope.get(ADDRESS) or "")


class Gate:
    """ASGI middleware: ids, hosts, origins, sizes, passwords, allowances, headers, counts."""

    def __init__(self, app: ASGIApp, rules: Rules, watch: Watch) -> None:
        """Stand before an app."""
        self._app = app
        self._rules = rules
        self._watch = watch

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request, or refuse it."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
        elif scope["type"] == "http":  # there are no web sockets here: the server closes them
            await self._visit(scope, receive, send)

    async def _visit(self, scope: Scope, receive: Receive, send: Send) -> None:
        began = perf_counter()
        headers = Headers(scope=scope)
        path = _below(str(scope["path"]), self._rules.root_path)
        scope["path"], scope["root_path"] = self._rules.root_path + path, self._rules.root_path
        route = route_of(path)
        given = headers.get("x-request-id", "")
        request_id = given if _ID.fullmatch(given) else uuid4().hex
        token = REQUEST_ID.set(request_id)
        _mark(scope, request_id)
        scope[ADDRESS] = (scope.get("client") or ("",))[0]
        reply = Reply(send, request_id, self._rules.scripts, plain_failures=route.name == "event")
        try:
            try:
                receive = await self._admitted(scope, headers, route, receive)
                if route.name == "page":
                    _ask_plain(scope)
                await self._app(scope, receive, reply)
            except BusyError as error:
                wait = {"Retry-After": str(error.retry_after)}
                raise RefusedError(429, str(error), "often", wait) from error
        except RefusedError as refusal:
            self._watch.refused(refusal.why)
            await self._refuse(refusal, scope, headers, route, receive, reply)
        except CancelledError:  # the server ends, and with it whatever stream is open
            reply.status = reply.status or 503
        except Exception as error:
            if not reply.begun:
                reply.revive()
                await self._refuse(_failed(route, error), scope, headers, route, receive, reply)
        finally:
            user = str(scope.get(USER) or "")
            self._watch.served(scope["method"], path, route.name, reply.status, perf_counter() - began, user)
            with suppress(ValueError):  # a stream that is closed from elsewhere ends in another context
                REQUEST_ID.reset(token)

    async def _admitted(self, scope: Scope, headers: Headers, route: Route, receive: Receive) -> Receive:
        """What gives the request's body. Raises RefusedError and BusyError."""
        self._check_host(headers)
        _check_origin(scope, headers)
        if self._rules.sessions is not None:
            scope[USER] = await self._user(scope, headers, self._rules.sessions)
            if scope[USER] is None and not route.open:
                message = "Sign in first. Programs send HTTP Basic, or Authorization: Bearer USER:PASSWORD."
                raise RefusedError(401, message, "stranger", {"WWW-Authenticate": "Bearer"})
        if route is NOWHERE:
            raise RefusedError(404, "There is nothing at this address.", "nowhere")
        if route.body == 0 and scope["method"] not in _SAFE:
            raise RefusedError(405, f"This address does not take {scope['method']}.", "method", {"Allow": "GET, HEAD"})
        asks, body = bool(route.asks), b""
        check_length(headers, self._rules.upload if route.body is None else route.body, needed=route.body is None)
        if scope["method"] not in _SAFE and route.body is not None:
            body, receive = await read_whole(receive, route.body)
        if scope["method"] == "POST" and route.name in ("event", "call"):
            asks = self._event_asks(route, body)
        elif route.name == "mcp":
            asks = (object_of(body) or {}).get("method") == "tools/call"
        if self._rules.allowance is not None:
            self._rules.allowance.take(caller_of(scope), asks=asks and scope["method"] == "POST")
        return receive

    def _event_asks(self, route: Route, body: bytes) -> bool:
        """Whether a posted event is a question. Raises RefusedError where it is none that Gradio could handle."""
        found = object_of(body)
        if found is None:
            raise RefusedError(400, "What is sent here must be a JSON object.", "malformed")
        if route.asks is not None:
            return route.asks
        asks = self._rules.asks(found)
        if asks is None:
            raise RefusedError(404, "There is no such event, or it takes more values.", "malformed")
        return asks

    def _check_host(self, headers: Headers) -> None:
        if self._rules.hosts is None:
            return
        host = host_name(headers.get("host", ""))
        if host not in self._rules.hosts:
            message = f"This window is not served as {host!r}. If it is meant to be, start it with --allow-host {host}"
            raise RefusedError(403, message, "host")

    async def _user(self, scope: Scope, headers: Headers, sessions: Sessions) -> str | None:
        cookie = cookie_parser(headers.get("cookie", "")).get(self._rules.cookie, "")
        if (user := sessions.user_of(cookie)) is not None:
            return user
        credentials = credentials_of(headers)
        if credentials is None:
            return None
        right = await anyio.to_thread.run_sync(sessions.checked, *credentials, scope[ADDRESS])
        return credentials[0] if right else None

    async def _refuse(
        self, refusal: RefusedError, scope: Scope, headers: Headers, route: Route, receive: Receive, reply: Reply
    ) -> None:
        if refusal.status == 401 and route.name == "page" and "text/html" in headers.get("accept", ""):
            query = scope.get("query_string", b"").decode("latin-1")
            target = f"{scope.get('root_path', '')}/login" + (f"?{query}" if query else "")
            await RedirectResponse(target, status_code=303)(scope, receive, reply)
            return
        if refusal.status == 429 and route.name == "event" and words_for(headers.get("accept-language", "")) is ZH:
            refusal = RefusedError(429, OFTEN_ZH.format(refusal.headers["Retry-After"]), refusal.why, refusal.headers)
        await told(refusal, route.errors)(scope, receive, reply)


def host_name(host: str) -> str:
    """The name in a Host header, without its port."""
    return (urlsplit(f"//{host}").hostname or "") if re.fullmatch(r"[\w.:\[\]-]+", host) else ""


def _check_origin(scope: Scope, headers: Headers) -> None:
    """Refuse what a page of another site has its reader's browser send."""
    origin = headers.get("origin")
    own = {headers.get("host", ""), headers.get("x-forwarded-host", "").split(",")[0].strip()} - {""}
    foreign = origin is not None and urlsplit(origin).netloc not in own
    if scope["method"] not in _SAFE and (foreign or headers.get("sec-fetch-site") == "cross-site"):
        raise RefusedError(403, "Requests from pages of other sites are not taken.", "origin")


def _failed(route: Route, error: Exception) -> RefusedError:
    """How it is told that serving raised: Gradio raises where a call of its own lacks values or has strange ones."""
    if route.name in _GRADIOS:
        _log.warning("a malformed call was refused: %s", type(error).__name__)
        return RefusedError(422, "This call lacks values, or some are of another kind than it takes.", "malformed")
    _log.error("serving failed: %s", type(error).__name__, exc_info=error)
    return RefusedError(500, "Something went wrong here; the server's log has it.", "failed")


def _below(path: str, root: str) -> str:
    """The path below the one under which a proxy shows the window, whether the proxy takes that off or not."""
    return (path[len(root) :] or "/") if root and (path == root or path.startswith(f"{root}/")) else path


def _mark(scope: Scope, request_id: str) -> None:
    """Have the app see the request's id: Gradio's events are worked on elsewhere, with nothing but the headers."""
    others = [(name, value) for name, value in scope["headers"] if name != b"x-request-id"]
    scope["headers"] = [*others, (b"x-request-id", request_id.encode())]


def _ask_plain(scope: Scope) -> None:
    """Have the page itself come uncompressed: its scripts are to be read."""
    scope["headers"] = [(name, value) for name, value in scope["headers"] if name != b"accept-encoding"]
