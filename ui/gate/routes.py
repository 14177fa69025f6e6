"""Routes: the paths that are served, each of one kind; every other one is refused.

Gradio serves more than the window needs (a proxy, a fetcher of web addresses, an editor of its own source): what is
not listed here is not there.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal
from urllib.parse import unquote

Errors = Literal["plain", "openai", "rpc"]
"""How an error is told: `{"error": …}` in Gradio's form, in OpenAI's, or in JSON-RPC's, which MCP speaks."""

_MEGABYTE = 1_000_000


@dataclass(frozen=True, slots=True)
class Route:
    """One kind of path.

    Args:
        name: in counts and logs.
        paths: a pattern of the whole path.
        body: bytes that a request may have at most; 0 where there is only something to get, None for the limit of
            uploads.
        asks: whether a POST is a question; None where that shows in its body.
        open: whether it is served to those who have not signed in.
        errors: how they are told.
    """

    name: str
    paths: re.Pattern[str]
    body: int | None = 0
    asks: bool | None = False
    open: bool = False
    errors: Errors = "plain"


_PREFIX = "/gradio_api"
ROUTES = (
    Route("page", re.compile(r"/")),
    Route("login", re.compile(r"/login/?"), 10_000, open=True),
    Route("logout", re.compile(r"/logout/?"), open=True),
    Route("health", re.compile(r"/healthz"), open=True),
    Route("metrics", re.compile(r"/metrics")),
    Route("file", re.compile(r"/(assets|static|svelte)/.+|/(theme\.css|config/?|manifest\.json|pwa_icon(/\d+)?)")),
    Route("icon", re.compile(r"/(favicon\.ico|robots\.txt)"), open=True),
    Route("openai", re.compile(r"/v1/chat/completions"), 4 * _MEGABYTE, asks=True, errors="openai"),
    Route("openai", re.compile(r"/v1/.*"), _MEGABYTE, errors="openai"),
    Route("mcp", re.compile(r"/mcp/?"), 4 * _MEGABYTE, asks=None, errors="rpc"),
    Route("event", re.compile(rf"{_PREFIX}/(queue/join|run/predict)/?"), 16 * _MEGABYTE, asks=None),
    Route("cancel", re.compile(rf"{_PREFIX}/(cancel|reset)/?"), _MEGABYTE),
    Route("call", re.compile(rf"{_PREFIX}/call(/v2)?/(ask|search|papers)/?"), 4 * _MEGABYTE, asks=True),
    Route("stream", re.compile(rf"{_PREFIX}/(queue/data|heartbeat/\w[\w-]*|call/\w+/\w+|upload_progress)")),
    Route("upload", re.compile(rf"{_PREFIX}/upload"), None),
    Route("download", re.compile(rf"{_PREFIX}/file=(?!.*//)(?!.*[=/\\]\.\.([/\\]|$))([A-Za-z]:)?[^:]+")),
    Route("describe", re.compile(rf"{_PREFIX}/(info|openapi\.json|app_id|startup-events|user|login_check)/?")),
)
NOWHERE = Route("nowhere", re.compile(""))


def route_of(path: str) -> Route:
    """The kind of a path, or `NOWHERE`.

    Args:
        path: decoded once, as a server hands it on; one that decodes further is looked at in both forms.
    """
    found = next((route for route in ROUTES if route.paths.fullmatch(path)), NOWHERE)
    return found if unquote(path) == path or found.paths.fullmatch(unquote(path)) else NOWHERE
