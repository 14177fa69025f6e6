"""Plain text whose parts are labelled: `Title: …`, `**Abstract:** …`, `摘要：…`, `### Abstract`."""

import re
from collections.abc import Iterator, Sequence
from typing import Any

from rag.readers.bylines import is_name, is_names
from rag.readers.label_names import LABELS
from rag.readers.numbering import Block
from rag.readers.records import Record
from rag.readers.refusals import Unreadable
from rag.readers.strays import STRAY, Strays, shown
from rag.readers.untitled_text import HEADING_WORDS

Label = tuple[str, int, int]
"""A field, where its label begins, and where it ends."""
_BEGINNINGS = ("title", "abstract", "paper_id")
"""Fields of which a paper has one: the second begins another paper."""
_ASIDE = ("summary", "comments", "keywords")
_STANDALONE = ("title", "abstract", "authors")
"""Fields whose label may stand alone on its line, or before a dash."""
_NEEDED = {"year": re.compile(r"\d{4}"), "url": re.compile(r"https?:|www\.|\w\.\w"), "doi": re.compile(r"10\.")}
"""What a value must have: a paragraph may begin with "Date: unknown to us"."""
_SENTENCE_WORDS = 8
_PROSE_WORDS = 30

# A list's mark, a number or a heading's may stand before a label, emphasis around it.
_BEFORE = r"^[ \t]*(?:[-*+•]\s+|#{1,6}\s+|\[?\(?\d{1,4}[.)\]]{1,2}\s+)?[*_]{0,3}(?P<bracket>[【\[{])?"
_MARK = (
    r"(?P<mark>(?(bracket)[】\]}][*_]{0,3}[ \t]*[:：]?|[*_]{0,3}[ \t]*[:：][*_]{0,3})"
    r"|[*_]{0,3}[ \t]*$|[*_]{0,3}(?:[ \t]+-[ \t]|[ \t]*[—–])|\.[*_]{0,3}(?=[ \t]+[A-Z\n]))[ \t]*"
)
_HEADING = re.compile(
    r"^(?:(?P<level>#{1,6})\s+(?:(?:paper|论文)?\s*\[?\d{1,4}[.)\]:]*(?:\s+|$))?|(?:paper|论文)\s*\d{1,4}\W*$)",
    re.IGNORECASE,
)
_NOTES = re.compile(r"(?:my |our )?(?:notes?|thoughts|tags|links|references|related|key|笔记)\b", re.IGNORECASE)
_WITHDRAWN = re.compile(r"\bwithdrawn\b|\bretracted\b", re.IGNORECASE)


class Labels:
    """The labels that part a text into fields.

    Args:
        named: field of Paper -> another label for it.
    """

    def __init__(self, named: dict[str, str]) -> None:
        patterns = dict(LABELS)
        for field, label in named.items():
            patterns[field] = "|".join(filter(None, (re.escape(label), patterns.get(field))))
        self._fields = {f"f{number}": field for number, field in enumerate(patterns)}
        groups = "|".join(f"(?P<f{number}>{pattern})" for number, pattern in enumerate(patterns.values()))
        self._line = re.compile(rf"{_BEFORE}(?:{groups}){_MARK}", re.IGNORECASE | re.MULTILINE)

    def label(self, text: str) -> list[Label]:
        """The labels in a text: the field, where the label begins and where it ends."""
        found = []
        for match in self._line.finditer(text):
            field = self._field(match)
            needed = _NEEDED.get(field)
            if field and (needed is None or needed.search(text[match.end() : match.end() + 200].partition("\n")[0])):
                found.append((field, match.start(), match.end()))
        return found

    def _field(self, match: re.Match[str]) -> str:
        name, said = next((name, match[name]) for name in self._fields if match[name])
        loose = match["mark"].strip("*_ \t")[:1] not in tuple(":：】]}")
        field = self._fields[name]
        if not loose:
            return field
        # "Abstract." begins an abstract; "Title." or "By" alone on a line begins nothing.
        wanted = "abstract" if match["mark"].startswith(".") else field
        return field if field in _STANDALONE and field == wanted and said.lower() != "by" else ""


def labelled(blocks: Sequence[Block], labels: Labels) -> Iterator[Record]:
    """The records of a labelled text.

    Args:
        blocks: what blank lines part, with the line each begins at.
        labels: what to look for.
    """
    found = [labels.label(block) for _, block in blocks]
    strays = Strays([block for _, block in blocks], list(map(bool, found)))
    fields = [field for each in found for field, _, _ in each]
    draft = _Draft(untitled="title" not in fields, start=next((name for name in fields if name not in _ASIDE), ""))
    taken = 0 if not _is_lists_heading(blocks, found, draft) else 1
    for at, (line, block) in enumerate(blocks):
        if at < taken:
            continue
        before = block[: found[at][0][1]].strip() if found[at] else block
        ahead = any(each and each[0][1] == 0 for each in found[at + 1 : at + 3])
        if before and draft.is_heading(before, labelled_next=bool(found[at]) or ahead):
            yield from draft.closed()
            draft.heading = before
        elif before and draft.abstract and (paper := strays.paper(at)):
            yield from draft.closed()
            taken = at + (2 if paper["title"] == block else 1)
            yield f"line {line}", paper
        elif before and draft.abstract and strays.is_stray(at, draft.abstract):
            yield f"line {line}, {shown(block)}", Unreadable(STRAY)
        elif before and not (draft.abstract and strays.is_heading(at)):
            draft.add(before, line)
        ends = [*(start for _, start, _ in found[at][1:]), len(block)]
        for (field, start, value_at), end in zip(found[at], ends, strict=False):
            if draft.is_another(field):
                yield from draft.closed()
            draft.set(field, block[value_at:end].strip(), line + block.count("\n", 0, start))
    yield from draft.closed()


