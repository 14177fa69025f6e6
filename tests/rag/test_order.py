"""The same records make the same papers, in whatever order, files and runs they come."""

import random
from collections.abc import Sequence
from dataclasses import replace
from itertools import permutations

import pytest

from rag.papers import Paper, content_id
from rag.readers.identifiers import shared_id
from tests.conftest import paper
from tests.memory import Memory

TEXT = "We hear bats in caves and count them by night with small microphones on long poles near the river at "
TALK = "The speaker will tell us more."


def made_of(records: Sequence[Paper], *, at_once: bool) -> list[Paper]:
    """The papers of records, read in one run or file by file."""
    memory = Memory()
    sources = list(dict.fromkeys(record.source for record in records))
    for run in [sources] if at_once else [[source] for source in sources]:
        memory.ingest(record for record in records if record.source in run)
    return memory.papers()


def under(own: str, record: Paper, *more: str) -> Paper:
    return replace(record, paper_id=own, identifiers=tuple(filter(None, (shared_id(own), *more))))


DUSK = paper(f"{TEXT}dusk.", "Bats", authors=("Ada Ames", "Bo Bell"))
SETS = {
    "equal DOIs": [
        under("10.1/x", replace(DUSK, venue="ICML", url="https://x.org", kind="Poster", source="a.csv")),
        under("10.1/x", replace(DUSK, title="BATS", venue="CoRR", url="https://y.org", year=2020, source="b.csv")),
        under("10.1/x", replace(DUSK, abstract=f"{TEXT}dusk. It works.", kind="Talk", source="c.csv")),
    ],
    "initials": [
        replace(DUSK, authors=("A. B. C. D. Ames", "B. Bell"), source="a.csv"),
        replace(DUSK, source="b.csv"),
        replace(DUSK, authors=("Ada Ames",), source="b.csv"),
    ],
    "a record that joins two": [
        under("2101.00001", replace(DUSK, source="a.csv")),
        under("10.1/x", paper(f"{TEXT * 3}dawn.", "Bats in caves of the north", source="b.csv")),
        under("2101.00001", paper(f"{TEXT * 3}dawn.", "Bats in caves of the north", source="c.csv"), "doi:10.1/x"),
    ],
    "a talk by nobody": [
        paper(TALK, "Talk", authors=("Ada Ames",), source="a.csv"),
        paper(TALK, "Talk", authors=("Bo Bell",), source="b.csv"),
        paper(TALK, "Talk", source="c.csv"),
    ],
    "an abstract that breaks off": [
        replace(DUSK, source="a.csv"),
        replace(DUSK, abstract=f"{TEXT[:70]}…", venue="ICML", source="a.csv"),
        replace(DUSK, abstract=f"Abstract: {TEXT}dusk. © 2020 Elsevier Ltd.", source="b.csv"),
    ],
}


@pytest.mark.parametrize("records", SETS.values(), ids=SETS)
@pytest.mark.parametrize("at_once", [True, False], ids=["one run", "several runs"])
def test_every_order_makes_the_same_papers(records: list[Paper], at_once: bool) -> None:
    made = [made_of(order, at_once=at_once) for order in permutations(records)]
    assert all(papers == made[0] for papers in made)
    assert len(made[0]) == (2 if records[0].title == "Talk" else 1)


def drawn(chance: random.Random) -> Paper:
    """A record that has much in common with the next one drawn."""
    title, abstract = (
        chance.choice(["Bats", "BATS", ""]),
        chance.choice([f"{TEXT}dusk.", f"{TEXT}dawn.", TALK, f"{TEXT}…"]),
    )
    own = chance.choice([content_id(title, abstract), "1", "2101.00001", "10.1/x"])
    record = Paper(own, title, abstract, year=chance.choice([None, 2020, 2021]), source=chance.choice(["a", "b", "c"]))
    return replace(
        under(own, record, chance.choice(["", "doi:10.1/x", "doi:10.1/y"])),
        authors=chance.choice([(), ("Ada Ames",), ("A. Ames", "Bo Bell"), ("Cy Cox",)]),
        venue=chance.choice(["", "ICML", "arXiv preprint"]),
        status=chance.choice(["", "", "retracted", "withdrawn", "rejected"]),
    )


@pytest.mark.parametrize("seed", range(200))
def test_any_records_make_the_same_papers_in_another_order(seed: int) -> None:
    chance = random.Random(seed)
    records = [drawn(chance) for _ in range(chance.randint(2, 6))]
    shuffled = chance.sample(records, len(records))
    assert made_of(records, at_once=True) == made_of(shuffled, at_once=chance.random() < 0.5)
