"""Runs of writers and readers over one index at the same time: what they do, and what each of them saw."""

from __future__ import annotations

import json
import os
import random
import time
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass, field
from hashlib import blake2b
from pathlib import Path
from typing import Any

from rag.answers import answer_record
from rag.browsing.open_shelf import OpenShelf
from rag.config import RagConfig
from rag.engine import PaperQueryEngine, build_query_engine
from rag.errors import IndexBusyError
from rag.indexing import Indexer, remove
from rag.readers.reach import roots_of
from rag.readers.sources import find_sources
from rag.store import PaperStore
from rag.testing import HashEmbedding
from tests.conftest import HASH

Codes = Mapping[str, str]
"""For each paper's id the word that this version of it alone has."""
_PATIENCE_SECONDS = 300.0


@dataclass(frozen=True)
class Write:
    """A writer's run, and what it is to change.

    Args:
        kind: "ingest", "update", "prune" or "remove".
        file: that the papers are in; it has a folder of its own.
        papers: all that are in it from then on; none takes the file away.
        added, gone: what comes and what goes; of an update the new versions and the old ones.
    """

    kind: str
    file: str
    papers: Codes
    added: Codes = field(default_factory=dict)
    gone: Codes = field(default_factory=dict)


@dataclass(frozen=True)
class Written:
    """A writer's run that has ended.

    Args:
        write: what it did.
        began, ended: of the try that was not refused; times here are of one clock for all processes, in seconds.
        refusals: how long each try took that was refused.
    """

    write: Write
    began: float
    ended: float
    refusals: Sequence[float] = ()


@dataclass(frozen=True)
class Seen:
    """What a reader saw.

    Args:
        reader: which.
        part: of the index, that was asked for all papers or for one of them.
        began, ended: of the look.
        ids: all papers there are; None for a look for one.
        code: that was looked for; `found` is whether a paper with it came.
    """

    reader: str
    part: str
    began: float
    ended: float
    ids: Sequence[str] | None = None
    code: str = ""
    found: bool = False


def code_of(number: int, version: int) -> str:
    digest = blake2b(f"{number} {version}".encode(), digest_size=6).hexdigest()
    return "".join(chr(ord("g") + int(digit, 16)) for digit in digest) + "q"


def put(folder: Path, file: str, papers: Codes) -> None:
    """Have these papers in a file, in one step; every fifth is long."""
    path = folder / file / "papers.jsonl"
    if not papers:
        path.unlink(missing_ok=True)
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = []
    for paper_id, code in papers.items():
        text = f"The animal {code} calls in the cave of {paper_id}. " * (60 if int(paper_id[1:]) % 5 == 0 else 1)
        lines.append(json.dumps({"id": paper_id, "title": f"A call {paper_id}", "abstract": text}))
    path.with_suffix(".part").write_text("\n".join(lines))
    os.replace(path.with_suffix(".part"), path)


def written(log: Path) -> list[Written]:
    """The writers' runs so far."""
    lines = log.read_text().splitlines() if log.exists() else []
    return [
        Written(Write(**told["write"]), told["began"], told["ended"], told["refusals"])
        for told in map(json.loads, lines)
    ]


def write(index: str, folder: Path, log: Path, task: Write, seed: int) -> None:
    """Do a writer's run, tried again as long as another process writes."""
    put(folder, task.file, task.papers)
    chance, refusals, until = random.Random(seed), list[float](), time.monotonic() + _PATIENCE_SECONDS
    while True:
        began = time.monotonic()
        try:
            _write(index, folder / task.file, task)
            break
        except IndexBusyError:
            refusals.append(time.monotonic() - began)
            if time.monotonic() > until:
                raise
        time.sleep(chance.uniform(0.02, 0.2))
    _append(log, [asdict(Written(task, began, time.monotonic(), refusals))])


def _write(index: str, place: Path, task: Write) -> None:
    with closing(PaperStore.create(index, HASH)) as store:
        if task.kind == "remove":
            assert remove(store, list(task.gone)).removed == len(task.gone)
            return
        sources = find_sources([place]) if task.papers else []
        Indexer(store, HashEmbedding()).ingest_sources(sources, roots_of([place]) if task.kind == "prune" else ())


