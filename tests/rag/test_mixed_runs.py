"""Writers and readers at the same time, in random order: nothing fails or is lost, and what is gone stays gone."""

import json
import random
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from multiprocessing.process import BaseProcess
from pathlib import Path

import pytest

from rag.indexing import Indexer
from rag.readers.reach import roots_of
from rag.readers.sources import find_sources
from rag.store import PaperStore
from rag.testing import HashEmbedding
from tests.conftest import HASH
from tests.rag.metronome import metronome
from tests.rag.mixed_runs import Seen, Write, Written, code_of, process, put, written
from tests.rag.rows import assert_alike
from tests.rag.test_interruption import forks

FRESH_SECONDS = 2.0
"""After a writer has ended, every reader sees what it did."""
_AT_ONCE = 3
_PARTS = 4
_RUNS = 50
"""In each part, so that 200 are done in four bounded pieces, each compared with a clean index at its end."""
_KINDS = ("ingest", "update", "prune", "remove", "read", "read", "read", "read")


@dataclass
class World:
    """The exports that are written, and what is in them.

    Args:
        chance: decides.
        files: the papers of each file, with the code of their version.
        versions: how many each paper has had.
    """

    chance: random.Random
    files: dict[str, dict[str, str]] = field(default_factory=dict)
    versions: dict[str, int] = field(default_factory=dict)

    def new(self, count: int) -> Write:
        """A file of new papers."""
        first = len(self.versions)
        papers = {f"p{number}": code_of(number, 0) for number in range(first, first + count)}
        self.versions |= dict.fromkeys(papers, 0)
        name = f"f{first}"
        self.files[name] = papers
        return Write("ingest", name, dict(papers), added=papers)

    def change(self, kind: str, busy: set[str]) -> Write | None:
        """Another state of a file that nobody writes; None where there is none."""
        free = sorted(name for name, papers in self.files.items() if papers and name not in busy)
        if not free:
            return None
        name = self.chance.choice(free)
        before = dict(self.files[name])
        share = 1.0 if kind == "prune" and self.chance.random() < 0.3 else 0.4
        some = sorted(before)[: max(1, round(share * len(before)))]
        gone, added = {paper_id: before[paper_id] for paper_id in some}, dict[str, str]()
        if kind == "update":
            for paper_id in some:
                self.versions[paper_id] += 1
                added[paper_id] = code_of(int(paper_id[1:]), self.versions[paper_id])
        self.files[name] = {key: code for key, code in before.items() if key not in gone} | added
        return Write(kind, name, dict(self.files[name]), added, gone)


def lives(runs: list[Written]) -> Iterator[tuple[str, str, Written, Written | None]]:
    """Every version of a paper: its id, its code, the run that brought it, and the one that took it away."""
    ended = {code: run for run in runs for code in run.write.gone.values()}
    for run in runs:
        for paper_id, code in run.write.added.items():
            yield paper_id, code, run, ended.get(code)


def misread(runs: list[Written], looks: list[Seen]) -> Iterator[str]:
    """What readers saw that they should not have, or did not see that they should have."""
    spans: dict[str, tuple[Written, Written | None]] = {}
    came: dict[str, Written] = {}
    left: dict[str, Written] = {}
    for paper_id, code, first, last in lives(runs):
        spans[code] = (first, last)
        if first.write.kind == "ingest":
            came[paper_id] = first
        if last is not None and last.write.kind != "update":
            left[paper_id] = last
    for look in looks:
        if look.ids is None:
            first, last = spans[look.code]
            if look.found and (first.began > look.ended or (last and last.ended + 0.1 < look.began)):
                yield f"{look.reader} found {look.code} by {look.part} though it was not there"
            due = first.ended + FRESH_SECONDS < look.began and not (last and last.began < look.ended)
            if due and not look.found:
                yield f"{look.reader} did not find {look.code} by {look.part}, {look.began - first.ended:.1f} s old"
            continue
        gone = {key for key, run in left.items() if run.ended + 0.1 < look.began}
        due_ids = {key for key, run in came.items() if run.ended + FRESH_SECONDS < look.began}
        due_ids -= {key for key, run in left.items() if run.began < look.ended}
        if stale := gone & set(look.ids):
            yield f"{look.reader} saw {sorted(stale)[:3]} in {look.part}, that were gone"
        if missing := due_ids - set(look.ids):
            yield f"{look.reader} missed {len(missing)} papers in {look.part}: {sorted(missing)[:3]}"


def shrunk(runs: list[Written], looks: list[Seen]) -> Iterator[str]:
    """Counts that went down though no run that takes papers out was going on."""
    takers = [run for run in runs if run.write.kind in ("prune", "remove")]
    last: dict[tuple[str, str], Seen] = {}
    for look in sorted((look for look in looks if look.ids is not None), key=lambda look: look.began):
        before = last.get((look.reader, look.part))
        last[look.reader, look.part] = look
        if before and len(look.ids or ()) < len(before.ids or ()):
            since = before.began - FRESH_SECONDS
            if not any(run.began < look.ended and run.ended > since for run in takers):
                yield f"{look.reader}: {look.part} went from {len(before.ids or ())} to {len(look.ids or ())}"


