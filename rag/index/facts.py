"""Facts: what is known of every paper but its text, held in memory for filtering."""

from __future__ import annotations

import json
import os
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

from rag.index.changes import Changes
from rag.index.seals import digest_of
from rag.papers import Paper
from rag.understanding.filters import ACCEPTED, PLACES, Filter, folded, is_author, is_venue, meets_year, tokens


@dataclass(frozen=True, eq=False)
class Facts:
    """One entry a paper in each column.

    Args:
        ids: the paper_ids.
        years: None where unknown.
        venues, kinds, statuses: as the papers state them; empty where unknown.
        authors: joined by "; ".
        fingerprints: see `Paper.fingerprint`.
    """

    ids: list[str]
    years: list[int | None]
    venues: list[str]
    authors: list[str]
    kinds: list[str]
    statuses: list[str]
    fingerprints: list[str]

    @classmethod
    def open(cls, folder: Path, generation: int, noted: Noted, changes: Changes | None = None) -> Facts:
        """Read the facts of a generation, or keep on disk what was noted of it.

        Args:
            folder: where they are kept; one that is read-only keeps none.
            generation: the store's.
            noted: its papers, which are read to their end only when needed.
            changes: since an earlier generation, to make the facts from that one's.
        """
        if (known := cls.find(folder, generation)) is not None:
            return known
        earlier = cls.find(folder, changes.since) if changes is not None else None
        found = noted.facts() if changes is None or earlier is None else earlier._after(changes)
        found._keep(folder / f"{generation}.json")
        return found

    @classmethod
    def find(cls, folder: Path, generation: int) -> Facts | None:
        """The facts of a generation; None where they are not there, or cut off."""
        try:
            return cls._unpacked((folder / f"{generation}.json").read_bytes())
        except (OSError, ValueError, TypeError):
            return None

    @classmethod
    def latest(cls, folder: Path, before: int) -> tuple[int, Facts] | None:
        """The facts of the last generation before another, and which it is; None where there are none."""
        generations = [int(path.stem) for path in folder.glob("*.json") if path.stem.isdigit()]
        for generation in sorted((number for number in generations if number < before), reverse=True):
            if (found := cls.find(folder, generation)) is not None:
                return generation, found
        return None

    def prints(self) -> dict[str, str]:
        """The fingerprint of each paper."""
        return dict(zip(self.ids, self.fingerprints, strict=True))

    def _after(self, changes: Changes) -> Facts:
        kept = [row for row, paper_id in enumerate(self.ids) if paper_id not in changes.outdated]
        added = Noted(changes.papers).facts()
        columns = zip(_columns(self), _columns(added), strict=True)
        return Facts(*([old[row] for row in kept] + new for old, new in columns))

    @classmethod
    def _unpacked(cls, data: bytes) -> Facts:
        """The facts of a file: a digest, and the JSON that it is of."""
        digest, _, text = data.partition(b"\n")
        if digest.decode("ascii") != digest_of(text):
            raise ValueError("these are not the facts that were kept")
        return cls(**json.loads(text))

    def _keep(self, path: Path) -> None:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            text = json.dumps(
                {field.name: getattr(self, field.name) for field in fields(self)}, ensure_ascii=False
            ).encode("utf-8", "replace")
            with tempfile.NamedTemporaryFile(dir=path.parent, suffix=".part", delete=False) as file:
                try:
                    file.write(digest_of(text).encode() + b"\n" + text)
                    file.close()
                    os.replace(file.name, path)
                finally:
                    Path(file.name).unlink(missing_ok=True)
            for other in path.parent.glob("*.json"):
                if other.stem.isdigit() and int(other.stem) < int(path.stem):
                    other.unlink(missing_ok=True)
        except OSError:  # an index on a full disk, or one that may not be written, is filtered all the same
            return

    @cached_property
    def known_ids(self) -> Mapping[str, frozenset[str]]:
        """For each id without its case the ids that it may stand for."""
        found: dict[str, list[str]] = {}
        for paper_id in self.ids:
            found.setdefault(paper_id.casefold(), []).append(paper_id)
        return {key: frozenset(ids) for key, ids in found.items()}

    def named(self, paper_ids: Iterable[str]) -> frozenset[str]:
        """The papers with these ids; one that no paper has in this case is taken for those that differ in it alone."""
        found: set[str] = set()
        for wanted in paper_ids:
            alike = self.known_ids.get(wanted.casefold(), frozenset())
            found |= {wanted} if wanted in alike else alike
        return frozenset(found)

    @cached_property
    def known_venues(self) -> list[str]:
        """The venues that occur, the commonest first."""
        return [venue for venue, _ in Counter(self.venues).most_common() if venue]

    @cached_property
    def known_years(self) -> frozenset[int | None]:
        """The years that occur; None where a paper has none."""
        return frozenset(self.years)

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

    def by_author_at(self, field: str, wanted: str) -> list[int]:
        """The numbers of the papers that have an author at a place of their byline.

        Args:
            field: of `rag.understanding.filters.PLACES`.
            wanted: a surname or a fuller name.
        """
        at = PLACES[field]
        names = [(row, self.authors[row].split("; ")) for row in self.by_author(wanted)]
        if field == "soleauthor":
            return [row for row, authors in names if len(authors) == 1]
        return [row for row, authors in names if at < len(authors) and is_author(authors[at], wanted)]

    def meeting(self, condition: Filter) -> frozenset[str]:
        """The papers that meet a condition on any field but `keyword`."""
        return _meeting(self, condition.field, condition.operator, condition.value)


def _columns(facts: Facts) -> list[list[Any]]:
    return [getattr(facts, field.name) for field in fields(facts)]


class Noted:
    """Papers that pass by on their way to another reader, so that one pass over the store serves both.

    Args:
        papers: the store's; gone through again where the first reader did not come to their end.
    """

    def __init__(self, papers: Iterable[Paper]) -> None:
        self._papers = papers
        self._facts: Facts | None = None

    def __iter__(self) -> Iterator[Paper]:
        facts = Facts([], [], [], [], [], [], [])
        for paper in self._papers:
            facts.ids.append(paper.paper_id)
            facts.years.append(paper.year)
            facts.venues.append(paper.venue)
            facts.authors.append("; ".join(paper.authors))
            facts.kinds.append(paper.kind)
            facts.statuses.append(paper.status)
            facts.fingerprints.append(paper.fingerprint)
            yield paper
        self._facts = facts

    def facts(self) -> Facts:
        """What was noted, once all papers have passed."""
        if self._facts is None:
            for _ in self:
                pass
        return self._facts or Facts([], [], [], [], [], [], [])


@lru_cache(maxsize=16)
def _meeting(facts: Facts, field: str, operator: str, value: str) -> frozenset[str]:
    condition = Filter(field, operator, value)
    if field == "year":
        good = {year for year in facts.known_years if meets_year(year, condition)}
        return frozenset(id_ for id_, year in zip(facts.ids, facts.years, strict=True) if year in good)
    if field == "paper":
        found = facts.named(condition.values)
    elif field == "author":
        found = frozenset(facts.ids[row] for name in condition.values for row in facts.by_author(name))
    elif field in PLACES:
        found = frozenset(facts.ids[row] for name in condition.values for row in facts.by_author_at(field, name))
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
