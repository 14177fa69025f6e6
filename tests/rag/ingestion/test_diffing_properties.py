"""Whatever the records: twice is once, order tells nothing, an edit taken back or a second pruning leaves nothing."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rag.indexing import Indexer
from rag.papers import Paper, content_id
from rag.readers.identifiers import shared_id
from rag.readers.reach import roots_of
from rag.readers.sources import find_sources
from rag.stats import IndexStats
from rag.store import PaperStore
from rag.testing import HashEmbedding
from tests.conftest import HASH
from tests.memory import Memory
from tests.rag.rows import content

SMALL = settings(max_examples=60, deadline=None, derandomize=True, database=None)
LONG = settings(SMALL, max_examples=5_000, derandomize=False)
_TEXT = "We hear bats in caves and count them by night with small microphones on long poles near the river at "
TITLES = st.sampled_from(("Bats", "BATS", "Bats in caves", "", "蝙蝠"))
ABSTRACTS = st.sampled_from((f"{_TEXT}dusk.", f"{_TEXT}dawn.", "The speaker will tell us more.", f"{_TEXT}…", "Caves."))
IDS = st.sampled_from(("", "1", "2101.00001", "2101.00001v2", "10.1/x", "10.1/y"))


@st.composite
def records(draw: st.DrawFn) -> Paper:
    title, abstract, own = draw(TITLES), draw(ABSTRACTS), draw(IDS)
    made = Paper(
        own or content_id(title, abstract),
        title,
        abstract,
        authors=draw(st.sampled_from(((), ("Ada Ames",), ("A. Ames", "Bo Bell"), ("Cy Cox",)))),
        year=draw(st.sampled_from((None, 2020, 2021))),
        venue=draw(st.sampled_from(("", "ICML", "arXiv preprint"))),
        source=draw(st.sampled_from(("a", "b", "c"))),
    )
    return replace(made, identifiers=tuple(filter(None, (shared_id(made.paper_id),))))


LISTS = st.lists(records(), min_size=1, max_size=6)


class Counted(Memory):
    """Counts what is written or taken out."""

    steps = 0

    def _step(self) -> None:
        self.steps += 1
        super()._step()


def check_order(made: Sequence[Paper], order: Sequence[Paper]) -> None:
    once, other = Counted(), Memory()
    once.ingest(made)
    first, steps = dict(once.written), once.steps
    once.ingest(made)
    assert (once.steps - steps, once.written) == (0, first)
    other.ingest(order)
    assert other.papers() == once.papers()


def edited(record: Paper, more: str) -> Paper:
    """The record with more in its abstract, under its own id if it has one."""
    abstract = f"{record.abstract} {more}".strip()
    own = record.paper_id != content_id(record.title, record.abstract)
    return replace(record, abstract=abstract, paper_id=record.paper_id if own else content_id(record.title, abstract))


def check_edits(made: Sequence[Paper], edits: Sequence[str]) -> None:
    memory = Memory()
    memory.ingest(made)
    first = memory.papers()
    memory.ingest(edited(record, more) for record, more in zip(made, edits, strict=False))
    memory.ingest(made)
    assert memory.papers() == first


ORDERS = LISTS.flatmap(lambda made: st.tuples(st.just(made), st.permutations(made)))


def _is_known_again(record: Paper) -> bool:
    """Whether a record has a title, an id, or more words than an edit adds: of "Caves." nothing tells an edit."""
    return bool(record.title or record.identifiers or record.paper_id == "1" or len(record.abstract.split()) > 2)


APART = st.lists(
    records().filter(_is_known_again),
    max_size=6,
    unique_by=(lambda record: record.paper_id, lambda record: record.title.lower()),
)
"""Records that are papers of their own: of two that are one, the first goes on when the other is edited."""
EDITS = st.lists(st.sampled_from(("", "It works.")), min_size=6, max_size=6)


@SMALL
@given(ORDERS)
def test_twice_is_once_and_order_tells_nothing(case: tuple[list[Paper], list[Paper]]) -> None:
    check_order(*case)


@SMALL
@given(APART, EDITS)
def test_an_edit_taken_back_leaves_nothing(made: list[Paper], edits: list[str]) -> None:
    check_edits(made, edits)


@pytest.mark.slow
@pytest.mark.timeout(900)
@LONG
@given(ORDERS, APART, EDITS)
def test_they_hold_for_many_lists(case: tuple[list[Paper], list[Paper]], made: list[Paper], edits: list[str]) -> None:
    check_order(*case)
    check_edits(made, edits)


FILES = st.dictionaries(st.sampled_from(("a", "b", "c")), st.lists(st.integers(0, 6), max_size=4), min_size=1)
"""The papers of each file, by number."""


def pruned(index: str, folder: Path, files: Mapping[str, Sequence[int]]) -> IndexStats:
    """Write the files anew, and bring the index up to them."""
    folder.mkdir(exist_ok=True)
    for name in ("a", "b", "c"):
        told = [{"id": f"p{i}", "title": f"Bats {i}", "abstract": f"We count {i} bats."} for i in files.get(name, ())]
        (folder / f"{name}.jsonl").unlink(missing_ok=True)
        if told:
            (folder / f"{name}.jsonl").write_text("".join(f"{json.dumps(each)}\n" for each in told))
    (folder / "z.jsonl").write_text('{"id": "z", "title": "Owls", "abstract": "Owls hunt."}\n')
    with closing(PaperStore.create(index, HASH)) as store:
        return Indexer(store, HashEmbedding()).ingest_sources(find_sources([folder]), roots_of([folder]))


@settings(SMALL, max_examples=4)
@given(FILES, FILES)
def test_pruning_again_changes_nothing_and_ends_in_the_index_of_the_last_files(
    first: dict[str, list[int]], last: dict[str, list[int]]
) -> None:
    with TemporaryDirectory() as home:
        index, clean, folder = f"{home}/index", f"{home}/clean", Path(home, "exports")
        pruned(index, folder, first)
        pruned(index, folder, last)
        rows = content(index)
        again = pruned(index, folder, last)
        assert (again.added, again.updated, again.removed) == (0, 0, 0)
        assert content(index) == rows
        pruned(clean, folder, last)
        assert {key: row[0] for key, row in content(clean).items()} == {key: row[0] for key, row in rows.items()}
