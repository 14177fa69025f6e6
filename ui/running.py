"""A server at work: uvicorn in a thread of its own."""

from __future__ import annotations

import socket
import threading

import uvicorn
from starlette.types import ASGIApp

FIRST_PORT, LAST_PORT = 7860, 7959


class Running:
    """A server at work in a thread of its own, at `url`."""

    def __init__(self, app: ASGIApp, listener: socket.socket, url: str) -> None:
        """Begin to serve an app at a socket that listens."""
        self.url = url
        config = uvicorn.Config(
            app,
            log_config=None,
            access_log=False,
            server_header=False,
            ws="none",
            lifespan="on",
            timeout_graceful_shutdown=1,
            h11_max_incomplete_event_size=64_000,
        )
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._server.run, args=([listener],), name="server", daemon=True)
        self._thread.start()

    def wait_until_started(self) -> None:
        """Return once it serves.

        Raises:
            OSError: it ended before.
        """
        while not self._server.started:
            self._thread.join(0.01)
            if not self._thread.is_alive():
                raise OSError("the server ended as it began")

    def wait(self) -> None:
        """Return when it has ended, or with KeyboardInterrupt."""
        while self._thread.is_alive():
            self._thread.join(0.5)

    def close(self) -> None:
        """End it: answers under way are given a second."""
        self._server.should_exit = True
        self._thread.join(10)


def listening(host: str, port: int | None) -> socket.socket:
    """A socket that listens. Raises OSError where every port that may be taken is."""
    family = socket.getaddrinfo(host, port or FIRST_PORT, type=socket.SOCK_STREAM)[0][0]
    ports = (port,) if port is not None else range(FIRST_PORT, LAST_PORT + 1)
    problem = OSError(f"no port is free at {host}")
    for candidate in ports:
        try:
            return socket.create_server((host, candidate), family=family, backlog=1024)
        except OSError as error:
            problem = error
    raise problem
