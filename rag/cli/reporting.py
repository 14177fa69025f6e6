"""The report of a run of ingestion, as a person reads it in a terminal."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TypeVar

from rag.cli.terminal import printable
from rag.readers.refusals import WHOLE_FILE, Refusal
from rag.stats import IndexStats, Merge

T = TypeVar("T", Refusal, Merge)
_LISTED = 20


def report(stats: IndexStats, *, rehearsed: bool = False) -> str:
    """What was done, with the first of what was merged and refused.

    Args:
        stats: of the run.
        rehearsed: nothing was written.
    """
    return "\n".join(_lines(stats, rehearsed=rehearsed))


def _lines(stats: IndexStats, *, rehearsed: bool) -> Iterator[str]:
    counts = (
        (stats.added, "added"),
        (stats.updated, "updated"),
        (stats.unchanged, "unchanged"),
        (stats.merged, "merged"),
        (stats.removed, "removed"),
        (len(stats.refused), "refused"),
    )
    done = ", ".join(f"{count:,} {name}" for count, name in counts if count) or "nothing new"
    rate = (stats.added + stats.updated) / stats.seconds if stats.seconds else 0.0
    took = f"{stats.seconds:.1f} s" + (f", {rate:.0f} papers/s" if rate >= 1 and not rehearsed else "")
    if rehearsed:
        yield f"Nothing was written. A run would leave {_papers(stats.papers)} in the index: {done}."
    else:
        yield f"{_papers(stats.papers)} in the index: {done} ({took})."
    if stats.merges:
        yield "Merged, as records of one paper:"
        yield from (f"  {printable(f'{m.source}: {m.record}')} → {m.into}" for m in stats.merges[:_LISTED])
        yield from _rest(stats.merges)
    if stats.refused:
        yield "Refused:"
        yield from (f"  {printable(_told(refusal))}" for refusal in stats.refused[:_LISTED])
        yield from _rest(stats.refused)
        if len(stats.refused) > _LISTED:
            reasons = Counter(refusal.why for refusal in stats.refused).most_common(5)
            yield "Why: " + "; ".join(f"{printable(why)} ({count:,})" for why, count in reasons) + "."


def _papers(count: int) -> str:
    return f"{count:,} paper{'' if count == 1 else 's'}"


def _told(refusal: Refusal) -> str:
    if refusal.record == WHOLE_FILE and refusal.why.startswith(refusal.source):
        return refusal.why
    return ": ".join(filter(None, (refusal.source, refusal.record, refusal.why)))


def _rest(listed: Sequence[T]) -> Iterator[str]:
    if len(listed) > _LISTED:
        yield f"  … and {len(listed) - _LISTED:,} more; --json lists them all"
