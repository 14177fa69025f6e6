"""`python ingest.py PATH...`: papers in, an index out."""

import argparse
import json
import os
import sqlite3
import sys
import tempfile
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from rag.cli.printing import print_anything
from rag.config import RagConfig
from rag.errors import AskPapersError, ConfigError, IndexMissingError

if TYPE_CHECKING:
    from rag.readers.sources import Source
    from rag.stats import IndexStats

_PLACES = "a file, a folder, a pattern, - for standard input, a web address, arxiv:QUERY or openreview:VENUE"


def main(argv: Sequence[str] | None = None) -> int:
    """Bring an index up to date with papers.

    Returns:
        0; 1 if some records were refused (they are listed); 2 if it could not run; 130 if it was stopped.
    """
    print_anything()
    args = _parser().parse_args(argv)
    try:
        stats = _run(args, RagConfig.from_env(index=args.index))
    except AskPapersError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("Stopped. What was embedded is kept; run the same command again to go on.", file=sys.stderr)
        return 130
    except (OSError, MemoryError, sqlite3.Error) as error:
        from rag.index.faults import unforeseen

        print(f"error: {unforeseen(error)}", file=sys.stderr)
        return 2
    try:
        _print(stats, args)
    except BrokenPipeError:  # the reader of a pipe has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 1 if stats.refused else 0


def _print(stats: "IndexStats", args: argparse.Namespace) -> None:
    if args.json:
        print(json.dumps(asdict(stats), ensure_ascii=False), flush=True)
    else:
        from rag.cli.reporting import report

        print(report(stats, rehearsed=args.dry_run), flush=True)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python ingest.py", description="Put papers into an index.")
    parser.add_argument("paths", nargs="*", metavar="PATH", help=_PLACES)
    parser.add_argument(
        "--index",
        metavar="DIR|URL",
        help="the index's folder, or its address on a Chroma server (default: RAG_INDEX or ./index)",
    )
    parser.add_argument(
        "--map",
        metavar="FIELD=NAME,…",
        help="which field of an unknown shape is which, for example title=Title,abstract=AB",
    )
    parser.add_argument(
        "--prune", nargs="*", metavar="PATH", help="ingest PATH, and take out papers that came from it and have left it"
    )
    parser.add_argument("--remove", nargs="+", metavar="ID", help="take out papers by their ids")
    parser.add_argument("--dry-run", action="store_true", help="say what would be done, and write nothing")
    parser.add_argument("--json", action="store_true", help="print the result as JSON")
    return parser


def _run(args: argparse.Namespace, config: RagConfig) -> "IndexStats":
    places = [*args.paths, *(args.prune or ())]
    if not all(place.strip() for place in places):
        raise ConfigError("A PATH is empty, perhaps an unset variable. Name a file or folder: python ingest.py PATH")
    if args.remove:
        if places or args.dry_run:
            raise ConfigError("--remove takes ids alone. Type: python ingest.py --remove ID…")
        return _traced(lambda: _removed(args.remove, config))
    if not places:
        raise ConfigError(f"There is nothing to read. Name {_PLACES}: python ingest.py PATH")
    from rag.index.places import place_of
    from rag.readers.fields import FieldMapping
    from rag.readers.reach import roots_of
    from rag.readers.sources import find_sources

    mapping = FieldMapping.parse(args.map)
    pruned = (args.prune or args.paths) if args.prune is not None else []
    left = _left(pruned, config)
    places = [place for place in places if place not in left]
    roots = roots_of(pruned)
    if args.dry_run:
        with tempfile.TemporaryDirectory() as folder:
            return _traced(lambda: _rehearsed(find_sources(places, mapping, Path(folder)), roots, config))
    # Every file is looked at before anything is written: a wrong path costs no half-made index.
    sources = find_sources(places, mapping, place_of(config.index).folder / "fetched")
    return _traced(lambda: _ingested(sources, roots, config))


def _traced(run: Callable[[], "IndexStats"]) -> "IndexStats":
    from rag.tracing import traced_run

    with traced_run():
        return run()


def _left(pruned: Sequence[str], config: RagConfig) -> set[str]:
    """The places to prune that hold no file any more, but held some that the index has papers of."""
    from rag.readers.reach import gone, is_empty, roots_of

    empty = {place for place in pruned if is_empty(place)}
    if not empty:
        return empty
    from rag.store import PaperStore

    with suppress(IndexMissingError):
        with closing(PaperStore.open(config.index, config.embedding)) as store:
            origins = store.origins()
        return {place for place in empty if gone(origins, (), roots_of([place]))}
    return set()


def _ingested(sources: "list[Source]", roots: list[str], config: RagConfig) -> "IndexStats":
    from tqdm import tqdm

    from rag.cli.progress import on_bar, on_demand_of
    from rag.embedding import build_embedding
    from rag.index.mending import mend
    from rag.indexing import Indexer
    from rag.store import PaperStore

    embed_model = build_embedding(config.embedding, timeout=config.timeout)
    store = PaperStore.create(config.index, config.embedding)
    try:
        lost = on_demand_of("vectors")
        if mended := mend(store, embed_model, lost):
            print(mended, file=sys.stderr)
        with tqdm(unit=" papers", disable=None, file=sys.stderr) as bar:
            return Indexer(store, embed_model).ingest_sources(sources, roots, on_bar(bar))
    finally:
        store.close()


def _rehearsed(sources: "list[Source]", roots: list[str], config: RagConfig) -> "IndexStats":
    from tqdm import tqdm

    from rag.cli.progress import on_bar
    from rag.indexing import rehearse
    from rag.store import PaperStore

    store: PaperStore | None = None
    with suppress(IndexMissingError):  # then all papers would be new
        store = PaperStore.open(config.index, config.embedding)
    try:
        with tqdm(unit=" papers", disable=None, file=sys.stderr) as bar:
            return rehearse(sources, store, roots, on_bar(bar))
    finally:
        if store:
            store.close()


def _removed(names: list[str], config: RagConfig) -> "IndexStats":
    from rag.indexing import remove
    from rag.store import PaperStore

    store = PaperStore.open(config.index, config.embedding)
    try:
        return remove(store, names)
    finally:
        store.close()


if __name__ == "__main__":
    sys.exit(main())
