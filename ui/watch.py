"""Watch: counts what the window does and writes its log, never with the text of a question unless asked to."""

from __future__ import annotations

import json
import logging
import sys
from collections.abc import Callable
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any

from prometheus_client import CollectorRegistry, Counter, Histogram, disable_created_metrics, generate_latest

REQUEST_ID: ContextVar[str] = ContextVar("request_id", default="")
"""The id of the request that is being served."""

# Else every count comes with the time of its first one.
disable_created_metrics()  # type: ignore[no-untyped-call]

_STAGES = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0)
_requests = logging.getLogger("askpapers.requests")
_answers = logging.getLogger("askpapers.answers")
_questions = logging.getLogger("askpapers.questions")


class Watch:
    """The counts of one window, in a registry of their own.

    Args:
        questions: also log the text of every question.
    """

    def __init__(self, *, questions: bool = False) -> None:
        self._questions = questions
        self._registry = CollectorRegistry()
        self._served = Counter(
            "askpapers_http_requests", "Requests served.", ["route", "status"], registry=self._registry
        )
        self._seconds = Histogram(
            "askpapers_http_seconds", "Seconds until a request was served.", ["route"], registry=self._registry
        )
        self._answers = Counter(
            "askpapers_answers", "Questions answered.", ["interface", "verdict"], registry=self._registry
        )
        self._stages = Histogram(
            "askpapers_stage_seconds", "Seconds an answer took.", ["stage"], buckets=_STAGES, registry=self._registry
        )
        self._tokens = Counter(
            "askpapers_tokens", "Tokens that the model took and gave.", ["kind"], registry=self._registry
        )
        self._refused = Counter(
            "askpapers_refused_requests", "Requests turned away at the gate.", ["why"], registry=self._registry
        )

    def answered(self, record: dict[str, Any], interface: str, *, stopped: bool = False) -> None:
        """Count and log an answer: how it was made, how long each stage took, the tokens spent; not what it is.

        Args:
            record: "An answer as JSON" of the README.
            interface: through what it was asked: window, gradio, openai, mcp.
            stopped: it was, before its end.
        """
        verdict = "stopped" if stopped else str(record.get("verdict"))
        self._answers.labels(interface, verdict).inc()
        for stage, milliseconds in (record.get("timings_ms") or {}).items():
            self._stages.labels(stage).observe(float(milliseconds) / 1000)
        for kind, count in (record.get("usage") or {}).items():
            if kind == "estimated":  # says how the others came about
                continue
            self._tokens.labels(kind).inc(count)
        fields = {"verdict": verdict, **{name: record.get(name) for name in ("mode", "timings_ms", "usage")}}
        _answers.info("answered", extra={"fields": {"interface": interface, **fields}})
        if self._questions:
            _questions.info("asked", extra={"fields": {"interface": interface, "question": record.get("question")}})

    def left(self, interface: str) -> None:
        """Count an answer that whoever asked for it has not waited for."""
        self._answers.labels(interface, "stopped").inc()

    def counting(
        self, make_record: Callable[[str, Any], dict[str, Any]], interface: str
    ) -> Callable[[str, Any], dict[str, Any]]:
        """What makes records, with each of them counted; metadata says `stopped` of a response that was."""

        def counted(question: str, response: Any) -> dict[str, Any]:
            record = make_record(question, response)
            self.answered(record, interface, stopped=bool((getattr(response, "metadata", None) or {}).get("stopped")))
            return record

        return counted

    def served(self, method: str, path: str, route: str, status: int, seconds: float, user: str) -> None:
        """Count and log one request.

        Args:
            method: as requested.
            path: the same, without the query, which may hold a question.
            route: the path's kind, of a small set.
            status: as answered.
            seconds: from its arrival to its end.
            user: whoever was signed in.
        """
        self._served.labels(route, str(status)).inc()
        self._seconds.labels(route).observe(seconds)
        fields = {"method": method, "path": path, "status": status, "ms": round(seconds * 1000, 1), "user": user}
        _requests.info("served", extra={"fields": fields})

    def refused(self, why: str) -> None:
        """Count a request that was turned away; `why` is of a small set."""
        self._refused.labels(why).inc()

    def metrics(self) -> bytes:
        """The counts in Prometheus' text form."""
        return generate_latest(self._registry)


class _Line(logging.Formatter):
    """One line an entry, as text or as JSON, with the id of its request."""

    def __init__(self, *, as_json: bool) -> None:
        super().__init__()
        self._as_json = as_json

    def format(self, record: logging.LogRecord) -> str:
        fields: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            "request_id": REQUEST_ID.get(),
            **getattr(record, "fields", {}),
        }
        if record.exc_info:
            fields["traceback"] = self.formatException(record.exc_info)
        if self._as_json:
            return json.dumps(fields, ensure_ascii=False, default=str)
        trace = fields.pop("traceback", "")
        said = " ".join(f"{key}={json.dumps(value, ensure_ascii=False, default=str)}" for key, value in fields.items())
        return f"{said}\n{trace}" if trace else said


def write_log(level: int = logging.WARNING, *, as_json: bool = False) -> None:
    """Write the log to standard error.

    Args:
        level: of AskPapers' own entries: at INFO one a request. The libraries' come from WARNING on.
        as_json: one JSON object a line, rather than `key=value`.
    """
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Line(as_json=as_json))
    logging.getLogger().handlers[:] = [handler]
    logging.getLogger("askpapers").setLevel(level)
    # It tells of streams that end with the server, and of what the gate has told already.
    logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)
