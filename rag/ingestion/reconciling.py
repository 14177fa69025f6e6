"""Reconciling: each record that was read is a new paper, one that is known, or one more account of one that is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from rag.ingestion.accounts import RecordKey, Told
from rag.ingestion.catalogue import Catalogue
from rag.ingestion.editions import Editions
from rag.ingestion.groups import Change, Groups
from rag.ingestion.identity import conflicting
from rag.papers import Paper

__all__ = ["Change", "Joined", "Outcome", "Reconciler"]

Status = Literal["added", "updated", "unchanged", "merged"]


@dataclass(frozen=True)
class Joined:
    """A paper that turned out to be the same as another.

    Args:
        paper: as it was.
        status: what this run had counted it as; None if it had not met it.
    """

    paper: Paper
    status: Status | None


@dataclass(frozen=True)
class Outcome:
    """What became of a record.

    Args:
        status: added: a new paper; updated: its paper changed; unchanged: its paper is as it was; merged: it is the
            same paper as another record.
        paper_id: the paper it went into.
        joined: papers that went into that one, too, as the record shows that they are it.
    """

    status: Status
    paper_id: str
    joined: tuple[Joined, ...] = ()


class Reconciler:
    """Takes records one by one, and tells what is to be written.

    What a paper is made of depends on the records that there are, not on the order in which they came.

    Args:
        catalogue: what the index holds; kept up to date with what is taken.
        load: gives stored papers by their ids.
    """

    def __init__(self, catalogue: Catalogue, load: Callable[[Sequence[str]], list[Paper]]) -> None:
        self.catalogue = catalogue
        self.groups = Groups(catalogue, load)
        self._status: dict[str, Status] = {}
        self._editions = Editions(catalogue, "")

    def begin(self, origin: str) -> None:
        """Records of this origin follow."""
        self._editions = Editions(self.catalogue, origin)

    def take(self, record: Paper) -> Outcome:
        """Place one record."""
        key = (record.fingerprint, self._editions.origin)
        known = self.catalogue.by_record(key)
        if known is not None:
            self._editions.see(record, unsettled=self.catalogue.entries[known].account(key).is_unsettled)
            return self._touch("merged" if known in self._status else "unchanged", known)
        home = self._editions.rewritten(record, self.groups.members)
        linked = self.groups.linked(record, besides=(home,) if home else ())
        unsettled = self._editions.may_be_edit(record) or (home is not None and bool(linked))
        self._editions.add(record, unsettled=unsettled)
        return self._insert(Told(record, key[1], unsettled), linked, home)

    def prepare(self, records: Iterable[Paper]) -> None:
        """Load what a batch of records may be the same as, in one call."""
        new = [each for each in records if self.catalogue.by_record((each.fingerprint, self._editions.origin)) is None]
        self.groups.preload(paper_id for record in new for paper_id in self.catalogue.candidates(record))

    def superseded(self) -> list[str]:
        """Take out the records of this origin that went while an edit of theirs came.

        To be called when the origin was read to its end, and what is drained then written before `settle`.

        Returns:
            For each paper that goes, the one that its edit is in.
        """
        self.groups.preload(self._editions.concerned())
        replaced = self._editions.replaced(self.groups.members)
        gone = self.release({paper_id: keys for paper_id, (keys, _) in replaced.items()})
        return [replaced[paper_id][1] for paper_id in gone if paper_id in replaced]

    def revised(self, paper_id: str) -> bool:
        """Count a paper that this run added as the new version of one that went; False if it was not added."""
        added = self._status.get(paper_id) == "added"
        if added:
            self._status[paper_id] = "updated"
        return added

    def settle(self) -> None:
        """What was marked as an edit is one record among others from now on."""
        for key in self._editions.unsettled:
            if paper_id := self.catalogue.by_record(key):
                found = self.groups.members(paper_id)
                self.groups.store(
                    paper_id, [replace(each, unsettled=each.unsettled and each.key != key) for each in found]
                )

    def unseen(self) -> dict[str, list[RecordKey]]:
        """The records of this origin that did not come again, by the paper they went into."""
        return self._editions.unseen()

    def release(self, gone: Mapping[str, Sequence[RecordKey]]) -> list[str]:
        """Take records out of their papers, which are made anew of those that are left; gives the papers that go."""
        dropped = []
        for key in [key for keys in gone.values() for key in keys]:
            paper_id = self.catalogue.by_record(key)
            if paper_id is None:
                continue
            left = [each for each in self.groups.members(paper_id) if each.key not in gone.get(paper_id, (key,))]
            if not left:
                self.groups.drop(paper_id)
                dropped.append(paper_id)
                continue
            near = [other for each in left for other in self.groups.linked(each.record, besides=(paper_id,))]
            around = self.groups.around(near)
            around.pop(paper_id, None)
            self.groups.regroup([paper_id, *around], left + [each for members in around.values() for each in members])
        return dropped

    def _insert(self, new: Told, linked: list[str], home: str | None) -> Outcome:
        """Put a record where it was before, into the papers that it links, or into one of its own."""
        if not linked:
            before = self.catalogue.entries[home].fingerprint if home else ""
            paper_id = home or self.groups.name(new)
            after = self.groups.store(paper_id, [new]).fingerprint
            return self._touch("added" if home is None else "updated" if before != after else "unchanged", paper_id)
        around = self.groups.around(linked)
        around.pop(home or "", None)
        known = [each for members in around.values() for each in members]
        if len(around) == 1 and home is None and not any(conflicting(new.record, each.record) for each in known):
            return self._join(linked[0], [*known, new])
        papers = {paper_id: self.groups.paper(paper_id) for paper_id in around}
        self.groups.regroup([*around, *([home] if home else [])], [*known, new])
        paper_id = self.catalogue.by_record(new.key) or ""
        gone = [other for other in around if self.groups.moved.get(other) == paper_id]
        joined = tuple(Joined(papers[other], self._status.pop(other, None)) for other in gone)
        status: Status = "merged" if paper_id in papers or paper_id == home else "added"
        return replace(self._touch(status, paper_id), joined=joined)

    def _join(self, paper_id: str, members: list[Told]) -> Outcome:
        new, before = members[-1], self.catalogue.entries[paper_id].fingerprint
        after = self.groups.store(paper_id, members).fingerprint
        if paper_id in self._status:
            return self._touch("merged", paper_id)
        if before == after:
            return self._touch("unchanged", paper_id)
        return self._touch("updated" if new.unsettled or new.record.paper_id == paper_id else "merged", paper_id)

    def _touch(self, status: Status, paper_id: str) -> Outcome:
        self._status.setdefault(paper_id, status)
        return Outcome(status, paper_id)
