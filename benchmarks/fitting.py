"""Fitting: the weights of a ranker, and the chances it gives, from examples."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from benchmarks.examples import Examples, joined
from rag.ranking.ranker import Kind, Ranker

_PENALTY = 0.01
_ROUNDS = 150
_STEP = 0.08
_NEWTON_ROUNDS = 25
_RIDGE = 1e-4
_SHARE = 0.3
"""Of the candidates that do not answer, those that the weights are fitted on."""
_FIRST = 20
"""Candidates of a question, best first, whose chances are fitted: further ones are as good as hopeless."""

Array = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Source:
    """Questions that chances are fitted on.

    Args:
        weight: what all of them together count.
    """

    examples: Examples
    weight: float = 1.0


def fitted(sources: Sequence[Examples], embedding: str) -> Ranker:
    """Fit the weights of a ranker; its chances are still to be fitted.

    Args:
        sources: each counts the same, however many questions it has.
        embedding: the model that the features came from.
    """
    answered = [_thinned(part.of(np.add.reduceat(part.gold > 0, part.starts) > 0)) for part in sources]
    told, matrix = joined(answered).told, joined(answered).matrix
    plain = Ranker(
        embedding,
        middle=told.mean(axis=0).astype(np.float64),
        spread=told.std(axis=0).astype(np.float64) + 1e-6,
        weights=np.zeros((matrix.shape[1], told.shape[1] + 1)),
        usual=matrix.mean(axis=0).astype(np.float64),
        chance={kind: np.zeros(told.shape[1] + 3) for kind in Kind},
    )
    return replace(plain, weights=_weights(plain, answered))


def calibrated(ranker: Ranker, sources: Mapping[Kind, Sequence[Source]]) -> Ranker:
    """Fit the chances of a ranker to each kind of question.

    Args:
        ranker: with its weights.
        sources: of each kind; among them questions that no paper answers. Those of `Kind.ROUGH` are few: their odds are
            those of plain questions, stretched and moved.
    """
    chance = {kind: _chance(ranker, sources[kind]) for kind in (Kind.QUESTION, Kind.TOPIC)}
    ranker = replace(ranker, chance=chance)
    moved = _moved(ranker, sources[Kind.ROUGH])
    return replace(ranker, chance=chance | {Kind.ROUGH: moved})


def scores_of(ranker: Ranker, part: Examples) -> Array:
    """The scores of all candidates."""
    unusual = np.repeat(ranker.standing(part.told), part.lengths, axis=0)
    weights = ranker.weights[:, 0] + unusual @ ranker.weights[:, 1:].T
    return np.asarray(((part.matrix - ranker.usual) * weights).sum(axis=1))


def chances_of(ranker: Ranker, part: Examples, kind: Kind = Kind.QUESTION) -> Array:
    """The probabilities of all candidates."""
    odds = _odds_columns(ranker, part) @ ranker.chance[kind]
    return np.asarray(1 / (1 + np.exp(-odds)))


def _thinned(part: Examples, seed: int = 0) -> Examples:
    """Every paper that answers, and some of those that do not."""
    chance = np.random.default_rng(seed)
    kept = (part.gold > 0) | (chance.random(len(part.gold)) < _SHARE)
    lengths = np.add.reduceat(kept.astype(np.int64), part.starts)
    starts = np.cumsum(np.append(0, lengths[:-1]))
    return Examples(part.matrix[kept], part.gold[kept], starts, part.told, part.ideal, part.groups)


def _weights(plain: Ranker, parts: Sequence[Examples]) -> Array:
    """By the likelihood of the papers that answer, among a question's candidates (a softmax), with a penalty."""
    matrix = joined(parts).matrix
    wide = matrix.std(axis=0) + 1e-6
    columns, wanted, weight, lengths = [], [], [], []
    for part in parts:
        unusual = np.repeat(plain.standing(part.told), part.lengths, axis=0)
        beside = np.concatenate([np.ones((len(unusual), 1)), unusual], axis=1)
        centred = (part.matrix - plain.usual) / wide
        columns.append((centred[:, :, None] * beside[:, None, :]).reshape(len(centred), -1))
        right = (part.gold > 0).astype(np.float64)
        wanted.append(right / np.repeat(np.add.reduceat(right, part.starts), part.lengths))
        weight.append(np.full(len(right), 1 / len(part.starts) / len(parts)))
        lengths.append(part.lengths)
    found = _descended(np.concatenate(columns), np.concatenate(wanted), np.concatenate(weight), np.concatenate(lengths))
    return np.asarray(found.reshape(matrix.shape[1], -1) / wide[:, None])


