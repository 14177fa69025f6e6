"""`python -m rag.ingestion.errand_process`: does one errand for the process that started it.

It reads the errand as a line of standard input, and tells of it in lines of JSON. It may wait for that line: what takes
long to import is there by then. When its standard input ends, it stops after what is being written.
"""

from __future__ import annotations

import io
import logging
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import asdict, replace
from pathlib import Path
from threading import Event, Thread
from typing import TYPE_CHECKING, Any

from rag.aside import say
from rag.errors import AskPapersError, SourceError, StoppedError
from rag.ingestion.errands import Errand
from rag.readers.refusals import WHOLE_FILE, Refusal
from rag.stats import IndexStats

if TYPE_CHECKING:
    from llama_index.core.base.embeddings.base import BaseEmbedding

    from rag.readers.sources import Items, Source

PASTED = "pasted text"
Tell = Callable[[dict[str, Any]], object]
Model = Callable[[], "BaseEmbedding"]


def main() -> None:
    """Do the errand of standard input."""
    import rag.indexing  # noqa: F401 - while nobody waits

    stop = Event()
    if not (line := sys.stdin.readline()):  # nothing was to be done
        return
    errand = Errand.of_line(line)
    Thread(target=_await_end, args=(stop,), daemon=True).start()
    _end_waits(stop)
    perform(errand, say, stop)


def perform(errand: Errand, tell: Tell, stop: Event, model: Model | None = None) -> None:
    """Do an errand.

    Args:
        errand: what to do.
        tell: told of "done" and "total", and at the end of the "phase", with "stats" or a "message".
        stop: ends it, after what is being written.
        model: makes the embedding model; by default the one that the errand names.
    """
    try:
        stats = _removed(errand) if errand.remove else _added(errand, tell, stop, model or _model_of(errand))
        tell({"phase": "done", "stats": asdict(stats)})
    except StoppedError:
        tell({"phase": "stopped"})
    except AskPapersError as error:
        tell({"phase": "failed", "kind": type(error).__name__, "message": str(error)})
    except Exception as error:
        from rag.index.faults import unforeseen

        logging.getLogger(__name__).exception("the errand failed")
        said = unforeseen(error) if isinstance(error, OSError | MemoryError) else ""
        tell({"phase": "failed", "kind": type(error).__name__, "message": said})


def _model_of(errand: Errand) -> Model:
    from rag.embedding import build_embedding

    return lambda: build_embedding(errand.embedding, timeout=errand.timeout)


def _removed(errand: Errand) -> IndexStats:
    from rag.indexing import remove
    from rag.store import PaperStore

    with closing(PaperStore.open(errand.index, errand.embedding)) as store:
        return remove(store, errand.remove)


def _added(errand: Errand, tell: Tell, stop: Event, model: Model) -> IndexStats:
    from rag.indexing import Indexer
    from rag.store import PaperStore

    sources, refused = _sources(errand)
    with closing(PaperStore.create(errand.index, errand.embedding)) as store:
        if not sources:
            return IndexStats(store.count(), refused=tuple(refused))
        read = [replace(source, items=_until(stop, source)) for source in sources]
        stats = Indexer(store, model()).ingest_sources(read, progress=_Progress(tell, stop))
    return replace(stats, refused=(*refused, *stats.refused))


def _sources(errand: Errand) -> tuple[list[Source], list[Refusal]]:
    """What is to be read, and the files of no format that is known; none is kept in mind by where it lies now."""
    from rag.index.places import place_of
    from rag.readers.fields import FieldMapping
    from rag.readers.paths import read_stream
    from rag.readers.sources import Source, find_sources

    if errand.arxiv:
        fetched = place_of(errand.index).folder / "fetched"
        return find_sources([f"arxiv:{errand.arxiv}"], None, fetched), []
    found: list[Source] = []
    refused: list[Refusal] = []
    if errand.text:
        data = errand.text.encode("utf-8", "replace")
        found.append(Source(PASTED, "", lambda: read_stream(io.BytesIO(data), PASTED, FieldMapping())))
    for path in errand.files:
        try:
            found += [replace(source, origin="", digest=lambda: "") for source in find_sources([path])]
        except SourceError as error:
            refused.append(Refusal(Path(path).name, WHOLE_FILE, str(error)))
    return found, refused


def _until(stop: Event, source: Source) -> Callable[[], Items]:
    """The items until it is to stop; a file that breaks is one refusal among those of the others."""

    def items() -> Items:
        try:
            for item in source.items():
                _go_on(stop)
                yield item
        except SourceError as error:
            if source.origin:  # a query, which stands alone
                raise
            yield Refusal(source.name, WHOLE_FILE, str(error))

    return items


def _go_on(stop: Event) -> None:
    if stop.is_set():
        raise StoppedError("The run was stopped.")


def _end_waits(stop: Event) -> None:
    """Waiting for a server that is busy ends when the errand does; this process has no other fetch."""
    from rag.readers.live_settings import LIVE

    def sleep(seconds: float) -> None:
        stop.wait(seconds)
        _go_on(stop)

    LIVE.pace.sleep = sleep


class _Progress:
    """Tells how far a run is, and ends it where it is to stop."""

    def __init__(self, tell: Tell, stop: Event) -> None:
        self._tell = tell
        self._stop = stop
        self._done = 0

    def __call__(self, done: int, total: int | None) -> None:
        self._done += done
        told: dict[str, Any] = {"done": self._done}
        if total is not None:
            told["total"] = max(total, self._done)
        self._tell(told)
        _go_on(self._stop)


def _await_end(stop: Event) -> None:
    for _line in _lines():
        pass
    stop.set()


def _lines() -> Iterator[str]:
    yield from sys.stdin


if __name__ == "__main__":
    main()
