"""Trials: every method is asked every question of a dataset, and the outcome becomes a record."""

from collections.abc import Mapping, Sequence
from time import perf_counter
from typing import Any

from tqdm import tqdm

from benchmarks.datasets import Dataset, Question
from benchmarks.metrics import MAIN, Values, means, measure, noise, percentiles
from rag.evaluation.evaluation import DEPTH, Ranker, first_rank, retrieved

Rankings = dict[str, dict[str, list[str]]]
"""Record ids, best first, by method and question."""

_READ = 5
"""A question whose gold papers are all further down is a failure, to be read."""


def try_out(dataset: Dataset, rankers: Mapping[str, Ranker], names: Mapping[str, str]) -> dict[str, Any]:
    """Ask all questions, and tell how each method did.

    Args:
        dataset: what to ask.
        rankers: by name; the first one is compared with the best of the others.
        names: the paper_id that each record of the corpus is under.

    Returns:
        A record for JSON: `groups` of questions with the means of each method and the `comparison`,
        `milliseconds` a question, `failures` and `per_question` values of the first method.
    """
    questions = [Question(each.id, each.text, _under(each.gold, names), each.groups) for each in dataset.questions]
    rankings, seconds = _ask(questions, rankers)
    values = {method: measure(questions, by_question) for method, by_question in rankings.items()}
    product = next(iter(rankers))
    return {
        "name": dataset.name,
        "papers": len(set(names.values())),
        "questions": len(questions),
        "gold_not_indexed": len({record for each in dataset.questions for record in each.gold} - set(names)),
        "groups": _groups(questions, values, product),
        "milliseconds": {method: percentiles(spent) for method, spent in seconds.items()},
        "failures": _failures(questions, rankings[product]),
        "per_question": {each: round(value, 4) for each, value in values[product][MAIN].items()},
    }


def compare(product: Mapping[str, float], other: Mapping[str, float]) -> dict[str, float]:
    """How far one method is ahead of another in the same questions, and the p of that."""
    differences = [product[each] - other[each] for each in product]
    return {"difference": round(sum(differences) / len(differences), 4), "p": round(noise(differences), 4)}


def _under(gold: Mapping[str, int], names: Mapping[str, str]) -> dict[str, int]:
    """Gold by paper_id: records that were merged are one paper; one that was refused keeps its name and is missed."""
    papers: dict[str, int] = {}
    for record, relevance in gold.items():
        paper_id = names.get(record, record)
        papers[paper_id] = max(relevance, papers.get(paper_id, 0))
    return papers


def _ask(questions: Sequence[Question], rankers: Mapping[str, Ranker]) -> tuple[Rankings, dict[str, list[float]]]:
    """Ask all methods a question before the next one, so that what slows the machine down slows all of them."""
    rankings: Rankings = {method: {} for method in rankers}
    seconds: dict[str, list[float]] = {method: [] for method in rankers}
    turns = list(rankers.items())
    for rank in rankers.values():
        rank(questions[0].text, DEPTH)  # the first call loads what the others find loaded
    for number, question in enumerate(tqdm(questions, desc="asking", leave=False)):
        shift = number % len(turns)
        for method, rank in turns[shift:] + turns[:shift]:
            began = perf_counter()
            found = rank(question.text, DEPTH)
            seconds[method].append(perf_counter() - began)
            rankings[method][question.id] = retrieved(found)
    return rankings, seconds


def _groups(questions: Sequence[Question], values: Mapping[str, Values], product: str) -> dict[str, Any]:
    members: dict[str, list[str]] = {}
    for question in questions:
        for group in question.groups:
            members.setdefault(group, []).append(question.id)
    groups: dict[str, Any] = {}
    for group, ids in members.items():
        methods = {method: means(by_measure, ids) for method, by_measure in values.items()}
        best = max((method for method in methods if method != product), key=lambda method: methods[method][MAIN])
        ours, theirs = ({each: values[method][MAIN][each] for each in ids} for method in (product, best))
        comparison = {"best_baseline": best} | compare(ours, theirs)
        groups[group] = {"questions": len(ids), "methods": methods, "comparison": comparison}
    return groups


def _failures(questions: Sequence[Question], found: Mapping[str, Sequence[str]]) -> list[dict[str, Any]]:
    return [
        {"id": question.id, "groups": question.groups, "gold": list(question.gold), "rank": rank, "first": first}
        for question in questions
        if not 0 < (rank := first_rank(found[question.id], question.gold)) <= _READ
        for first in [list(found[question.id][:_READ])]
    ]
