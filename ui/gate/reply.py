"""Reply: what goes out through the gate."""

from __future__ import annotations

from starlette.datastructures import MutableHeaders
from starlette.types import Message, Send

from ui.gate.policy import CLOSED, HEADERS, page_policy, script_hashes


class Reply:
    """Sends a response with the headers that all of them have; a page is held until its scripts are known."""

    def __init__(self, send: Send, request_id: str, scripts: tuple[str, ...], *, plain_failures: bool) -> None:
        """Wrap what sends.

        Args:
            send: to the server.
            request_id: of the request.
            scripts: hashes of scripts that a page adds to itself.
            plain_failures: a failure is one of what was sent.
        """
        self._send = send
        self._id = request_id
        self._scripts = scripts
        self._plain_failures = plain_failures
        self._held: Message | None = None
        self._dropped = False
        self._page: list[bytes] = []
        self.begun = False
        self.status = 0

    def revive(self) -> None:
        """Send what comes from now on, though a failure was dropped."""
        self._dropped = False

    async def __call__(self, message: Message) -> None:
        """Send a message of ASGI."""
        if message["type"] == "http.response.start":
            if message["status"] == 500 and _is_plain(message):  # what is raised next is told by the gate
                self._dropped = True
            if self._dropped:
                return
            if message["status"] == 500 and self._plain_failures:
                message["status"] = 422  # with this status Gradio tells of an event that refused what it was given
            self.begun, self.status = True, message["status"]
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers[name] = value
            headers["X-Request-ID"] = self._id
            if "text/html" in headers.get("content-type", ""):
                self._held = message
                return
            headers["Content-Security-Policy"] = CLOSED
        elif self._dropped:
            return
        elif self._held is not None:
            self._page.append(message.get("body", b""))
            if message.get("more_body", False):
                return
            page, start, self._held = b"".join(self._page), self._held, None
            hashes = (*script_hashes(page.decode("utf-8", "replace")), *self._scripts)
            MutableHeaders(scope=start)["Content-Security-Policy"] = page_policy(hashes)
            MutableHeaders(scope=start)["Cache-Control"] = "no-store"
            await self._send(start)
            message = {"type": "http.response.body", "body": page}
        await self._send(message)


def _is_plain(message: Message) -> bool:
    return MutableHeaders(scope=message).get("content-type", "").startswith("text/plain")
