"""Ranker: fit the weights that the product ranks by, and the probabilities it gives, and write rag/ranker.json.

    python -m benchmarks.ranker --data DIR [--cache DIR] [--pairs 6000] [--asked 700]

DIR holds `corpus/paperlists.tar.xz` and the collections of `benchmarks.retrieval`. Fitted on pairs made of public
papers that no dataset holds, and on the `tune` halves of the collections; `held` is only reported. Needs ten minutes on
two cores the first time, for the 6,000 papers to be embedded.
"""

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path

import numpy as np
import platformdirs
from llama_index.core.base.embeddings.base import BaseEmbedding

from benchmarks.datasets import DEFAULT_COLLECTIONS, DEFAULT_CORPUS, Question, load_collection
from benchmarks.examples import Examples, gathered
from benchmarks.fitting import Array, chances_of, fitted, scores_of
from benchmarks.indexes import open_index
from benchmarks.pairs import pairs_of
from rag.config import BUNDLED_EMBEDDING
from rag.embedding import build_embedding
from rag.errors import AskPapersError
from rag.indexing import Indexer
from rag.ranker import Ranker
from rag.retrieval import HybridRetriever
from rag.store import PaperStore

_ROOT = Path(__file__).resolve().parent.parent
WRITTEN = _ROOT / "rag" / "ranker.json"
_CALIBRATED = ("pairs", "openreview-tldr", "scitldr-pr-dev", "scifact-train")
"""What chances are fitted on: Cranfield's many papers a question would make every other paper look likely."""
_EDGES = (0.0, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.01)


def main(argv: Sequence[str] | None = None) -> int:
    """Fit, print how well it does, and write the file. Returns 0; 2 if it could not run."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=_ROOT.parent / "shared", help="where the datasets lie")
    cache = platformdirs.user_cache_path("askpapers-benchmarks")
    parser.add_argument("--cache", type=Path, default=cache, help=f"keeps the indexes (default: {cache})")
    parser.add_argument("--pairs", type=int, default=6000, help="papers to make pairs of")
    parser.add_argument("--asked", type=int, default=700, help="questions asked of each source")
    args = parser.parse_args(argv)
    try:
        embed_model = build_embedding(BUNDLED_EMBEDDING)
        found, without = _all(args, embed_model)
    except (AskPapersError, OSError, ValueError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    tuned = {name: part.of(part.groups != "held") for name, part in found.items()}
    ranker = fitted(
        list(tuned.values()), [*(tuned[name] for name in _CALIBRATED if name in tuned), without], BUNDLED_EMBEDDING
    )
    WRITTEN.write_text(json.dumps(ranker.record(), indent=1) + "\n", encoding="utf-8")
    print(_rankings(ranker, found), _reliability(ranker, found, without), sep="\n\n")
    return 0


def _all(args: argparse.Namespace, embed_model: BaseEmbedding) -> tuple[dict[str, Examples], Examples]:
    """The examples of each source, and those of questions whose gold papers were left out."""
    retriever, questions = _of_pairs(args, embed_model)
    found = {"pairs": gathered(retriever, questions[: args.asked])}
    without = gathered(retriever, questions[-args.asked :], without_gold=True)
    for name in DEFAULT_COLLECTIONS:
        dataset = load_collection(args.data / "collections" / name)
        indexed = open_index(dataset.corpus, BUNDLED_EMBEDDING, embed_model, args.cache)
        asked = [
            Question(each.id, each.text, {indexed.names.get(k, k): v for k, v in each.gold.items()}, each.groups)
            for each in dataset.questions[: 2 * args.asked]
        ]
        found[name] = gathered(HybridRetriever(indexed.store, embed_model), asked)
    return found, without


def _of_pairs(args: argparse.Namespace, embed_model: BaseEmbedding) -> tuple[HybridRetriever, list[Question]]:
    held = [args.data / "collections" / name / "corpus.jsonl" for name in DEFAULT_COLLECTIONS]
    left_out = [*held, args.data / "corpus" / DEFAULT_CORPUS]
    papers, pairs = pairs_of(args.data / "corpus" / "paperlists.tar.xz", left_out, args.pairs)
    store = PaperStore.create(str(args.cache / f"pairs-{args.pairs}"), BUNDLED_EMBEDDING)
    Indexer(store, embed_model).ingest(papers)
    questions = [
        Question(str(number), pair.question, {pair.paper_id: 1}, ("all", pair.kind))
        for number, pair in enumerate(pairs)
    ]
    return HybridRetriever(store, embed_model), questions


def _rankings(ranker: Ranker, found: Mapping[str, Examples]) -> str:
    lines = ["| questions | n | nDCG@10 |", "| --- | --- | --- |"]
    for name, part in found.items():
        values = _ndcg(part, scores_of(ranker, part))
        lines += [
            f"| {name}, {group} | {int((part.groups == group).sum())} | {values[part.groups == group].mean():.3f} |"
            for group in sorted(set(part.groups))
        ]
    return "\n".join(lines)


def _ndcg(part: Examples, scores: Array) -> Array:
    values = []
    for start, length, ideal in zip(part.starts, part.lengths, part.ideal, strict=True):
        order = np.argsort(-scores[start : start + length], kind="stable")[:10]
        discounts = 1 / np.log2(np.arange(10) + 2)
        best = np.dot(ideal, discounts[: len(ideal)])
        values.append(np.dot(part.gold[start : start + length][order], discounts[: len(order)]) / best)
    return np.array(values)


def _reliability(ranker: Ranker, found: Mapping[str, Examples], without: Examples) -> str:
    """Of the candidates given a probability, how many answer; on what the fit has not seen, where there is a half."""
    lines = ["| questions | probability | papers | mean probability | share that answers |", "| --- " * 5 + "|"]
    for name, part in found.items():
        part = part.of(part.groups == "held") if (part.groups == "held").any() else part
        chances, right = chances_of(ranker, part), part.gold > 0
        for low, high in pairwise(_EDGES):
            inside = (chances >= low) & (chances < high)
            if inside.any():
                mean, share = chances[inside].mean(), right[inside].mean()
                lines.append(f"| {name} | {low:.2f}–{min(high, 1):.2f} | {inside.sum()} | {mean:.3f} | {share:.3f} |")
    answered, unanswered = (
        np.maximum.reduceat(chances_of(ranker, part), part.starts) for part in (found["pairs"], without)
    )
    ahead = (answered[:, None] > unanswered[None]).mean()
    lines.append(
        f"\nHighest probability of a question of the pairs, its paper in the index or left out: AUC {ahead:.3f}"
    )
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
