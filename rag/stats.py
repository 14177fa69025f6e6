"""What a run of ingestion did."""

from dataclasses import dataclass, field

from rag.readers.refusals import Refusal


@dataclass(frozen=True)
class Merge:
    """A record that is the same paper as another.

    Args:
        source: the file's name.
        record: its title.
        into: the paper_id that both are under now.
    """

    source: str
    record: str
    into: str


@dataclass(frozen=True)
class IndexStats:
    """What one run did; the records read are added + updated + unchanged + merged + refused.

    Args:
        papers: papers in the index at the end.
        added, updated, unchanged: papers, by what the run did with them.
        merged: records that are the same paper as another one.
        removed: papers taken out.
        refused: records that did not become papers.
        merges: what was merged into what, in this run.
        seconds: wall time.
    """

    papers: int
    added: int = 0
    updated: int = 0
    unchanged: int = 0
    merged: int = 0
    removed: int = 0
    refused: tuple[Refusal, ...] = field(default=())
    merges: tuple[Merge, ...] = field(default=())
    seconds: float = 0.0