def _is_lists_heading(blocks: Sequence[Block], found: Sequence[list[Label]], draft: "_Draft") -> bool:
    """Whether the first line is the whole list's heading: it says so, and no other paper has one."""
    if not blocks or found[0] or not HEADING_WORDS.search(blocks[0][1]) or "\n" in blocks[0][1]:
        return False
    begun = sum(field == draft.start for each in found for field, _, _ in each)
    ahead = [bool(each) and each[0][1] == 0 for each in [*found[1:], []]]
    headings = [
        not each and draft.is_heading(block, labelled_next=near)
        for (_, block), each, near in zip(blocks, found, ahead, strict=True)
    ]
    return begun > 1 and sum(headings) == 1


class _Draft:
    """The paper that is being read.

    Args:
        untitled: titles bear no label.
        start: the label that begins each paper.
    """

    def __init__(self, *, untitled: bool, start: str) -> None:
        self.heading = ""
        self.start = start
        self._untitled = untitled
        self._record: dict[str, Any] = {}
        self._name, self._first, self._level = "", 1, 6

    def is_heading(self, text: str, *, labelled_next: bool) -> bool:
        """Whether a text without a label begins the next paper, and may be its title."""
        if _HEADING.match(text) and "\n" not in text:
            return True
        # a line of authors below the title
        names_of_heading = bool(self.heading) and not self._record and (is_names(text) or is_name(text))
        names_of_heading = names_of_heading and not HEADING_WORDS.search(self.heading)
        lines = text.split("\n")
        return (
            self._untitled and labelled_next and not names_of_heading and len(lines) <= 2
            and all(len(line.split()) < _PROSE_WORDS and not re.search(r"[.。:：]$", line) for line in lines)
        )  # fmt: skip

    @property
    def abstract(self) -> str:
        """What has been read of the paper's abstract."""
        return str(self._record.get("abstract", ""))

    def is_another(self, field: str) -> bool:
        return bool(self._record) and (field == self.start or (field in _BEGINNINGS and field in self._record))

    def add(self, text: str, line: int) -> None:
        """A paragraph without a label: of the field before it, or the abstract that a heading or a title promised."""
        prose = len(text.split()) >= _PROSE_WORDS or len(text) >= 200
        if prose and "abstract" not in self._record and (self._record or self._is_deep_enough()):
            self.set("abstract", text, line)
        elif self._record and self._name:
            self._record[self._name] = f"{self._record[self._name]}\n\n{text}".strip()
        elif self.heading:
            self.heading += f"\n{text}"

    def set(self, field: str, value: str, line: int) -> None:
        if not self._record:
            self._first = line
        if field not in ("abstract", "summary") and "\n" in value:
            head, rest = value.split("\n", 1)
            if len(rest.split()) >= _PROSE_WORDS and "abstract" not in self._record:
                self.set(field, head, line)
                field, value = "abstract", rest.strip()
        self._name = field
        self._record[field] = f"{self._record[field]}\n{value}" if field in self._record else value

    def closed(self) -> Iterator[Record]:
        """The paper, if there is one; the next one may begin."""
        if self._record:
            level = _HEADING.match(self.heading)
            self._level = len(level["level"] or "") if level else self._level
            yield f"line {self._first}", self._finished()
        elif self._holds_text():  # too short to be told for an abstract: to be named all the same
            yield f"line {self._first}", {"title": _HEADING.sub("", self.heading.partition("\n")[0]).strip("#*_ ")}
        self._record, self._name, self.heading = {}, "", ""

    def _holds_text(self) -> bool:
        title, _, text = self.heading.partition("\n")
        named = _NOTES.match(_HEADING.sub("", title)) or HEADING_WORDS.search(title)
        return len(text.split()) >= _SENTENCE_WORDS and not named

    def _is_deep_enough(self) -> bool:
        """Whether the heading is of the papers' rank: notes below one are no paper."""
        level = _HEADING.match(self.heading)
        if not level or not level["level"] or _NOTES.match(_HEADING.sub("", self.heading)):
            return False
        return len(level["level"]) <= self._level

    def _finished(self) -> dict[str, Any]:
        record = self._record
        title, _, authors = self.heading.partition("\n")
        if title := _HEADING.sub("", title).strip("#*_ "):
            record = {"title": title} | record
        if authors := authors.strip("*_ \n"):
            record = {"authors": authors} | record
        summary, comments = record.pop("summary", ""), record.pop("comments", "")
        if summary and not record.get("abstract"):
            record["abstract"] = summary
        if match := _WITHDRAWN.search(comments):
            record["status"] = match[0].lower()
        if "paper_id" in record:  # a listing's "2401.00001 [pdf, other]"
            record["paper_id"] = record["paper_id"].partition(" ")[0]
        return record
