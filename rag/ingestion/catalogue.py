"""The catalogue: what the index holds, by everything that a record may be known by."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, Generic, TypeVar

from rag.ingestion.accounts import Account, RecordKey, keys_of, read_lines
from rag.ingestion.identity import content_key, title_key
from rag.papers import Paper
from rag.readers.identifiers import own_id, shared_id

NAMESAKES = 20
"""Papers under one title ("Preface") or identifier that a record is compared with."""
_NUMBERED = 4
"""Papers under one id of their sources ("1") from which it is the number of a row, and tells nothing."""

Key = TypeVar("Key", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Entry:
    """One paper of the index.

    Args:
        fingerprint: of the paper as it is stored.
        chunks: rows that it has.
        accounts: of the records that it was made of.
        title, content: its keys (see `rag.ingestion.identity`).
    """

    fingerprint: str
    chunks: int
    accounts: tuple[Account, ...]
    title: int
    content: int

    def account(self, key: RecordKey) -> Account:
        """The account of one record."""
        return next(account for account in self.accounts if account.key == key)


class _Papers(Generic[Key]):
    """Paper ids by some key; most keys have one."""

    def __init__(self) -> None:
        self._known: dict[Key, str | dict[str, None]] = {}

    def add(self, key: Key, paper_id: str) -> None:
        known = self._known.setdefault(key, paper_id)
        if isinstance(known, dict):
            known[paper_id] = None
        elif known != paper_id:
            self._known[key] = {known: None, paper_id: None}

    def drop(self, key: Key, paper_id: str) -> None:
        known = self._known.get(key)
        if isinstance(known, dict):
            known.pop(paper_id, None)
        elif known == paper_id:
            del self._known[key]

    def get(self, key: Key, most: int) -> list[str]:
        """The first of them, up to a number."""
        known = self._known.get(key, {})
        return [known] if isinstance(known, str) else list(islice(known, most))

    def count(self, key: Key) -> int:
        known = self._known.get(key, {})
        return 1 if isinstance(known, str) else len(known)


class Catalogue:
    """Entries by paper_id, and the ways to find them: by record, identifier, source's id, content and title."""

    def __init__(self) -> None:
        self.entries: dict[str, Entry] = {}
        self.damaged: list[str] = []
        """Ids of rows that a write cut off in its middle has left behind."""
        self.doubled: dict[str, str] = {}
        """Papers that have a record in common with another: what was cut off would have put it in one of them."""
        self._records: defaultdict[str, dict[str, str]] = defaultdict(dict)
        self._identifiers: _Papers[str] = _Papers()
        self._owns: _Papers[str] = _Papers()
        self._contents: _Papers[int] = _Papers()
        self._titles: _Papers[int] = _Papers()

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
        if self._identifiers.count(identifier) > NAMESAKES:
            return []
        return [paper_id for paper_id in self._identifiers.get(identifier, NAMESAKES) if paper_id in self.entries]

    def named(self, name: str) -> Sequence[str]:
        """The papers that a person means by an id, by an identifier in any spelling, or by an address with one."""
        if name in self.entries:
            return [name]
        found = self.by_identifier(shared_id(name) or name.lower())
        return found or [own for own in (own_id(name),) if own in self.entries]

    def candidates(self, record: Paper) -> list[str]:
        """The papers that a record may be one of, by anything that it may be known by."""
        found: dict[str, None] = {}
        for name in record.identifiers:
            found |= dict.fromkeys(self.by_identifier(name))
        found |= dict.fromkeys(self._contents.get(content_key(record), NAMESAKES))
        if record.title:
            found |= dict.fromkeys(self._titles.get(title_key(record.title), NAMESAKES))
        if self._owns.count(record.paper_id) <= _NUMBERED:
            found |= dict.fromkeys(self._owns.get(record.paper_id, _NUMBERED))
        return list(found)

    def records_of(self, origin: str) -> dict[str, str]:
        """The records that came from an origin: fingerprint -> paper_id."""
        return dict(self._records.get(origin, {}))

    def origins(self) -> list[str]:
        """All origins."""
        return [origin for origin, records in self._records.items() if records]

    def put(self, paper: Paper, chunks: int, accounts: tuple[Account, ...]) -> None:
        """Enter a paper as it will be stored, in place of what was known of it."""
        self.drop(paper.paper_id)
        entry = Entry(paper.fingerprint, chunks, accounts, title_key(paper.title), content_key(paper))
        self._index(paper.paper_id, entry, paper.identifiers)

    def resize(self, paper_id: str, chunks: int) -> None:
        """Note how many rows a paper was given."""
        if paper_id in self.entries:
            self.entries[paper_id] = replace(self.entries[paper_id], chunks=chunks)

    def drop(self, paper_id: str) -> None:
        """Take a paper out."""
        entry = self.entries.pop(paper_id, None)
        if entry is None:
            return
        for account in entry.accounts:
            if self._records[account.origin].get(account.fingerprint) == paper_id:
                del self._records[account.origin][account.fingerprint]
        titles, contents, owns = keys_of(entry.accounts, entry.title, entry.content)
        for title in titles:
            self._titles.drop(title, paper_id)
        for content in contents:
            self._contents.drop(content, paper_id)
        for own in (paper_id, *owns):
            self._owns.drop(own, paper_id)

    def _enter(self, meta: Mapping[str, Any]) -> None:
        content = int(str(meta.get("content", "0")), 16)
        title = title_key(str(meta.get("title", "")))
        accounts = read_lines(str(meta.get("records", "")))
        entry = Entry(str(meta["fingerprint"]), int(meta["chunks"]), accounts, title, content)
        self._index(str(meta["paper_id"]), entry, filter(None, str(meta.get("identifiers", "")).split("; ")))

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
        for account in entry.accounts:
            if self._records[account.origin].setdefault(account.fingerprint, paper_id) != paper_id:
                self.doubled[paper_id] = self._records[account.origin][account.fingerprint]
        for identifier in identifiers:
            self._identifiers.add(identifier, paper_id)
        titles, contents, owns = keys_of(entry.accounts, entry.title, entry.content)
        for title in titles:
            self._titles.add(title, paper_id)
        for content in contents:
            self._contents.add(content, paper_id)
        for own in (paper_id, *owns):
            self._owns.add(own, paper_id)
