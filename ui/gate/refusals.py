"""Refusals: how the gate says no, in the form that whoever asked can read."""

from __future__ import annotations

from typing import Any

from starlette.responses import JSONResponse

from ui.gate.routes import Errors

_TYPES = {401: "authentication_error", 403: "permission_error", 404: "invalid_request_error", 429: "rate_limit_error"}
_CODES = {401: "invalid_api_key", 413: "request_too_large", 429: "rate_limit_exceeded"}
_RPC_REFUSED = -32000
"""The first of the codes that JSON-RPC leaves to servers."""
OFTEN_ZH = "提问太频繁，请 {} 秒后再试。"
"""What the page shows a Chinese reader who asks too often."""


class RefusedError(Exception):
    """A request that goes no further.

    Args:
        status: of HTTP.
        message: what is wrong, and what to do.
        why: one word for the counts.
        headers: further ones.
    """

    def __init__(self, status: int, message: str, why: str, headers: dict[str, str] | None = None) -> None:
        super().__init__(message)
        self.status = status
        self.why = why
        self.headers = headers or {}


def openai_error(
    status: int,
    message: str,
    *,
    param: str | None = None,
    code: str | None = None,
    headers: dict[str, str] | None = None,
) -> JSONResponse:
    """An error as OpenAI's API tells it."""
    kind = _TYPES.get(status, "server_error" if status >= 500 else "invalid_request_error")
    body = {"message": message, "type": kind, "param": param, "code": code or _CODES.get(status)}
    return JSONResponse({"error": body}, status_code=status, headers=headers)


def told(refusal: RefusedError, errors: Errors) -> JSONResponse:
    """A refusal as a response; `detail` is what Gradio's page shows."""
    message = str(refusal)
    if errors == "openai":
        return openai_error(refusal.status, message, headers=refusal.headers)
    body: dict[str, Any] = {"detail": message, "error": message}
    if errors == "rpc":  # its clients show their users nothing else; whoever was refused may not have been read
        body = {"jsonrpc": "2.0", "id": None, "error": {"code": _RPC_REFUSED, "message": message}}
    return JSONResponse(body, status_code=refusal.status, headers=refusal.headers)
