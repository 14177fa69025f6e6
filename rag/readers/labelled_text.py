"""Plain text whose parts are labelled: `Title: …`, `**Abstract:** …`, `摘要：…`."""

import re
from collections.abc import Iterator, Sequence
from typing import Any

from rag.readers.records import Record

_LABELS = {
    "title": r"title|paper title|标题|题目|题名|论文题目|论文标题",
    "abstract": r"abstract|summary|摘要|论文摘要",
    "authors": r"authors?|author\(s\)|by|作者",
    "year": r"year|date|年份|日期",
    "venue": r"venue|conference|journal|booktitle|会议|期刊",
    "url": r"url|link|链接|地址",
    "paper_id": r"id|paper id|arxiv id",
    "doi": r"doi",
    "keywords": r"keywords?|key words|index terms|tl;?dr|关键词|subjects?|comments?",
}
# A list's mark, a number or a heading's may stand before a label, emphasis around it.
_BEFORE = r"^[ \t]*(?:[-*+•]\s+|#{1,6}\s+|\[?\(?\d{1,4}[.)\]]{1,2}\s+)?[*_]{0,3}"
_AFTER = r"[*_]{0,3}[ \t]*[:：][*_]{0,3}[ \t]*"

_HEADING = re.compile(
    r"^(?:#{1,6}\s+(?:(?:paper|论文)?\s*\[?\d{1,4}[.)\]:]*(?:\s+|$))?|(?:paper|论文)\s*\d{1,4}\W*$|[-=*_]{3,}$)",
    re.IGNORECASE,
)


class Labels:
    """The labels that part a text into fields.

    Args:
        named: field of Paper -> another label for it.
    """

    def __init__(self, named: dict[str, str]) -> None:
        patterns = dict(_LABELS)
        for field, label in named.items():
            patterns[field] = "|".join(filter(None, (re.escape(label), patterns.get(field))))
        self._fields = {f"f{number}": field for number, field in enumerate(patterns)}
        groups = "|".join(f"(?P<f{number}>{pattern})" for number, pattern in enumerate(patterns.values()))
        self._line = re.compile(rf"{_BEFORE}(?:{groups}){_AFTER}", re.IGNORECASE | re.MULTILINE)

    def label(self, text: str) -> list[tuple[str, int, int]]:
        """The labels in a text: the field, where the label begins and where it ends."""
        return [(self._fields[str(match.lastgroup)], match.start(), match.end()) for match in self._line.finditer(text)]


def labelled(blocks: Sequence[tuple[int, str]], labels: Labels) -> Iterator[Record]:
    """The records of a labelled text.

    Args:
        blocks: what blank lines part, with the line each begins at.
        labels: what to look for.
    """
    record: dict[str, Any] = {}
    first, name, heading = 1, "", ""
    for line, block in blocks:
        found = labels.label(block)
        before = block[: found[0][1]].strip() if found else block
        if _HEADING.match(before) and "\n" not in before:  # a heading begins the next paper, and may be its title
            if record:
                yield f"line {first}", _headed(record, heading)
            record, name, heading = {}, "", before
        elif before and name:  # a paragraph more of the field before
            record[name] = f"{record[name]}\n\n{before}".strip()
        ends = [*(start for _, start, _ in found[1:]), len(block)]
        for (field, start, value_at), end in zip(found, ends, strict=False):
            if field in record:
                yield f"line {first}", _headed(record, heading)
                record, heading = {}, ""
            if not record:
                first = line + block.count("\n", 0, start)
            name = field
            record[name] = block[value_at:end].strip()
    if record:
        yield f"line {first}", _headed(record, heading)


def _headed(record: dict[str, Any], heading: str) -> dict[str, Any]:
    title = _HEADING.sub("", heading).strip("#*_ ")
    return {"title": title} | record if title else record
