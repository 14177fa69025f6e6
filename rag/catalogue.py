"""The catalogue: what the index holds, by everything that a record may be known by."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from sys import intern
from typing import Any

from rag.identity import content_key, title_key
from rag.papers import Paper

NAMESAKES = 20
"""Papers under one title ("Preface") or identifier that a record is compared with."""

RecordKey = tuple[str, str]
"""A record that was read: its fingerprint, and the origin it was read from."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One paper of the index.

    Args:
        fingerprint: of the paper as it is stored.
        chunks: rows that it has.
        records: those that it was made of, in the order they came.
        title, content: its keys (see `rag.identity`).
    """

    fingerprint: str
    chunks: int
    records: tuple[RecordKey, ...]
    title: int
    content: int


class Catalogue:
    """Entries by paper_id, and the ways to find them: by record, identifier, content and title."""

    def __init__(self) -> None:
        self.entries: dict[str, Entry] = {}
        self.damaged: list[str] = []
        """Ids of rows that a write cut off in its middle has left behind."""
        self.fresh: set[str] = set()
        """Papers of which it is not settled yet whether they replace another of their title."""
        self._records: defaultdict[str, dict[str, str]] = defaultdict(dict)
        self._identifiers: defaultdict[str, dict[str, None]] = defaultdict(dict)
        self._contents: dict[int, str] = {}
        self._titles: defaultdict[int, dict[str, None]] = defaultdict(dict)

    @classmethod
    def of(cls, rows: Iterable[tuple[str, Mapping[str, Any]]]) -> Catalogue:
        """Read the ids and metadata of all rows; papers that lack a row are left out, and their rows `damaged`."""
        found = cls()
        parts: defaultdict[str, dict[int, tuple[str, Mapping[str, Any]]]] = defaultdict(dict)
        for row_id, meta in rows:
            if meta["chunk"] == 0 and meta["chunks"] == 1:
                found._enter(meta)
            else:
                parts[meta["paper_id"]][int(meta["chunk"])] = (row_id, meta)
        for paper_id, rows_of in parts.items():
            found._enter_parts(paper_id, rows_of)
        return found

    def __len__(self) -> int:
        return len(self.entries)

    def __contains__(self, paper_id: str) -> bool:
        return paper_id in self.entries

    def by_record(self, key: RecordKey) -> str | None:
        """The paper that a record went into."""
        fingerprint, origin = key
        return self._records[origin].get(fingerprint) if origin in self._records else None

    def by_identifier(self, identifier: str) -> Sequence[str]:
        """The papers that carry an identifier, such as `arxiv:2101.00001`; none where it is on more than can be told
        apart by it: the DOI of a whole volume.
        """
        known = self._identifiers.get(identifier, {})
        return [paper_id for paper_id in known if paper_id in self.entries] if len(known) <= NAMESAKES else []

    def by_content(self, paper: Paper) -> str | None:
        """The paper of the same title and abstract."""
        return self._contents.get(content_key(paper))

    def by_title(self, paper: Paper) -> Sequence[str]:
        """The papers of the same title, the first of them."""
        return list(islice(self._titles.get(title_key(paper.title), ()), NAMESAKES)) if paper.title else []

    def records_of(self, origin: str) -> dict[str, set[str]]:
        """The records that came from an origin: paper_id -> fingerprints."""
        found: dict[str, set[str]] = {}
        for fingerprint, paper_id in self._records.get(origin, {}).items():
            found.setdefault(paper_id, set()).add(fingerprint)
        return found

    def origins(self) -> list[str]:
        """All origins."""
        return [origin for origin, records in self._records.items() if records]

    def put(self, paper: Paper, chunks: int, records: tuple[RecordKey, ...]) -> None:
        """Enter a paper as it will be stored, in place of what was known of it."""
        self._forget(paper.paper_id)
        entry = Entry(paper.fingerprint, chunks, records, title_key(paper.title), content_key(paper))
        self._index(paper.paper_id, entry, paper.identifiers)

    def resize(self, paper_id: str, chunks: int) -> None:
        """Note how many rows a paper was given."""
        self.entries[paper_id] = replace(self.entries[paper_id], chunks=chunks)

    def release(self, paper_id: str, keys: Iterable[RecordKey]) -> tuple[RecordKey, ...]:
        """Take records off a paper that has others; gives those."""
        entry = self.entries[paper_id]
        gone = set(keys)
        left = tuple(key for key in entry.records if key not in gone)
        self._forget(paper_id)
        self._index(paper_id, replace(entry, records=left), ())
        return left

    def drop(self, paper_id: str) -> None:
        """Take a paper out."""
        self._forget(paper_id)

    def _enter(self, meta: Mapping[str, Any]) -> None:
        paper_id = str(meta["paper_id"])
        lines = str(meta.get("records", "")).split("\n")
        pairs = [line.partition(" ") for line in lines if line]
        records = tuple((fingerprint, intern(origin)) for fingerprint, _, origin in pairs)
        content = int(str(meta.get("content", "0")), 16)
        title = title_key(str(meta.get("title", "")))
        entry = Entry(str(meta["fingerprint"]), int(meta["chunks"]), records, title, content)
        if meta.get("fresh"):
            self.fresh.add(paper_id)
        self._index(paper_id, entry, filter(None, str(meta.get("identifiers", "")).split("; ")))

    def _enter_parts(self, paper_id: str, rows: Mapping[int, tuple[str, Mapping[str, Any]]]) -> None:
        chunks = 1 if paper_id in self.entries else 0
        if not chunks and 0 in rows:
            first = rows[0][1]
            whole = range(int(first["chunks"]))
            if all(k in rows and rows[k][1]["fingerprint"] == first["fingerprint"] for k in whole):
                self._enter(first)
                chunks = len(whole)
        self.damaged += [row_id for chunk, (row_id, _) in rows.items() if chunk >= chunks]

    def _index(self, paper_id: str, entry: Entry, identifiers: Iterable[str]) -> None:
        self.entries[paper_id] = entry
        for fingerprint, origin in entry.records:
            self._records[origin][fingerprint] = paper_id
        for identifier in identifiers:
            self._identifiers[identifier][paper_id] = None
        self._contents[entry.content] = paper_id
        if entry.title:
            self._titles[entry.title][paper_id] = None

    def _forget(self, paper_id: str) -> None:
        entry = self.entries.pop(paper_id, None)
        if entry is None:
            return
        for fingerprint, origin in entry.records:
            self._records[origin].pop(fingerprint, None)
        if self._contents.get(entry.content) == paper_id:
            del self._contents[entry.content]
        if entry.title:
            del self._titles[entry.title][paper_id]
