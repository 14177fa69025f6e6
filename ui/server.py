"""The server: the window, its interfaces for programs, and the gate before them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import gradio as gr
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.middleware.cors import CORSMiddleware
from starlette.applications import Starlette
from starlette.types import ASGIApp

from rag.errors import ConfigError
from ui.door import door
from ui.gate.allowance import Allowance
from ui.gate.gate import USER, Gate, Rules
from ui.gate.policy import script_hashes
from ui.gate.sessions import Sessions
from ui.gate.users import Users
from ui.programs.completions import completions, invalid
from ui.programs.reception import Reception
from ui.running import Running, listening
from ui.texts import translations
from ui.theme import page_options
from ui.watch import Watch

if TYPE_CHECKING:
    from mcp.server import MCPServer

LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
_ASKING = ("ask", "programs")
"""Gradio's concurrency groups whose events are questions."""


@dataclass(frozen=True)
class Serving:
    """How the window is served.

    Args:
        users: a file of users; None lets everybody in.
        rate: questions a minute that each user or address may ask; 0 for any number.
        hosts: further names under which it may be called.
        root_path: under which a proxy shows it, such as "/papers".
        mcp: also serve the Model Context Protocol.
        upload: bytes of an uploaded file at most.
        watch: counts what is done.
    """

    users: Path | None = None
    rate: int = 0
    hosts: frozenset[str] = frozenset()
    root_path: str = ""
    mcp: bool = False
    upload: int = 50_000_000
    watch: Watch = field(default_factory=Watch)


def launch(app: gr.Blocks, *, host: str, port: int | None) -> str:
    """Serve the window alone and return its address; `app.close()` ends it. Raises as `serve` does."""
    running = serve(app, host=host, port=port)
    app.server, app.is_running = running, True  # type: ignore[assignment]
    return running.url


def serve(
    app: gr.Blocks,
    *,
    host: str,
    port: int | None,
    reception: Reception | None = None,
    serving: Serving | None = None,
) -> Running:
    """Serve the window and the interfaces for programs in a thread.

    Args:
        app: what `build_app` built.
        host: the address to listen on.
        port: the port, or None for the first free one from 7860 on.
        reception: what programs ask; None serves the window and its endpoints alone.
        serving: how; by default to this machine, without passwords.

    Raises:
        OSError: if the port is taken.
        ConfigError: the file of users cannot be read.
    """
    serving = serving or Serving()
    listener = listening(host, port)
    try:
        taken = int(listener.getsockname()[1])
        shown = f"[{host}]" if ":" in host else host
        url = f"http://{shown}:{taken}{serving.root_path}/"
        running = Running(serve_app(app, reception, serving, port=taken), listener, url)
        running.wait_until_started()
    except BaseException:
        listener.close()
        raise
    return running


def serve_app(app: gr.Blocks, reception: Reception | None, serving: Serving, *, port: int) -> ASGIApp:
    """The whole as one ASGI app, behind its gate. Arguments and errors are those of `serve`."""
    sessions = Sessions(Users(serving.users)) if serving.users is not None else None
    options = page_options()
    outer = _outer(reception, serving, sessions, title=str(app.title), cookie=f"askpapers-{port}")
    gr.mount_gradio_app(
        outer,
        app,
        path="/",
        root_path=serving.root_path or None,
        auth_dependency=None if sessions is None else _user_of,
        show_error=False,
        max_file_size=serving.upload,
        ssr_mode=False,
        pwa=False,
        mcp_server=False,
        run_history=False,
        footer_links=[],
        enable_monitoring=False,
        i18n=translations(),
        **options,
    )
    rules = Rules(
        hosts=None if sessions is not None else LOOPBACK | serving.hosts,
        sessions=sessions,
        allowance=Allowance(serving.rate) if serving.rate else None,
        upload=serving.upload,
        cookie=f"askpapers-{port}",
        asks=partial(_asks, app),
        scripts=tuple(script_hashes(str(options.get("head", "")))),
        root_path=serving.root_path,
    )
    return Gate(outer, rules, serving.watch)


def _outer(
    reception: Reception | None, serving: Serving, sessions: Sessions | None, *, title: str, cookie: str
) -> FastAPI:
    """Everything but the window itself."""
    server = None
    if serving.mcp and reception is not None:
        from ui.programs.tools import tools

        server = tools(reception)
        http = _mcp_app(server)

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        if server is None:
            yield
        else:
            async with server.session_manager.run():
                yield

    outer = FastAPI(title=title, docs_url=None, redoc_url=None, openapi_url="/v1/openapi.json", lifespan=lifespan)
    # With this Gradio adds no permissions of its own for pages of other sites; none has any.
    outer.add_middleware(CORSMiddleware, allow_origins=[])
    outer.include_router(door(title, sessions, cookie, serving.watch, reception))
    if reception is not None:
        outer.include_router(completions(reception))
        outer.add_exception_handler(RequestValidationError, lambda _request, error: invalid(error))
    if server is not None:
        outer.router.routes.extend(http.routes)
    return outer


def _mcp_app(server: MCPServer) -> Starlette:
    from mcp.server.transport_security import TransportSecuritySettings

    # Hosts and origins are the gate's to check.
    unchecked = TransportSecuritySettings(enable_dns_rebinding_protection=False)
    return server.streamable_http_app(streamable_http_path="/mcp", stateless_http=True, transport_security=unchecked)


def _asks(app: gr.Blocks, event: dict[str, Any]) -> bool | None:
    """Whether an event that is posted is a question; None where the page has none such, or values are missing."""
    number, data = event.get("fn_index"), event.get("data")
    known = app.fns.get(number) if isinstance(number, int) else None
    if known is None or not isinstance(data, list) or len(data) < len(known.inputs):
        return None
    return known.concurrency_id in _ASKING


def _user_of(request: Request) -> str | None:
    user = request.scope.get(USER)
    return str(user) if user else None


def shared_address(port: int) -> str:
    """Open a public address that leads to a port of this machine, through Gradio's tunnel; it ends with the process.

    Raises:
        ConfigError: the tunnel's program cannot be fetched, or its server not be reached.
    """
    from secrets import token_urlsafe

    from gradio.networking import setup_tunnel

    try:
        return setup_tunnel("127.0.0.1", port, token_urlsafe(32), None, None)
    except Exception as error:  # whatever its downloads and its program raise
        raise ConfigError(f"No public address could be opened: {error}. Start it without --share") from error
