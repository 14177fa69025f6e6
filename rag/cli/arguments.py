"""The arguments of `python -m rag`."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping

_WHERE = (
    'only such papers: year>=2023, venue=ICML, author="Jane Doe", keyword=diffusion, status!=rejected, '
    "kind=oral, paper=ID|ID; may be given several times"
)


def parser_of(runs: Mapping[str, Callable[[argparse.Namespace], int]]) -> argparse.ArgumentParser:
    """The parser; what it parses names in `run` what is to be run.

    Args:
        runs: what each command runs.
    """
    parser = argparse.ArgumentParser(prog="python -m rag", description="Ask a pile of paper abstracts.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for name, text in (
        ("ask", "answer a question in cited sentences, or say that the papers do not"),
        ("search", "rank the papers for a question, without an answer"),
    ):
        _add_question(commands.add_parser(name, help=text, description=text), runs[name])
    _add_papers(
        commands.add_parser("papers", help="list every paper of the index", description="list every paper"), runs
    )
    text = "measure how well the index finds its own papers, or the papers that questions of yours name"
    _add_evaluate(commands.add_parser("evaluate", help=text, description=text), runs)
    text = "verify the index part by part, and mend what can be mended"
    _add_check(commands.add_parser("check", help=text, description=text), runs)
    return parser


def _add_question(command: argparse.ArgumentParser, run: Callable[[argparse.Namespace], int]) -> None:
    command.add_argument("question", nargs="?", help="the question, in quotation marks")
    command.add_argument("--batch", metavar="FILE", help="JSON lines, each with a question; - for standard input")
    command.add_argument("--top-k", type=int, metavar="N", help="papers retrieved, 1 to 100 (default 20)")
    _add_where(command)
    command.add_argument("--no-filters", action="store_true", help="read no conditions from the words of the question")
    command.set_defaults(run=run)
    _add_index(command)
    _add_json(command)


def _add_papers(command: argparse.ArgumentParser, runs: Mapping[str, Callable[[argparse.Namespace], int]]) -> None:
    command.set_defaults(run=runs["papers"])
    _add_where(command)
    _add_index(command)
    form = command.add_mutually_exclusive_group()
    form.add_argument(
        "--format", choices=("bibtex", "ris", "csv"), help="print a bibliography, for a reference manager"
    )
    form.add_argument("--json", action="store_true", help="print JSON, one object a line")


def _add_evaluate(command: argparse.ArgumentParser, runs: Mapping[str, Callable[[argparse.Namespace], int]]) -> None:
    command.add_argument("--questions", metavar="FILE", help="JSON lines, each with question, and paper_id or gold_ids")
    command.add_argument(
        "--answers", metavar="FILE", help="grade answers instead: JSON lines, each with question, gold_ids, gold_facts"
    )
    command.add_argument("--sample", type=int, default=200, metavar="N", help="papers to make questions from (200)")
    command.set_defaults(run=runs["evaluate"])
    _add_index(command)
    _add_json(command)


def _add_check(command: argparse.ArgumentParser, runs: Mapping[str, Callable[[argparse.Namespace], int]]) -> None:
    command.add_argument("--repair", action="store_true", help="mend what can be mended without loss")
    command.set_defaults(run=runs["check"])
    _add_index(command)
    _add_json(command)


def _add_where(command: argparse.ArgumentParser) -> None:
    command.add_argument("--where", action="append", default=[], metavar="CONDITION", help=_WHERE)


def _add_index(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--index",
        metavar="DIR|URL",
        help="the index's folder, or its address on a Chroma server (default: RAG_INDEX or ./index)",
    )


def _add_json(command: argparse.ArgumentParser) -> None:
    command.add_argument("--json", action="store_true", help="print JSON, one object a line")
