"""Tagged formats of reference managers: RIS, PubMed's .nbib, Web of Science's plain text.

rispy reads the tags of one record at a time: given a whole file, it drops a last record that lacks its end line.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from rag.papers import Paper
from rag.readers.content import Content
from rag.readers.fields import FieldMapping
from rag.readers.records import papers_of
from rag.readers.refusals import Refusal

if TYPE_CHECKING:
    from rispy import RisParser

_ALL = ("authors", "type", "doi")
"""Fields that keep every value of their tag."""


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
        "type": ("TY", "M3"),
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


def is_ris(content: Content) -> bool:
    """Whether a record's type stands in the first lines, below what a publisher writes over it; or it is EndNote's."""
    return bool(re.search(r"^\s*(?:TY {1,2}|ty {2})- ", content.head_text[:2000], re.MULTILINE)) or _is_endnote(content)


def _is_endnote(content: Content) -> bool:
    return bool(re.match(r"\s*%0 \w+[^\n]*\n(?:[^%][^\n]*\n)*%[A-Z] ", content.head_text[:2000]))


def is_nbib(content: Content) -> bool:
    """Whether the first line of text is a PubMed id."""
    return bool(re.match(r"\s*PMID- ", content.head_text))


def is_wos(content: Content) -> bool:
    """Whether it begins as Web of Science's tagged export does."""
    return bool(re.match(r"\s*FN (?:Clarivate|Thomson|ISI)|\s*PT [A-Z]\s*\n[A-Z][A-Z0-9] ", content.head_text))


def read_ris(content: Content, mapping: FieldMapping) -> Iterator[Paper | Refusal]:
    """Read RIS, or EndNote's tags (%T); a record without its ER line is a record all the same."""
    return _read(content, mapping, ENDNOTE if _is_endnote(content) else RIS)


def read_nbib(content: Content, mapping: FieldMapping) -> Iterator[Paper | Refusal]:
    """Read PubMed's MEDLINE format."""
    return _read(content, mapping, NBIB)


def read_wos(content: Content, mapping: FieldMapping) -> Iterator[Paper | Refusal]:
    """Read Web of Science's tagged export."""
    return _read(content, mapping, WOS)


def _read(content: Content, mapping: FieldMapping, dialect: Dialect) -> Iterator[Paper | Refusal]:
    with content.text() as text:
        parts = _parts(text, dialect)
        records = ((f"line {number}", _fields(_tags(lines, dialect), dialect)) for number, lines in parts)
        nothing = f"holds no record: one begins with a line {dialect.start}. Check that it is the right file."
        yield from papers_of(records, content.name, mapping, nothing=nothing)


def _parts(lines: Iterable[str], dialect: Dialect) -> Iterator[tuple[int, list[str]]]:
    """The tagged lines of each record, wrapped ones joined, with the number of its first."""
    taken: list[str] = []
    first, tag = 0, ""
    for number, line in enumerate(lines, 1):
        match = dialect.line.match(line.lstrip("\ufeff").rstrip())
        met = match[1].upper() if match else ""
        if match and met == dialect.start:
            if taken:
                yield first, taken
            taken, first = [], number
        if match and met == dialect.end:
            if taken:
                yield first, taken
            taken, tag = [], ""
        elif match and (taken or met == dialect.start):
            tag = met
            taken.append(f"{tag} {match[2] or ''}")
        elif taken and tag in dialect.listed:
            taken.append(f"{tag} {line.strip()}")
        elif taken:
            taken[-1] += f" {line.strip()}"
    if taken:
        yield first, taken


def _tags(lines: list[str], dialect: Dialect) -> dict[str, list[str]]:
    parsed = _parser(dialect).parse_lines(iter([*lines, "ER "]))
    return {tag: [values] if isinstance(values, str) else values for record in parsed for tag, values in record.items()}


@cache
def _parser(dialect: Dialect) -> "RisParser":
    from rispy import RisParser

    class EveryTag(list[str]):
        """Each tag may come again: a second AB line is the abstract's second paragraph."""

        def __contains__(self, tag: object) -> bool:
            return True

    class SameName(dict[str, str]):
        def __missing__(self, tag: str) -> str:
            return tag

    class TagParser(RisParser):  # type: ignore[misc]
        START_TAG = dialect.start

        def parse_line(self, line: str) -> tuple[str, str]:
            tag, _, value = line.partition(" ")
            return tag, value.strip()

    return TagParser(mapping=SameName(), list_tags=EveryTag(), delimiter_tags_mapping={}, ignore=[])


def _fields(tags: dict[str, list[str]], dialect: Dialect) -> dict[str, Any]:
    # Tags that the dialect has a field for go by that alone: "AF" and "ID" have other meanings elsewhere.
    meant = {tag for wanted in dialect.fields.values() for tag in wanted}
    record: dict[str, Any] = {tag: " ".join(values) for tag, values in tags.items() if tag not in meant}
    for field, wanted in dialect.fields.items():
        values = next((tags[tag] for tag in wanted if any(tags.get(tag, ()))), None)
        if values is not None:
            record[field] = list(values) if field in _ALL else "\n\n".join(filter(None, values))
    # PubMed's tags hold other ids, too: "10.1/x [doi]", "S0140 [pii]".
    if "doi" in record:
        record["doi"] = next((value for value in record["doi"] if "10." in value), "")
    if "RIN" in tags or ("ROF" in tags and dialect is NBIB):  # "retraction in": this paper was retracted
        record["retracted"] = "RIN" in tags
    return record
