"""Dialects of tagged formats: which tag begins a record, which ends one, and what each of them means."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property


@dataclass(frozen=True, eq=False)
class Dialect:
    """A tagged format.

    Args:
        start: the tag that begins a record.
        end: the tag that ends one; empty if the next start does.
        line: a line with a tag (group 1) and a value (group 2).
        fields: our field -> its tags, best first.
        listed: tags whose further lines are further values, not the rest of one.
    """

    start: str
    end: str
    line: re.Pattern[str]
    fields: Mapping[str, Sequence[str]]
    listed: Sequence[str] = ()

    @cached_property
    def meant(self) -> frozenset[str]:
        """The tags that have a field."""
        return frozenset(tag for wanted in self.fields.values() for tag in wanted)


RIS = Dialect(
    start="TY",
    end="ER",
    line=re.compile(r"\s*((?:[A-Z][A-Z0-9])(?= )|[a-z][a-z0-9](?=  )|(?:T[IY1]|AB|N2|AU|PY|ER)(?=- )) {0,2}- ?(.*)"),
    fields={
        "title": ("TI", "T1", "CT"),
        "abstract": ("AB", "N2"),
        "authors": ("AU", "A1"),
        "year": ("PY", "Y1", "DA"),
        "venue": ("T2", "JO", "JF", "JA", "BT", "C3", "J2"),
        "url": ("UR", "L2", "L1", "LK"),
        "doi": ("DO",),
        "record_id": ("AN", "ID"),
        "type": ("M3", "TY"),
    },
)
NBIB = Dialect(
    start="PMID",
    end="",
    line=re.compile(r"(?=.{4}-)([A-Z]{2,4}) *-(?: (.*)|$)"),
    fields={
        "title": ("TI", "BTI", "TT"),
        "abstract": ("AB", "OAB"),
        "authors": ("FAU", "AU", "CN"),
        "year": ("DP", "DEP", "CRDT"),
        "venue": ("JT", "TA"),
        "doi": ("LID", "AID"),
        "pmid": ("PMID",),
        "type": ("PT",),
    },
)
WOS = Dialect(
    start="PT",
    end="ER",
    line=re.compile(r"([A-Z][A-Z0-9])(?: (.*)|$)"),
    fields={
        "title": ("TI",),
        "abstract": ("AB",),
        "authors": ("AF", "AU"),
        "year": ("PY",),
        "venue": ("SO", "CT"),
        "doi": ("DI",),
        "record_id": ("UT",),
        "pmid": ("PM",),
        "type": ("DT",),
    },
    listed=("AU", "AF"),
)


ENDNOTE = Dialect(
    start="%0",
    end="",
    line=re.compile(r"(%[0-9A-Z@!+^&~*<>?#$(\[\]])(?: (.*)|$)"),
    fields={
        "title": ("%T",),
        "abstract": ("%X",),
        "authors": ("%A",),
        "year": ("%D", "%8"),
        "venue": ("%J", "%B", "%S"),
        "url": ("%U",),
        "doi": ("%R",),
        "record_id": ("%M",),
        "type": ("%0",),
    },
)
REFWORKS = Dialect(
    start="RT",
    end="",
    line=re.compile(r"([A-Z][A-Z0-9])(?: (.*)|$)"),
    fields={
        "title": ("T1",),
        "abstract": ("AB",),
        "authors": ("A1",),
        "year": ("YR", "FD"),
        "venue": ("JF", "JO", "T2"),
        "url": ("UL", "LK"),
        "doi": ("DO",),
        "record_id": ("ID", "AN"),
        "type": ("RT",),
    },
)
