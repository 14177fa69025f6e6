"""Runs that are killed at any moment: the next one ends in the index of a clean run."""

import json
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.rag.rows import content

SCRIPT = """
import sys, time
from rag.indexing import Indexer
from rag.readers.reach import roots_of
from rag.readers.sources import find_sources
from rag.store import PaperStore
from rag.testing import HashEmbedding
import rag.ingestion
rag.ingestion._BATCH = 4
class Slow(HashEmbedding):
    def _get_text_embedding(self, text):
        time.sleep(0.001)
        return super()._get_text_embedding(text)
index, folder, prune = sys.argv[1:4]
store = PaperStore.create(index, "hash")
print("begun", flush=True)
stats = Indexer(store, Slow()).ingest_sources(find_sources([folder]), roots_of([folder]) if prune == "prune" else ())
print(stats.papers)
"""


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


def start(index: Path, folder: Path, mode: str) -> "subprocess.Popen[str]":
    words = [sys.executable, "-c", SCRIPT, str(index), str(folder), mode]
    return subprocess.Popen(words, cwd=ROOT, stdout=subprocess.PIPE, text=True)


def finish(index: Path, folder: Path, mode: str) -> None:
    process = start(index, folder, mode)
    out, _ = process.communicate(timeout=300)
    assert process.returncode == 0, out


def moments(count: int) -> Iterator[float]:
    chosen = random.Random(20240721)
    for _ in range(count):
        yield chosen.uniform(0.0, 0.35)


@pytest.mark.parametrize("kills", [2, pytest.param(60, marks=(pytest.mark.slow, pytest.mark.timeout(1800)))])
def test_a_killed_run_and_one_more_end_in_the_index_of_a_clean_run(tmp_path: Path, kills: int) -> None:
    folder = tmp_path / "exports"
    write(folder, edited=False)
    finish(tmp_path / "clean", folder, "")
    before = content(tmp_path / "clean")
    write(folder, edited=True)
    finish(tmp_path / "clean", folder, "prune")
    after = content(tmp_path / "clean")
    assert before.keys() != after.keys()
    died = 0
    for number, moment in enumerate(moments(kills)):
        index = tmp_path / f"index{number}"
        for edited, mode, expected in ((False, "", before), (True, "prune", after)):
            write(folder, edited=edited)
            process = start(index, folder, mode)
            assert process.stdout is not None
            process.stdout.readline()
            time.sleep(moment)
            process.send_signal(signal.SIGKILL)
            process.communicate(timeout=300)
            died += process.returncode != 0
            finish(index, folder, mode)
            assert content(index) == expected
    assert died > kills / 2
