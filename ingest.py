"""`python ingest.py PATH...`: papers in, an index out."""

import argparse
import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING

from rag.config import RagConfig
from rag.errors import AskPapersError

if TYPE_CHECKING:
    from rag.indexing import IndexStats
    from rag.papers import Paper
    from rag.readers import Refusal


def main(argv: Sequence[str] | None = None) -> int:
    """Bring an index up to date with files of papers.

    Returns:
        0; 1 if some records were refused (they are listed); 2 if it could not run.
    """
    parser = argparse.ArgumentParser(prog="python ingest.py", description="Put papers into an index.")
    parser.add_argument("paths", nargs="+", metavar="PATH", help="a plain-text list or a JSON export")
    parser.add_argument("--index", metavar="DIR", help="the index's folder (default: RAG_INDEX or ./index)")
    parser.add_argument("--json", action="store_true", help="print the result as JSON")
    args = parser.parse_args(argv)
    try:
        stats = _ingest(args.paths, RagConfig.from_env(index=args.index))
    except AskPapersError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("Stopped. What was embedded is kept; run the same command again to go on.", file=sys.stderr)
        return 130
    if args.json:
        print(json.dumps(asdict(stats), ensure_ascii=False))
    else:
        _report(stats)
    return 1 if stats.refused else 0


def _ingest(paths: Sequence[str], config: RagConfig) -> "IndexStats":
    from tqdm import tqdm

    from rag.embedding import build_embedding
    from rag.indexing import Indexer
    from rag.readers import read
    from rag.store import PaperStore

    # Every file is looked at before anything is written: a wrong path costs no half-made index.
    sources = [list(read(path)) for path in paths]
    embed_model = build_embedding(config.embedding, timeout=config.timeout)
    store = PaperStore.create(config.index, config.embedding)
    try:
        with tqdm(total=sum(map(len, sources)), unit=" papers", disable=None, file=sys.stderr) as bar:
            return Indexer(store, embed_model).ingest(_chained(sources), bar.update)
    finally:
        store.close()


def _chained(sources: Iterable[Iterable["Paper | Refusal"]]) -> Iterator["Paper | Refusal"]:
    for items in sources:
        yield from items


def _report(stats: "IndexStats") -> None:
    done = ", ".join(
        f"{count} {name}"
        for name, count in (("added", stats.added), ("updated", stats.updated), ("unchanged", stats.unchanged))
        if count
    )
    print(f"{stats.papers} papers in the index ({done or 'nothing new'}), {stats.seconds:.1f} s.")
    if stats.refused:
        print(f"{len(stats.refused)} records were refused:")
        for refusal in stats.refused:
            print(f"  {refusal.source}: {refusal.record}: {refusal.why}")


if __name__ == "__main__":
    sys.exit(main())
