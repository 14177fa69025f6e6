"""Spans: what is traced, what is not told in them, and that nothing is traced unless an endpoint is configured."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from opentelemetry.sdk.trace import ReadableSpan
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from rag.config import RagConfig
from rag.errors import ConfigError
from rag.tracing import Tracing, start_tracing
from tests.conftest import QUESTION, ask, engine_over

Traced = Callable[[], list[ReadableSpan]]


@contextmanager
def traced(*, questions: bool = False) -> Iterator[Traced]:
    """What has been traced within, once it has ended."""
    exporter = InMemorySpanExporter()
    spans: list[ReadableSpan] = []
    tracing = Tracing(exporter, questions=questions, attributes=lambda: {"askpapers.request_id": "r1"})
    try:
        yield lambda: spans
    finally:
        tracing._provider.force_flush()
        spans += exporter.get_finished_spans()
        tracing.stop()


@pytest.mark.parametrize("streaming", [False, True])
def test_an_answer_is_a_span_with_its_stages_below_the_query_that_it_belongs_to(
    animals: RagConfig, streaming: bool
) -> None:
    engine, _ = engine_over(animals, ["They navigate at 40 kHz [1]."], streaming=streaming)
    with traced() as told:
        record = ask(engine)
    spans = {span.name: span for span in told()}
    assert {"PaperQueryEngine.query", "answer", "retrieve", "synthesize"} <= set(spans)
    answer, inner = spans["answer"], spans["PaperQueryEngine._query"]
    assert answer.parent is not None
    assert answer.parent.span_id == inner.context.span_id
    assert inner.parent.span_id == spans["PaperQueryEngine.query"].context.span_id  # type: ignore[union-attr]
    assert {span.context.trace_id for span in (answer, inner)} == {spans["PaperQueryEngine.query"].context.trace_id}
    assert spans["retrieve"].parent.span_id == answer.context.span_id  # type: ignore[union-attr]
    assert dict(answer.attributes or {}) | {"askpapers.request_id": "r1"} == {
        "askpapers.verdict": "answered",
        "askpapers.mode": record["mode"],
        "askpapers.request_id": "r1",
    }
    assert (answer.end_time or 0) - (answer.start_time or 0) == int(record["timings_ms"]["total"] * 1_000_000)


def test_no_span_tells_what_was_asked_unless_it_is_asked_to(
    animals: RagConfig, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine, _ = engine_over(animals)
    with traced() as told:
        ask(engine)
        monkeypatch.setattr(engine._response_synthesizer, "synthesize", _failing)
        with pytest.raises(ConfigError, match="echolocation"):
            ask(engine)
    assert len(told()) > 4
    assert "echolocation" not in "".join(span.to_json() for span in told())
    assert any(span.status.description == "ConfigError" for span in told())
    with traced(questions=True) as told:
        ask(engine_over(animals)[0])
    assert any((span.attributes or {}).get("askpapers.question") == QUESTION for span in told())


def _failing(*_args: object, **_kwargs: object) -> None:
    raise ConfigError(f"{QUESTION} failed")


def test_nothing_is_traced_without_an_endpoint_or_after_its_end(animals: RagConfig) -> None:
    assert start_tracing({}) is None
    assert start_tracing({"OTEL_EXPORTER_OTLP_ENDPOINT": " "}) is None
    with traced() as told:
        pass
    ask(engine_over(animals)[0])
    assert told() == []
