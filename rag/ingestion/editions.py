"""Editions: the records that a file had when it was read before, and which of those that it has now are their edits."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence

from rag.ingestion.accounts import RecordKey, Told
from rag.ingestion.catalogue import Catalogue
from rag.ingestion.identity import is_hash, is_rewording, same, title_key
from rag.papers import Paper

_MOST_COMPARED = 200_000
"""Pairs of records without a title and an id: a file that is another altogether has no edits to look for."""

Identity = tuple[str, int]
"""What an edit leaves as it was: the source's id, or without one the title."""

_NAMELESS: Identity = ("", 0)


class Editions:
    """The records of one file, old and new.

    Args:
        catalogue: what the index holds.
        origin: of the file; records that come from no file ("") are never edits.
    """

    def __init__(self, catalogue: Catalogue, origin: str) -> None:
        self.origin = origin
        self._catalogue = catalogue
        self._unseen = dict.fromkeys(catalogue.records_of(origin))
        self._known: defaultdict[Identity, list[str]] | None = None
        self._unsettled: dict[str, Identity] = {}

    def see(self, record: Paper, *, unsettled: bool) -> None:
        """A record came again."""
        self._unseen.pop(record.fingerprint, None)
        if unsettled:  # it came in a run that was cut off
            self._unsettled[record.fingerprint] = _identity(record.paper_id, title_key(record.title))

    def add(self, record: Paper, *, unsettled: bool) -> None:
        """A record came that was not there before."""
        if unsettled:
            self._unsettled[record.fingerprint] = _identity(record.paper_id, title_key(record.title))

    def may_be_edit(self, record: Paper) -> bool:
        """Whether a record of this identity was there before, and did not come so far."""
        return bool(self._unseen) and any(self._old(_identity(record.paper_id, title_key(record.title))))

    def rewritten(self, record: Paper, told: Callable[[str], Sequence[Told]]) -> str | None:
        """The paper that a record takes over: made of nothing but records of this file that it is an edit of.

        Args:
            record: new in this file.
            told: gives a paper's records.
        """
        if not self._unseen:
            return None
        own = record.paper_id
        by_id = [] if is_hash(own) else [self._paper_of(old) for old in self._old((own, 0))]
        for paper_id in dict.fromkeys([*by_id, *self._catalogue.candidates(record)]):
            accounts = self._catalogue.entries[paper_id].accounts
            if any(each.origin != self.origin or each.fingerprint not in self._unseen for each in accounts):
                continue
            before = [each.record for each in told(paper_id)]
            if any(same(each, record) or (not is_hash(own) and _edits(each, record)) for each in before):
                for account in accounts:
                    del self._unseen[account.fingerprint]
                return paper_id
        return None

    def concerned(self) -> Iterator[str]:
        """The papers that `replaced` asks for."""
        for fingerprint, identity in self._unsettled.items():
            yield from filter(None, map(self._paper_of, (fingerprint, *self._old(identity))))

    def replaced(self, told: Callable[[str], Sequence[Told]]) -> dict[str, tuple[list[RecordKey], str]]:
        """The records that are gone, and of which an edit came.

        Returns:
            By the paper that they are in: their keys, and the paper of the edit.
        """
        found: dict[str, tuple[list[RecordKey], str]] = {}
        for fingerprint, identity in self._unsettled.items():
            into = self._catalogue.by_record((fingerprint, self.origin)) or ""
            old = list(self._old(identity))
            crowded = identity == _NAMELESS and len(old) * len(self._unsettled) > _MOST_COMPARED
            if not into or crowded:
                continue
            new = _of(told(into), (fingerprint, self.origin))
            paper_id = next((self._paper_of(each) for each in old if self._is_edit(each, new, told)), None)
            if paper_id is not None:
                gone = [each for each in old if self._paper_of(each) == paper_id]
                for each in gone:
                    del self._unseen[each]
                found.setdefault(paper_id, ([], into))[0].extend((each, self.origin) for each in gone)
        return found

    @property
    def unsettled(self) -> list[RecordKey]:
        """Records of this file that may have been edits of others."""
        return [(fingerprint, self.origin) for fingerprint in self._unsettled]

    def unseen(self) -> dict[str, list[RecordKey]]:
        """The records that did not come again, by the paper they went into."""
        found: defaultdict[str, list[RecordKey]] = defaultdict(list)
        for fingerprint in self._unseen:
            found[self._paper_of(fingerprint)].append((fingerprint, self.origin))
        return dict(found)

    def _paper_of(self, fingerprint: str) -> str:
        """The paper that a record is in by now."""
        return self._catalogue.by_record((fingerprint, self.origin)) or ""

    def _is_edit(self, old: str, new: Paper, told: Callable[[str], Sequence[Told]]) -> bool:
        return _edits(_of(told(self._paper_of(old)), (old, self.origin)), new)

    def _old(self, identity: Identity) -> Iterator[str]:
        """Fingerprints of the records of an identity that did not come so far."""
        if self._known is None:
            self._known = defaultdict(list)
            for fingerprint in sorted(self._unseen):
                paper_id = self._paper_of(fingerprint)
                entry = self._catalogue.entries[paper_id]
                differs = entry.account((fingerprint, self.origin)).differs
                title = differs["keys"][0] if "keys" in differs else entry.title
                self._known[_identity(differs.get("paper_id", paper_id), title)].append(fingerprint)
        known = self._known.get(identity, [])
        while known and known[-1] not in self._unseen:  # once only: a file may have 100,000 records without a title
            known.pop()
        return (each for each in reversed(known) if each in self._unseen)


def _identity(own: str, title: int) -> Identity:
    return ("", title) if is_hash(own) else (own, 0)


def _edits(old: Paper, new: Paper) -> bool:
    """Whether one record may be an edit of another of its identity: rows that are numbered anew are no edits."""
    if title_key(old.title) != title_key(new.title):
        return same(old, new)
    return bool(title_key(new.title)) or not is_hash(new.paper_id) or is_rewording(old.abstract, new.abstract)


def _of(found: Sequence[Told], key: RecordKey) -> Paper:
    return next(each.record for each in found if each.key == key)
