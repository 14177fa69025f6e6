"""Runs that are killed at any moment: the next one ends in the index of a clean run."""

import json
import multiprocessing
import random
import time
from collections.abc import Iterator
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerContext
from pathlib import Path

import pytest

import rag.ingestion.run
from rag.indexing import Indexer
from rag.readers.reach import roots_of
from rag.readers.sources import find_sources
from rag.store import PaperStore
from rag.testing import HashEmbedding
from tests.conftest import HASH
from tests.rag.rows import content


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
    """Ingest a folder, written every four papers; says when it begins."""
    rag.ingestion.run._BATCH = 4
    store = PaperStore.create(index, HASH)
    if begun is not None:
        begun.send("begun")
    Indexer(store, Slow()).ingest_sources(find_sources([folder]), roots_of([folder]) if mode == "prune" else ())
    store.close()


def forks() -> ForkServerContext:
    """Starts processes from one that has imported what takes long, so that each is quick."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["pytest", "rag.engine", "rag.indexing", "rag.readers.sources", "rag.testing"])
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


@pytest.mark.parametrize("kills", [pytest.param(60, marks=(pytest.mark.slow, pytest.mark.timeout(900)))])
def test_a_killed_run_and_one_more_end_in_the_index_of_a_clean_run(tmp_path: Path, kills: int) -> None:
    start, folder = forks(), tmp_path / "exports"
    write(folder, edited=False)
    finish(start, tmp_path / "clean", folder, "")
    before = content(tmp_path / "clean")
    write(folder, edited=True)
    finish(start, tmp_path / "clean", folder, "prune")
    after = content(tmp_path / "clean")
    assert before.keys() != after.keys()
    died = 0
    for number, moment in enumerate(moments(kills)):
        index = tmp_path / f"index{number}"
        for edited, mode, expected in ((False, "", before), (True, "prune", after)):
            write(folder, edited=edited)
            died += killed(start, index, folder, mode, moment)
            finish(start, index, folder, mode)
            assert content(index) == expected
    assert died > kills / 2
