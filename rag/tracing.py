"""Tracing: LlamaIndex's own instrumentation as OpenTelemetry spans, where an endpoint for them is configured.

What goes there: which step ran, when, how long, whether it failed, of an answer its verdict and tokens, of a search and
of a run that changes an index its counts; and by which request, or run of a command, it came about. The text of a
question goes there only where that is asked for; no paper's, file's or address's does.
"""

from __future__ import annotations

import os
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from inspect import BoundArguments
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from llama_index.core.instrumentation.event_handlers import BaseEventHandler
from llama_index.core.instrumentation.events import BaseEvent
from llama_index.core.instrumentation.events.retrieval import RetrievalEndEvent
from llama_index.core.instrumentation.span import BaseSpan
from llama_index.core.instrumentation.span_handlers import BaseSpanHandler
from llama_index_instrumentation import get_dispatcher
from pydantic import PrivateAttr

from rag.answering.timings import AnswerEndEvent
from rag.errors import ConfigError
from rag.ingestion.milestones import RunEndEvent

if TYPE_CHECKING:
    from opentelemetry.context import Context
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import SpanExporter

ENDPOINTS = ("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT")
"""Either of these variables switches tracing on, as in every program that speaks OpenTelemetry."""
_REMEMBERED = 1024
Attributes = Callable[[], Mapping[str, str]]


class _Open(BaseSpan):
    """A step under way, and its span."""

    span: Any


class _Steps(BaseSpanHandler[_Open]):
    """Makes a span of each step of LlamaIndex's; an answer is the child of the query that it belongs to."""

    _tracer: Any = PrivateAttr()
    _questions: bool = PrivateAttr()
    _attributes: Attributes = PrivateAttr()
    _contexts: OrderedDict[str, Context] = PrivateAttr(default_factory=OrderedDict)

    def __init__(self, tracer: Any, questions: bool, attributes: Attributes) -> None:
        super().__init__(open_spans={}, completed_spans=[], dropped_spans=[], current_span_ids={})
        self._tracer, self._questions, self._attributes = tracer, questions, attributes

    def context_of(self, id_: str | None) -> Context | None:
        """The context of a step, also of one that has ended a short while ago."""
        return self._contexts.get(id_ or "")

    def add(self, id_: str | None, counts: Mapping[str, int]) -> None:
        """Add counts to a step under way."""
        step = self.open_spans.get(id_ or "")
        if step is not None:
            step.span.set_attributes({f"askpapers.{name}": count for name, count in counts.items()})

    def new_span(
        self,
        id_: str,
        bound_args: BoundArguments,
        instance: Any = None,
        parent_span_id: str | None = None,
        tags: dict[str, Any] | None = None,
        **kwargs: Any,
    ) -> _Open:
        """Begin a span."""
        from opentelemetry import trace

        span = self._tracer.start_span(
            id_.partition("-")[0], context=self.context_of(parent_span_id), attributes=dict(self._attributes())
        )
        asked = bound_args.arguments.get("str_or_query_bundle")
        if self._questions and asked is not None:
            span.set_attribute("askpapers.question", str(getattr(asked, "query_str", asked)))
        self._contexts[id_] = trace.set_span_in_context(span)
        while len(self._contexts) > _REMEMBERED:
            self._contexts.popitem(last=False)
        return _Open(id_=id_, parent_id=parent_span_id, span=span)

    def prepare_to_exit_span(
        self, id_: str, bound_args: BoundArguments, instance: Any = None, result: Any = None, **kwargs: Any
    ) -> _Open | None:
        """End a span."""
        ended = self.open_spans.get(id_)
        if ended is not None:
            ended.span.end()
        return ended

    def prepare_to_drop_span(
        self,
        id_: str,
        bound_args: BoundArguments,
        instance: Any = None,
        err: BaseException | None = None,
        **kwargs: Any,
    ) -> _Open | None:
        """End a span that failed: by the error's kind, since its message may hold what was asked."""
        from opentelemetry.trace import Status, StatusCode

        ended = self.open_spans.get(id_)
        if ended is not None:
            ended.span.set_status(Status(StatusCode.ERROR, type(err).__name__))
            ended.span.end()
        return ended


