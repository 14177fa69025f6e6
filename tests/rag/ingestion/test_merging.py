"""What a paper keeps of its records."""

from dataclasses import replace
from itertools import permutations

import pytest

from rag.ingestion.merging import merged
from rag.papers import Paper
from tests.conftest import BATS


def test_what_one_record_lacks_is_taken_from_the_other() -> None:
    more = replace(BATS, paper_id="x", authors=("Ada A.",), year=2024, identifiers=("doi:10.1/x",), source="b.bib")
    paper_ = merged(replace(BATS, venue="ICML", source="a.csv"), more)
    assert paper_ == replace(
        BATS, venue="ICML", source="a.csv", authors=("Ada A.",), year=2024, identifiers=("doi:10.1/x",)
    )


def test_the_later_arxiv_version_is_kept_whichever_comes_first() -> None:
    old = replace(BATS, url="https://arxiv.org/abs/2101.00001v1")
    new = replace(BATS, title="BATNET 2", abstract="Bats see.", url="https://arxiv.org/abs/2101.00001v2")
    for paper_ in (merged(old, new), merged(new, old)):
        assert (paper_.title, paper_.abstract, paper_.url) == (new.title, new.abstract, new.url)


def test_the_published_paper_comes_before_the_rejected_submission() -> None:
    rejected = replace(BATS, venue="ICLR", year=2018, status="rejected", kind="Reject")
    published = replace(BATS, venue="ICML", year=2019, kind="Poster")
    for paper_ in (merged(rejected, published), merged(published, rejected)):
        assert (paper_.venue, paper_.year, paper_.status, paper_.kind) == ("ICML", 2019, "", "Poster")


def test_a_retraction_shows_as_long_as_a_record_tells_of_it() -> None:
    retracted = replace(BATS, status="retracted")
    assert merged(retracted, BATS).status == merged(BATS, retracted).status == "retracted"


def test_a_withdrawal_stays_beside_a_record_that_does_not_mention_it() -> None:
    withdrawn = replace(BATS, status="withdrawn")
    assert merged(withdrawn, BATS).status == merged(BATS, withdrawn).status == "withdrawn"
    assert merged(withdrawn, replace(BATS, venue="ICML")).status == ""


def test_a_preprint_server_is_no_venue_beside_a_journal() -> None:
    preprint = replace(BATS, venue="arXiv preprint", title="Bat Net", authors=("Ada Ames", "Bo Bell"))
    paper_ = merged(preprint, replace(BATS, venue="JMLR"))
    assert (paper_.venue, paper_.authors) == ("JMLR", ("Ada Ames", "Bo Bell"))


def test_a_conference_comes_before_a_workshop() -> None:
    workshop, oral = replace(BATS, venue="ICLR", kind="Workshop", year=2018), replace(BATS, venue="ICML", kind="Oral")
    for paper_ in (merged(workshop, oral), merged(oral, workshop)):
        assert (paper_.venue, paper_.kind, paper_.year) == ("ICML", "Oral", 2018)


def test_names_in_full_and_the_whole_abstract_are_richer() -> None:
    short = replace(BATS, authors=("A. Ames",), abstract="Bats hear well. They…")
    full = replace(BATS, authors=("Ada Ames", "Bo Bell"))
    assert merged(short, full) == merged(full, short) == full


def test_names_in_full_come_before_longer_initials() -> None:
    initials, full = replace(BATS, authors=("A. B. C. D. E. Ames",)), replace(BATS, authors=("Ada Ames",))
    assert merged(initials, full).authors == merged(full, initials).authors == ("Ada Ames",)


def test_an_abstract_that_breaks_off_is_kept_only_where_there_is_no_other() -> None:
    cut = replace(BATS, abstract=f"{BATS.abstract} And there is a good deal more to it, as we will see in the...")
    assert merged(cut, BATS).abstract == merged(BATS, cut).abstract == BATS.abstract
    assert merged(cut).abstract == cut.abstract


def test_merging_again_changes_nothing() -> None:
    more = replace(BATS, authors=("Ada A.",), year=2024, venue="ICML")
    once = merged(BATS, more)
    assert merged(once, more) == merged(once, BATS) == once


RECORDS = [
    replace(BATS, venue="ICML", authors=("A. Ames",), url="https://x.org/1", source="a.csv"),
    replace(BATS, title="Batnet", venue="CoRR", authors=("Ada Ames",), year=2020, kind="Poster", source="b.csv"),
    replace(BATS, abstract=f"{BATS.abstract} More.", venue="ICML", year=2021, url="https://x.org/2", source="c.csv"),
    replace(BATS, url="https://arxiv.org/abs/2101.00001v3", identifiers=("arxiv:2101.00001",), status="withdrawn"),
]


@pytest.mark.parametrize("count", [2, 3, 4])
def test_the_order_of_the_records_plays_no_part(count: int) -> None:
    made: dict[frozenset[int], set[Paper]] = {}
    for order in permutations(range(4), count):
        made.setdefault(frozenset(order), set()).add(merged(*(RECORDS[at] for at in order)))
    assert {len(papers) for papers in made.values()} == {1}
