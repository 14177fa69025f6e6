"""Reliability: of the papers that are given a probability, how many answer; and whether it tells where none does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

import numpy as np

from benchmarks.fitting import Array, chances_of
from benchmarks.sources import Probe
from rag.ranking.ranker import Kind, Ranker

_EDGES = (0.0, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1.01)
_REFUSED = 0.05


def reliability(ranker: Ranker, probes: Sequence[Probe]) -> str:
    """A table by kind of question, over what the fit has not seen; each probe counts by its weight.

    Args:
        ranker: fitted.
        probes: with questions in the group "held".
    """
    lines = ["| kind | probability | papers | mean probability | share that answers |", "| --- " * 5 + "|"]
    for kind in Kind:
        held = [(_held(probe), probe.weight) for probe in probes if probe.kind is kind and probe.weight]
        chances = np.concatenate([chances_of(ranker, part.examples, kind) for part, _ in held])
        right = np.concatenate([part.examples.gold > 0 for part, _ in held])
        weight = np.concatenate(
            [np.full(len(part.examples.gold), each / len(part.examples.starts)) for part, each in held]
        )
        for low, high in pairwise(_EDGES):
            inside = (chances >= low) & (chances < high)
            if inside.any():
                mean, share = (np.average(values[inside], weights=weight[inside]) for values in (chances, right))
                span = f"{low:.2f}–{min(high, 1):.2f}"
                lines.append(f"| {kind} | {span} | {inside.sum()} | {mean:.3f} | {share:.3f} |")
    return "\n".join(lines)


def tells_apart(ranker: Ranker, probes: Sequence[Probe]) -> str:
    """A table of the highest probability of each question, beside that of those whose papers were left out."""
    best = {probe.name: _best(ranker, _held(probe)) for probe in probes}
    lines = ["| questions | n | refused | without their papers: n | refused | AUC |", "| --- " * 6 + "|"]
    for name, answered in best.items():
        if (without := best.get(f"{name}, without")) is not None:
            ahead = (answered[:, None] > without[None]).mean()
            refused = (f"{(values < _REFUSED).mean():.2f}" for values in (answered, without))
            lines.append(
                f"| {name} | {len(answered)} | {next(refused)} | {len(without)} | {next(refused)} | {ahead:.3f} |"
            )
    return "\n".join([*lines, *_foreign(best)])


def _foreign(best: Mapping[str, Array]) -> list[str]:
    return [
        f"| {name} | | | {len(values)} | {(values < _REFUSED).mean():.2f} | |"
        for name, values in best.items()
        if name.endswith("of other fields")
    ]


def _best(ranker: Ranker, probe: Probe) -> Array:
    part = probe.examples
    return np.asarray(np.maximum.reduceat(chances_of(ranker, part, probe.kind), part.starts))


def _held(probe: Probe) -> Probe:
    part = probe.examples
    return Probe(probe.name, probe.kind, part.of(part.groups == "held"), probe.weight, probe.ranks)
