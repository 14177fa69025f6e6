"""Runs cut off after any write: one more run ends where an undisturbed one would have."""

import random
from dataclasses import replace

import pytest

from rag.papers import Paper, content_id
from tests.conftest import paper
from tests.memory import CutOffError, Memory

TEXT = "We hear {} bats in caves and count them by night with small microphones on poles near the river."


def ended(before: Memory, records: list[Paper]) -> None:
    """Cut a run over these records off after each of its writes, and compare what the next one makes of it."""
    whole = Memory(before.written)
    whole.ingest(records)
    expected = {paper_id: (change.paper, change.records) for paper_id, change in whole.written.items()}
    for writes in range(200):
        memory = Memory(before.written)
        try:
            memory.ingest(records, cut_off_after=writes)
        except CutOffError:
            memory.ingest(records)
            found = {paper_id: (change.paper, change.records) for paper_id, change in memory.written.items()}
            assert found == expected
        else:
            return
    pytest.fail("the run has no end")


def test_an_edit_without_an_id_in_two_files() -> None:
    old = [paper("Reaches 71 percent.", "Bats", source=name) for name in ("a", "b")]
    before = Memory()
    before.ingest(old)
    ended(before, [paper("Now it is 64.", "Bats", source=name) for name in ("a", "b")])


def test_a_record_that_joins_two_papers() -> None:
    one = paper(TEXT.format(1), "Bats", "2101.00001", identifiers=("arxiv:2101.00001",), source="a")
    two = paper(TEXT.format(2) * 2, "Bats in caves of the north", "10.1/x", identifiers=("doi:10.1/x",), source="b")
    before = Memory()
    before.ingest([one, two])
    ended(before, [replace(two, paper_id="2101.00001", identifiers=(*one.identifiers, *two.identifiers), source="c")])


def drawn(chance: random.Random, source: str) -> Paper:
    number = chance.randint(0, 4)
    title, abstract = chance.choice([f"Bats {number}", f"BATS {number}", ""]), TEXT.format(number)
    authors = chance.choice([(), ("Ada Ames",), ("A. Ames", "Bo Bell"), ("Bo Bell",)])
    own = chance.choice([content_id(title, abstract), str(number)])
    return Paper(own, title, abstract, authors, chance.choice([None, 2020]), source=source)


def edited(record: Paper, chance: random.Random) -> Paper:
    if chance.random() < 0.6:
        return record
    abstract = record.abstract.replace("small", "tiny old").replace("count", "hear and feel and know")
    hashed = record.paper_id == content_id(record.title, record.abstract)
    return replace(
        record, abstract=abstract, paper_id=content_id(record.title, abstract) if hashed else record.paper_id
    )


@pytest.mark.parametrize("seed", range(40))
def test_edits_of_records_that_are_much_alike(seed: int) -> None:
    chance = random.Random(seed)
    records = [drawn(chance, source) for source in "abc" for _ in range(chance.randint(1, 4))]
    before = Memory()
    before.ingest(records)
    ended(before, [edited(record, chance) for record in records])
