"""Groups: the papers that an index holds as groups of records, found by a record, made anew, and told what changed."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass

from rag.ingestion.accounts import RecordKey, Told, told
from rag.ingestion.catalogue import Catalogue
from rag.ingestion.identity import clusters, is_hash, same, under
from rag.ingestion.merging import merged
from rag.papers import Paper


@dataclass(frozen=True)
class Change:
    """A paper to be written.

    Args:
        paper: as it is to be stored.
        records: what it was made of: fingerprint and origin, with what the record said otherwise behind it.
        chunks_before: rows that the store has of it; 0 if it is new.
        embed: title or abstract changed.
    """

    paper: Paper
    records: tuple[RecordKey, ...]
    chunks_before: int
    embed: bool


class Groups:
    """Papers by their records, and what is to be written of them.

    Args:
        catalogue: what the index holds; kept up to date.
        load: gives stored papers by their ids.
    """

    def __init__(self, catalogue: Catalogue, load: Callable[[Sequence[str]], list[Paper]]) -> None:
        self.catalogue = catalogue
        self.moved: dict[str, str] = {}
        """Papers that are no more, and those that they went into."""
        self._load = load
        self._loaded: dict[str, Paper] = {}
        self._changes: dict[str, Change] = {}
        self._gone: dict[str, int] = {}
        self._embed: set[str] = set()
        self._losing: set[str] = set()
        for paper_id, other in list(catalogue.doubled.items()):  # left by a run that was cut off
            around = self.around(each for each in (paper_id, other) if each in catalogue)
            self.regroup(list(around), [each for members in around.values() for each in members])

    def preload(self, paper_ids: Iterable[str]) -> None:
        """Load papers in one call."""
        known = self._loaded.keys() | self._changes.keys()
        missing = [paper_id for paper_id in dict.fromkeys(paper_ids) if paper_id not in known]
        self._loaded |= {paper.paper_id: paper for paper in self._load(missing)} if missing else {}

    def drain(self) -> tuple[list[list[Change]], list[str]]:
        """What is to be written since the last call.

        Returns:
            Changes, those that take records out of a paper after those that put them into another, so that none is in
            no paper where the writing is cut off; and the ids of rows to be taken out after all that.
        """
        late = [change for paper_id, change in self._changes.items() if paper_id in self._losing]
        early = [change for paper_id, change in self._changes.items() if paper_id not in self._losing]
        rows = [f"{paper_id}:{k}" for paper_id, chunks in self._gone.items() for k in range(chunks)]
        self._changes, self._loaded, self._gone, self._embed, self._losing = {}, {}, {}, set(), set()
        return [early, late] if late else [early], rows

    def linked(self, record: Paper, besides: Container[str]) -> list[str]:
        """The papers of which a record is the same as one."""
        found = (paper_id for paper_id in self.catalogue.candidates(record) if paper_id not in besides)
        return [paper_id for paper_id in found if any(same(record, each.record) for each in self.members(paper_id))]

    def around(self, paper_ids: Iterable[str]) -> dict[str, list[Told]]:
        """Papers and all that records link to them, near or far; some may stay apart, as two of theirs are not one."""
        found: dict[str, list[Told]] = {}
        ahead = list(paper_ids)
        while ahead:
            paper_id = ahead.pop(0)
            if paper_id not in found:
                found[paper_id] = self.members(paper_id)
                for each in found[paper_id]:
                    ahead += self.linked(each.record, besides=found)
        return found

    def regroup(self, ids: Sequence[str], members: Sequence[Told]) -> None:
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
        before = {paper_id: self.paper(paper_id) for paper_id in ids}
        chunks = {paper_id: self.catalogue.entries[paper_id].chunks for paper_id in ids}
        names: list[str] = [""] * len(groups)
        for paper_id in sorted(ids, key=lambda each: (is_hash(each), "@" in each, each)):
            claims = [0 if names[k] else _claim(paper_id, group, where) for k, group in enumerate(groups)]
            if any(claims):
                names[claims.index(max(claims))] = paper_id
        for paper_id in ids:
            self.drop(paper_id)
        for k, group in sorted(enumerate(groups), key=lambda item: not names[item[0]]):
            names[k] = names[k] or self.name(group[0])
            self.store(names[k], group, before.get(names[k]), chunks.get(names[k], 0))
            self._losing |= {was for each in group if (was := where[each.key]) and was != names[k]}
        for paper_id in set(ids).difference(names):
            claims = [_claim(paper_id, group, where) for group in groups]
            if any(claims):
                self.moved[paper_id] = names[claims.index(max(claims))]

    def name(self, new: Told) -> str:
        """An id for a new paper: "paper785" of one export is another paper than "paper785" of the next."""
        own = new.record.paper_id
        folders = [part for part in re.split(r"[\\/]", new.origin) if part][:-1]
        name = re.split(r"[\\/]", new.record.source)[-1].partition(".")[0]
        names = [own, f"{own}@{name}"]
        for folder in reversed(folders):
            name = f"{folder}/{name}"
            names.append(f"{own}@{name}")
        return next((each for each in names if each not in self.catalogue), f"{own}@{new.record.fingerprint}")

    def store(self, paper_id: str, members: Sequence[Told], stored: Paper | None = None, chunks: int = 0) -> Paper:
        """Make a paper of its records; `stored` and `chunks` tell what the store has of one that was just dropped."""
        if paper_id in self.catalogue:
            stored, chunks = self.paper(paper_id), self.catalogue.entries[paper_id].chunks
        members = sorted(members, key=lambda each: (each.origin, each.record.fingerprint))
        paper = under(merged(*(each.record for each in members)), paper_id)
        accounts = tuple(each.account(paper) for each in members)
        embed = stored is None or (paper.title, paper.abstract) != (stored.title, stored.abstract)
        if embed:
            self._embed.add(paper_id)
        self.catalogue.put(paper, chunks, accounts)
        self.moved.pop(paper_id, None)
        records = tuple(account.line for account in accounts)
        chunks = max(chunks, self._gone.pop(paper_id, 0))
        self._changes[paper_id] = Change(paper, records, chunks, paper_id in self._embed)
        return paper

    def drop(self, paper_id: str) -> None:
        """Take a paper out; its records are in no paper then."""
        chunks = self.catalogue.entries[paper_id].chunks
        self.catalogue.drop(paper_id)
        self._changes.pop(paper_id, None)
        self._loaded.pop(paper_id, None)
        if chunks:
            self._gone[paper_id] = chunks

    def members(self, paper_id: str) -> list[Told]:
        """The records of a paper."""
        paper = self.paper(paper_id)
        return [told(account, paper) for account in self.catalogue.entries[paper_id].accounts]

    def paper(self, paper_id: str) -> Paper:
        """A paper as it will be stored."""
        if paper_id in self._changes:
            return self._changes[paper_id].paper
        if paper_id not in self._loaded:
            self._loaded |= {paper.paper_id: paper for paper in self._load([paper_id])}
        return self._loaded[paper_id]


def _claim(paper_id: str, group: Iterable[Told], where: Mapping[RecordKey, str | None]) -> int:
    """How much an id is that of a group of records: one of them has it, or was in its paper."""
    return sum(
        2 * any(found)
        for found in (
            [each.record.paper_id == paper_id for each in group],
            [where[each.key] == paper_id for each in group],
        )
    )
