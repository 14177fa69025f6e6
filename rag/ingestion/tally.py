"""The tally: what the records of one source, or of a whole run, became."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from rag.ingestion.reconciling import Joined
from rag.readers.refusals import WHOLE_FILE, Refusal
from rag.stats import Merge


@dataclass
class Tally:
    """Counts by status, what was refused, what was merged, and the papers that the records are in."""

    counts: Counter[str] = field(default_factory=Counter)
    refused: list[Refusal] = field(default_factory=list)
    merges: list[Merge] = field(default_factory=list)
    papers: set[str] = field(default_factory=set)

    def add(self, other: Tally) -> None:
        """Take in what the records of one source became."""
        self.counts.update(other.counts)
        self.refused += other.refused
        self.merges += other.merges

    def join(self, joined: Joined, into: str) -> None:
        """A paper turned out to be another: what was counted as one is a further record of that."""
        paper = joined.paper
        if joined.status and joined.status != "merged":
            self.counts.update({joined.status: -1, "merged": 1})
        self.papers.discard(paper.paper_id)
        self.merges.append(Merge(paper.source, paper.label, into))

    @property
    def whole(self) -> bool:
        """Whether the source was read to its end."""
        return all(refusal.record != WHOLE_FILE for refusal in self.refused)
