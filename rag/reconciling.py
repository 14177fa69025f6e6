"""Reconciling: each record that was read is a new paper, one that is known, or one more account of one that is."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile
from pathlib import PurePosixPath
from typing import Literal

from rag.catalogue import Catalogue, RecordKey
from rag.identity import agree, alike, distinct, is_unique, merged, strangers, title_key, under
from rag.papers import Paper, content_id
from rag.readers.identifiers import shared_id

Status = Literal["added", "updated", "unchanged", "merged"]
_HASH = re.compile("[0-9a-f]{16}")


@dataclass(frozen=True)
class Outcome:
    """What became of a record.

    Args:
        status: added: a new paper; updated: its paper changed; unchanged: its paper is as it was; merged: it is the
            same paper as another record.
        paper_id: the paper it went into.
    """

    status: Status
    paper_id: str


@dataclass(frozen=True)
class Change:
    """A paper to be written.

    Args:
        paper: as it is to be stored.
        records: what it was made of.
        chunks_before: rows that the store has of it; 0 if it is new.
        embed: title or abstract changed.
        fresh: it may replace another of its title; that is decided at the end of its source, by whoever gets there.
    """

    paper: Paper
    records: tuple[RecordKey, ...]
    chunks_before: int
    embed: bool
    fresh: bool = False


class Reconciler:
    """Takes records one by one, in order, and tells what is to be written.

    Args:
        catalogue: what the index holds; kept up to date with what is taken.
        load: gives stored papers by their ids.
    """

    def __init__(self, catalogue: Catalogue, load: Callable[[Sequence[str]], list[Paper]]) -> None:
        self.catalogue = catalogue
        self._load = load
        self._touched: set[str] = set()
        self._loaded: dict[str, Paper] = {}
        self._changes: dict[str, Change] = {}
        self._origin = ""
        self._unseen: dict[str, set[str]] = {}
        self._added: dict[int, list[str]] = {}

    def begin(self, origin: str) -> None:
        """Records of this origin follow."""
        self._origin = origin
        self._unseen = self.catalogue.records_of(origin)
        self._added = {}

    def take(self, record: Paper) -> Outcome:
        """Place one record."""
        key = (record.fingerprint, self._origin)
        known = self.catalogue.by_record(key)
        if known is not None:
            self._see(known, record.fingerprint)
            if known in self.catalogue.fresh:  # added by a run that was cut off
                self._added.setdefault(title_key(record.title), []).append(known)
            return self._touch("merged" if known in self._touched else "unchanged", known)
        paper_id, exists = self._place(record)
        if not exists:
            return self._add(under(record, paper_id), key)
        return self._fold(self._paper(paper_id), record, key)

    def prepare(self, records: Iterable[Paper]) -> None:
        """Load what a batch of records may be the same as, in one call."""
        wanted: dict[str, None] = {}
        for record in records:
            if self.catalogue.by_record((record.fingerprint, self._origin)) is None:
                wanted |= dict.fromkeys(self._candidates(record))
        missing = [paper_id for paper_id in wanted if paper_id not in self._loaded and paper_id not in self._changes]
        self._loaded |= {paper.paper_id: paper for paper in self._load(missing)} if missing else {}

    def drain(self) -> list[Change]:
        """The papers to be written since the last call."""
        changes = list(self._changes.values())
        self._changes, self._loaded = {}, {}
        return changes

    def superseded(self) -> list[str]:
        """Papers of this origin whose record went while another of the same title came: edits of what has no id.

        To be called when the origin was read to its end; what is drained next is settled.
        """
        replaced = []
        for paper_id in list(self._unseen):
            entry = self.catalogue.entries[paper_id]
            successors = self._added.get(entry.title) if entry.title else None
            if successors and len(entry.records) == 1 and _is_hash(self._paper(paper_id)):
                self._settle(successors.pop())
                del self._unseen[paper_id]
                replaced.append(paper_id)
        for paper_id in [paper_id for papers in self._added.values() for paper_id in papers]:
            self._settle(paper_id)
        return replaced

    def _settle(self, paper_id: str) -> None:
        entry = self.catalogue.entries[paper_id]
        self.catalogue.fresh.discard(paper_id)
        self._changes[paper_id] = Change(self._paper(paper_id), entry.records, entry.chunks, embed=False)

    def unseen(self) -> dict[str, list[RecordKey]]:
        """The records of this origin that did not come again, by the paper they went into."""
        return {
            paper_id: [(fingerprint, self._origin) for fingerprint in fingerprints]
            for paper_id, fingerprints in self._unseen.items()
        }

    def _candidates(self, record: Paper) -> list[str]:
        catalogue = self.catalogue
        found = [paper_id for name in record.identifiers for paper_id in catalogue.by_identifier(name)]
        found += filter(None, [catalogue.by_content(record)])
        found += catalogue.by_title(record)
        return found + list(takewhile(catalogue.__contains__, self._names(record)))

    def _place(self, record: Paper) -> tuple[str, bool]:
        """The paper that a record is, or the id that it gets as a new one."""
        own = shared_id(record.paper_id)
        for name in record.identifiers:
            for paper_id in self.catalogue.by_identifier(name):
                known = self._paper(paper_id)
                if (name == own and is_unique(name) and not strangers(record, known)) or agree(record, known):
                    return paper_id, True
        same = self.catalogue.by_content(record)
        if same and not distinct(record, self._paper(same)):
            return same, True
        for paper_id in self.catalogue.by_title(record):
            namesake = self._paper(paper_id)
            if alike(record, namesake) or (
                not set(record.identifiers).isdisjoint(namesake.identifiers) and agree(record, namesake)
            ):
                return paper_id, True
        for name in self._names(record):
            if name not in self.catalogue:
                return name, False
            if self._is_edit(record, name) or agree(record, self._paper(name)):
                return name, True
        last = f"{record.paper_id}@{record.fingerprint}"
        return last, last in self.catalogue

    def _is_edit(self, record: Paper, name: str) -> bool:
        """Whether a record stands where one of its id and title stood: rows that are numbered anew are no edits."""
        return name in self._unseen and title_key(record.title) == self.catalogue.entries[name].title

    def _names(self, record: Paper) -> Iterator[str]:
        """The ids that a record may go by: "paper785" of one export is another paper than "paper785" of the next."""
        own, file = record.paper_id, PurePosixPath(record.source).name.partition(".")[0]
        yield from (own, f"{own}@{file}")
        yield content_id(record.title, record.abstract)

    def _paper(self, paper_id: str) -> Paper:
        if paper_id in self._changes:
            return self._changes[paper_id].paper
        if paper_id not in self._loaded:
            self._loaded |= {paper.paper_id: paper for paper in self._load([paper_id])}
        return self._loaded[paper_id]

    def _add(self, paper: Paper, key: RecordKey) -> Outcome:
        fresh = (
            bool(self._origin)
            and _is_hash(paper)
            and any(name in self._unseen for name in self.catalogue.by_title(paper))
        )
        self.catalogue.put(paper, 0, (key,))
        self._changes[paper.paper_id] = Change(paper, (key,), 0, embed=True, fresh=fresh)
        if fresh:
            self.catalogue.fresh.add(paper.paper_id)
            self._added.setdefault(title_key(paper.title), []).append(paper.paper_id)
        return self._touch("added", paper.paper_id)

    def _fold(self, stored: Paper, record: Paper, key: RecordKey) -> Outcome:
        paper_id = stored.paper_id
        before = self.catalogue.entries[paper_id]
        old = {(fingerprint, self._origin) for fingerprint in self._unseen.pop(paper_id, ())}
        alone = bool(old) and old.issuperset(before.records)
        paper = under(record, paper_id) if alone else merged(stored, record, edited=bool(old))
        records = (*(known for known in before.records if known not in old), key)
        embed = (paper.title, paper.abstract) != (stored.title, stored.abstract)
        if earlier := self._changes.get(paper_id):
            embed = embed or earlier.embed
        self.catalogue.put(paper, before.chunks, records)
        self._changes[paper_id] = Change(paper, records, before.chunks, embed, paper_id in self.catalogue.fresh)
        if paper_id in self._touched:
            return self._touch("merged", paper_id)
        if paper.fingerprint == stored.fingerprint:
            return self._touch("unchanged", paper_id)
        return self._touch("updated" if old or record.paper_id == paper_id else "merged", paper_id)

    def _see(self, paper_id: str, fingerprint: str) -> None:
        left = self._unseen.get(paper_id, set()) - {fingerprint}
        if left:
            self._unseen[paper_id] = left
        else:
            self._unseen.pop(paper_id, None)

    def _touch(self, status: Status, paper_id: str) -> Outcome:
        self._touched.add(paper_id)
        return Outcome(status, paper_id)


def _is_hash(paper: Paper) -> bool:
    """Whether its source has no id for it: an edit then makes another id."""
    return bool(_HASH.fullmatch(paper.paper_id)) and paper.paper_id == content_id(paper.title, paper.abstract)
