"""Runs that are killed at any moment: the next one ends in the index of a clean run."""

import json
import multiprocessing
import random
import shutil
import time
from collections import Counter
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerContext
from pathlib import Path

import pytest

import rag.ingestion.run
from rag.indexing import Indexer, remove
from rag.readers.reach import roots_of
from rag.readers.sources import find_sources
from rag.store import PaperStore
from rag.testing import HashEmbedding
from tests.conftest import HASH
from tests.rag.rows import assert_alike, content


class Slow(HashEmbedding):
    """Vectors of words, each a millisecond's work."""

    def _get_text_embedding(self, text: str) -> list[float]:
        time.sleep(0.001)
        return super()._get_text_embedding(text)


def write(folder: Path, *, edited: bool) -> None:
    """Exports of 60 papers, some long, some twice; edited: some changed, some shorter, some gone, some new."""
    folder.mkdir(exist_ok=True)
    for name in ("a", "b", "c"):
        records: list[dict[str, object]] = []
        for number in range(5 if edited else 0, 25 if edited else 20):
            text = f"Paper {number} of {name} counts {number * (7 if edited and number % 3 == 0 else 3)} bats. "
            long = number % 5 == (1 if edited else 0)
            records.append(
                {"id": f"{name}{number}", "title": f"Bats {name} {number}", "abstract": text * (60 if long else 1)}
            )
        reached = f"{name} reaches {64 if edited else 71} percent."
        records.append({"title": f"Without an id in {name}", "abstract": reached})
        records.append(
            {"id": "10.1/shared", "title": "Shared by all", "abstract": "One paper.", "year": 2020 + ord(name)}
        )
        (folder / f"{name}.jsonl").write_text("".join(f"{json.dumps(record)}\n" for record in records))


def run(index: str, folder: str, mode: str, begun: Connection | None = None) -> None:
    """Ingest a folder, or take papers out, four at a time; says when it begins."""
    rag.ingestion.run._BATCH = 4
    store = PaperStore.create(index, HASH)
    if begun is not None:
        begun.send("begun")
    if mode == "remove":
        remove(store, [f"{name}{number}" for name in "abc" for number in range(5, 25, 2)])
    else:
        Indexer(store, Slow()).ingest_sources(find_sources([folder]), roots_of([folder]) if mode == "prune" else ())
    store.close()


def forks() -> ForkServerContext:
    """Starts processes from one that has imported what takes long, so that each is quick."""
    context = multiprocessing.get_context("forkserver")
    slow = ["pytest", "chromadb_rust_bindings", "tiktoken", "rag.engine", "rag.indexing", "rag.testing"]
    context.set_forkserver_preload([*slow, "rag.readers.sources", "rag.browsing.open_shelf", "tests.rag.mixed_runs"])
    return context


def finish(start: ForkServerContext, index: Path, folder: Path, mode: str) -> None:
    process = start.Process(target=run, args=(str(index), str(folder), mode))
    process.start()
    process.join(300)
    assert process.exitcode == 0


def killed(start: ForkServerContext, index: Path, folder: Path, mode: str, seconds: float) -> bool:
    """Kill a run some time after it began; gives whether it had not ended by then."""
    begun, other = start.Pipe(duplex=False)
    with begun, other:
        process = start.Process(target=run, args=(str(index), str(folder), mode, other))
        process.start()
        assert begun.poll(120)
        time.sleep(seconds)
        process.kill()
        process.join()
    return process.exitcode != 0


def moments(count: int) -> Iterator[float]:
    chosen = random.Random(20240721)
    for _ in range(count):
        yield chosen.uniform(0.0, 0.35)


STAGES = {"ingest": False, "update": True, "prune": True, "remove": True}
"""What is done to an index, one after the other, and whether the exports are the edited ones by then."""
QUESTIONS = ["How many bats does paper 7 of a count?", "c reaches percent", "paper 3 of b", "shared by all"]


@pytest.mark.parametrize("rounds", [pytest.param(25, marks=(pytest.mark.slow, pytest.mark.timeout(900)))])
def test_a_killed_run_and_one_more_end_in_the_index_of_a_clean_run(
    tmp_path: Path, rounds: int, record_property: Callable[[str, object], None]
) -> None:
    start, folder, died = forks(), tmp_path / "exports", Counter[str]()
    for stage, edited in STAGES.items():
        write(folder, edited=edited)
        finish(start, tmp_path / "clean", folder, stage)
        shutil.copytree(tmp_path / "clean", tmp_path / stage)
    assert len({frozenset(content(tmp_path / stage)) for stage in STAGES}) == len(STAGES)
    chance = moments(rounds * len(STAGES))
    for number in range(rounds):
        index = tmp_path / f"index{number}"
        for stage, edited in STAGES.items():
            write(folder, edited=edited)
            died[stage] += killed(start, index, folder, stage, next(chance))
            finish(start, index, folder, stage)
            assert_alike(index, tmp_path / stage, QUESTIONS)
        shutil.rmtree(index)
    for stage in STAGES:
        record_property(f"killed in {stage}", died[stage])
    assert min(died[stage] for stage in ("ingest", "update", "prune")) > rounds / 2
    assert died.total() > 2 * rounds
