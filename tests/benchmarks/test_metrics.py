"""Metrics: the values of tiny rankings, worked out by hand."""

from math import log2

import pytest

from benchmarks.datasets import Question
from benchmarks.metrics import means, measure, noise, percentiles

BATS = Question("q1", "bats?", {"b": 1}, ("all",))
OWLS = Question("q2", "owls?", {"o": 1, "p": 1}, ("all",))


def test_the_second_place_gets_its_share() -> None:
    values = measure([BATS], {"q1": ["x", "b"]})
    assert {name: by_question["q1"] for name, by_question in values.items()} == {
        "nDCG@10": pytest.approx(1 / log2(3)), "R@10": 1.0, "R@100": 1.0, "RR@10": 0.5,
        "hit@1": 0.0, "hit@5": 1.0, "hit@20": 1.0,
    }  # fmt: skip


def test_the_order_of_the_ranking_counts_whatever_the_ids_are() -> None:
    for ranking, hit in ((["b", "z", "a"], 1.0), (["z", "a", "b"], 0.0), (["a", "b", "z"], 0.0)):
        assert measure([BATS], {"q1": ranking})["hit@1"]["q1"] == hit


def test_recall_counts_every_paper_that_answers_and_only_so_deep() -> None:
    ranking = ["o", *(f"x{i}" for i in range(11)), "p"]
    values = measure([OWLS], {"q2": ranking})
    assert (values["R@10"]["q2"], values["R@100"]["q2"]) == (0.5, 1.0)


def test_a_question_for_which_nothing_was_retrieved_counts_as_0() -> None:
    values = measure([BATS, OWLS], {"q1": ["b"], "q2": []})
    assert means(values, ["q1", "q2"])["nDCG@10"] == 0.5
    assert means(values, ["q2"])["hit@20"] == 0.0


def test_a_difference_that_one_question_makes_is_noise_and_one_that_all_make_is_none() -> None:
    assert noise([0.0] * 20) == 1.0
    assert noise([0.5] + [0.0] * 19) == 1.0
    assert noise([0.1] * 20) < 0.001


def test_six_questions_of_six_come_about_by_chance_in_one_of_32() -> None:
    assert noise([0.1] * 6) == pytest.approx(2 / 64, abs=0.006)
    assert noise([0.1] * 6) == noise([-0.1] * 6)


def test_times_are_in_milliseconds() -> None:
    assert percentiles([0.001] * 99 + [1.0]) == {"p50": 1.0, "p95": 1.0}
