"""The options of `python -m ui`."""

from __future__ import annotations

import argparse

_TEXT = "Open the AskPapers window, and its interfaces for programs: Gradio's API, /v1/chat/completions, MCP."

_LAST_PORT = 65_535


def parser() -> argparse.ArgumentParser:
    """The parser of the command line."""
    options = argparse.ArgumentParser(prog="python -m ui", description=_TEXT)
    options.add_argument(
        "--index",
        metavar="DIR|URL",
        help="the index's folder, or its address on a Chroma server (default: RAG_INDEX or ./index)",
    )
    options.add_argument("--host", default="127.0.0.1", help="where to listen (default: this computer only)")
    options.add_argument("--port", type=_port, default=7860, help="port to listen on (default: 7860)")
    options.add_argument("--mcp", action="store_true", help="also serve the Model Context Protocol, at /mcp")
    options.add_argument(
        "--mcp-stdio", action="store_true", help="serve that protocol alone, over standard input and output"
    )
    _add_safety(options.add_argument_group("who may ask, and how much"))
    _add_proxy(options.add_argument_group("behind a proxy"))
    log = options.add_argument_group("log")
    log.add_argument("--log", action="store_true", help="log every request: path, status, time, id; never a question")
    log.add_argument("--log-json", action="store_true", help="the same as JSON, one object a line")
    log.add_argument("--log-questions", action="store_true", help="also log the text of every question")
    return options


def _add_safety(group: argparse._ArgumentGroup) -> None:
    group.add_argument("--auth", metavar="FILE", help="ask for a name and a password of this file, in every interface")
    group.add_argument("--add-user", metavar="NAME", help="ask for a password, write it hashed to --auth FILE, and end")
    group.add_argument(
        "--rate",
        type=_count,
        metavar="N",
        help="questions a minute that each user or address may ask; 0 for any number (default: 30 with --auth, else 0)",
    )
    group.add_argument(
        "--at-once",
        type=_positive,
        default=8,
        metavar="N",
        help="questions that are answered at the same time; others wait in line (default: 8)",
    )
    group.add_argument(
        "--max-upload", type=_positive, default=50, metavar="MB", help="largest file that may be uploaded (default: 50)"
    )
    group.add_argument(
        "--allow-edits",
        action="store_true",
        help="whoever may enter may also add papers, take them out and name models' servers (default: so may who is at "
        "this computer, where nobody else reaches it)",
    )
    group.add_argument(
        "--share", action="store_true", help="also open a public address through Gradio's tunnel; needs --auth"
    )


def _add_proxy(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "--root-path", type=_root, default="", metavar="/PATH", help="where a proxy shows the window, such as /papers"
    )
    group.add_argument(
        "--allow-host",
        action="append",
        default=[],
        metavar="NAME",
        help="a further name under which it may be called without --auth, such as that of a proxy; may be repeated",
    )


def _count(text: str) -> int:
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"{text!r} is no number of 0 or more")
    return int(text)


def _positive(text: str) -> int:
    if _count(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of 1 or more")
    return int(text)


def _root(text: str) -> str:
    return f"/{text.strip('/')}" if text.strip("/") else ""


def _port(text: str) -> int:
    if not text.isascii() or not text.isdigit() or not 0 < int(text) <= _LAST_PORT:
        raise argparse.ArgumentTypeError(f"{text!r} is no port: give a number from 1 to {_LAST_PORT}")
    return int(text)
