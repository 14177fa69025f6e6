"""Plain-text lists: abstracts with blank lines between, with or without titles, numbers, headings and labels."""

import re
import unicodedata
from collections.abc import Iterator, Sequence

from rag.errors import SourceError
from rag.papers import Paper
from rag.readers.content import Content
from rag.readers.fields import FieldMapping
from rag.readers.labelled_text import Labels, labelled
from rag.readers.listings import without_frames
from rag.readers.numbering import Block, items_of, without_marks
from rag.readers.refusals import Refusal, Unreadable
from rag.readers.untitled_text import records

_ABSTRACT_WORDS = 30
_LONG_LINE = 200
_SENTENCE = 100
_TITLE_WORDS = 15
_STOP = re.compile(r"[.!?](?=\s|$)|[。！？]")
_ENDS = re.compile(r"[.!?。！？][)\]”\"']?$")
_STARTS = re.compile(r"[^\W_a-z]|[\"“(\[$]")
_RULE = re.compile(r"[-=*_~—]{3,}$|(?:[-*_] ){2,}[-*_]$")
_SUMMARY = re.compile(r"\d+: .{20,}\bPMID: \d+", re.DOTALL)
_QUOTED = re.compile(r"(?:>\s?)+(?![\s\d=.])")


def read_text(content: Content, mapping: FieldMapping) -> Iterator[Paper | Refusal]:
    """Read a plain-text list.

    Blocks are what blank lines part. A long block is an abstract; a short line is the title of the abstract that
    follows it where the list has titles, and a heading where it stands alone.

    Raises:
        SourceError: it lists citations, or nothing in it is a letter or a digit.
    """
    with content.text() as file:
        text = without_frames(unicodedata.normalize("NFC", file.read().lstrip("\ufeff")))
    blocks = list(_blocks(text))
    if blocks and all(_SUMMARY.match(block) for _, block in blocks):
        raise SourceError(
            f"{content.name} is PubMed's summary, which has no abstracts. "
            "Save the same search as “PubMed” or “Abstract (text)”."
        )
    labels = Labels({field: name for field, name in mapping.named.items() if field != "records"})
    if _is_labelled([block for _, block in blocks], labels):
        yield from _unmet_labels(text, content.name, mapping)
        for place, record in labelled(blocks, labels):
            if isinstance(record, Unreadable):
                yield Refusal(content.name, place, record.why)
            else:
                yield mapping.paper({**record, **_renamed(record, mapping)}, content.name, place)
        return
    yield from _unlabelled(blocks, content.name, mapping)


def _unlabelled(blocks: list[Block], source: str, mapping: FieldMapping) -> Iterator[Paper | Refusal]:
    marked = [part for block in _by_line(blocks) for part in items_of(block)]
    bare = without_marks(marked)
    counted = {text for (_, text), (_, before) in zip(bare, marked, strict=True) if text != before}
    found = list(records(bare, counted))
    if not found:  # titles, or headings, alone
        lines = [line.strip("#*_-• ") for _, block in bare for line in block.split("\n")]
        found = [line for line in lines if any(map(str.isalnum, line))]
        if not found:
            raise SourceError(f"{source} holds no text: nothing in it is a letter or a digit.")
    for item in found:
        if isinstance(item, str):
            yield Refusal(source, item, "no abstract follows this title")
        else:
            yield mapping.paper(item[1], source, item[0])


def _unmet_labels(text: str, source: str, mapping: FieldMapping) -> Iterator[Refusal]:
    for field, name in mapping.named.items():
        if field != "records" and not re.search(rf"^\W*{re.escape(name)}", text, re.IGNORECASE | re.MULTILINE):
            why = f"no line begins with the label {name} that --map names"
            yield Refusal(source, f"--map {field}={name}", why)


def _is_labelled(blocks: Sequence[str], labels: Labels) -> bool:
    """Whether labels part the papers: a stray "Abstract:" in a list of plain abstracts must not swallow the others."""
    begun, plain, labelled_ = False, 0, 0
    for block in blocks:
        fields = {field for field, _, _ in labels.label(block)} & {"title", "abstract", "summary"}
        prose = not fields and (len(block.split()) >= _ABSTRACT_WORDS or len(block) >= _LONG_LINE)
        if prose and not begun and not block.startswith("#"):
            return False
        begun = begun or bool(fields)
        labelled_ += bool(fields)
        plain += prose
    return begun and plain <= 3 * labelled_


def _renamed(record: dict[str, str], mapping: FieldMapping) -> dict[str, str]:
    """The fields under the names that the user gave, which the mapping looks for first."""
    return {name: record[field] for field, name in mapping.named.items() if field in record}


def _blocks(text: str) -> Iterator[Block]:
    line, lines = 0, list[str]()
    for number, content in enumerate(text.split("\n"), 1):
        part = content.strip(" \t\u00a0\u3000")
        part = _QUOTED.sub("", part, count=1) if part.startswith(">") else part
        if part and not _RULE.match(part):
            line = line or number
            lines.append(part)
        elif lines:
            yield line, "\n".join(lines)
            line, lines = 0, []
    if lines:
        yield line, "\n".join(lines)


def _by_line(blocks: list[Block]) -> list[Block]:
    """A list without blank lines has an abstract, or a title, on each line: no editor wraps at 200 characters."""
    lines = [(line + at, part) for line, block in blocks for at, part in enumerate(block.split("\n"))]
    lines = [piece for line in lines for piece in _by_tab(line)]
    headed = len(blocks) == 2 and "\n" not in blocks[0][1] and len(blocks[0][1]) <= _LONG_LINE
    long = sum(len(part) > _LONG_LINE for _, part in lines)
    if (len(blocks) == 1 or headed) and long >= 2 and long >= (len(lines) - 2) / 3:
        return lines
    if (len(blocks) == 1 or headed) and len(lines) - headed >= 2:
        papers = [part for _, part in lines[int(headed) :]]
        if all(map(_STARTS.match, papers)) and (_are_abstracts(papers) or (not headed and _are_titles(papers))):
            return lines
    return blocks


def _are_abstracts(lines: list[str]) -> bool:
    """Whether lines too short to be told by their length are abstracts all the same: each is of whole sentences.

    A text with one sentence a line has shorter lines, and in a wrapped one most lines end within a sentence.
    """
    # A Chinese or Japanese character says as much as three letters.
    widths = [len(part) * (3 if unicodedata.east_asian_width(part[0]) in "WF" else 1) for part in lines]
    several = sum(len(_STOP.findall(part)) > 1 for part in lines) > len(lines) / 2
    whole = all(map(_ENDS.search, lines)) and min(widths) >= _SENTENCE
    return whole and (several or sum(widths) / len(widths) >= 1.3 * _SENTENCE)


def _are_titles(lines: list[str]) -> bool:
    return not any(_ENDS.search(part) or len(part) > _SENTENCE or len(part.split()) > _TITLE_WORDS for part in lines)


def _by_tab(line: Block) -> list[Block]:
    """A title and its abstract on one line, a tab between."""
    title, tab, abstract = line[1].partition("\t")
    if tab and "\t" not in abstract and len(title) < _LONG_LINE < len(abstract):
        return [(line[0], title.strip()), (line[0], abstract.strip())]
    return [line]
