"""One run of ingestion: sources in, changes out, every record counted once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, partial
from time import perf_counter

from rag.errors import SourceError
from rag.ingestion.accounts import RecordKey
from rag.ingestion.catalogue import Catalogue
from rag.ingestion.ledger import Ledger, Reading
from rag.ingestion.readahead import ReadAhead
from rag.ingestion.reconciling import Reconciler
from rag.ingestion.tally import Tally
from rag.ingestion.writing import Sink
from rag.papers import Paper
from rag.readers.reach import gone
from rag.readers.refusals import WHOLE_FILE, Refusal
from rag.readers.sources import Source
from rag.stats import IndexStats, Merge
from rag.store import PaperStore

_BATCH = 64
"""Papers between two writes: what an interruption can cost."""

Progress = Callable[[int, int | None], object]
"""Called with the number of records dealt with since the last call, and how many there are likely to be in all."""


def silent(done: int, total: int | None) -> None:
    """Progress that nobody looks at."""


class Ingestion:
    """A run.

    Args:
        store: the index; None if there is none yet, in a rehearsal.
        ledger: of files read before; None as well.
        sink: takes what is to be written.
        progress: told of every batch dealt with.
    """

    def __init__(
        self, store: PaperStore | None, ledger: Ledger | None, sink: Sink, progress: Progress = silent
    ) -> None:
        self._began = perf_counter()
        self._store = store
        self._ledger = ledger
        self._sink = sink
        self._progress = progress
        self._tally = Tally()
        self._read = 0

    def over(self, sources: Sequence[Source], prune: Sequence[str] = (), *, pass_over: bool) -> IndexStats:
        """Deal with all sources.

        Args:
            sources: what to read.
            prune: where nothing may stay that is no longer there (see `rag.readers.reach.roots_of`).
            pass_over: leave out files that have not changed since they were read to their end.

        Raises:
            SourceError: of no source could anything be read; it names each.
        """
        failed: list[SourceError] = []
        for source in sources:
            tally, digest = Tally(), ""
            try:
                digest = source.digest()
                reading = self._ledger.reading(source.origin, digest) if self._ledger and digest and pass_over else None
                if reading is not None:
                    self._count_reading(reading)
                    continue
                self._read_source(source, tally)
            except SourceError as error:
                failed.append(error)
                tally.refused.append(Refusal(source.name, WHOLE_FILE, str(error)))
            if tally.whole:
                self._end(source, digest, tally, prune=bool(prune))
            self._tally.add(tally)
        if failed and not self._tally.counts and all(item.record == WHOLE_FILE for item in self._tally.refused):
            raise failed[0] if len(failed) == 1 else SourceError("\n".join(map(str, failed)))
        self._forget_files(prune, {source.origin for source in sources})
        return self._stats()

    def without(self, names: Sequence[str]) -> IndexStats:
        """Take papers out.

        Args:
            names: paper ids, or identifiers such as `doi:10.1/x`.
        """
        for name in dict.fromkeys(names):
            known = self._catalogue.named(name)
            if not known:
                why = "the index has no paper of this id; list them: python -m rag papers"
                self._tally.refused.append(Refusal("", name, why))
            for paper_id in known:
                origins = {account.origin for account in self._catalogue.entries[paper_id].accounts}
                self._strike(origins)
                self._drop(paper_id)
                self._tally.counts["removed"] += 1
        return self._stats()

    @cached_property
    def _catalogue(self) -> Catalogue:
        """What the index holds, read when it is first asked for; what a cut-off write left is taken out."""
        catalogue = Catalogue.of(self._store.rows() if self._store else ())
        self._sink.delete_rows(catalogue.damaged)
        return catalogue

    @cached_property
    def _reconciler(self) -> Reconciler:
        return Reconciler(self._catalogue, self._sink.load)

    def _read_source(self, source: Source, tally: Tally) -> None:
        self._reconciler.begin(source.origin)
        with ReadAhead(source.items) as items:
            for batch in _batches(items):
                self._take(batch, tally)
                self._progress(0, self._read + items.count if items.ended else _expected(source, items.count))
                # Counted once it is written: what was merely read says nothing of the time left.
                self._drain(partial(self._progress, len(batch), None))
        self._read += items.count

    def _take(self, batch: Sequence[Paper | Refusal], tally: Tally) -> None:
        self._reconciler.prepare(item for item in batch if isinstance(item, Paper))
        for item in batch:
            if isinstance(item, Refusal):
                tally.refused.append(item)
                continue
            outcome = self._reconciler.take(item)
            tally.counts[outcome.status] += 1
            tally.papers.add(outcome.paper_id)
            if outcome.status == "merged":
                tally.merges.append(Merge(item.source, item.label, outcome.paper_id))
            for joined in outcome.joined:
                tally.join(joined, outcome.paper_id)

    def _drain(self, then: Callable[[], object] | None = None) -> None:
        """Write what has changed; only then what is no more goes, so that nothing is lost in between."""
        batches, rows = self._reconciler.groups.drain()
        for changes in batches:
            for paper_id, chunks in self._sink.write(changes, then if changes is batches[-1] else None).items():
                self._catalogue.resize(paper_id, chunks)
        self._sink.delete_rows(rows)

    def _end(self, source: Source, digest: str, tally: Tally, *, prune: bool) -> None:
        """The source was read to its end: what is no longer in it may go."""
        for paper_id in self._reconciler.superseded() if source.origin else ():
            tally.counts.update({"added": -1, "updated": 1} if self._reconciler.revised(paper_id) else {"removed": 1})
        self._drain()
        self._reconciler.settle()
        self._drain()
        if prune:
            self._release(self._reconciler.unseen())
        if self._ledger and digest:
            ledger, records = self._ledger, tally.counts.total()
            reading = Reading(digest, len(tally.papers), records - len(tally.papers), tuple(tally.refused))
            self._sink.write([], lambda: ledger.note(source.origin, reading))

    def _forget_files(self, prune: Sequence[str], read: set[str]) -> None:
        """Files that are gone from under what is pruned take their papers with them."""
        for origin in gone(self._catalogue.origins(), read, prune) if prune else ():
            records: defaultdict[str, list[RecordKey]] = defaultdict(list)
            for fingerprint, paper_id in self._catalogue.records_of(origin).items():
                records[paper_id].append((fingerprint, origin))
            self._release(records)
            self._strike([origin])

    def _release(self, left: Mapping[str, Sequence[RecordKey]]) -> None:
        """Papers that no record is left of go; others are made anew of those that are."""
        self._tally.counts["removed"] += len(self._reconciler.release(left))
        self._drain()

    def _drop(self, paper_id: str) -> None:
        self._sink.delete_rows([f"{paper_id}:{k}" for k in range(self._catalogue.entries[paper_id].chunks)])
        self._catalogue.drop(paper_id)

    def _strike(self, origins: Iterable[str]) -> None:
        if self._ledger:
            self._sink.write([], partial(self._ledger.strike, list(origins)))

    def _count_reading(self, reading: Reading) -> None:
        self._tally.counts.update(unchanged=reading.unchanged, merged=reading.merged)
        self._tally.refused += reading.refused
        done = reading.unchanged + reading.merged + len(reading.refused)
        self._read += done
        self._progress(done, None)

    def _merges(self) -> Iterator[Merge]:
        """What was merged, under the ids that are left at the end."""
        moved = self._reconciler.groups.moved if "_reconciler" in self.__dict__ else {}
        for merge in self._tally.merges:
            into = merge.into
            while into not in self._catalogue and into in moved:
                into = moved[into]
            yield replace(merge, into=into)

    def _stats(self) -> IndexStats:
        self._sink.flush()
        known = "_catalogue" in self.__dict__ or self._store is None
        papers = len(self._catalogue) if known or self._store is None else self._store.count()
        counts = self._tally.counts
        return IndexStats(
            papers,
            added=counts["added"],
            updated=counts["updated"],
            unchanged=counts["unchanged"],
            merged=counts["merged"],
            removed=counts["removed"],
            refused=tuple(self._tally.refused),
            merges=tuple(self._merges()),
            seconds=perf_counter() - self._began,
        )


def _batches(items: Iterable[Paper | Refusal]) -> Iterator[list[Paper | Refusal]]:
    """Items by the batch; where reading fails, what came before is a batch all the same."""
    batch: list[Paper | Refusal] = []
    try:
        for item in items:
            batch.append(item)
            if len(batch) == _BATCH:
                yield batch
                batch = []
    except SourceError:
        yield batch
        raise
    if batch:
        yield batch


def _expected(source: Source, read: int) -> int | None:
    """How many records a source has, by how many its first bytes gave."""
    meter = source.meter
    return round(read * max(meter.total / meter.done, 1.0)) if meter.total and meter.done else None
