"""Bodies: what a request brings, measured before it is handed on."""

from __future__ import annotations

import json
from typing import Any

from starlette.datastructures import Headers
from starlette.types import Message, Receive

from ui.gate.refusals import RefusedError


def check_length(headers: Headers, most: int, *, needed: bool = False) -> None:
    """Refuse a body that is stated to be larger than allowed.

    Args:
        headers: of the request.
        most: bytes.
        needed: a length must be stated, because the body will not be read before it is handed on.

    Raises:
        RefusedError: with 411 or 413.
    """
    stated = headers.get("content-length")
    if stated is None and needed:
        raise RefusedError(411, "State the length of what is sent: Content-Length.", "large")
    if stated is not None and (not stated.isdecimal() or int(stated) > most):
        raise _too_large(most)


async def read_whole(receive: Receive, most: int) -> tuple[bytes, Receive]:
    """The whole body, and what gives it once more.

    Raises:
        RefusedError: it is larger than allowed, whatever was stated.
    """
    parts: list[bytes] = []
    size, more = 0, True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            break
        parts.append(message.get("body", b""))
        size += len(parts[-1])
        if size > most:
            raise _too_large(most)
        more = message.get("more_body", False)
    body = b"".join(parts)
    given = False

    async def again() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return body, again


def object_of(body: bytes) -> dict[str, Any] | None:
    """The JSON object that a body is; None where it is none."""
    try:
        found = json.loads(body)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def _too_large(most: int) -> RefusedError:
    return RefusedError(413, f"The request is larger than {most:,} bytes, which is all that is taken here.", "large")
