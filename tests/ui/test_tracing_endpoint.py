"""Spans reach the endpoint that OpenTelemetry's variables name, by HTTP, and hold no question."""

from __future__ import annotations

from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest

from rag.config import RagConfig
from rag.tracing import start_tracing
from tests.conftest import ask, engine_over


def test_spans_are_sent_to_the_configured_endpoint(animals: RagConfig, monkeypatch: pytest.MonkeyPatch) -> None:
    received: list[tuple[str, bytes]] = []

    class Collector(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            received.append((self.path, self.rfile.read(int(self.headers["Content-Length"]))))
            self.send_response(200)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *args: object) -> None:
            """Keep the test's output clean."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Collector) as server:
        Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
        monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", f"http://127.0.0.1:{server.server_port}")
        tracing = start_tracing()
        assert tracing is not None
        ask(engine_over(animals)[0])
        tracing.stop()
        server.shutdown()
    assert {path for path, _ in received} == {"/v1/traces"}
    sent = b"".join(body for _, body in received)
    assert b"PaperQueryEngine.query" in sent
    assert b"askpapers.verdict" in sent
    assert b"echolocation" not in sent
