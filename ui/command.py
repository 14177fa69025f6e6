"""The command that serves the window: what it opens, checks and says."""

from __future__ import annotations

import argparse
import logging
import socket
import sys
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from getpass import getpass
from ipaddress import ip_address
from pathlib import Path
from shlex import quote
from threading import Thread

from tqdm import tqdm

from rag.answering.suggestions import example_questions
from rag.cli.progress import on_bar
from rag.config import RagConfig
from rag.embedding import build_embedding
from rag.engine import PaperQueryEngine, build_query_engine
from rag.errors import AskPapersError, ConfigError, IndexMissingError
from rag.ingestion.bundled import index_bundled_list
from rag.tracing import Tracing, start_tracing
from rag.variants import warm
from ui.app import build_app
from ui.collection import Collection
from ui.gate.turnstile import Turnstile
from ui.gate.users import add_user
from ui.programs.desk import Desk
from ui.programs.reception import Reception
from ui.server import Serving, serve, shared_address
from ui.watch import REQUEST_ID, Watch, write_log

TITLE = "AskPapers"
_log = logging.getLogger(__name__)
RATE = 30
"""Questions a minute for each user, where there are passwords."""
EACH = 4
"""Questions that a user may have under way at once, where there are passwords."""


@dataclass(frozen=True, slots=True)
class OpenEngine:
    """An engine ready to answer, and what the window says about it."""

    engine: PaperQueryEngine
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


def run(options: argparse.Namespace) -> int:
    """Serve the window until interrupted and return the exit code: 0, or 2 when it could not start.

    Args:
        options: as `ui.options` parses them.
    """
    write_log(logging.INFO if _logs(options) else logging.WARNING, as_json=options.log_json)
    tracing = None
    try:
        tracing = _tracing(options)
        if options.add_user is not None:
            return _add_user(options)
        _check_safe(options)
        opened = open_engine(RagConfig.from_env(index=options.index))
        reception = _reception(options, opened)
        if options.mcp_stdio:
            from ui.programs.tools import tools

            tools(reception).run("stdio")
            return 0
        return _serve(options, opened, reception)
    except AskPapersError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    except OSError:
        print(f"error: {options.host}:{options.port} is taken or not of this machine. Try --port 7861", file=sys.stderr)
        return 2
    finally:
        if tracing is not None:
            tracing.stop()


def _serve(options: argparse.Namespace, opened: OpenEngine, reception: Reception) -> int:
    # Without any of these, nobody but the user of this computer reaches it.
    others = options.auth or options.share or options.allow_host or options.root_path
    trusted = bool(options.allow_edits or not others)
    app = build_app(
        opened.engine,
        examples=opened.examples,
        title=TITLE,
        mode=opened.mode,
        papers=opened.papers,
        collection=replace(opened.collection, editable=trusted),
        reception=reception,
        any_server=trusted,
    )
    serving = Serving(
        users=_users(options),
        rate=_rate(options),
        hosts=frozenset(name.lower() for name in options.allow_host),
        root_path=options.root_path,
        mcp=options.mcp,
        upload=options.max_upload * 1_000_000,
        watch=reception.watch,
    )
    running = serve(app, host=options.host, port=options.port, reception=reception, serving=serving)
    print(f"{TITLE} is at {running.url}  (stop it with Ctrl+C)", flush=True)
    Thread(target=_warm, args=(opened,), name="warm", daemon=True).start()
    with closing(running), suppress(KeyboardInterrupt):  # that is how it is stopped
        if options.share:
            print(f"For everybody with a password it is at {shared_address(options.port)}", flush=True)
        running.wait()
    return 0


def _warm(opened: OpenEngine) -> None:
    try:
        for question in opened.examples[:1]:
            warm(opened.engine, question)
    except AskPapersError as error:  # the first question will tell the reader
        _log.warning("not warmed: %s", error)


def _reception(options: argparse.Namespace, opened: OpenEngine) -> Reception:
    turnstile = Turnstile(options.at_once, EACH if options.auth else None)
    return Reception(Desk(opened.engine), turnstile, Watch(questions=options.log_questions))


def _check_safe(options: argparse.Namespace) -> None:
    """Refuse to open the window to others without passwords. Raises ConfigError, and OSError for an unknown host."""
    if options.auth or options.mcp_stdio:
        return
    found = socket.getaddrinfo(options.host, options.port, type=socket.SOCK_STREAM)
    public = not all(ip_address(str(address[0]).partition("%")[0]).is_loopback for *_, address in found)
    if public or options.share:
        wish = f"--host {options.host}" if public else "--share"
        raise ConfigError(
            f"With {wish} anyone who reaches this machine could ask, so it takes passwords. "
            f"Type: python -m ui --add-user NAME --auth users.txt; then: python -m ui {wish} --auth users.txt"
        )


def _add_user(options: argparse.Namespace) -> int:
    if not options.auth:
        raise ConfigError(f"Say which file: python -m ui --add-user {quote(options.add_user)} --auth users.txt")
    try:
        password = getpass(f"Password for {options.add_user}: ")
        again = getpass("Once more: ")
    except EOFError:
        raise ConfigError("The password was not typed twice. Type it and Enter, and the same again.") from None
    if again != password:
        raise ConfigError("These two differ. Type both again.")
    add_user(Path(options.auth), options.add_user, password)
    print(f"{options.add_user} may enter now, with: python -m ui --auth {quote(options.auth)}")
    return 0


def _users(options: argparse.Namespace) -> Path | None:
    return Path(options.auth) if options.auth else None


def _rate(options: argparse.Namespace) -> int:
    if options.rate is not None:
        return int(options.rate)
    return RATE if options.auth else 0


def _tracing(options: argparse.Namespace) -> Tracing | None:
    return start_tracing(questions=options.log_questions, attributes=lambda: {"askpapers.request_id": REQUEST_ID.get()})


def _logs(options: argparse.Namespace) -> bool:
    return bool(options.log or options.log_json or options.log_questions)
