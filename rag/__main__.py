"""`python -m rag ask|search|papers|evaluate|check`: questions from the command line."""

import argparse
import json
import os
import sqlite3
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from tempfile import gettempdir
from typing import TYPE_CHECKING, Any

from rag.cli.arguments import parser_of
from rag.cli.printing import print_anything
from rag.config import RagConfig
from rag.errors import AskPapersError, QuestionError
from rag.garbage import uncollected

if TYPE_CHECKING:
    from rag.engine import PaperQueryEngine
    from rag.store import PaperStore


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command.

    Returns:
        0; 1 if some lines of a batch could not be answered, or an index is not sound; 2 if the command could not run;
        130 if it was stopped.
    """
    print_anything()
    args = parser_of(_RUNS).parse_args(argv)
    try:
        return int(args.run(args))
    except AskPapersError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    except BrokenPipeError:  # the reader of a pipe has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return 130
    except (OSError, MemoryError, sqlite3.Error) as error:
        from rag.index.faults import unforeseen

        print(f"error: {unforeseen(error)}", file=sys.stderr)
        return 2


def _ask(args: argparse.Namespace) -> int:
    with uncollected():
        from rag.tracing import traced_run

        engine = _engine(args)
    with traced_run():
        return _asked(args, engine)


def _asked(args: argparse.Namespace, engine: "PaperQueryEngine") -> int:
    from rag.answers import answer_record

    def ask(question: str, where: Sequence[str] = (), history: Any = None) -> dict[str, Any]:
        return answer_record(question, engine.query(engine.understand(question, where, history)))

    if args.batch is not None:
        return _each(args, ask)
    record = ask(_question(args))
    if args.json:
        _print_json(record)
    else:
        from rag.cli.terminal import answer_view, show

        show(answer_view(record))
    return 0


def _search(args: argparse.Namespace) -> int:
    with uncollected():
        from rag.tracing import traced_run

        engine = _engine(args)
    with traced_run():
        return _searched(args, engine)


def _searched(args: argparse.Namespace, engine: "PaperQueryEngine") -> int:
    from rag.answers import paper_records

    def search(question: str, where: Sequence[str] = (), history: Any = None) -> dict[str, Any]:
        asked = engine.understand(question, where, history)
        return {"question": question, "papers": paper_records(engine.retrieve(asked)), **asked.records()}

    if args.batch is not None:
        return _each(args, search)
    found = search(_question(args))
    if args.json:
        _print_json(found)
    else:
        from rag.cli.terminal import search_view, show

        show(search_view(found))
    return 0


def _papers(args: argparse.Namespace) -> int:
    from dataclasses import asdict

    from rag.browsing.holdings import papers_meeting
    from rag.store import PaperStore
    from rag.understanding.filters import parse_where

    where = parse_where(args.where)
    config = RagConfig.from_env(index=args.index)
    store = _told(PaperStore.open(config.index, config.embedding))
    papers = papers_meeting(store, where)
    if args.format:
        from rag.export.bibliography import FORMATS

        print(_printable(FORMATS[args.format](list(papers))), end="")
        return 0
    for paper in papers:
        if args.json:
            _print_json(asdict(paper) | {"label": paper.label})
        else:
            print(f"{paper.paper_id}\t{paper.heading}")
    return 0


def _grade(args: argparse.Namespace) -> int:
    from rag.answers import answer_record
    from rag.engine import build_query_engine
    from rag.evaluation.grading import Exam, grades_of, read_exams, records_of

    exams = read_exams(Path(args.answers))
    engine = build_query_engine(RagConfig.from_env(index=args.index), progress=_bar())
    gold = sorted({paper_id for exam in exams for paper_id in exam.gold})
    unknown = {*gold} - {paper.paper_id for paper in _told(engine.retriever.store).get(gold)}
    if unknown:
        print(f"The index has no paper of these gold_ids: {', '.join(sorted(unknown))}", file=sys.stderr)

    def ask(exam: Exam) -> dict[str, Any]:
        return answer_record(exam.question, engine.query(engine.understand(exam.question, history=exam.history)))

    record = {"mode": engine.mode, "grades": records_of(grades_of(exams, ask))}
    if args.json:
        _print_json(record)
    else:
        from rag.cli.terminal import grades_view, show

        show(grades_view(record))
    return 0


def _evaluate(args: argparse.Namespace) -> int:
    if args.answers:
        return _grade(args)
    from rag.embedding import build_embedding
    from rag.evaluation.evaluation import evaluation_of
    from rag.index.mending import mend
    from rag.store import PaperStore

    config = RagConfig.from_env(index=args.index)
    store = PaperStore.open(config.index, config.embedding)
    embed_model = build_embedding(config.embedding, timeout=config.timeout)
    mend(store, embed_model, _bar())
    _told(store)
    record = evaluation_of(store, embed_model, args.questions, args.sample)
    if args.json:
        _print_json(record)
    else:
        from rag.cli.terminal import scores_view, show

        show(scores_view(record))
    return 0


def _check(args: argparse.Namespace) -> int:
    from rag.checkup.checkup import Checkup
    from rag.embedding import build_embedding

    config = RagConfig.from_env(index=args.index)
    build = partial(build_embedding, config.embedding, timeout=config.timeout)
    parts = []
    for part in Checkup(config.index, config.embedding, build, _bar, repair=args.repair).parts():
        parts.append(part)
        if args.json:
            _print_json(part.record())
    if not args.json:
        from rag.cli.terminal import checkup_view, show

        show(checkup_view(parts))
    return 0 if all(part.sound for part in parts) else 1


def _bar(unit: str = "vectors") -> Callable[[int, int | None], object]:
    from rag.cli.progress import on_demand_of

    return on_demand_of(unit)


def _engine(args: argparse.Namespace) -> "PaperQueryEngine":
    config = RagConfig.from_env(index=args.index, top_k=args.top_k, infer_filters=False if args.no_filters else None)
    from rag.understanding.filters import parse_where

    where = parse_where(args.where)
    from rag.engine import build_query_engine
    from rag.errors import IndexMissingError

    try:
        engine = build_query_engine(config, where=where, progress=_bar())
        _told(engine.retriever.store)
        return engine
    except IndexMissingError:
        if args.index is not None or "RAG_INDEX" in os.environ:
            raise
    from rag.embedding import build_embedding
    from rag.ingestion.bundled import index_bundled_list

    print(f"No index at ./{config.index} yet: building it from the bundled ICML 2024 list…", file=sys.stderr)
    embed_model = build_embedding(config.embedding, timeout=config.timeout)
    index_bundled_list(config, embed_model)
    return build_query_engine(config, embed_model=embed_model, where=where)


def _told(store: "PaperStore") -> "PaperStore":
    """The store; that a copy of it is read, which takes time and room, or that it was mended, is said first."""
    if store.is_copy:
        print(f"The index at {store.name} may not be written: a copy in {gettempdir()} is read.", file=sys.stderr)
    if store.mended:
        print(store.mended, file=sys.stderr)
    return store


def _print_json(record: dict[str, Any]) -> None:
    """Print one line of JSON."""
    print(_printable(json.dumps(record, ensure_ascii=False)), flush=True)


def _printable(text: str) -> str:
    """Text with a question mark for each unpaired surrogate, which a question may hold."""
    return text.encode("utf-8", "replace").decode("utf-8")


def _question(args: argparse.Namespace) -> str:
    if args.question is None:
        raise QuestionError('No question was given. Type: python -m rag ask "What is Patchscopes?"')
    return str(args.question)


def _each(args: argparse.Namespace, answer: Any) -> int:
    """Print one JSON object for each line of a batch, in its order; a line that fails says why in `error`."""
    from rag.cli.batches import lines_of

    failed = False
    for line in lines_of(args.batch):
        try:
            if isinstance(line, QuestionError):
                raise line
            record = answer(line.question, line.where, line.history)
        except QuestionError as error:
            failed = True
            record = {"question": "" if isinstance(line, QuestionError) else line.question, "error": str(error)}
        _print_json(record if isinstance(line, QuestionError) else line.named | record)
    return 1 if failed else 0


_RUNS = {"ask": _ask, "search": _search, "papers": _papers, "evaluate": _evaluate, "check": _check}

if __name__ == "__main__":
    sys.exit(main())
