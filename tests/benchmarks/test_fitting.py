"""Fitting of weights and probabilities to examples."""

import numpy as np
import pytest

from benchmarks.examples import Examples
from benchmarks.fitting import Source, calibrated, chances_of
from rag.ranking.features import NAMES, QUESTION_NAMES
from rag.ranking.ranker import Kind, Ranker

QUESTIONS, PAPERS = 400, 4


def examples(share: float) -> Examples:
    """Questions with four papers, scored 3, 2, 1 and 0: the first answers in a share of them, no other ever."""
    matrix = np.zeros((QUESTIONS * PAPERS, len(NAMES)), np.float32)
    matrix[:, 0] = np.tile([3, 2, 1, 0], QUESTIONS)
    gold = np.zeros(len(matrix), np.int64)
    gold[: int(share * QUESTIONS) * PAPERS : PAPERS] = 1
    told = np.zeros((QUESTIONS, len(QUESTION_NAMES)), np.float32)
    return Examples(matrix, gold, np.arange(0, len(matrix), PAPERS), told, [], np.full(QUESTIONS, "tune"))


def test_each_kind_of_question_gets_the_probability_that_came_true_for_it() -> None:
    width = len(QUESTION_NAMES)
    weights = np.zeros((len(NAMES), 1 + width))
    weights[0, 0] = 1.0
    plain = Ranker("m", np.zeros(width), np.ones(width), weights, np.zeros(len(NAMES)), {})
    shares = {Kind.QUESTION: 0.5, Kind.TOPIC: 0.9, Kind.ROUGH: 0.25}
    ranker = calibrated(plain, {kind: [Source(examples(share))] for kind, share in shares.items()})
    for kind, share in shares.items():
        chances = chances_of(ranker, examples(share), kind).reshape(QUESTIONS, PAPERS)
        assert chances[:, 0].mean() == pytest.approx(share, abs=0.02)
        assert chances[:, 1:].max() < 0.05