def _descended(columns: Array, wanted: Array, weight: Array, lengths: NDArray[np.int64]) -> Array:
    starts = np.cumsum(np.append(0, lengths[:-1]))
    scale = columns.std(axis=0) + 1e-9
    columns = columns / scale

    def slope(point: Array) -> Array:
        scores = columns @ point
        high = np.exp(scores - np.repeat(np.maximum.reduceat(scores, starts), lengths))
        share = high / np.repeat(np.add.reduceat(high, starts), lengths)
        return np.asarray(columns.T @ ((share - wanted) * weight) + _PENALTY * point)

    return np.asarray(_adam(slope, columns.shape[1]) / scale)


def _chance(ranker: Ranker, sources: Sequence[Source]) -> Array:
    """By logistic regression on the first candidates of every question."""
    return _logistic(*_first_odds(ranker, sources))


def _moved(ranker: Ranker, sources: Sequence[Source]) -> Array:
    """The odds of plain questions, times one number and plus another, by logistic regression."""
    rows, right, weight = _first_odds(ranker, sources)
    plain = ranker.chance[Kind.QUESTION]
    stretch, more = _logistic(np.stack([rows @ plain, np.ones(len(rows))], axis=1), right, weight)
    return np.append(stretch * plain[:-1], stretch * plain[-1] + more)


def _first_odds(ranker: Ranker, sources: Sequence[Source]) -> tuple[Array, Array, Array]:
    """What the odds of the first candidates are made of, which of these answer, and what each counts."""
    columns, right, weight = [], [], []
    for source in sources:
        part = source.examples
        first = _first(scores_of(ranker, part), part)
        columns.append(_odds_columns(ranker, part)[first])
        right.append(part.gold[first] > 0)
        weight.append(np.full(int(first.sum()), source.weight / len(part.starts)))
    return np.concatenate(columns), np.concatenate(right).astype(np.float64), np.concatenate(weight)


def _logistic(rows: Array, right: Array, weight: Array) -> Array:
    """Logistic regression, by Newton's method."""
    point = np.zeros(rows.shape[1])
    for _ in range(_NEWTON_ROUNDS):
        share = 1 / (1 + np.exp(-np.clip(rows @ point, -30, 30)))
        slope = rows.T @ ((share - right) * weight) + _RIDGE * point
        bend = (rows * (share * (1 - share) * weight)[:, None]).T @ rows + _RIDGE * np.eye(rows.shape[1])
        point = point - np.linalg.solve(bend, slope)
    return point


def _first(scores: Array, part: Examples) -> NDArray[np.bool_]:
    chosen = np.zeros(len(scores), dtype=np.bool_)
    for start, length in zip(part.starts, part.lengths, strict=True):
        chosen[start + np.argsort(-scores[start : start + length])[:_FIRST]] = True
    return chosen


def _odds_columns(ranker: Ranker, part: Examples) -> Array:
    unusual = np.repeat(ranker.standing(part.told), part.lengths, axis=0)
    scores = scores_of(ranker, part)
    behind = scores - np.repeat(np.maximum.reduceat(scores, part.starts), part.lengths)
    return np.concatenate([scores[:, None], behind[:, None], unusual, np.ones((len(scores), 1))], axis=1)


def _adam(slope: Callable[[Array], Array], size: int) -> Array:
    """Where a convex function is lowest (Kingma & Ba 2015)."""
    point, mean, square = np.zeros(size), np.zeros(size), np.zeros(size)
    for number in range(1, _ROUNDS + 1):
        found = slope(point)
        mean, square = 0.9 * mean + 0.1 * found, 0.99 * square + 0.01 * found**2
        point = point - _STEP * (mean / (1 - 0.9**number)) / (np.sqrt(square / (1 - 0.99**number)) + 1e-9)
    return point
