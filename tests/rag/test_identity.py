"""Which records are one paper, and what is kept of both."""

from dataclasses import replace

import pytest

from rag.identity import agree, alike, content_key, title_key
from rag.merging import merged
from tests.conftest import BATS, FROGS, paper

LONG = (
    "We count bats in caves and show that their number grows with the depth of each cave, the season of a year, what "
    "food lies near, how warm its walls stay, and who sleeps there."
)


@pytest.mark.parametrize(
    ("title", "abstract"),
    [("DEEP  nets", "We hear bats."), ("{Deep} Nets.", "We\nhear bats"), ("Deep Néts", "We hear—bats.")],
    ids=["case and spacing", "braces and lines", "accents and dashes"],
)
def test_spelling_does_not_part_a_paper(title: str, abstract: str) -> None:
    assert content_key(paper(abstract, title)) == content_key(paper("We hear bats.", "Deep Nets"))


def test_a_word_parts_papers() -> None:
    lens, slit = paper("With a lens.", "Focus of a beam by a lens"), paper("With a slit.", "Focus of a beam by a slit")
    assert content_key(lens) != content_key(slit)
    assert title_key("") == 0


def test_papers_of_one_title_are_the_same_only_by_a_shared_author_and_nearly_the_same_words() -> None:
    one = paper(LONG, "Bats", authors=("Ada Ames",))
    assert alike(one, paper(LONG.replace("grows", "rises"), "Bats", authors=("A. Ames",)))
    assert not alike(one, paper(LONG.replace("grows", "rises"), "Bats", authors=("Bo Bell",)))
    assert not alike(one, paper(FROGS.abstract, "Bats", authors=("Ada Ames",)))
    assert not alike(one, paper(LONG.replace("grows", "rises"), "Bats"))


def test_prefaces_of_two_years_do_not_agree() -> None:
    first = paper("It is our pleasure to present the papers of this year.", "Preface", authors=("Ada Ames",))
    assert not agree(first, paper("The fifth meeting had many guests.", "Preface", authors=("Bo Bell",)))
    assert not agree(replace(first, authors=()), paper("The fifth meeting had many guests.", "Preface"))


def test_a_revised_abstract_by_the_same_people_agrees() -> None:
    first = replace(BATS, authors=("Ada Ames",))
    assert agree(first, replace(first, abstract="Caves are dark; hearing helps.", authors=("Ames, A.", "Ada Ames")))


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


def test_a_retraction_is_never_lost() -> None:
    retracted = replace(BATS, status="retracted")
    assert merged(retracted, BATS).status == merged(BATS, retracted).status == "retracted"


def test_a_preprint_server_is_no_venue_beside_a_journal() -> None:
    assert merged(replace(BATS, venue="arXiv preprint"), replace(BATS, venue="JMLR")).venue == "JMLR"


def test_names_in_full_and_the_whole_abstract_are_richer() -> None:
    short = replace(BATS, authors=("A. Ames",), abstract="Bats hear well. They…")
    full = replace(BATS, authors=("Ada Ames", "Bo Bell"))
    assert merged(short, full) == full


def test_merging_again_changes_nothing() -> None:
    more = replace(BATS, authors=("Ada A.",), year=2024, venue="ICML")
    once = merged(BATS, more)
    assert merged(once, more) == merged(once, BATS) == once


def test_parts_of_a_series_under_one_doi_are_two_papers() -> None:
    first = paper(
        "We bound the loss of learners from above.", "Theory of learning, Part I: bounds", authors=("Ada Ames",)
    )
    second = paper(
        "We bound the loss of learners from below.", "Theory of learning, Part II: bounds", authors=("Ada Ames",)
    )
    assert not agree(first, second)


def test_reports_that_differ_in_a_number_are_two() -> None:
    one = paper(LONG + " It was 2020.", "Report", authors=("Ada Ames",))
    assert not alike(one, paper(LONG + " It was 2021.", "Report", authors=("Ada Ames",)))


def test_signs_part_names() -> None:
    assert len({content_key(paper("A library.", f"Fast parsing in {name}")) for name in ("C", "C++", "C#")}) == 3


def test_a_withdrawal_stays_beside_a_record_that_does_not_mention_it() -> None:
    withdrawn = replace(BATS, status="withdrawn")
    assert merged(withdrawn, BATS).status == merged(BATS, withdrawn).status == "withdrawn"
    assert merged(withdrawn, replace(BATS, venue="ICML")).status == ""
