"""What is kept of a record beside its paper."""

from dataclasses import replace

from rag.ingestion.accounts import Told, read_lines, told
from rag.ingestion.identity import content_key, title_key
from rag.papers import Paper
from tests.conftest import BATS

RECORD = replace(
    BATS,
    paper_id="10.1/x",
    title="Bats\nand\x1fmore",
    abstract="蝙蝠 hear.\u2028They do.",
    authors=("Ada Ames", "Bo, B."),
    year=None,
    identifiers=("doi:10.1/x",),
    source="a.csv",
)


def read_again(one: Told, paper: Paper) -> Told:
    (account,) = read_lines(" ".join(one.account(paper).line))
    assert account.key == one.key
    return told(account, paper)


def test_a_record_comes_back_as_it_was_read() -> None:
    one = Told(RECORD, "/exports/my list.csv", unsettled=True)
    assert read_again(one, replace(BATS, year=2020)) == one


def test_what_the_paper_says_itself_is_not_kept_twice() -> None:
    account = Told(BATS, "/exports/a.csv").account(BATS)
    assert (account.said, account.line) == ("", (BATS.fingerprint, "/exports/a.csv"))


def test_the_keys_of_another_title_are_kept() -> None:
    account = Told(RECORD, "a").account(BATS)
    assert account.differs["keys"] == [title_key(RECORD.title), content_key(RECORD)]


def test_records_of_an_index_that_kept_none_say_what_their_paper_says() -> None:
    first, second = read_lines("0123456789abcdef /exports/a.csv\nfedcba9876543210 /exports/b.csv")
    assert told(first, BATS).record == told(second, BATS).record == BATS