@pytest.fixture
def started(tmp_path: Path) -> Iterator[Callable[..., BaseProcess]]:
    """Starts processes of `tests.rag.mixed_runs`; those left are ended."""
    context, processes = forks(), list[BaseProcess]()

    def start(act: str, *args: object) -> BaseProcess:
        one = context.Process(target=process, args=(str(tmp_path / "errors"), str(tmp_path / "cache"), act, *args))
        one.start()
        processes.append(one)
        return one

    yield start
    for one in processes:
        one.kill()
        one.join()


def ingest(index: str, folder: Path) -> Mapping[str, int]:
    store = PaperStore.create(index, HASH)
    stats = Indexer(store, HashEmbedding()).ingest_sources(find_sources([folder]), roots_of([folder]))
    store.close()
    return {"added": stats.added, "updated": stats.updated, "removed": stats.removed, "refused": len(stats.refused)}


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.stores("both")
@pytest.mark.parametrize("part", range(_PARTS))
def test_two_hundred_mixed_runs_of_writers_and_readers(
    part: int,
    place: str,
    tmp_path: Path,
    started: Callable[..., BaseProcess],
    record_property: Callable[[str, object], None],
) -> None:
    world = World(random.Random(20240721 + part))
    folder, log, seen, stop = (tmp_path / name for name in ("exports", "log", "seen", "stop"))
    began = time.monotonic()
    for _ in range(6):
        first = world.new(20)
        put(folder, first.file, first.papers)
        ingest(place, folder / first.file)
    first_write = Written(before(), began, time.monotonic())
    window = started("watch", place, log, seen, stop)
    with metronome() as beats:
        for each in mixed(world, started, place, folder, log, seen):
            each.join(120)
        time.sleep(FRESH_SECONDS)
        stop.touch()
        window.join(60)
    errors = tmp_path / "errors"
    assert not errors.exists(), json.loads(errors.read_text().splitlines()[0])["traceback"]
    done = [first_write, *written(log)]
    looks = [Seen(**json.loads(line)) for line in seen.read_text().splitlines()]
    assert list(misread(done, [look for look in looks if look.part != "waited"])) == []
    assert list(shrunk(done, looks)) == []
    gone = {code for run in done for code in run.write.gone.values()}
    waited = [look for look in looks if look.part == "waited" and (look.found or look.code not in gone)]
    assert [look for look in waited if not look.found] == []
    waits = [look.ended - look.began for look in waited]
    # What the machine does besides is no delay of ours.
    own_waits = [wait / beats.slowness(look.began, look.ended) for wait, look in zip(waits, waited, strict=True)]
    refusals = [
        seconds / beats.slowness(run.began - sum(run.refusals), run.began) for run in done for seconds in run.refusals
    ]
    told = {"writers": len(done) - 1, "looks": len(looks), "waits": len(waits), "longest": max(waits),
            "longest on a core of its own": max(own_waits), "slowness": beats.slowness(began, time.monotonic()),
            "refusals": len(refusals), "slowest refusal on a core of its own": max(refusals, default=0.0)}  # fmt: skip
    for name, value in told.items():
        record_property(name, value)
    assert len(waits) > _RUNS / 10
    assert max(own_waits) < FRESH_SECONDS
    assert max(refusals, default=0.0) < FRESH_SECONDS
    assert ingest(place, folder) == {"added": 0, "updated": 0, "removed": 0, "refused": 0}
    clean = f"{place}-clean"
    for name in (name for name, papers in world.files.items() if papers):
        ingest(clean, folder / name)  # as the writers do, so that papers name their source alike
    codes = [code for papers in world.files.values() for code in papers.values()]
    assert_alike(place, clean, [*codes, "animal cave call"], bm25=0.1)


def mixed(
    world: World, started: Callable[..., BaseProcess], place: str, folder: Path, log: Path, seen: Path
) -> list[BaseProcess]:
    """Start the runs, a few at once; gives those that may go on still."""
    going: dict[BaseProcess, str] = {}
    for number in range(_RUNS):
        while len(going) >= _AT_ONCE:
            going = {each: file for each, file in going.items() if each.is_alive()}
            time.sleep(0.01)
        kind = world.chance.choice(_KINDS)
        busy = {file for file in going.values() if file}
        task = world.new(world.chance.randint(1, 8)) if kind == "ingest" else None
        if kind in ("update", "prune", "remove"):
            task = world.change(kind, busy)
        if task is not None:
            going[started("write", place, folder, log, task, number)] = task.file
        else:
            seconds = world.chance.choice([0.0, 0.0, 1.0, 3.0])
            going[started("read", place, log, seen, f"reader {number}", seconds, number)] = ""
    return list(going)


def before() -> Write:
    """The papers that were there before all runs, as one run that brought them."""
    papers = {f"p{number}": code_of(number, 0) for number in range(120)}
    return Write("ingest", "", papers, added=papers)