class _Events(BaseEventHandler):
    """Makes a span of each answer once its text is whole, with its stages below it; adds counts to other steps."""

    _steps: _Steps = PrivateAttr()
    _tracer: Any = PrivateAttr()
    _attributes: Attributes = PrivateAttr()

    def __init__(self, steps: _Steps, tracer: Any, attributes: Attributes) -> None:
        super().__init__()
        self._steps, self._tracer, self._attributes = steps, tracer, attributes

    @classmethod
    def class_name(cls) -> str:
        """The name LlamaIndex serialises it by."""
        return "askpapers_events"

    def handle(self, event: BaseEvent, **kwargs: Any) -> None:
        """Note an answer, how many papers were found, what a run did; other events tell no more than their steps."""
        if isinstance(event, AnswerEndEvent):
            self._answered(event)
        elif isinstance(event, RetrievalEndEvent):
            self._steps.add(event.span_id, {"papers": len(event.nodes)})
        elif isinstance(event, RunEndEvent):
            self._steps.add(event.span_id, event.counts)

    def _answered(self, event: AnswerEndEvent) -> None:
        from opentelemetry import trace

        ended = time.time_ns()
        began = ended - _nanoseconds(event.timings_ms["total"])
        told = {"askpapers.verdict": event.verdict, "askpapers.mode": event.mode, **self._attributes()}
        tokens = {f"askpapers.usage.{name}": count for name, count in (event.usage or {}).items()}
        span = self._tracer.start_span(
            "answer", context=self._steps.context_of(event.span_id), start_time=began, attributes=told | tokens
        )
        at = began
        for stage in ("retrieve", "synthesize"):
            until = at + _nanoseconds(event.timings_ms[stage])
            below = self._tracer.start_span(stage, context=trace.set_span_in_context(span), start_time=at)
            below.end(until)
            at = until
        span.end(ended)


def _nanoseconds(milliseconds: float) -> int:
    return int(milliseconds * 1_000_000)


class Tracing:
    """Tracing at work, until `stop`."""

    def __init__(self, exporter: SpanExporter, *, questions: bool = False, attributes: Attributes = dict) -> None:
        """Begin to trace.

        Args:
            exporter: takes the spans.
            questions: also give out the text of questions.
            attributes: of whatever is asked for now, such as the id of a request.
        """
        self._provider = _provider(exporter)
        tracer = self._provider.get_tracer("askpapers")
        self._steps = _Steps(tracer, questions, attributes)
        self._events = _Events(self._steps, tracer, attributes)
        root = get_dispatcher()
        root.add_span_handler(self._steps)
        root.add_event_handler(self._events)

    def stop(self) -> None:
        """Send what is left, and trace no more."""
        root = get_dispatcher()
        root.span_handlers.remove(self._steps)
        root.event_handlers.remove(self._events)
        self._provider.shutdown()


def start_tracing(
    environ: Mapping[str, str] | None = None, *, questions: bool = False, attributes: Attributes = dict
) -> Tracing | None:
    """Trace to the endpoint that OpenTelemetry's own variables name; None where they name none.

    Args:
        environ: the variables; those of the process by default.
        questions: also give out the text of questions.
        attributes: as for `Tracing`.

    Raises:
        ConfigError: an endpoint is named, and what speaks to it is not installed.
    """
    environ = os.environ if environ is None else environ
    if not any(environ.get(name, "").strip() for name in ENDPOINTS):
        return None
    try:
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
    except ImportError as error:
        raise ConfigError(
            f"{' or '.join(ENDPOINTS)} is set, and tracing is not installed. Type: pip install 'askpapers[tracing]'"
        ) from error
    return Tracing(OTLPSpanExporter(), questions=questions, attributes=attributes)


@contextmanager
def traced_run() -> Iterator[None]:
    """Trace a command, each step with an id of this run, where an endpoint is named. Raises as `start_tracing`."""
    run = {"askpapers.run_id": uuid4().hex}
    tracing = start_tracing(attributes=lambda: run)
    try:
        yield
    finally:
        if tracing is not None:
            tracing.stop()


def _provider(exporter: SpanExporter) -> TracerProvider:
    from opentelemetry.sdk.resources import Resource
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import BatchSpanProcessor

    name = os.environ.get("OTEL_SERVICE_NAME") or "askpapers"
    provider = TracerProvider(resource=Resource.create({"service.name": name}), shutdown_on_exit=False)
    provider.add_span_processor(BatchSpanProcessor(exporter))
    return provider
