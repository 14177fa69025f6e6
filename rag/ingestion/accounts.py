"""Accounts: what each record of a paper said, kept beside the paper so that it can be made anew without one of them."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from sys import intern
from typing import Any

from rag.ingestion.identity import content_key, title_key
from rag.papers import Paper

RecordKey = tuple[str, str]
"""A record that was read: its fingerprint, and the origin it was read from."""

_NAMES = tuple(field.name for field in fields(Paper))
_MARK = "\x1f"


@dataclass(frozen=True, slots=True)
class Account:
    """A record, as the catalogue keeps it.

    Args:
        fingerprint, origin: its key.
        said: what it says otherwise than the paper that it went into, as JSON; empty where it says the same.
    """

    fingerprint: str
    origin: str
    said: str = ""

    @property
    def key(self) -> RecordKey:
        """What it is known again by."""
        return self.fingerprint, self.origin

    @property
    def line(self) -> RecordKey:
        """The key as it is written into the paper's rows: with what it said behind the origin."""
        return self.fingerprint, f"{self.origin}{_MARK}{self.said}" if self.said else self.origin

    @property
    def is_unsettled(self) -> bool:
        """See `Told.unsettled`."""
        return bool(self.said) and bool(self.differs.get("unsettled"))

    @property
    def differs(self) -> dict[str, Any]:
        """The fields in which it differs from its paper; `keys` are its title's and its content's."""
        found: dict[str, Any] = json.loads(self.said) if self.said else {}
        return found


@dataclass(frozen=True)
class Told:
    """A record and where it was read.

    Args:
        record: as it was read.
        origin: of its file.
        unsettled: it may be an edit of another record of its file; that is decided at the end of the file.
    """

    record: Paper
    origin: str
    unsettled: bool = False

    @property
    def key(self) -> RecordKey:
        """What it is known again by."""
        return self.record.fingerprint, self.origin

    def account(self, paper: Paper) -> Account:
        """As it is kept beside the paper that it went into."""
        record = self.record
        said = {name: getattr(record, name) for name in _NAMES if getattr(record, name) != getattr(paper, name)}
        if "title" in said or "abstract" in said:
            said["keys"] = [title_key(record.title), content_key(record)]
        if self.unsettled:
            said["unsettled"] = True
        return Account(record.fingerprint, self.origin, json.dumps(said, ensure_ascii=False) if said else "")


def told(account: Account, paper: Paper) -> Told:
    """The record again, by its paper."""
    differs = account.differs
    known: dict[str, Any] = {name: differs[name] for name in _NAMES if name in differs}
    for name in known.keys() & {"authors", "identifiers"}:
        known[name] = tuple(known[name])
    return Told(replace(paper, **known), account.origin, bool(differs.get("unsettled")))


def read_lines(lines: str) -> tuple[Account, ...]:
    """The accounts in a row's metadata, which has one `Account.line` a line."""
    return tuple(_read_line(line) for line in lines.split("\n") if line)


def _read_line(line: str) -> Account:
    fingerprint, _, rest = line.partition(" ")
    origin, _, said = rest.partition(_MARK)
    return Account(fingerprint, intern(origin), said)


def keys_of(accounts: Sequence[Account], title: int, content: int) -> tuple[set[int], set[int], set[str]]:
    """The title keys, content keys and source's ids that a paper's accounts have besides the paper's own."""
    titles, contents, owns = {title}, {content}, set[str]()
    for account in accounts:
        if account.said:
            differs = account.differs
            if "keys" in differs:
                titles.add(differs["keys"][0])
                contents.add(differs["keys"][1])
            if "paper_id" in differs:
                owns.add(differs["paper_id"])
    return titles - {0}, contents, owns
