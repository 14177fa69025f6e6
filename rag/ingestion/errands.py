"""Errand: a change of the index by a process of its own, as the window starts it.

What is written beside what is read must be two processes. SQLite's locks belong to a process, and one that looks into
the database while another part of it writes would drop the writer's; embedding would keep answers waiting, too.
"""

from __future__ import annotations

import json
import logging
import os
import subprocess  # nosec B404: each call says why
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from threading import Lock, Thread
from time import monotonic
from typing import Any

from rag.errors import IndexBusyError
from rag.readers.refusals import Refusal
from rag.stats import IndexStats, Merge

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Errand:
    """What is to be done; one kind of it.

    Args:
        index: the index's folder, or its address on a server.
        embedding: the model that makes its vectors.
        timeout: seconds to wait for a model's server.
        files: to be read.
        text: to be read as if it were a file.
        arxiv: a query or ids, as behind `arxiv:`.
        remove: ids of papers to take out.
    """

    index: str
    embedding: str
    timeout: float = 60.0
    files: tuple[str, ...] = ()
    text: str = ""
    arxiv: str = ""
    remove: tuple[str, ...] = ()

    def line(self) -> str:
        """The errand as one line of text."""
        return json.dumps(asdict(self))

    @classmethod
    def of_line(cls, line: str) -> Errand:
        """Read what `line` gave."""
        told = json.loads(line)
        fields: dict[str, Any] = {
            key: tuple(value) if isinstance(value, list) else value for key, value in told.items()
        }
        return cls(**fields)


@dataclass(frozen=True)
class State:
    """How far an errand is.

    Args:
        phase: "running", "stopping", "done", "stopped" or "failed".
        done: records dealt with.
        total: how many there are likely to be; None where that cannot be told.
        seconds: since it began, or that it took.
        stats: what it did, where it was done.
        kind: of the error, by its class's name, where it failed.
        message: what to tell of it.
    """

    phase: str = "running"
    done: int = 0
    total: int | None = None
    seconds: float = 0.0
    stats: IndexStats | None = None
    kind: str = ""
    message: str = ""

    @property
    def is_over(self) -> bool:
        """Whether nothing more will happen."""
        return self.phase in ("done", "stopped", "failed")


@dataclass(eq=False)
class Run:
    """An errand on its way.

    Args:
        errand: what is done.
        number: its place among the errands of this process.
        process: that does it.
        afterwards: called once it is over.
    """

    errand: Errand
    number: int
    process: subprocess.Popen[str]
    afterwards: Callable[[Run], object]
    _began: float = field(default_factory=monotonic)
    _told: dict[str, Any] = field(default_factory=dict)
    _ended: float | None = None
    _stopping: bool = False

    def state(self) -> State:
        """How far it is."""
        told = self._told
        seconds = (self._ended or monotonic()) - self._began
        if self._ended is None:
            phase = "stopping" if self._stopping else "running"
            return State(phase, told.get("done", 0), told.get("total"), seconds)
        stats = _stats(told["stats"]) if "stats" in told else None
        phase = str(told.get("phase", "failed"))
        kind, message = str(told.get("kind", "")), str(told.get("message", ""))
        return State(phase, told.get("done", 0), told.get("total"), seconds, stats, kind, message)

    def stop(self) -> None:
        """Ask it to end after what is being written; what was written stays."""
        self._stopping = True
        _close(self.process)

    def wait(self, timeout: float) -> State:
        """Its state once it is over, or after so many seconds."""
        until = monotonic() + timeout
        self.thread.join(max(until - monotonic(), 0.0))
        return self.state()

    def follow(self) -> None:
        """Begin to listen to what the process tells."""
        self.thread = Thread(target=self._follow, name="errand", daemon=True)
        self.thread.start()

    def _follow(self) -> None:
        with self.process as process:
            for line in process.stdout or ():
                try:
                    self._told = {**self._told, **json.loads(line)}
                except ValueError:
                    _log.warning("the process that writes the index said: %s", line.rstrip())
                if "phase" in self._told and self._ended is None:  # the index is closed; its process may take a while
                    self._end()
            _close(process)
        if self._ended is None:
            code = process.returncode
            self._told = {**self._told, "phase": "failed", "message": f"The run ended with code {code}."}
            self._end()

    def _end(self) -> None:
        self._ended = monotonic()
        try:
            self.afterwards(self)
        except Exception:
            _log.exception("what follows an errand failed")


class Errands:
    """The errands of this process, one at a time."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._run: Run | None = None
        self._ready: subprocess.Popen[str] | None = None

    def prepare(self) -> None:
        """Have a process wait for the next errand: its start, of some seconds, is then not waited for."""
        with self._lock:
            if self._ready is None or self._ready.poll() is not None:
                self._ready = _process()

    def close(self) -> None:
        """Ask what runs to stop, and end what waits."""
        with self._lock:
            waiting, self._ready = self._ready, None
        if waiting is not None:
            with waiting:
                _close(waiting)
        if self._run is not None:
            self._run.stop()

    @property
    def latest(self) -> Run | None:
        """The errand that runs, or ran last."""
        return self._run

    def start(self, errand: Errand, afterwards: Callable[[Run], object] = lambda run: None) -> Run:
        """Begin an errand.

        Args:
            errand: what to do.
            afterwards: called once it is over, however it ended.

        Raises:
            IndexBusyError: another one runs.
        """
        with self._lock:
            if self._run is not None and not self._run.state().is_over:
                raise IndexBusyError("Papers are being added or removed already. Wait for that to end, then try again.")
            waiting, self._ready = self._ready, None
            process = waiting if waiting is not None and waiting.poll() is None else _process()
            self._run = Run(errand, self._run.number + 1 if self._run else 1, process, afterwards)
            with suppress(OSError):  # one that died at once is told of by its code
                if process.stdin is not None:
                    process.stdin.write(errand.line() + "\n")
                    process.stdin.flush()
            self._run.follow()
            return self._run


def _process() -> subprocess.Popen[str]:
    here = str(Path(__file__).resolve().parents[2])
    path = os.pathsep.join(filter(None, (here, os.environ.get("PYTHONPATH", ""))))
    return subprocess.Popen(  # nosec B603: this very program
        [sys.executable, "-m", "rag.ingestion.errand_process"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONPATH": path, "PYTHONIOENCODING": "utf-8"},
    )


def _close(process: subprocess.Popen[str]) -> None:
    """End its standard input, which it stops for."""
    if process.stdin is not None:
        with suppress(OSError):
            process.stdin.close()


def _stats(told: dict[str, Any]) -> IndexStats:
    refused = tuple(Refusal(**refusal) for refusal in told["refused"])
    return IndexStats(**{**told, "refused": refused, "merges": tuple(Merge(**merge) for merge in told["merges"])})
