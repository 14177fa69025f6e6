"""ScriptedServer: an OpenAI-compatible server on this machine that follows a script, faults included."""

import json
import socket
import struct
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread
from types import TracebackType
from typing import Any, Self

Piece = str | None | float | bytes | Mapping[str, Any] | Exception
"""What a streamed answer consists of: text; None for a chunk without choices; seconds to wait; bytes, sent as they
are; a mapping, sent as an event of its own; an exception, at which the connection is cut."""

_POLL_SECONDS = 0.02


@dataclass(frozen=True)
class Canned:
    """An answer that is no stream.

    Args:
        body: bytes and text are sent as they are, anything else as JSON.
        headers: beside `Content-Type`, which is JSON unless given.
    """

    status: int = 200
    body: Any = None
    headers: Mapping[str, str] = field(default_factory=dict)


Answer = Iterable[Piece] | int | Canned


@dataclass
class ScriptedServer:
    """An OpenAI-compatible server on this machine that plays its replies in order; use it in a `with` block.

    It embeds as `HashEmbedding` does.

    Args:
        replies: one a chat request: the pieces of a streamed answer, an HTTP status to fail with, a `Canned` answer,
            or a function from the request's body to one of these. A request beyond the last fails with status 418.
        usage: sent in a last chunk without choices, as OpenAI does; None sends none.
        models: the models that it lists; None has no such list.
        finish: the reason that ends a streamed answer; None leaves it out.
    """

    replies: Sequence[Answer | Callable[[dict[str, Any]], Answer]]
    usage: dict[str, int] | None = field(default_factory=lambda: {"prompt_tokens": 9, "completion_tokens": 4})
    requests: list[dict[str, Any]] = field(default_factory=list)
    """The bodies of the chat requests so far, each with the `authorization` header it came with."""
    embedded: list[dict[str, Any]] = field(default_factory=list)
    """The same of the embedding requests."""
    models: Sequence[str] | None = ("scripted",)
    finish: str | None = None
    arrivals: list[float] = field(default_factory=list)
    """When each chat request came, by `time.perf_counter`."""
    left: Event = field(default_factory=Event)
    """Set once a client has gone before its answer's end."""

    def __enter__(self) -> Self:
        script = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                if self.path != "/v1/models" or script.models is None:
                    _send(self, _failure(404))
                    return
                listed = [{"id": name, "object": "model"} for name in script.models]
                _send(self, Canned(body={"object": "list", "data": listed}))

            def do_POST(self) -> None:
                arrived = time.perf_counter()
                sent = self.rfile.read(int(self.headers["Content-Length"]))
                if not sent:  # the client is gone already
                    return
                body = json.loads(sent)
                body["authorization"] = self.headers.get("Authorization", "")
                if self.path == "/v1/chat/completions":
                    script.arrivals.append(arrived)
                    script.requests.append(body)
                    script.answer(self, body)
                elif self.path == "/v1/embeddings":
                    script.embedded.append(body)
                    _send(self, Canned(body=_embedded(body["input"])))
                else:
                    _send(self, _failure(404))

            def log_message(self, *args: object) -> None:
                """Keep the test's output clean."""

        self._closing = Event()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._thread = Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._closing.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    @property
    def url(self) -> str:
        """The base URL, ending in /v1."""
        return f"http://127.0.0.1:{self._server.server_port}/v1"

    def answer(self, request: BaseHTTPRequestHandler, body: dict[str, Any]) -> None:
        """Play the next reply to a chat request."""
        reply = self.replies[len(self.requests) - 1] if len(self.requests) <= len(self.replies) else 418
        if callable(reply):
            reply = reply(body)
        if isinstance(reply, int):
            reply = _failure(reply)
        if isinstance(reply, Canned):
            _send(request, reply)
            return
        request.close_connection = True
        try:
            self._stream(request, reply)
        except (BrokenPipeError, ConnectionResetError):
            self.left.set()

    def _stream(self, request: BaseHTTPRequestHandler, pieces: Iterable[Piece]) -> None:
        begun = False
        for piece in pieces:
            if isinstance(piece, float):  # at the start it comes before the headers, as with a model that loads
                if not self._waits(request, piece):
                    return
                continue
            if not begun:
                _begin(request)
                begun = True
            if isinstance(piece, Exception):
                request.wfile.flush()
                request.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                request.connection.close()  # with nothing lingering, the client gets a reset
                return
            if isinstance(piece, bytes):
                request.wfile.write(piece)
            else:
                _event(request, piece if isinstance(piece, Mapping) else _chunk(piece))
        if not begun:
            _begin(request)
        if self.finish is not None:
            _event(request, {"choices": [{"index": 0, "delta": {}, "finish_reason": self.finish}]})
        if self.usage is not None:
            total = sum(self.usage.values())
            _event(request, {"choices": [], "usage": self.usage | {"total_tokens": total}})
        request.wfile.write(b"data: [DONE]\n\n")

    def _waits(self, request: BaseHTTPRequestHandler, seconds: float) -> bool:
        """Wait; False as soon as the client has gone."""
        until = time.monotonic() + seconds
        gone = False
        while not gone and (rest := until - time.monotonic()) > 0 and not self._closing.is_set():
            request.connection.settimeout(min(rest, _POLL_SECONDS))
            with suppress(TimeoutError):
                gone = not request.connection.recv(1, socket.MSG_PEEK)
        request.connection.settimeout(None)
        if gone:
            self.left.set()
        return not gone


def _begin(request: BaseHTTPRequestHandler) -> None:
    request.send_response(200)
    request.send_header("Content-Type", "text/event-stream")
    request.end_headers()


def _chunk(text: str | None) -> dict[str, Any]:
    choice = {"index": 0, "delta": {"content": text}, "finish_reason": None}
    return {"choices": [] if text is None else [choice]}


def _event(request: BaseHTTPRequestHandler, event: Mapping[str, Any]) -> None:
    head = {"id": "scripted", "object": "chat.completion.chunk", "created": 0, "model": "scripted"}
    request.wfile.write(f"data: {json.dumps({**head, **event})}\n\n".encode())


def _failure(status: int) -> Canned:
    return Canned(status, {"error": {"message": f"scripted {status}", "code": status}})


def _embedded(texts: str | list[str]) -> dict[str, Any]:
    from rag.testing import HashEmbedding

    vectors = HashEmbedding().get_text_embedding_batch([texts] if isinstance(texts, str) else texts)
    data = [{"object": "embedding", "index": i, "embedding": vector} for i, vector in enumerate(vectors)]
    return {"object": "list", "model": "scripted", "data": data, "usage": {"prompt_tokens": 0, "total_tokens": 0}}


def _send(request: BaseHTTPRequestHandler, canned: Canned) -> None:
    body = canned.body
    if isinstance(body, str):
        body = body.encode()
    elif not isinstance(body, bytes):
        body = json.dumps(body).encode()
    request.send_response(canned.status)
    for name, value in ({"Content-Type": "application/json"} | dict(canned.headers)).items():
        request.send_header(name, value)
    request.send_header("Content-Length", str(len(body)))
    request.end_headers()
    request.wfile.write(body)