def read(index: str, log: Path, seen: Path, reader: str, seconds: float, seed: int) -> None:
    """Open the index, look at all of it, ask and search, and keep it open for some seconds."""
    chance = random.Random(seed)
    with closing(PaperStore.open(index, HASH)) as store:
        looks = [_all(reader, "rows", lambda: [paper.paper_id for paper in store.papers()])]
    model, config = HashEmbedding(), RagConfig(index=index, embedding=HASH)
    until = time.monotonic() + seconds
    engine = build_query_engine(config, embed_model=model, encoder=model)
    with closing(OpenShelf(index, HASH)) as shelf:
        while True:
            looks += _looks(reader, engine, shelf, written(log), chance)
            if time.monotonic() > until:
                break
            time.sleep(chance.uniform(0.0, 0.1))
    engine.retriever.store.close()
    _append(seen, [asdict(look) for look in looks])


def watch(index: str, log: Path, seen: Path, stop: Path) -> None:
    """Keep a window open until a file is there, and look for what each writer has added as soon as it has ended."""
    model, looks, known = HashEmbedding(), list[Seen](), len(written(log))
    engine = build_query_engine(RagConfig(index=index, embedding=HASH), embed_model=model, encoder=model)
    while not stop.exists():
        news = written(log)[known:]
        known += len(news)
        for each in news:
            for code in list(each.write.added.values())[:1]:
                looks.append(_waited(engine, code, each.ended, log))
        time.sleep(0.01)
    engine.retriever.store.close()
    _append(seen, [asdict(look) for look in looks])


def _waited(engine: PaperQueryEngine, code: str, ended: float, log: Path) -> Seen:
    """Look for a paper until it is found, or another run has taken it away; begins as its writer ended."""
    while not (look := _one("window", engine, code)).found and look.ended < ended + _PATIENCE_SECONDS:
        if any(code in run.write.gone.values() for run in written(log)):
            break
    return Seen("window", "waited", ended, look.ended, code=code, found=look.found)


def _looks(
    reader: str, engine: PaperQueryEngine, shelf: OpenShelf, runs: Sequence[Written], chance: random.Random
) -> Iterator[Seen]:
    codes = [code for run in runs[-30:] for code in (*run.write.added.values(), *run.write.gone.values())]
    for code in chance.sample(codes, min(2, len(codes))):
        yield _one(reader, engine, code)
    if codes and chance.random() < 0.3:
        code, began = chance.choice(codes), time.monotonic()
        record = answer_record(code, engine.query(f"Where does the animal {code} call?"))
        told = any(code in citation["quote"] for citation in record["citations"])
        yield Seen(reader, "asked", began, time.monotonic(), code=code, found=told)
    retriever = engine.retriever
    yield _all(reader, "vectors", lambda: list(retriever.vectors().places))
    yield _all(reader, "words", lambda: retriever.lexical.ids if retriever.vectors() else [])
    yield _all(reader, "facts", lambda: retriever.facts.ids if retriever.vectors() else [])
    yield _all(reader, "shelf", lambda: list(shelf.renewed().places))


def _all(reader: str, part: str, look: Callable[[], Iterable[str]]) -> Seen:
    began = time.monotonic()
    ids = list(look())
    return Seen(reader, part, began, time.monotonic(), ids)


def _one(reader: str, engine: PaperQueryEngine, code: str) -> Seen:
    began = time.monotonic()
    nodes = engine.retriever.retrieve(code)
    return Seen(reader, "found", began, time.monotonic(), code=code, found=any(code in str(n.text) for n in nodes))


def _append(file: Path, records: Iterable[Mapping[str, Any]]) -> None:
    with file.open("a") as opened:  # one write, which no other comes between
        opened.write("".join(f"{json.dumps(record)}\n" for record in records))


def process(errors: str, cache: str, act: str, *args: Any) -> None:
    """Run one of the above by name, and keep its traceback where it fails."""
    os.environ["XDG_CACHE_HOME"] = cache
    acts: dict[str, Callable[..., None]] = {"write": write, "read": read, "watch": watch}
    try:
        acts[act](*args)
    except BaseException:
        _append(Path(errors), [{"act": act, "traceback": traceback.format_exc()}])
        raise
