"""Ranker: fit the weights that the product ranks by, and the probabilities it gives, and write them.

    python -m benchmarks.ranker --data DIR [--cache DIR] [--embedding SPEC] [--keep-weights] [--pairs N] [--asked N]

DIR holds `corpus/paperlists.tar.xz` and the collections of `benchmarks.retrieval`. Fitted on questions made of public
papers that no dataset holds, on the `tune` halves of the collections, and on half of our Chinese questions; `held` is
only reported. Needs a quarter of an hour on two quiet cores the first time, for 20,000 papers to be embedded.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import platformdirs

from benchmarks.examples import Examples
from benchmarks.fitting import Array, Source, calibrated, fitted, scores_of
from benchmarks.reliability import reliability, tells_apart
from benchmarks.sources import Library, Probe
from rag.config import BUNDLED_EMBEDDING
from rag.embedding import build_embedding
from rag.errors import AskPapersError
from rag.ranking.ranker import FILES, Kind, Ranker, fitted_to

_ROOT = Path(__file__).resolve().parent.parent


def main(argv: Sequence[str] | None = None) -> int:
    """Fit, print how well it does, and write the file. Returns 0; 2 if it could not run."""
    args = _parser().parse_args(argv)
    try:
        library = Library(
            args.data, args.cache, args.embedding, build_embedding(args.embedding), args.pairs, args.asked
        )
        probes = list(library.probes())
    except (AskPapersError, OSError, ValueError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    ranker = _fitted(probes, args.embedding, keep=args.keep_weights)
    written = _ROOT / "rag" / "ranking" / FILES[args.embedding]
    written.write_text(json.dumps(ranker.record(), indent=1) + "\n", encoding="utf-8")
    print(_rankings(ranker, probes), reliability(ranker, probes), tells_apart(ranker, probes), sep="\n\n")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=_ROOT.parent / "shared", help="where the datasets lie")
    cache = platformdirs.user_cache_path("askpapers-benchmarks")
    parser.add_argument("--cache", type=Path, default=cache, help=f"keeps the indexes (default: {cache})")
    parser.add_argument("--embedding", default=BUNDLED_EMBEDDING, choices=sorted(FILES), help="the model to fit to")
    parser.add_argument("--keep-weights", action="store_true", help="fit the probabilities alone")
    parser.add_argument("--pairs", type=int, default=6000, help="papers to make pairs of")
    parser.add_argument("--asked", type=int, default=700, help="questions asked of each source")
    return parser


def _fitted(probes: Sequence[Probe], embedding: str, *, keep: bool) -> Ranker:
    tuned = [(probe, probe.examples.of(probe.examples.groups != "held")) for probe in probes]
    known = fitted_to(embedding) if keep else None
    ranker = known or fitted([part for probe, part in tuned if probe.ranks], embedding)
    return calibrated(
        ranker,
        {
            kind: [Source(part, probe.weight) for probe, part in tuned if probe.kind is kind and probe.weight]
            for kind in Kind
        },
    )


def _rankings(ranker: Ranker, probes: Sequence[Probe]) -> str:
    lines = ["| questions | n | nDCG@10 |", "| --- | --- | --- |"]
    for probe in probes:
        part = probe.examples
        if not probe.ranks:
            continue
        values = _ndcg(part, scores_of(ranker, part))
        for group in sorted(set(part.groups)):
            inside = part.groups == group
            lines.append(f"| {probe.name}, {group} | {int(inside.sum())} | {values[inside].mean():.3f} |")
    return "\n".join(lines)


def _ndcg(part: Examples, scores: Array) -> Array:
    values = []
    for start, length, ideal in zip(part.starts, part.lengths, part.ideal, strict=True):
        order = np.argsort(-scores[start : start + length], kind="stable")[:10]
        discounts = 1 / np.log2(np.arange(10) + 2)
        best = np.dot(ideal, discounts[: len(ideal)])
        values.append(np.dot(part.gold[start : start + length][order], discounts[: len(order)]) / best)
    return np.array(values)


if __name__ == "__main__":
    sys.exit(main())
