"""Which of several things no paper has."""

from rag.corpus.gaps import gap


def test_what_no_paper_has_is_named() -> None:
    told = gap([("flow matching", 13), ("zebrafish", 0)], some=True)
    assert told == "No paper has “zebrafish”. These have “flow matching”."


def test_two_things_that_no_paper_has_together_are_told_with_their_counts() -> None:
    assert gap([("Mamba", 10), ("AQLM", 1)]) == "No paper clearly has both “Mamba” (10 papers) and “AQLM” (1 paper)."


def test_three_things_are_told_in_chinese() -> None:
    told = gap([("A", 3), ("B", 4), ("C", 5)], some=True, cjk=True)
    assert told == "没有论文明确同时涉及：“A”（3 篇）、“B”（4 篇）、“C”（5 篇）。以下论文至少涉及其中之一。"
