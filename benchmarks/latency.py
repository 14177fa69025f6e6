"""Latency: milliseconds from a question to its papers, beside plain Chroma and plain BM25 over the same papers.

    python -m benchmarks.latency --index DIR --questions FILE.jsonl [--where 'year>=2020'] [--rounds 3]

DIR is an index made by ingest.py; FILE.jsonl holds an object with `question` a line. Every way is asked every question
before the next one, in turns. No question is asked twice in the same words, so that nothing that is kept helps.
"""

import argparse
import json
import os
import platform
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from time import perf_counter, process_time

from llama_index.core.schema import QueryBundle
from tqdm import tqdm

from benchmarks.metrics import percentiles
from benchmarks.rankers import bm25_over
from rag.config import RagConfig
from rag.embedding import build_embedding
from rag.engine import build_query_engine
from rag.errors import AskPapersError, SourceError
from rag.understanding.filters import parse_where

_TOP = 20
_WARM = 3
_ENDS = ("", "?", " please", " in short", " exactly")
"""What makes a question another one, to the caches at least."""

Way = Callable[[str], object]


def main(argv: Sequence[str] | None = None) -> int:
    """Run and print a table in Markdown. Returns 0; 2 if it could not run."""
    args = _parser().parse_args(argv)
    try:
        questions = _questions(args.questions)
        ways = _ways(args.index, args.where)
        papers = len(set(ways.ids))
    except (AskPapersError, OSError, ValueError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    rounds = [f"{question}{end}" for end in _ENDS[: args.rounds] for question in questions]
    seconds: dict[str, list[float]] = {name: [] for name in ways.by_name}
    worked = dict.fromkeys(ways.by_name, 0.0)
    for number, question in enumerate(tqdm(rounds, leave=False)):
        turns = list(ways.by_name.items())
        shift = number % len(turns)
        for name, ask in turns[shift:] + turns[:shift]:
            began, spent = perf_counter(), process_time()
            ask(question + "?" * (turns.index((name, ask)) + 1))  # another text for each way: see `_ENDS`
            if number >= _WARM:
                seconds[name].append(perf_counter() - began)
                worked[name] += process_time() - spent
    machine = f"{platform.machine()}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}"
    print(f"{papers:,} papers, {len(rounds) - _WARM} questions, {machine}\n")
    print("| way | p50 ms | p95 ms | mean ms of processor time |\n| --- | --- | --- | --- |")
    for name, values in seconds.items():
        found = percentiles(values)
        print(f"| {name} | {found['p50']} | {found['p95']} | {1000 * worked[name] / len(values):.1f} |")
    return 0


class _Ways:
    """What is timed, by name.

    Args:
        ids: of the papers.
    """

    def __init__(self, ids: Sequence[str], by_name: dict[str, Way]) -> None:
        self.ids = ids
        self.by_name = by_name


def _ways(index: str, conditions: Sequence[str]) -> _Ways:
    config = RagConfig.from_env(index=index, top_k=_TOP)
    embed_model = build_embedding(config.embedding)
    retriever = build_query_engine(config, embed_model=embed_model).retriever
    papers = list(retriever.store.papers())
    collection, bm25 = retriever.store.collection, bm25_over(papers)

    def chroma(question: str) -> object:
        vector = embed_model.get_query_embedding(question)
        return collection.query(query_embeddings=[vector], n_results=_TOP)  # type: ignore[arg-type]

    ways: dict[str, Way] = {"AskPapers": retriever.retrieve}
    for condition in conditions:
        where = parse_where([condition])

        def filtered(question: str, where: Sequence[object] = where) -> object:
            return retriever.retrieve(retriever.understand(QueryBundle(question), where))  # type: ignore[arg-type]

        ways[f"AskPapers, {condition}"] = filtered
    ways |= {"Chroma, the same model": chroma, "BM25 (bm25s)": lambda question: bm25(question, _TOP)}
    return _Ways([paper.paper_id for paper in papers], ways)


def _questions(file: Path) -> list[str]:
    found = [json.loads(line)["question"] for line in file.read_text(encoding="utf-8").splitlines() if line.strip()]
    if len(found) * len(_ENDS) <= _WARM:
        raise SourceError(f"{file} holds no questions: it needs a JSON object with `question` a line.")
    return found


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--index", required=True, help="made by ingest.py")
    parser.add_argument("--questions", required=True, type=Path, help="JSON lines with `question`")
    parser.add_argument("--where", action="append", default=[], help="also with this condition; may be repeated")
    parser.add_argument("--rounds", type=int, default=3, choices=range(1, len(_ENDS) + 1))
    return parser


if __name__ == "__main__":
    sys.exit(main())
