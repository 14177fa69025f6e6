"""Runs that are killed just as Chroma writes its files: the next ones end in the index of a clean run."""

import json
import multiprocessing
import random
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from multiprocessing.context import ForkServerContext
from pathlib import Path

import pytest

import rag.index.connection
import rag.ingestion.run
from rag.index.soundness import look
from rag.index.vector_files import DamageError
from rag.indexing import Indexer
from rag.readers.reach import roots_of
from rag.readers.sources import find_sources
from rag.store import PaperStore
from rag.testing import HashEmbedding
from tests.conftest import HASH
from tests.rag.rows import assert_alike, content

_KILLS = 22


def write(folder: Path, *, edited: bool) -> None:
    """Exports of 1,500 papers; edited: every third changed, a third gone, a third new."""
    folder.mkdir(exist_ok=True)
    for name in ("a", "b", "c"):
        lines = (
            {"id": f"{name}{i}", "title": f"Bats {name}{i}", "abstract": f"We count {i * (7 if edited else 3)} bats."}
            if i % 3 == 0
            else {"id": f"{name}{i}", "title": f"Bats {name}{i}", "abstract": f"We count {i} bats."}
            for i in range(160 if edited else 0, 660 if edited else 500)
        )
        (folder / f"{name}.jsonl").write_text("".join(f"{json.dumps(line)}\n" for line in lines))


def run(index: str, folder: str) -> None:
    """Ingest and prune, with vector files written every 16 rows in place of 1,000."""
    rag.index.connection.HNSW["sync_threshold"] = rag.ingestion.run._BATCH = 16
    store = PaperStore.create(index, HASH)
    Indexer(store, HashEmbedding()).ingest_sources(find_sources([folder]), roots_of([folder]))
    store.close()


def forks() -> ForkServerContext:
    """Starts processes from one that has imported what takes long, so that each is quick."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["pytest", "rag.engine", "rag.indexing", "rag.readers.sources", "rag.testing"])
    return context


def written(chroma: Path) -> Mapping[Path, tuple[int, int]]:
    """When each vector file was last written, and its size."""
    found = {}
    for path in chroma.glob("*/*.*"):
        with suppress(FileNotFoundError):  # what was broken is taken away
            stat = path.stat()
            found[path] = (stat.st_mtime_ns, stat.st_size)
    return found


def make(index: str) -> None:
    """Make an empty index."""
    PaperStore.create(index, HASH).close()


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_kills_while_an_index_is_first_made_cost_nothing(tmp_path: Path) -> None:
    start, died = forks(), 0
    for number in range(20):
        index = tmp_path / str(number)
        process = start.Process(target=make, args=(str(index),))
        process.start()
        while process.is_alive() and not (index / "chroma" / "chroma.sqlite3").exists():
            time.sleep(0.0002)
        time.sleep(0.002 * number)
        process.kill()
        process.join()
        died += process.exitcode != 0
        make(str(index))
        assert content(index) == {}
    assert died > 10


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_kills_while_vector_files_are_written_cost_nothing(
    tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    start = forks()
    index, folder, chance = tmp_path / "killed", tmp_path / "exports", random.Random(20240721)
    died = broken = 0
    for edited in (False, True):
        write(folder, edited=edited)
        run(str(tmp_path / "clean"), str(folder))
        for _ in range(_KILLS):
            process = start.Process(target=run, args=(str(index), str(folder)))
            process.start()
            for _ in range(chance.randint(1, 3)):  # the first to third time that they are written in this run
                before = written(index / "chroma")
                while process.is_alive() and written(index / "chroma") == before:
                    time.sleep(0.0002)
            time.sleep(chance.choice([0, 0, 0.0005, 0.002, 0.01]))
            process.kill()
            process.join()
            died += process.exitcode != 0
            try:
                broken += bool(look(index / "chroma", "papers").lacking)
            except DamageError:
                broken += 1
        run(str(index), str(folder))
        assert_alike(index, tmp_path / "clean", ["How many bats of a do we count?", "bats b300", "count 77"])
    record_property("broken", broken)
    assert died >= 40
    assert broken >= 5
