"""Facts: what is known of every paper but its text, held in memory for filtering."""

from __future__ import annotations

import json
import os
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from functools import cached_property, lru_cache
from pathlib import Path

from rag.filters import ACCEPTED, Filter, folded, is_author, is_venue, meets_year, tokens
from rag.papers import Paper


@dataclass(frozen=True, eq=False)
class Facts:
    """One entry a paper in each column.

    Args:
        ids: the paper_ids.
        years: None where unknown.
        venues, kinds, statuses: as the papers state them; empty where unknown.
        authors: joined by "; ".
    """

    ids: list[str]
    years: list[int | None]
    venues: list[str]
    authors: list[str]
    kinds: list[str]
    statuses: list[str]

    @classmethod
    def open(cls, folder: Path, generation: int, noted: Noted) -> Facts:
        """Read the facts of a generation, or keep on disk what was noted of it.

        Args:
            folder: where they are kept; one that is read-only keeps none.
            generation: the store's.
            noted: its papers, which are read to their end only when needed.
        """
        path = folder / f"{generation}.json"
        try:
            return cls(**json.loads(path.read_text(encoding="utf-8")))
        except (OSError, ValueError, TypeError):  # not there yet, or cut off: they are derived, and gathered anew
            found = noted.facts()
        found._keep(path)
        return found

    def _keep(self, path: Path) -> None:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with tempfile.NamedTemporaryFile("w", dir=path.parent, suffix=".part", delete=False, encoding="utf-8") as f:
                json.dump(asdict(self), f, ensure_ascii=False)
            os.replace(f.name, path)
            for other in path.parent.glob("*.json"):
                if other.stem.isdigit() and int(other.stem) < int(path.stem):
                    other.unlink(missing_ok=True)
        except OSError:  # a read-only index is filtered all the same
            return

    @cached_property
    def known_venues(self) -> list[str]:
        """The venues that occur, the commonest first."""
        return [venue for venue, _ in Counter(self.venues).most_common() if venue]

    @cached_property
    def known_kinds(self) -> frozenset[str]:
        """The words of the kinds that occur, folded."""
        return frozenset(word for kind in set(self.kinds) for word in tokens(kind))

    @cached_property
    def _rows_by_name(self) -> dict[str, list[int]]:
        """For each word of an author's name, folded, the papers that have it."""
        rows: dict[str, list[int]] = {}
        for row, names in enumerate(self.authors):
            for token in set(tokens(names)):
                rows.setdefault(token, []).append(row)
        return rows

    def by_author(self, wanted: str, *, in_full: bool = False) -> list[int]:
        """The numbers of the papers by an author.

        Args:
            wanted: a surname or a fuller name.
            in_full: the name must be all of an author's name.
        """
        want = tokens(wanted)
        rows = self._rows_by_name.get(want[-1], []) if want else []
        return [
            row
            for row in rows
            if any(
                is_author(name, wanted) and (not in_full or len(tokens(name)) == len(want))
                for name in self.authors[row].split("; ")
            )
        ]

    def meeting(self, condition: Filter) -> frozenset[str]:
        """The papers that meet a condition on any field but `keyword`."""
        return _meeting(self, condition.field, condition.operator, condition.value)


class Noted:
    """Papers that pass by on their way to another reader, so that one pass over the store serves both.

    Args:
        papers: the store's.
    """

    def __init__(self, papers: Iterable[Paper]) -> None:
        self._papers = iter(papers)
        self._facts = Facts([], [], [], [], [], [])

    def __iter__(self) -> Iterator[Paper]:
        for paper in self._papers:
            self._facts.ids.append(paper.paper_id)
            self._facts.years.append(paper.year)
            self._facts.venues.append(paper.venue)
            self._facts.authors.append("; ".join(paper.authors))
            self._facts.kinds.append(paper.kind)
            self._facts.statuses.append(paper.status)
            yield paper

    def facts(self) -> Facts:
        """What was noted, once all papers have passed."""
        for _ in self:
            pass
        return self._facts


@lru_cache(maxsize=64)
def _meeting(facts: Facts, field: str, operator: str, value: str) -> frozenset[str]:
    condition = Filter(field, operator, value)
    if field == "year":
        good = {year for year in set(facts.years) if meets_year(year, condition)}
        return frozenset(id_ for id_, year in zip(facts.ids, facts.years, strict=True) if year in good)
    if field == "author":
        found = frozenset(facts.ids[row] for name in condition.values for row in facts.by_author(name))
    else:
        column = {"venue": facts.venues, "kind": facts.kinds, "status": facts.statuses}[field]
        good_names = {name for name in set(column) if any(_agrees(field, name, want) for want in condition.values)}
        found = frozenset(id_ for id_, name in zip(facts.ids, column, strict=True) if name in good_names)
    return frozenset(facts.ids) - found if operator == "!=" else found


def _agrees(field: str, name: str, want: str) -> bool:
    if field == "venue":
        return is_venue(name, want)
    if field == "status":
        return folded(name) == ("" if folded(want) == ACCEPTED else folded(want))
    return f" {' '.join(tokens(want))} " in f" {' '.join(tokens(name))} "
