"""`python -m ui`: open the chat window over an index."""

from __future__ import annotations

import argparse
import socket
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from ipaddress import ip_address

from llama_index.core.base.base_query_engine import BaseQueryEngine
from tqdm import tqdm

from rag.bundled import index_bundled_list
from rag.config import RagConfig
from rag.embedding import build_embedding
from rag.engine import build_query_engine
from rag.errors import AskPapersError, IndexMissingError
from rag.progress import on_bar
from rag.suggestions import example_questions
from ui.app import build_app, launch
from ui.collection import Collection

TITLE = "AskPapers"


@dataclass(frozen=True, slots=True)
class OpenEngine:
    """An engine ready to answer, and what the window says about it."""

    engine: BaseQueryEngine
    mode: str
    papers: int
    examples: tuple[str, ...]
    collection: Collection


def open_engine(config: RagConfig) -> OpenEngine:
    """Open the index, building it first when there is none, and return the engine over it.

    Args:
        config: which index, which models.

    Raises:
        AskPapersError: if the index cannot be opened or built; the message says what to do.
    """
    embed_model = build_embedding(config.embedding, timeout=config.timeout)
    try:
        engine = build_query_engine(config, streaming=True, embed_model=embed_model)
    except IndexMissingError:
        print(f"No index at {config.index} yet: building it from the bundled ICML 2024 list.", file=sys.stderr)
        with tqdm(unit=" papers", disable=None, file=sys.stderr) as bar:
            index_bundled_list(config, embed_model, on_bar(bar))
        engine = build_query_engine(config, streaming=True, embed_model=embed_model)
    store = engine.retriever.store
    examples = tuple(example_questions(store.papers()))
    collection = Collection(config, store, embed_model)
    papers = len(engine.retriever.lexical)
    return OpenEngine(engine, mode=engine.mode, papers=papers, examples=examples, collection=collection)


def main(argv: Sequence[str] | None = None) -> int:
    """Serve the window until interrupted and return the exit code: 0, or 2 when it could not start."""
    options = _parser().parse_args(argv)
    try:
        config = RagConfig.from_env(index=options.index)
        opened = open_engine(config)
        app = build_app(
            opened.engine,
            examples=opened.examples,
            title=TITLE,
            mode=opened.mode,
            papers=opened.papers,
            collection=opened.collection,
            any_server=_is_of_this_computer(options.host),
        )
    except AskPapersError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    try:
        if not ip_address(socket.gethostbyname(options.host)).is_loopback:
            print(f"Warning: anyone who reaches {options.host} can ask; there is no password yet.", file=sys.stderr)
        url = launch(app, host=options.host, port=options.port)
    except OSError:
        print(f"error: {options.host}:{options.port} is taken or not of this machine. Try --port 7861", file=sys.stderr)
        return 2
    print(f"{TITLE} is at {url}  (stop it with Ctrl+C)", flush=True)
    app.block_thread()
    return 0


def _is_of_this_computer(host: str) -> bool:
    """Whether nobody else reaches what listens at a host."""
    try:
        return ip_address(socket.gethostbyname(host)).is_loopback
    except OSError:  # there is no such host, which the server finds out
        return False


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m ui", description="Open the AskPapers chat window.")
    parser.add_argument("--index", help="the index's folder (default: RAG_INDEX or ./index)")
    parser.add_argument("--host", default="127.0.0.1", help="where to listen (default: this computer only)")
    parser.add_argument("--port", type=int, default=7860, help="port to listen on (default: 7860)")
    return parser


if __name__ == "__main__":
    sys.exit(main())
