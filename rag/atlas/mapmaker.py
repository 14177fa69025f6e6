"""MapMaker: has the atlas of an index made in the background, and gives it once it is there."""

from __future__ import annotations

import json
import logging
import subprocess  # nosec B404
import sys
import tempfile
import weakref
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from threading import Lock, Thread
from typing import Any

from rag.atlas.atlas import Atlas, kept
from rag.atlas.mapmaking import FOLDER
from rag.store import PaperStore

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Progress:
    """How far the making of a map is.

    Args:
        stage: "reading", "waiting" for a write to end, "neighbours", "layout", "themes" or "failed".
        share: of the stage that is done, 0 to 1.
        message: what went wrong, where it failed.
    """

    stage: str = "reading"
    share: float = 0.0
    message: str = ""


@dataclass(frozen=True)
class Look:
    """What there is of a map.

    Args:
        atlas: the newest one; None before the first.
        generation: that it is of.
        progress: of the one that is being made, where the index has gone on or there is none yet.
    """

    atlas: Atlas | None
    generation: int
    progress: Progress | None


class MapMaker:
    """The atlas of an index, whichever generation that has come to.

    Args:
        opened: gives the index as it is open now. The atlas is kept in its folder, or for as long as this lives where
            that may not be written.
        embedding: the model that made its vectors.
    """

    def __init__(self, opened: Callable[[], PaperStore], embedding: str) -> None:
        self._opened = opened
        self._embedding = embedding
        self._lock = Lock()
        self._atlas: Atlas | None = None
        self._generation = -1
        self._progress = Progress()
        self._begun = -1
        self._process: subprocess.Popen[str] | None = None
        store = opened()
        self._index, self._folder, self._identity = store.name, store.path / FOLDER, store.identity
        if store.is_copy:
            own = tempfile.TemporaryDirectory(prefix="askpapers-map-")
            self._end = weakref.finalize(self, own.cleanup)
            self._folder = Path(own.name)

    def look(self, *, again: bool = False) -> Look:
        """The newest atlas there is; where the index has none of its generation, one is begun.

        Args:
            again: begin anew where that has failed.

        Raises:
            IndexStoreError: the index cannot be read.
        """
        store = self._opened()
        manifest = store.manifest()
        generation = manifest.generation
        with self._lock:
            if store.identity != self._identity:  # another index may be of the same generation
                self._atlas, self._generation, self._begun, self._identity = None, -1, -1, store.identity
            if generation != self._generation and self._process is None:
                found = kept(self._folder, generation)
                if found is not None:
                    self._atlas, self._generation = found, generation
                elif manifest.writing and self._atlas is not None:  # more is to come
                    return Look(self._atlas, self._generation, None)
                elif self._begun != generation or again:  # what has failed is not begun again by every look
                    self._begin(generation)
            is_current = generation == self._generation
            return Look(self._atlas, self._generation, None if is_current else self._progress)

    def close(self) -> None:
        """End what is being made."""
        with self._lock:
            process = self._process
        if process is not None and process.stdin is not None:
            process.stdin.close()
            process.wait()

    def _begin(self, generation: int) -> None:
        self._begun, self._progress = generation, Progress()
        command = [sys.executable, "-m", "rag.atlas.mapmaking", self._index, self._embedding, str(self._folder)]
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(  # noqa: S603 # nosec B603 - this very program, and an argument each
            command, stdin=pipe, stdout=pipe, stderr=pipe, text=True, encoding="utf-8"
        )
        Thread(target=self._follow, args=(self._process,), name="map", daemon=True).start()

    def _follow(self, process: subprocess.Popen[str]) -> None:
        told: dict[str, Any] = {}
        noise = Thread(target=_logged, args=(process,), daemon=True)
        noise.start()
        for line in process.stdout or ():
            told = json.loads(line)
            if told["stage"] not in ("done", "failed"):  # it has ended only when its process has
                self._progress = Progress(told["stage"], told["share"])
        process.wait()
        noise.join()
        for pipe in (process.stdin, process.stdout, process.stderr):
            if pipe is not None:
                pipe.close()
        with self._lock:
            self._process = None
            if told.get("stage") == "done":
                self._begun = -1  # should it be damaged or of an older generation by now, it is made again
                return
            message = told.get("message") or f"The map's process ended with {process.returncode}."
            self._progress = Progress("failed", message=message)


def _logged(process: subprocess.Popen[str]) -> None:
    """What the process says of its own faults, kept for whoever reads the log."""
    for line in process.stderr or ():
        _log.warning("making the map: %s", line.rstrip())
