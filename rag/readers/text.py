"""Plain-text lists: abstracts with blank lines between, with or without titles and headings."""

import re
from collections.abc import Iterator

from rag.papers import Paper, content_id
from rag.readers.refusals import Refusal

_FIELD = re.compile(r"(?im)^\s*(title|abstract|authors?|year|venue|url)\s*[:：][ \t]*")
_TITLE_WORDS = 30
_ABSTRACT_WORDS = 30


def read_text(text: str, source: str) -> Iterator[Paper | Refusal] | None:
    """Read a plain-text list; None if there is nothing but white space.

    Blocks are what blank lines part. A long block is an abstract; a short line is the title of the abstract
    that follows it where the list has titles, and a heading where it stands alone.
    """
    blocks = [
        block.strip() for block in re.split(r"\n[ \t]*(?:\n[ \t]*)+", text.replace("\r\n", "\n")) if block.strip()
    ]
    if not blocks:
        return None
    if _FIELD.search(text) and re.search(r"(?im)^\s*abstract\s*[:：]", text):
        return _read_fields(blocks, source)
    return _read_blocks(blocks, source)


def _read_blocks(blocks: list[str], source: str) -> Iterator[Paper | Refusal]:
    titled = _has_titles(blocks)
    waiting = ""
    for block in blocks:
        if _is_title(block):
            if titled and waiting:
                yield from _left_over(waiting, source)
            waiting = block
            continue
        title, abstract = (waiting, block) if titled and waiting else _split_title(block)
        waiting = ""
        yield _paper(source, title=title, abstract=abstract)
    if titled and waiting:
        yield from _left_over(waiting, source)


def _left_over(line: str, source: str) -> Iterator[Refusal]:
    """A title whose abstract is missing is a loss to report; a heading is not."""
    if not _is_heading(line):
        yield Refusal(source, line, "no abstract follows this title")


def _has_titles(blocks: list[str]) -> bool:
    """Whether most abstracts have a short line right before them.

    The first line of a file may be its heading, so it counts only when there is nothing else to go by.
    """
    pairs = [(before, block) for before, block in zip(["", *blocks], blocks, strict=False) if not _is_title(block)]
    if len(pairs) == 1:
        return bool(pairs[0][0]) and not _is_heading(pairs[0][0])
    return sum(bool(before) and _is_title(before) for before, _ in pairs) > len(pairs) / 2


def _is_title(block: str) -> bool:
    return "\n" not in block and len(block.split()) < _TITLE_WORDS and not re.search(r"[.。]$", block)


def _is_heading(line: str) -> bool:
    return bool(
        re.search(r"(?i)^[#=*-]|论文|列表|摘要|\b(papers|abstracts|proceedings|list)\b|^(table of )?contents$", line)
    )


def _split_title(block: str) -> tuple[str, str]:
    """Part a title on a line of its own from its abstract; lines of one length are one wrapped abstract."""
    first, _, rest = block.partition("\n")
    widest = max((len(line) for line in rest.split("\n")), default=0)
    if rest and _is_title(first) and len(rest.split()) >= _ABSTRACT_WORDS and len(first) < 0.75 * widest:
        return first.strip(), rest.strip()
    return "", block


def _read_fields(blocks: list[str], source: str) -> Iterator[Paper | Refusal]:
    record: dict[str, str] = {}
    name = ""
    for block in blocks:
        parts = _FIELD.split(block)
        if parts[0].strip() and name:
            record[name] = f"{record[name]}\n\n{parts[0].strip()}".strip()
        for key, value in zip(parts[1::2], parts[2::2], strict=True):
            name = key.lower().removesuffix("s")
            if name in record:
                yield _record(record, source)
                record = {}
            record[name] = value.strip()
    yield _record(record, source)


def _record(record: dict[str, str], source: str) -> Paper | Refusal:
    title = record.get("title", "")
    if not record.get("abstract"):
        return Refusal(source, title or "a record", "it has no abstract")
    year = re.search(r"\b(?:19|20)\d\d\b", record.get("year", ""))
    return _paper(
        source,
        title=title,
        abstract=record["abstract"],
        authors=tuple(name for name in re.split(r"\s*[;,]\s*|\s+and\s+", record.get("author", "")) if name),
        year=int(year[0]) if year else None,
        venue=record.get("venue", ""),
        url=record.get("url", ""),
    )


def _paper(
    source: str,
    *,
    title: str,
    abstract: str,
    authors: tuple[str, ...] = (),
    year: int | None = None,
    venue: str = "",
    url: str = "",
) -> Paper:
    return Paper(content_id(title, abstract), title, abstract, authors, year, venue, url, source=source)
