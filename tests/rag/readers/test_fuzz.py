"""Valid files of every reader, spoilt at random: papers, refusals or an error by name come of them, in time."""

from __future__ import annotations

import random
import time
from pathlib import Path

import pytest

from rag.readers import FORMATS, Refusal
from tests.rag.readers.fuzzing import fault_of
from tests.rag.readers.reading import items_of
from tests.rag.readers.samples import SAMPLES
from tests.rag.readers.spoiling import mutant
from tests.rag.readers.test_reader_properties import LONG_SECONDS


def test_every_reader_has_samples() -> None:
    assert {format_.name for format_ in FORMATS} | {"HTML table"} == set(SAMPLES)


@pytest.mark.parametrize("reader", SAMPLES)
def test_a_spoilt_file_gives_papers_refusals_or_an_error_by_name(tmp_path: Path, reader: str) -> None:
    chance = random.Random(f"7 {reader}")
    for _ in range(20):
        assert fault_of(reader, *mutant(reader, chance), tmp_path) is None


@pytest.mark.slow
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("reader", SAMPLES)
def test_many_spoilt_files_do(tmp_path: Path, reader: str) -> None:
    chance, until = random.Random(reader), time.monotonic() + LONG_SECONDS
    while time.monotonic() < until:
        assert fault_of(reader, *mutant(reader, chance), tmp_path) is None


def test_a_line_of_marks_alone_below_titles_is_no_record(tmp_path: Path) -> None:
    assert items_of(tmp_path, "# Papers\n\n## On Bats\n\n*", "a.md") == [
        Refusal("a.md", "Papers", "no abstract follows this title"),
        Refusal("a.md", "On Bats", "no abstract follows this title"),
    ]
