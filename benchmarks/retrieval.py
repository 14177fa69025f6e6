"""Retrieval: how well the product finds papers, beside baselines over the same papers in the same run.

    python -m benchmarks.retrieval                                  # the committed list of datasets; saves results
    python -m benchmarks.retrieval FOLDER... FILE.jsonl --corpus CORPUS    # some datasets; prints only

FOLDER is a BEIR-like collection, FILE.jsonl a file of questions over the papers of CORPUS.
"""

import argparse
import json
import os
import platform
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import platformdirs

from benchmarks.datasets import Dataset, default_datasets, load_collection, load_questions
from benchmarks.indexes import Indexed, open_index
from benchmarks.rankers import rankers_over
from benchmarks.report import compact, markdown, progress_since, readable_failures
from benchmarks.revision import Revision
from benchmarks.trials import try_out
from rag.config import BUNDLED_EMBEDDING, RagConfig
from rag.embedding import build_embedding
from rag.errors import AskPapersError, SourceError

_ROOT = Path(__file__).resolve().parent.parent
RESULTS = _ROOT / "benchmarks" / "results"


def main(argv: Sequence[str] | None = None) -> int:
    """Run, print, and save what a full run on a clean checkout gave.

    Returns:
        0; 2 if it could not run.
    """
    args = _parser().parse_args(argv)
    try:
        datasets = _named(args.datasets, args.corpus) or default_datasets(args.data)
        if not datasets:
            raise SourceError(f"None of the datasets is at {args.data}. Name their folder: --data DIR")
        embedding = RagConfig.from_env().embedding
        before = json.loads(args.against.read_text(encoding="utf-8")) if args.against else None
        revision = Revision.of(_ROOT)
        results = {
            "commit": revision.commit,
            "embedding": embedding,
            "machine": f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}",
            "datasets": _run(datasets, embedding, args.cache),
        }
    except (AskPapersError, OSError, ValueError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    print(markdown(results))
    if before:
        print(progress_since(before, results))
    if args.failures:
        args.failures.write_text(readable_failures(results, datasets), encoding="utf-8")
    whole = not args.datasets and embedding == BUNDLED_EMBEDDING
    print(_save(results) if whole and revision.clean else _why_not(revision, whole=whole), file=sys.stderr)
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("datasets", nargs="*", type=Path, metavar="DATASET", help="default: the committed list")
    parser.add_argument("--corpus", type=Path, help="what question files ask about")
    parser.add_argument("--data", type=Path, default=_ROOT.parent / "shared", help="where the committed list lies")
    cache = platformdirs.user_cache_path("askpapers-benchmarks")
    parser.add_argument("--cache", type=Path, default=cache, help=f"keeps the indexes (default: {cache})")
    parser.add_argument("--against", type=Path, metavar="RESULTS.json", help="tell what changed since these results")
    parser.add_argument("--failures", type=Path, metavar="FILE", help="write the failures here, with their texts")
    return parser


def _named(paths: Sequence[Path], corpus: Path | None) -> list[Dataset]:
    if corpus is None and any(path.is_file() for path in paths):
        raise SourceError("A question file needs the papers that it asks about: --corpus CORPUS")
    return [load_questions(path, corpus) if corpus and path.is_file() else load_collection(path) for path in paths]


def _run(datasets: Sequence[Dataset], embedding: str, cache: Path) -> list[dict[str, Any]]:
    embed_model = build_embedding(embedding)
    opened: dict[Path, tuple[Indexed, Any]] = {}
    records = []
    for dataset in datasets:
        if dataset.corpus not in opened:
            indexed = open_index(dataset.corpus, embedding, embed_model, cache)
            opened[dataset.corpus] = (indexed, rankers_over(indexed.store, embed_model))
        indexed, rankers = opened[dataset.corpus]
        records.append(try_out(dataset, rankers, indexed.names))
    return records


def _save(results: dict[str, Any]) -> str:
    RESULTS.mkdir(exist_ok=True)
    file = RESULTS / f"{results['commit']}.json"
    file.write_text(compact(results), encoding="utf-8")
    file.with_suffix(".md").write_text(markdown(results), encoding="utf-8")
    return f"Saved as {file.relative_to(_ROOT)} and .md."


def _why_not(revision: Revision, *, whole: bool) -> str:
    if not whole:
        return "Not saved: only a run of the whole list with the bundled embedding is."
    return f"Not saved: the checkout differs from {revision.commit}. Commit first, so that the results name the code."


if __name__ == "__main__":
    sys.exit(main())
