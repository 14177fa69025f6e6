"""Spans of searches and of runs that change an index: their counts, one id a run, and nothing of what is in them."""

from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from opentelemetry.sdk.trace import ReadableSpan
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

import ingest
import rag.__main__ as commands
import rag.embedding
from rag.config import RagConfig
from rag.indexing import remove
from rag.store import PaperStore
from rag.testing import HashEmbedding
from rag.tracing import start_tracing
from tests.conftest import HASH, QUESTION

SECRET = "Zebras wear the code ZEBRA-77."


@pytest.fixture
def traced(monkeypatch: pytest.MonkeyPatch) -> Callable[[], list[ReadableSpan]]:
    """Trace into memory what is traced where an endpoint is named; gives the spans so far."""
    exporters: list[InMemorySpanExporter] = []

    def exporter() -> InMemorySpanExporter:
        exporters.append(InMemorySpanExporter())
        return exporters[-1]

    monkeypatch.setattr("opentelemetry.exporter.otlp.proto.http.trace_exporter.OTLPSpanExporter", exporter)
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:9")
    monkeypatch.setenv("RAG_EMBEDDING", HASH)
    monkeypatch.setattr(rag.embedding, "build_embedding", lambda *_args, **_kwargs: HashEmbedding())
    monkeypatch.setattr("rag.engine.build_embedding", lambda *_args, **_kwargs: HashEmbedding())
    return lambda: [span for one in exporters for span in one.get_finished_spans()]


def told(span: ReadableSpan) -> Mapping[str, Any]:
    return {name.removeprefix("askpapers."): value for name, value in (span.attributes or {}).items()}


def test_a_run_of_ingestion_is_a_span_with_its_counts_and_its_steps_below_it(
    traced: Callable[[], list[ReadableSpan]], tmp_path: Path
) -> None:
    source = tmp_path / "private-name.txt"
    source.write_text(f"Zebras\n\n{SECRET} They graze by day on grass.\n")
    index = str(tmp_path / "index")
    assert ingest.main([str(source), "--index", index]) == 0
    spans = {span.name: span for span in traced()}
    run = spans["Indexer.ingest_sources"]
    counts = {"papers": 1, "added": 1, "updated": 0, "unchanged": 0, "merged": 0, "removed": 0, "refused": 0}
    assert told(run) == counts | {"run_id": told(run)["run_id"]}
    for step in ("StoreWriter._encoded", "StoreWriter._write"):
        assert spans[step].parent.span_id == run.context.span_id  # type: ignore[union-attr]
        assert told(spans[step])["run_id"] == told(run)["run_id"]
    assert not any(word in span.to_json() for span in traced() for word in ("ZEBRA", "private-name", str(tmp_path)))
    assert ingest.main(["--remove", "nobody", "--index", index]) == 1
    last = traced()[-1]
    assert (last.name, told(last)["papers"], told(last)["refused"]) == ("remove", 1, 1)
    assert told(last)["run_id"] != told(run)["run_id"]


def test_a_search_is_a_span_with_how_many_papers_it_found_and_no_question(
    traced: Callable[[], list[ReadableSpan]], animals: RagConfig, capsys: pytest.CaptureFixture[str]
) -> None:
    assert commands.main(["search", QUESTION, "--json", "--index", animals.index]) == 0
    found = [span for span in traced() if span.name.endswith(".retrieve")]
    assert [told(span)["papers"] for span in found] == [3]
    assert all(told(span)["run_id"] for span in found)
    assert "echolocation" not in "".join(span.to_json() for span in traced())
    assert "echolocation" in capsys.readouterr().out


def test_a_run_that_fails_is_told_by_the_kind_of_its_error_alone(
    traced: Callable[[], list[ReadableSpan]], animals: RagConfig, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(*_args: object) -> None:
        raise ValueError(SECRET)

    monkeypatch.setattr("rag.indexing.Ingestion", failing)
    tracing = start_tracing()
    assert tracing is not None
    with closing(PaperStore.open(animals.index, HASH)) as store, pytest.raises(ValueError, match="ZEBRA"):
        remove(store, ["bats"])
    tracing.stop()
    (run,) = (span for span in traced() if span.name == "remove")
    assert run.status.description == "ValueError"
    assert "ZEBRA" not in run.to_json()
