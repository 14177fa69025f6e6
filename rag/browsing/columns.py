"""Columns: what a list shows of every paper, one column a field."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from rag.papers import Paper

UNKNOWN_YEAR = 0
_FILE = "columns.json"


@dataclass(frozen=True)
class Entry:
    """A paper as a list shows it; its abstract is in the store.

    Args:
        paper_id, title, authors, venue, status: as the paper has them; the title is its label where it has none.
        year: `UNKNOWN_YEAR` where it is not known.
    """

    paper_id: str
    title: str
    authors: str
    venue: str
    year: int
    status: str


@dataclass(frozen=True, eq=False)
class Columns:
    """One entry a paper in each; the fingerprints tell which papers have changed since."""

    ids: list[str]
    titles: list[str]
    authors: list[str]
    venues: list[str]
    years: list[int]
    statuses: list[str]
    fingerprints: list[str]

    @classmethod
    def empty(cls) -> Columns:
        """No papers."""
        return cls([], [], [], [], [], [], [])

    def add(self, paper: Paper) -> None:
        """Take in the next paper."""
        self.ids.append(paper.paper_id)
        self.titles.append(paper.label)
        self.authors.append("; ".join(paper.authors))
        self.venues.append(paper.venue)
        self.years.append(paper.year or UNKNOWN_YEAR)
        self.statuses.append(paper.status)
        self.fingerprints.append(paper.fingerprint)

    def only(self, rows: Sequence[int]) -> Columns:
        """The papers of some places, in that order."""
        return Columns(*([column[row] for row in rows] for column in self._all()))

    def entries(self, rows: Iterable[int]) -> list[Entry]:
        """The papers of some places, each in one piece."""
        return [
            Entry(self.ids[n], self.titles[n], self.authors[n], self.venues[n], self.years[n], self.statuses[n])
            for n in map(int, rows)
        ]

    def keep(self, folder: Path) -> None:
        """Write into a folder."""
        (folder / _FILE).write_bytes(json.dumps(asdict(self), ensure_ascii=False).encode("utf-8", "replace"))

    @classmethod
    def kept(cls, folder: Path) -> Columns:
        """Read what `keep` wrote.

        Raises:
            OSError, ValueError, TypeError: it is not there, damaged, or of another layout.
        """
        return cls(**json.loads((folder / _FILE).read_text(encoding="utf-8")))

    def _all(self) -> list[list[Any]]:
        return [getattr(self, field.name) for field in fields(self)]
