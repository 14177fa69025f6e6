"""Tagged formats of reference managers: RIS, PubMed's .nbib, Web of Science's plain text, EndNote's and RefWorks' tags.

rispy reads the tags of one record at a time: given a whole file, it drops a last record that lacks its end line.
"""

import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import TYPE_CHECKING, Any

from rag.papers import Paper
from rag.readers.content import Content
from rag.readers.fields import FieldMapping
from rag.readers.records import papers_of
from rag.readers.refusals import Refusal
from rag.readers.tagged_dialects import ENDNOTE, NBIB, REFWORKS, RIS, WOS, Dialect

if TYPE_CHECKING:
    from rispy import RisParser

_HYPHENATED = re.compile(r"[^\W\d_]-$")
_DANGLING = re.compile(r"(?:and|or|to|und|oder|bis)\b")  # "pre- and post-treatment"
_ALL = ("authors", "type", "doi")
"""Fields that keep every value of their tag."""


def is_ris(content: Content) -> bool:
    """Whether a record's type stands in the first lines, below what a publisher writes over it; or tags of others."""
    return bool(re.search(r"^\s*(?:TY {1,2}|ty {2})- ", content.head_text[:2000], re.MULTILINE)) or bool(
        _foreign(content)
    )


def _foreign(content: Content) -> Dialect | None:
    """The dialect of tags without dashes: EndNote's, or RefWorks'."""
    if _is_endnote(content):
        return ENDNOTE
    return (
        REFWORKS if re.match(r"\s*RT \w[^\n]*\n(?:[A-Z][A-Z0-9] [^\n]*\n)+?[TA]1 ", content.head_text[:2000]) else None
    )


def _is_endnote(content: Content) -> bool:
    return bool(re.match(r"\s*%0 \w+[^\n]*\n(?:[^%][^\n]*\n)*%[A-Z] ", content.head_text[:2000]))


def is_nbib(content: Content) -> bool:
    """Whether the first line of text is a PubMed id."""
    return bool(re.match(r"\s*PMID- ", content.head_text))


def is_wos(content: Content) -> bool:
    """Whether it begins as Web of Science's tagged export does."""
    return bool(re.match(r"\s*FN (?:Clarivate|Thomson|ISI)|\s*PT [A-Z]\s*\n[A-Z][A-Z0-9] ", content.head_text))


def read_ris(content: Content, mapping: FieldMapping) -> Iterator[Paper | Refusal]:
    """Read RIS, or the tags of EndNote (%T) or RefWorks; a record without its first or last line is one."""
    return _read(content, mapping, _foreign(content) or RIS)


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
    first, tag, blank = 0, "", False
    for number, line in enumerate(lines, 1):
        match = dialect.line.match(line.lstrip("\ufeff").rstrip())
        met = match[1].upper() if match else ""
        # A second title below a blank line is another record's, whose first line is missing.
        again = blank and met in dialect.fields["title"] and any(each.startswith(f"{met} ") for each in taken)
        blank = not line.strip()
        if match and (met in (dialect.start, dialect.end) or again):
            if taken:
                yield first, taken
            taken, first, tag = [f"{dialect.start} "] if again else [], number, ""
        if match and met != dialect.end:
            tag = met
            if not taken and met != dialect.start and dialect.end and met in dialect.meant:  # its first line is missing
                taken, first = [f"{dialect.start} "], number
            if taken or met == dialect.start:
                taken.append(f"{tag} {match[2] or ''}")
        elif taken:
            _continue(taken, line.strip(), tag in dialect.listed)
    if taken:
        yield first, taken


def _continue(taken: list[str], line: str, is_listed: bool) -> None:
    """Add a line without a tag to what the line before it began."""
    if is_listed:
        taken.append(f"{taken[-1].partition(' ')[0]} {line}")
    else:
        # PubMed breaks lines behind hyphens, too.
        within = _HYPHENATED.search(taken[-1][-2:]) and line[:1].islower() and not _DANGLING.match(line)
        taken[-1] += f"{'' if within else ' '}{line}"


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
    record: dict[str, Any] = {tag: " ".join(values) for tag, values in tags.items() if tag not in dialect.meant}
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
