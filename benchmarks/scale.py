"""Scale: what an index costs as it grows: ingest rate, size, memory, time to open, retrieval; and how fast that grows.

    python -m benchmarks.scale PAPERS QUESTIONS.jsonl --work DIR --sizes 1000 10000 100000

PAPERS is anything that `ingest.py` reads. Of its sentences as many papers are made as are wanted, with vectors made
beforehand (see `benchmarks.recombined`): ingestion is measured without the embedding, which costs the same for each
paper whatever the size. QUESTIONS.jsonl holds an object with `question` a line; questions are embedded for real. Each
index stays in DIR and is not made again. Opening and retrieval are measured in processes of their own.
"""

import argparse
import json
import os
import resource
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter, process_time

import numpy as np
from llama_index.core.schema import QueryBundle

from benchmarks.metrics import percentiles
from benchmarks.recombined import RecombinedEmbedding, Sentences
from rag.config import BUNDLED_EMBEDDING, RagConfig
from rag.engine import build_query_engine
from rag.indexing import Indexer
from rag.papers import Paper
from rag.readers import read
from rag.store import PaperStore

_WARM = 5
_FITTED = ("ingest s", "index MB", "open s", "p50 ms", "resident MB")


def main(argv: Sequence[str] | None = None) -> int:
    """Print one row a size in Markdown, and the exponents by which the columns grow."""
    args = _parser().parse_args(argv)
    if args.step == "ingest":
        print(json.dumps(_ingest(args.papers, args.work, args.sizes[0])))
        return 0
    if args.step == "ask":
        print(json.dumps(_ask(args.questions, args.work, args.sizes[0])))
        return 0
    rows = [_row(args, size) for size in args.sizes]
    names = list(rows[0])
    print("| " + " | ".join(names) + " |\n|" + " ---: |" * len(names))
    for row in rows:
        print("| " + " | ".join(f"{value:,}" for value in row.values()) + " |")
    if len(rows) > 2:
        for name in _FITTED:
            slope, _ = np.polyfit(np.log([row["papers"] for row in rows]), np.log([row[name] for row in rows]), 1)
            print(f"{name} grows as n^{slope:.2f}")
    return 0


def _row(args: argparse.Namespace, size: int) -> dict[str, float]:
    kept = _index(args.work, size).with_suffix(".json")
    if not kept.exists():
        kept.write_text(json.dumps(_step("ingest", args, size)), encoding="utf-8")
    first = _step("ask", args, size)  # makes what is derived of the index
    asked = _step("ask", args, size)
    made = {"first open s": first["open s"]}
    ingested: dict[str, float] = json.loads(kept.read_text(encoding="utf-8"))
    return {"papers": size, **ingested, **made, **asked}


def _step(step: str, args: argparse.Namespace, size: int) -> dict[str, float]:
    command = [sys.executable, "-m", "benchmarks.scale", str(args.papers), str(args.questions)]
    command += ["--work", str(args.work), "--sizes", str(size), "--step", step]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)  # noqa: S603
    found: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return found


def _ingest(papers: Path, work: Path, size: int) -> dict[str, float]:
    work.mkdir(parents=True, exist_ok=True)
    real = [item for item in read(papers) if isinstance(item, Paper)]
    made_of = Sentences.of(real, work / "sentences.npz")
    model = RecombinedEmbedding(made_of)
    before = _peak()
    began, worked = perf_counter(), process_time()
    store = PaperStore.create(str(_index(work, size)), BUNDLED_EMBEDDING)
    try:
        stats = Indexer(store, model).ingest(made_of.papers(size))
    finally:
        store.close()
    seconds, busy = perf_counter() - began, process_time() - worked
    return {
        "added": stats.added,
        "ingest s": round(seconds, 1),
        "ingest processor s": round(busy, 1),
        "papers/s": round(stats.added / seconds),
        "ingest peak MB": round(_peak() - before),
        "index MB": round(sum(file.stat().st_size for file in _index(work, size).rglob("*") if file.is_file()) / 1e6),
    }


def _ask(questions: Path, work: Path, size: int) -> dict[str, float]:
    texts = [json.loads(line)["question"] for line in questions.read_text(encoding="utf-8").splitlines() if line]
    before = _resident()
    began = perf_counter()
    engine = build_query_engine(RagConfig(index=str(_index(work, size))))
    opened = perf_counter() - began
    seconds = []
    for number, text in enumerate([f"{text}{end}" for end in ("", " exactly", " in short") for text in texts]):
        began = perf_counter()
        engine.retriever.retrieve(QueryBundle(text))
        if number >= _WARM:
            seconds.append(perf_counter() - began)
    found = percentiles(seconds)
    return {
        "open s": round(opened, 2),
        "p50 ms": found["p50"],
        "p95 ms": found["p95"],
        "resident MB": round(_resident() - before),
    }


def _index(work: Path, size: int) -> Path:
    return work / f"index-{size}"


def _resident() -> float:
    """Megabytes that this process holds, without the pages of files that it has mapped."""
    try:
        fields = Path("/proc/self/status").read_text(encoding="ascii")
    except OSError:  # not on Linux: the peak is the nearest there is
        return _peak()
    return float(next(line.split()[1] for line in fields.splitlines() if line.startswith("RssAnon"))) / 1e3


def _peak() -> float:
    # Linux counts kilobytes here, macOS bytes.
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1e6 if sys.platform == "darwin" else 1e3)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("papers", type=Path, metavar="PAPERS")
    parser.add_argument("questions", type=Path, metavar="QUESTIONS.jsonl")
    parser.add_argument("--work", type=Path, required=True, metavar="DIR", help="where indexes are made and kept")
    parser.add_argument("--sizes", type=int, nargs="+", default=[1_000, 10_000, 100_000], metavar="N")
    parser.add_argument("--step", choices=("ingest", "ask"), help=argparse.SUPPRESS)
    return parser


if __name__ == "__main__":
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
    raise SystemExit(main())
