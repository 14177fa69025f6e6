"""Plain-text lists: abstracts with blank lines between, with or without titles, numbers, headings and labels."""

import re
from collections.abc import Iterator
from itertools import pairwise

from rag.papers import Paper
from rag.readers.content import Content
from rag.readers.fields import FieldMapping
from rag.readers.labelled_text import Labels, labelled
from rag.readers.records import Record
from rag.readers.refusals import Refusal

_TITLE_WORDS = 30
_ABSTRACT_WORDS = 30
_LONG_LINE = 200
_NUMBER = re.compile(r"^(?:\[(\d{1,4})\]|\(?(\d{1,4})[.)、．]|No\. ?(\d{1,4})[.:]?)\s*(?=\S)")
_HEADING = re.compile(r"^(#{1,6})\s+(.*?)\s*#*$")
_HEADING_WORDS = re.compile(
    r"^[=*-]|论文|列表|摘要|\b(?:papers|abstracts|proceedings|list)\b|^(?:table of )?contents$", re.IGNORECASE
)
Block = tuple[int, str]
"""A block's first line, and its text."""


def read_text(content: Content, mapping: FieldMapping) -> Iterator[Paper | Refusal]:
    """Read a plain-text list.

    Blocks are what blank lines part. A long block is an abstract; a short line is the title of the abstract that
    follows it where the list has titles, and a heading where it stands alone.
    """
    with content.text() as file:
        text = file.read().lstrip("\ufeff")
    blocks = _numberless([part for block in _by_line(list(_blocks(text))) for part in _by_number(block)])
    labels = Labels({field: name for field, name in mapping.named.items() if field != "records"})
    if any(field == "abstract" for field, _, _ in labels.label(text)):
        for place, record in labelled(blocks, labels):
            yield mapping.paper({**record, **_renamed(record, mapping)}, content.name, place)
        return
    for item in _records([part for block in blocks for part in _parts(block)]):
        if isinstance(item, str):
            yield Refusal(content.name, item, "no abstract follows this title")
        else:
            yield mapping.paper(item[1], content.name, item[0])


def _renamed(record: dict[str, str], mapping: FieldMapping) -> dict[str, str]:
    """The fields under the names that the user gave, which the mapping looks for first."""
    return {name: record[field] for field, name in mapping.named.items() if field in record}


def _blocks(text: str) -> Iterator[Block]:
    line, lines = 0, list[str]()
    for number, content in enumerate(text.split("\n"), 1):
        if content.strip(" \t\u00a0\u3000"):
            line = line or number
            lines.append(content.strip())
        elif lines:
            yield line, "\n".join(lines)
            line, lines = 0, []
    if lines:
        yield line, "\n".join(lines)


def _by_line(blocks: list[Block]) -> list[Block]:
    """A list without blank lines has an abstract, or a title, on each line: no editor wraps at 200 characters."""
    lines = [(line + at, part) for line, block in blocks for at, part in enumerate(block.split("\n"))]
    long = sum(len(part) > _LONG_LINE for _, part in lines)
    return lines if len(blocks) <= 2 < len(lines) and long >= (len(lines) - 2) / 2 else blocks


def _by_number(block: Block) -> Iterator[Block]:
    """The items of a numbered list without blank lines: 1., 2., 3. … at the start of lines."""
    line, text = block
    starts: list[int] = []
    lines = text.split("\n")
    for at, part in enumerate(lines):
        match = _NUMBER.match(part)
        if match and (not starts or _number(match) == _number(_NUMBER.match(lines[starts[-1]])) + 1):
            starts.append(at)
    if len(starts) < 2 or starts[0] != 0:
        yield block
        return
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        yield line + start, "\n".join(lines[start:end])


def _number(match: re.Match[str] | None) -> int:
    return int(next(group for group in match.groups() if group)) if match else 0


def _numberless(blocks: list[Block]) -> list[Block]:
    """Without the numbers of a numbered list: 1., 2., 3. … in order, whether on titles or on abstracts."""
    numbered = [(at, match) for at, (_, block) in enumerate(blocks) if (match := _NUMBER.match(_plain(block)))]
    numbers = [_number(match) for _, match in numbered]
    if len(numbers) < 2 or any(after != before + 1 for before, after in pairwise(numbers)):
        return blocks
    bare = dict(enumerate(blocks))
    for at, match in numbered:
        line, block = blocks[at]
        mark = _HEADING.match(block.split("\n")[0])
        plain = _plain(block)[match.end() :]
        bare[at] = (line, f"{mark[1]} {plain}" if mark else plain)
    return list(bare.values())


