"""What a person reads after a run."""

from rag.cli.reporting import report
from rag.readers import Refusal
from rag.readers.refusals import WHOLE_FILE
from rag.stats import IndexStats, Merge


def test_counts_are_told_and_those_of_nothing_left_out() -> None:
    text = report(IndexStats(2672, added=2672, refused=(Refusal("e.json", "A", "it has no abstract"),), seconds=60.0))
    first, *rest = text.split("\n")
    assert first == "2,672 papers in the index: 2,672 added, 1 refused (60.0 s, 45 papers/s)."
    assert rest == ["Refused:", "  e.json: A: it has no abstract"]


def test_a_rehearsal_says_that_nothing_was_written() -> None:
    assert report(IndexStats(1, added=1), rehearsed=True) == (
        "Nothing was written. A run would leave 1 paper in the index: 1 added."
    )


def test_merges_say_what_went_into_what() -> None:
    text = report(IndexStats(1, merged=1, merges=(Merge("a.bib", "Bats", "2101.00001"),)))
    assert "  a.bib: Bats → 2101.00001" in text


def test_a_long_list_of_refusals_is_cut_and_its_reasons_counted() -> None:
    refused = tuple(Refusal("e.json", f"R{number}", "it has no abstract") for number in range(1629))
    text = report(IndexStats(1, refused=refused))
    assert "… and 1,609 more; --json lists them all" in text
    assert text.endswith("Why: it has no abstract (1,629).")
    assert len(text.split("\n")) < 30


def test_a_refusal_cannot_move_the_cursor() -> None:
    assert "\x1b" not in report(IndexStats(0, refused=(Refusal("a\x1b[2J", "b", "c"),)))


def test_a_file_is_named_once_where_all_of_it_is_refused() -> None:
    refused = Refusal("x/a.pdf", WHOLE_FILE, "x/a.pdf is a PDF. Export a list.")
    assert report(IndexStats(0, refused=(refused,))).endswith("Refused:\n  x/a.pdf is a PDF. Export a list.")
