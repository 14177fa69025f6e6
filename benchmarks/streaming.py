"""How long an LLM's answer waits for AskPapers: before the request, with each chunk, and when it is stopped.

    python -m benchmarks.streaming [--index DIR] [--questions FILE.jsonl] [--runs N]

A scripted server on this machine stands for the LLM; without an index, the bundled list is indexed first.
"""

import argparse
import json
import re
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median
from threading import Thread
from typing import Any

from rag.config import BUNDLED_EMBEDDING, RagConfig
from rag.embedding import build_embedding
from rag.engine import PaperQueryEngine, build_query_engine
from rag.errors import StoppedError
from rag.ingestion.bundled import index_bundled_list
from rag.llms.cancellation import Cancellation
from rag.testing import ScriptedServer

QUESTIONS = (
    "How does PepFlow represent side-chain angles and residue types?",
    "What is AQLM?",
    "Which bound does the regret of the algorithm have?",
)
EMBEDDING = BUNDLED_EMBEDDING
_STAMP = re.compile(r"\b\d+\.\d{6}\b")
_CHUNKS = 100
_PACE = 0.01


def main(argv: Sequence[str] | None = None) -> int:
    """Measure, and print one JSON object; times in milliseconds."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.streaming", description=__doc__)
    parser.add_argument("--index", help="an index made before")
    parser.add_argument("--questions", type=Path, help="JSON lines with question; three about the bundled list else")
    parser.add_argument("--runs", type=int, default=20, help="questions to ask (20)")
    options = parser.parse_args(argv)
    questions = list(QUESTIONS)
    if options.questions:
        questions = [json.loads(line)["question"] for line in options.questions.read_text("utf-8").splitlines()]
    with tempfile.TemporaryDirectory() as folder, ScriptedServer([_stamped_reply] * 10_000) as server:
        config = RagConfig(
            index=options.index or str(Path(folder) / "index"), embedding=EMBEDDING, llm=f"scripted@{server.url}"
        )
        if not options.index:
            index_bundled_list(config, build_embedding(config.embedding, timeout=config.timeout))
        engine = build_query_engine(config, streaming=True)
        asked = [questions[n % len(questions)] for n in range(options.runs + 1)]
        runs = [run for n, text in enumerate(asked) if (run := _run(engine, server, text)) and n]  # the first warms up
        server.replies = [[60.0, "too late"]] * 10_000
        stops = [_stop(engine, server, asked[0]) for _ in range(3)]
    print(json.dumps({
        "questions": len(runs),
        "before_request": _spread([before for before, _ in runs]),
        "added_per_chunk": _spread([delay for _, delays in runs for delay in delays]),
        "until_stopped": _spread(stops),
    }))  # fmt: skip
    return 0


def _stamped_reply(_body: dict[str, Any]) -> Iterator[str | float]:
    """Chunks that say when they left."""
    for _ in range(_CHUNKS):
        yield f"{time.perf_counter():.6f}\n"
        yield _PACE


def _run(engine: PaperQueryEngine, server: ScriptedServer, question: str) -> tuple[float, list[float]] | None:
    """Seconds until the request came, and of each chunk from leaving to arriving; None where no request was made."""
    known = len(server.arrivals)
    began = time.perf_counter()
    pieces = engine.query(question).response_gen  # type: ignore[union-attr]
    delays = []
    for piece in pieces:  # type: ignore[union-attr]
        now = time.perf_counter()
        delays += [now - float(stamp) for stamp in _STAMP.findall(piece)]
    return (server.arrivals[known] - began, delays) if len(server.arrivals) > known else None


def _stop(engine: PaperQueryEngine, server: ScriptedServer, question: str) -> float:
    """Seconds from a stop before the first word until the server sees that the client has gone."""
    server.left.clear()
    known = len(server.arrivals)
    cancellation = Cancellation()

    def ask() -> None:
        with cancellation.scope():
            try:
                list(engine.query(question).response_gen)  # type: ignore[union-attr, arg-type]
            except StoppedError:
                return

    thread = Thread(target=ask)
    thread.start()
    while len(server.arrivals) == known:
        time.sleep(0.01)
    began = time.perf_counter()
    cancellation.cancel()
    server.left.wait(10)
    ended = time.perf_counter()
    thread.join()
    return ended - began


def _spread(seconds: Sequence[float]) -> dict[str, float]:
    ordered = sorted(seconds)
    if not ordered:
        return {}
    at = {"median": median(ordered), "p95": ordered[int(0.95 * (len(ordered) - 1))], "most": ordered[-1]}
    return {name: round(1000 * value, 2) for name, value in at.items()}


if __name__ == "__main__":
    raise SystemExit(main())
