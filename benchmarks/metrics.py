"""Metrics: every measure of every question, means of them, and whether a difference is more than noise."""

from collections.abc import Mapping, Sequence
from statistics import mean

import ir_measures
import numpy as np
from ir_measures import RR, R, Success, nDCG

from benchmarks.datasets import Question

MEASURES = (nDCG @ 10, R @ 10, R @ 100, RR @ 10, Success @ 1, Success @ 5, Success @ 20)
NAMES = {"Success@1": "hit@1", "Success@5": "hit@5", "Success@20": "hit@20"}
MAIN = "nDCG@10"
"""What methods are compared by."""

_ROUNDS = 10_000

Values = dict[str, dict[str, float]]
"""By the name of a measure and the id of a question."""


def measure(questions: Sequence[Question], rankings: Mapping[str, Sequence[str]]) -> Values:
    """Measure one method.

    Args:
        questions: each counts, also where nothing was retrieved.
        rankings: record ids, best first, by the question's id.
    """
    qrels = [
        ir_measures.Qrel(question.id, record, relevance)
        for question in questions
        for record, relevance in question.gold.items()
    ]
    # trec_eval sorts by score and breaks ties by id: the place as the score keeps the method's own order.
    run = [
        ir_measures.ScoredDoc(question_id, record, float(-place))
        for question_id, records in rankings.items()
        for place, record in enumerate(records)
    ]
    values: Values = {NAMES.get(str(each), str(each)): {} for each in MEASURES}
    for found in ir_measures.iter_calc(MEASURES, qrels, run):
        name = str(found.measure)
        values[NAMES.get(name, name)][found.query_id] = float(found.value)
    return values


def means(values: Values, ids: Sequence[str]) -> dict[str, float]:
    """The mean of each measure over some questions."""
    return {name: round(mean(by_question[each] for each in ids), 4) for name, by_question in values.items()}


def noise(differences: Sequence[float], seed: int = 0) -> float:
    """The two-sided p of a paired randomisation test: how often chance alone makes so large a mean difference.

    Args:
        differences: one a question, of the same measure by two methods.
        seed: of the signs drawn.
    """
    observed = abs(np.asarray(differences, dtype=np.float64))
    size = abs(float(np.sum(differences)))
    chance = np.random.default_rng(seed)
    as_large = sum(
        int((abs(chance.choice((-1.0, 1.0), size=(100, len(observed))) @ observed) >= size - 1e-12).sum())
        for _ in range(_ROUNDS // 100)
    )
    return (as_large + 1) / (_ROUNDS + 1)


def percentiles(seconds: Sequence[float]) -> dict[str, float]:
    """The median and the 95th percentile, in milliseconds."""
    p50, p95 = np.percentile(np.asarray(seconds), (50, 95)) * 1000
    return {"p50": round(float(p50), 1), "p95": round(float(p95), 1)}
