"""Pairs made from a paper."""

from benchmarks.training.pairs import PairMaker
from benchmarks.training.papers import Source

FIRST = "We hear bats in the dark of their caves, by what they cry at walls and moths."
SECOND = "Their cries return from walls and moths, and from the cave itself, as echoes."
BATS = Source("Hearing of bats", f"{FIRST} {SECOND}")


def test_a_paper_gives_other_pairs_each_time_and_the_same_for_a_seed() -> None:
    one, other = (PairMaker([BATS], seed=1) for _ in range(2))
    pairs = [one.pair(BATS) for _ in range(20)]
    assert [other.pair(BATS) for _ in range(20)] == pairs
    assert len({pair.question for pair in pairs}) > 5


def test_a_sentence_that_stands_for_the_question_is_taken_out_of_the_paper() -> None:
    maker = PairMaker([BATS], seed=1)
    asked = [pair for pair in (maker.pair(BATS) for _ in range(100)) if pair.question == SECOND]
    assert asked
    assert {pair.paper.removeprefix("Hearing of bats\n") for pair in asked} <= {FIRST, BATS.abstract}
    assert FIRST in {pair.paper for pair in asked}


def test_where_the_title_is_the_question_the_paper_is_shown_without_it() -> None:
    maker = PairMaker([BATS], seed=1)
    assert {pair.paper for pair in (maker.pair(BATS) for _ in range(60)) if pair.question == BATS.title} == {
        BATS.abstract
    }


def test_a_summary_is_what_the_paper_says_it_does_in_the_third_person() -> None:
    paper = Source("Caves", f"{SECOND} In this paper, we show how bats map a cave by its echoes alone (in 3D).")
    maker = PairMaker([paper] * 40, seed=2, summaries=True)
    asked = {maker.pair(paper).question for _ in range(200)}
    assert "the authors show how bats map a cave by its echoes alone." in asked
