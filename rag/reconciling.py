"""Reconciling: each record that was read is a new paper, one that is known, or one more account of one that is."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from rag.accounts import RecordKey, Told, told
from rag.catalogue import Catalogue
from rag.editions import Editions
from rag.identity import clusters, conflicting, is_hash, same, under
from rag.merging import merged
from rag.papers import Paper

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


@dataclass(frozen=True)
class Change:
    """A paper to be written.

    Args:
        paper: as it is to be stored.
        records: what it was made of: fingerprint and origin, with what the record said otherwise behind it.
        chunks_before: rows that the store has of it; 0 if it is new.
        embed: title or abstract changed.
        fresh: one of its records may be an edit of another.
    """

    paper: Paper
    records: tuple[RecordKey, ...]
    chunks_before: int
    embed: bool
    fresh: bool = False


class Reconciler:
    """Takes records one by one, and tells what is to be written.

    What a paper is made of depends on the records that there are, not on the order in which they came.

    Args:
        catalogue: what the index holds; kept up to date with what is taken.
        load: gives stored papers by their ids.
    """

    def __init__(self, catalogue: Catalogue, load: Callable[[Sequence[str]], list[Paper]]) -> None:
        self.catalogue = catalogue
        self.moved: dict[str, str] = {}
        """Papers that are no more, and those that they went into."""
        self._load = load
        self._status: dict[str, Status] = {}
        self._loaded: dict[str, Paper] = {}
        self._changes: dict[str, Change] = {}
        self._gone: dict[str, int] = {}
        self._embed: set[str] = set()
        self._editions = Editions(catalogue, "")
        for paper_id, other in list(catalogue.doubled.items()):  # left by a run that was cut off
            around = self._around(each for each in (paper_id, other) if each in catalogue)
            self._regroup(list(around), [each for members in around.values() for each in members])

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
        home = self._editions.rewritten(record, self._told)
        linked = self._linked(record, besides=(home,) if home else ())
        unsettled = self._editions.may_be_edit(record) or (home is not None and bool(linked))
        self._editions.add(record, unsettled=unsettled)
        return self._insert(Told(record, key[1], unsettled), linked, home)

    def prepare(self, records: Iterable[Paper]) -> None:
        """Load what a batch of records may be the same as, in one call."""
        wanted: dict[str, None] = {}
        for record in records:
            if self.catalogue.by_record((record.fingerprint, self._editions.origin)) is None:
                wanted |= dict.fromkeys(self.catalogue.candidates(record))
        missing = [paper_id for paper_id in wanted if paper_id not in self._loaded and paper_id not in self._changes]
        self._loaded |= {paper.paper_id: paper for paper in self._load(missing)} if missing else {}

    def drain(self) -> tuple[list[Change], list[str]]:
        """The papers to be written since the last call, and the ids of rows to be taken out after that."""
        changes = list(self._changes.values())
        rows = [f"{paper_id}:{k}" for paper_id, chunks in self._gone.items() for k in range(chunks)]
        self._changes, self._loaded, self._gone, self._embed = {}, {}, {}, set()
        return changes, rows

    def superseded(self) -> list[str]:
        """Take out the records of this origin that went while an edit of theirs came.

        To be called when the origin was read to its end, and what is drained then written before `settle`.

        Returns:
            For each paper that goes, the one that its edit is in.
        """
        replaced = self._editions.replaced(self._told)
        gone = self.release({paper_id: keys for paper_id, (keys, _) in replaced.items()})
        return [replaced[paper_id][1] for paper_id in gone]

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
                found = self._told(paper_id)
                self._store(paper_id, [replace(each, unsettled=each.unsettled and each.key != key) for each in found])

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
            left = [each for each in self._told(paper_id) if each.key not in gone.get(paper_id, (key,))]
            if not left:
                self._drop(paper_id)
                dropped.append(paper_id)
                continue
            near = [other for each in left for other in self._linked(each.record, besides=(paper_id,))]
            around = self._around(near)
            around.pop(paper_id, None)
            self._regroup([paper_id, *around], left + [each for members in around.values() for each in members])
        return dropped

    def _linked(self, record: Paper, besides: Container[str]) -> list[str]:
        """The papers of which a record is the same as one."""
        found = (paper_id for paper_id in self.catalogue.candidates(record) if paper_id not in besides)
        return [paper_id for paper_id in found if any(same(record, each.record) for each in self._told(paper_id))]

    def _around(self, paper_ids: Iterable[str]) -> dict[str, list[Told]]:
        """Papers and all that records link to them, near or far; some may stay apart, as two of theirs are not one."""
        found: dict[str, list[Told]] = {}
        ahead = list(paper_ids)
        while ahead:
            paper_id = ahead.pop(0)
            if paper_id not in found:
                found[paper_id] = self._told(paper_id)
                for each in found[paper_id]:
                    ahead += self._linked(each.record, besides=found)
        return found

    def _insert(self, new: Told, linked: list[str], home: str | None) -> Outcome:
        """Put a record where it was before, into the papers that it links, or into one of its own."""
        if not linked:
            before = self.catalogue.entries[home].fingerprint if home else ""
            paper_id = home or self._name(new)
            after = self._store(paper_id, [new]).fingerprint
            return self._touch("added" if home is None else "updated" if before != after else "unchanged", paper_id)
        around = self._around(linked)
        around.pop(home or "", None)
        known = [each for members in around.values() for each in members]
        if len(around) == 1 and home is None and not any(conflicting(new.record, each.record) for each in known):
            return self._join(linked[0], [*known, new])
        papers = {paper_id: self._paper(paper_id) for paper_id in around}
        self._regroup([*around, *([home] if home else [])], [*known, new])
        paper_id = self.catalogue.by_record(new.key) or ""
        gone = [other for other in around if self.moved.get(other) == paper_id]
        joined = tuple(Joined(papers[other], self._status.pop(other, None)) for other in gone)
        status: Status = "merged" if paper_id in papers or paper_id == home else "added"
        return replace(self._touch(status, paper_id), joined=joined)

    def _join(self, paper_id: str, members: list[Told]) -> Outcome:
        new, before = members[-1], self.catalogue.entries[paper_id].fingerprint
        after = self._store(paper_id, members).fingerprint
        if paper_id in self._status:
            return self._touch("merged", paper_id)
        if before == after:
            return self._touch("unchanged", paper_id)
        return self._touch("updated" if new.unsettled or new.record.paper_id == paper_id else "merged", paper_id)

    def _regroup(self, ids: Sequence[str], members: Sequence[Told]) -> None:
        """Make papers anew of records that may be one, under the ids that they have where that can be."""
        members = list({each.key: each for each in members}.values())
        where = {each.key: self.catalogue.by_record(each.key) for each in members}
        groups = [[members[at] for at in group] for group in clusters([each.record for each in members])]
        for paper_id in list(ids):  # what stays as it is need not be written again
            keys = {account.key for account in self.catalogue.entries[paper_id].accounts}
            as_before = [group for group in groups if {each.key for each in group} == keys]
            if as_before and all(where[key] == paper_id for key in keys):
                groups.remove(as_before[0])
                ids = [each for each in ids if each != paper_id]
        before = {paper_id: self._paper(paper_id) for paper_id in ids}
        chunks = {paper_id: self.catalogue.entries[paper_id].chunks for paper_id in ids}
        names: list[str] = [""] * len(groups)
        for paper_id in sorted(ids, key=lambda each: (is_hash(each), "@" in each, each)):
            claims = [0 if names[k] else _claim(paper_id, group, where) for k, group in enumerate(groups)]
            if any(claims):
                names[claims.index(max(claims))] = paper_id
        for paper_id in ids:
            self._drop(paper_id)
        for k, group in sorted(enumerate(groups), key=lambda item: not names[item[0]]):
            names[k] = names[k] or self._name(group[0])
            self._store(names[k], group, before.get(names[k]), chunks.get(names[k], 0))
        for paper_id in set(ids).difference(names):
            claims = [_claim(paper_id, group, where) for group in groups]
            if any(claims):
                self.moved[paper_id] = names[claims.index(max(claims))]
        self._editions.moved(ids)

    def _name(self, new: Told) -> str:
        """An id for a new paper: "paper785" of one export is another paper than "paper785" of the next."""
        own = new.record.paper_id
        folders = [part for part in re.split(r"[\\/]", new.origin) if part][:-1]
        name = re.split(r"[\\/]", new.record.source)[-1].partition(".")[0]
        names = [own, f"{own}@{name}"]
        for folder in reversed(folders):
            name = f"{folder}/{name}"
            names.append(f"{own}@{name}")
        return next((each for each in names if each not in self.catalogue), f"{own}@{new.record.fingerprint}")

    def _store(self, paper_id: str, members: Sequence[Told], stored: Paper | None = None, chunks: int = 0) -> Paper:
        """Make a paper of its records; `stored` and `chunks` tell what the store has of one that was just dropped."""
        if paper_id in self.catalogue:
            stored, chunks = self._paper(paper_id), self.catalogue.entries[paper_id].chunks
        paper = under(merged(*(each.record for each in members)), paper_id)
        accounts = tuple(each.account(paper) for each in members)
        embed = stored is None or (paper.title, paper.abstract) != (stored.title, stored.abstract)
        if embed:
            self._embed.add(paper_id)
        self.catalogue.put(paper, chunks, accounts)
        records = tuple(account.line for account in accounts)
        fresh = any(each.unsettled for each in members)
        chunks = max(chunks, self._gone.pop(paper_id, 0))
        self._changes[paper_id] = Change(paper, records, chunks, paper_id in self._embed, fresh)
        return paper

    def _drop(self, paper_id: str) -> None:
        chunks = self.catalogue.entries[paper_id].chunks
        self.catalogue.drop(paper_id)
        self._changes.pop(paper_id, None)
        self._loaded.pop(paper_id, None)
        if chunks:
            self._gone[paper_id] = chunks

    def _told(self, paper_id: str) -> list[Told]:
        """The records of a paper."""
        paper = self._paper(paper_id)
        return [told(account, paper) for account in self.catalogue.entries[paper_id].accounts]

    def _paper(self, paper_id: str) -> Paper:
        if paper_id in self._changes:
            return self._changes[paper_id].paper
        if paper_id not in self._loaded:
            self._loaded |= {paper.paper_id: paper for paper in self._load([paper_id])}
        return self._loaded[paper_id]

    def _touch(self, status: Status, paper_id: str) -> Outcome:
        self._status.setdefault(paper_id, status)
        return Outcome(status, paper_id)


def _claim(paper_id: str, group: Iterable[Told], where: Mapping[RecordKey, str | None]) -> int:
    """How much an id is that of a group of records: one of them has it, or was in its paper."""
    return sum(
        2 * any(found)
        for found in (
            [each.record.paper_id == paper_id for each in group],
            [where[each.key] == paper_id for each in group],
        )
    )