def _plain(block: str) -> str:
    return re.sub(r"^#{1,6}\s+", "", block)


def _parts(block: Block) -> Iterator[Block]:
    """A markdown heading is a block of its own, blank line below it or not; so is a title above its authors."""
    line, text = block
    first, _, rest = text.partition("\n")
    if _HEADING.match(first) and rest:
        yield line, first
        yield from _parts((line + 1, rest))
    elif rest and "\n" not in rest and _is_title(first) and _is_names(rest):
        yield from ((line, first), (line + 1, rest))
    else:
        yield block


def _records(blocks: list[Block]) -> Iterator[Record | str]:
    """Records, and the titles that no abstract follows."""
    titled = _has_titles([block for _, block in blocks])
    level = _title_level([block for _, block in blocks])
    waiting: list[str] = []
    record: tuple[str, dict[str, str]] | None = None
    for line, block in blocks:
        if _is_title(block):
            if record:
                yield record
            if not (waiting and _is_names(block)) or _HEADING.match(block):
                yield from _left_over(waiting, level) if titled else ()
                waiting = []
            waiting, record = [*waiting, block], None
        elif record and level and not waiting:  # under a heading: the abstract's next paragraph
            record[1]["abstract"] += f"\n\n{block}"
        else:
            if record:
                yield record
            record = f"line {line}", _titled(waiting, block) if titled and waiting else _split(block)
            waiting = []
    if record:
        yield record
    yield from _left_over(waiting, level) if titled else ()


def _titled(waiting: list[str], abstract: str) -> dict[str, str]:
    record = {"title": _title(waiting[0]), "abstract": abstract}
    return record | {"authors": _names(waiting[1])} if len(waiting) > 1 else record


def _title(line: str) -> str:
    heading = _HEADING.match(line)
    return (heading[2] if heading else line).strip("*_ ")


def _names(line: str) -> str:
    return re.sub(r"^\W*(?:authors?|by|作者)\W*[:：]?", "", line, flags=re.IGNORECASE).strip("*_ ")


def _left_over(waiting: list[str], level: int) -> Iterator[str]:
    """A title whose abstract is missing is a loss to report; a heading over others is not."""
    for line in waiting[:1]:
        heading = _HEADING.match(line)
        if not (len(heading[1]) < level if heading else _HEADING_WORDS.search(line)):
            yield _title(line)


def _title_level(blocks: list[str]) -> int:
    """How deep the markdown headings are that stand over abstracts; 0 if the list has none."""
    found = 0
    above = 0
    for block in blocks:
        heading = _HEADING.match(block)
        if heading:
            above = len(heading[1])
        elif not _is_title(block):
            found = max(found, above)
    return found


def _has_titles(blocks: list[str]) -> bool:
    """Whether most abstracts have a short line right before them.

    The first line of a file may be its heading, so it counts only when there is nothing else to go by.
    """
    pairs = [(before, block) for before, block in zip(["", *blocks], blocks, strict=False) if not _is_title(block)]
    if len(pairs) == 1:
        before = pairs[0][0]
        return bool(before) and not _HEADING_WORDS.search(_plain(before))
    return sum(bool(before) and _is_title(before) for before, _ in pairs) > len(pairs) / 2


def _is_title(block: str) -> bool:
    if _HEADING.match(block):
        return True
    return (
        "\n" not in block and len(block.split()) < _TITLE_WORDS and len(block) < 300 and not re.search(r"[.。]$", block)
    )


def _is_names(line: str) -> bool:
    """Whether a line below a title lists its authors: names and little else, parted by commas or "and"."""
    names = [name for name in re.split(r"\s*[,;，；、]\s*|\s+and\s+|\s*&\s*", _names(line)) if name]
    labelled = _names(line) != line.strip("*_ ")
    return (len(names) > 1 or labelled) and all(len(name.split()) <= 5 and name[0].isupper() for name in names)


def _split(block: str) -> dict[str, str]:
    """Part a title on a line of its own from its abstract; lines of one length are one wrapped abstract."""
    first, _, rest = block.partition("\n")
    widest = max((len(line) for line in rest.split("\n")), default=0)
    if rest and _is_title(first) and len(rest.split()) >= _ABSTRACT_WORDS and len(first) < 0.75 * widest:
        second, _, more = rest.partition("\n")
        if _is_names(second) and len(more.split()) >= _ABSTRACT_WORDS:
            return {"title": _title(first), "authors": _names(second), "abstract": more}
        return {"title": _title(first), "abstract": rest.strip()}
    return {"title": "", "abstract": block}
