"""Text without labels: which short lines are titles, and of which abstract."""

import re
from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise

from rag.readers.bylines import is_name, is_names, names_in, told
from rag.readers.numbering import Block
from rag.readers.records import Record

_TITLE_WORDS = 30
_ABSTRACT_WORDS = 30
_HEADING = re.compile(r"^(#{1,6})\s+(.*?)\s*#*$")
HEADING_WORDS = re.compile(
    r"^[=*-]|论文|列表|摘要|論文|一覧|\b(?:papers|abstracts|proceedings|list|accepted)\b|^(?:table of )?contents$"
    r"|\b(?:liste|lista|articles|artículos|artigos|articoli|aceptados|aceitos|acceptés|accettati|beiträge)\b"
    r"|\b(?:список|стать[яи]|принятые)\b|^[A-Z][\w@-]* ?(?:'\d\d|(?:19|20)\d\d)$",
    re.IGNORECASE,
)
_LINK = re.compile(r"^\[(?P<text>.+)\]\((?P<url>https?://[^\s()]+)\)$")
_LINK_AND_MORE = re.compile(
    r"^\[(?P<text>[^\[\]]+)\]\((?P<url>https?://[^\s()]+)\)[*_]{0,3}\s*(?:[-—–:,|·]|by\b)+\s*(?P<rest>\S.*)$",
    re.IGNORECASE,
)
_BOLD_TITLE = re.compile(
    r"^(?P<bold>\*\*|__)(?P<title>[^*_\n]{3,250}?)[.:：]?(?P=bold)\s*[-—–:：.]?\s+(?P<rest>\S.*)$", re.DOTALL
)
_SECTION = re.compile(
    r"^(?:abstract|background|introduction|motivation|objectives?|purpose|aims?|goals?|methods?|results|context|summary"
    r"|importance|problem|摘要|背景|目的)\W*$",
    re.IGNORECASE,
)
_PREFIX = re.compile(r"^[*_]{0,3}(?:abstract|摘要)[*_]{0,3}\s*(?:[:：.—–-])[*_]{0,3}\s*(?=\S)", re.IGNORECASE)
_GOES_ON = re.compile(r"^(?:[a-z]|(?i:(?:our )?(?:code|data|project page|demo|website)\b|https?:|keywords?\b))")


def records(blocks: Sequence[Block], counted: Collection[str] = ()) -> Iterator[Record | str]:
    """Records, and the titles that no abstract follows.

    Args:
        blocks: what blank lines, or a list's numbers, part; without these numbers.
        counted: those that had a number: none of them is a heading.
    """
    dotted = _are_dotted([block for _, block in blocks])
    parts = [part for block in blocks for part in _parts(block)]
    yield from _List([block for _, block in parts], counted, dotted=dotted).records(parts)


class _List:
    """What is known of a whole list: its texts, and whether its titles end with a full stop."""

    def __init__(self, blocks: list[str], counted: Collection[str], *, dotted: bool) -> None:
        self._dotted, self._counted = dotted, counted
        texts = [block for block in blocks if not self._is_title(block)]
        self._holds_titles = sum(map(self._has_title, texts)) > len(texts) / 2
        self._titled = self._has_titles(blocks)
        self._authored = self._has_authors(blocks)
        self._level = self._title_level(blocks)

    def records(self, blocks: Sequence[Block]) -> Iterator[Record | str]:
        waiting: list[str] = []
        record: Record | None = None
        for line, block in blocks:
            if self._is_title(block):
                if record and not waiting and not self._level and _GOES_ON.match(block) and self._titled:
                    record[1]["abstract"] += f"\n\n{block}"
                    continue
                if record:
                    yield record
                if not (waiting and self._is_names(block)) or _HEADING.match(block):
                    yield from self._left_over(waiting)
                    waiting = []
                waiting, record = [*waiting, block], None
            elif record and not waiting and self._goes_on(block):
                record[1]["abstract"] += f"\n\n{block}"  # under a heading: the abstract's next paragraph
            else:
                if record:
                    yield record
                own = not (self._titled and waiting) or bool(_bold_titled(block))
                own = own or (self._holds_titles and self._has_title(block))
                if own and not (waiting and _HEADING.match(waiting[0])):  # a heading over bold titles is a section's
                    yield from self._left_over(waiting)
                record = f"line {line}", _split(block) if own else _titled(waiting, block)
                waiting = []
        if record:
            yield record
        yield from self._left_over(waiting)

    def _is_title(self, block: str) -> bool:
        return _is_title(block) or (self._dotted and _is_dotted(block))

    def _has_title(self, block: str) -> bool:
        """Whether a block is a title and its abstract: what stands over it is a heading."""
        first = block.partition("\n")[0]
        return bool(_split(block)["title"]) and not (is_names(first) or is_name(first) or _SECTION.match(first))

    def _goes_on(self, block: str) -> bool:
        """Whether a text below an abstract is its next paragraph."""
        if _bold_titled(block):
            return False
        return bool(self._level) or (self._titled and (not _is_long(block) or bool(_GOES_ON.match(block))))

    def _is_names(self, block: str) -> bool:
        return is_names(block) or (self._authored and is_name(block))

    def _left_over(self, waiting: list[str]) -> Iterator[str]:
        """A title whose abstract is missing is a loss to report; a heading over others is not."""
        for line in waiting[:1]:
            if not self._titled and line not in self._counted:
                continue
            heading = _HEADING.match(line)
            if not (len(heading[1]) < self._level if heading else HEADING_WORDS.search(line)):
                yield str(_title(line)["title"])

    def _title_level(self, blocks: list[str]) -> int:
        """How deep the markdown headings are that stand over abstracts; 0 if the list has none."""
        found = above = over = 0
        fresh = False
        for block in blocks:
            if heading := _HEADING.match(block):
                above, fresh = len(heading[1]), True
            elif not self._is_title(block):
                found, over, fresh = max(found, above), over + fresh, False
        # Headings over several long texts each are those of sections ("Day 1"), and a lone one is the list's.
        whole = sum(len(block.split()) > _ABSTRACT_WORDS and not self._is_title(block) for block in blocks)
        headings = [heading[2] for block in blocks if (heading := _HEADING.match(block))]
        brief = sum(len(heading.split()) <= 2 for heading in headings) > len(headings) / 2
        return 0 if whole >= (1.5 if brief or over < 2 else 3) * max(over, 1) else found

    def _has_titles(self, blocks: list[str]) -> bool:
        """Whether most abstracts have a short line right before them.

        The first line of a file may be its heading, so it counts only when there is nothing else to go by.
        """
        pairs = [
            (before, block) for before, block in zip(["", *blocks], blocks, strict=False) if not self._is_title(block)
        ]
        if len(pairs) == 1:
            before = pairs[0][0]
            return bool(before) and not HEADING_WORDS.search(re.sub(r"^#{1,6}\s+", "", before))
        titled = sum(bool(before and self._is_title(before)) or bool(_split(block)["title"]) for before, block in pairs)
        return titled > len(pairs) / 2

    def _has_authors(self, blocks: list[str]) -> bool:
        """Whether most abstracts have two short lines before them, the second of which might be names."""
        abstracts = [at for at, block in enumerate(blocks) if not self._is_title(block)]
        pairs = [at for at in abstracts if at > 1 and all(map(self._is_title, blocks[at - 2 : at]))]
        named = [at for at in pairs if is_names(blocks[at - 1]) or is_name(blocks[at - 1])]
        return len(named) > len(abstracts) / 2


def _parts(block: Block) -> Iterator[Block]:
    """A markdown heading is a block of its own, blank line below it or not; so is a title above its authors."""
    line, text = block
    first, _, rest = text.partition("\n")
    if _HEADING.match(first) and rest:
        yield line, first
        yield from _parts((line + 1, rest))
    elif rest and "\n" not in rest and _is_title(first) and (is_names(rest) or is_name(rest)):
        yield from ((line, first), (line + 1, rest))
    else:
        yield block


def _titled(waiting: list[str], abstract: str) -> dict[str, str]:
    record = _title(waiting[0])
    for line in waiting[1:]:
        record |= told(line)
    return record | _below(abstract)


def _below(text: str) -> dict[str, str]:
    """The authors and the address that stand between a title and its abstract, and the abstract."""
    record: dict[str, str] = {}
    for _ in range(2):
        line, _, rest = text.partition("\n")
        if not (_is_long(rest) and (is_names(line) or is_name(line))):
            break
        record, text = record | told(line), rest.strip()
    return record | {"abstract": _PREFIX.sub("", text)}


def _title(line: str) -> dict[str, str]:
    heading = _HEADING.match(line)
    bare = (heading[2] if heading else line).strip("*_ ")
    if link := _LINK.match(bare):
        return {"title": link["text"].strip("*_ "), "url": link["url"]}
    if link := _LINK_AND_MORE.match(bare):
        title, rest = link["text"].strip("*_ "), link["rest"]
        if is_names(rest) or is_name(rest):
            return {"title": title, "url": link["url"], "authors": names_in(rest)}
        return {"title": f"{title} — {rest}", "url": link["url"]}
    return {"title": bare[:-1] if re.search(r"[^.][.。]$", bare) else bare}


def _is_title(block: str) -> bool:
    if _HEADING.match(block):
        return True
    short = "\n" not in block and len(block.split()) < _TITLE_WORDS and len(block) < 300
    return short and not re.search(r"[.。]$", block)


def _is_dotted(block: str) -> bool:
    """Whether it may be a title that ends with a full stop: one short sentence."""
    bare = block.strip("*_ ")
    return "\n" not in bare and len(bare.split()) < 25 and len(bare) < 200 and not re.search(r"[.。]\s*\S", bare)


def _are_dotted(blocks: list[str]) -> bool:
    """Whether a list's titles end with full stops: short sentences, each before a text several times its length."""
    lines = [block.partition("\n") for block in blocks]
    pairs = [(first, rest) for first, _, rest in lines if rest] or [
        (first, second) for first, second in pairwise(blocks) if _is_dotted(first)
    ]
    dotted = [first for first, rest in pairs if _is_dotted(first) and re.search(r"[.。]$", first) and _is_long(rest)]
    return len(dotted) > 1 and len(dotted) >= sum(_is_dotted(block) for block in blocks) * 0.6


def _is_long(text: str) -> bool:
    return len(text.split()) >= _ABSTRACT_WORDS or len(text) >= 200


def _split(block: str) -> dict[str, str]:
    """Part a title on a line of its own from its abstract; lines of one length are one wrapped abstract."""
    first, _, rest = block.partition("\n")
    widest = max((len(line) for line in rest.split("\n")), default=0)
    if rest and (_is_title(first) or _is_dotted(first)) and _is_long(rest) and len(first) < 0.75 * widest:
        return _title(first) | _below(rest.strip())
    if bold := _bold_titled(block):
        return _title(bold["title"]) | {"abstract": _PREFIX.sub("", bold["rest"])}
    return {"title": "", "abstract": _PREFIX.sub("", block)}


def parted(block: str) -> tuple[str, str]:
    """A title on a line of its own and the abstract below it; without the first, the title is empty."""
    record = _split(block)
    return record["title"], record["abstract"]


def _bold_titled(block: str) -> re.Match[str] | None:
    """`**Title**: abstract`; a bold **Background:** is no title."""
    bold = _BOLD_TITLE.match(block)
    return bold if bold and not _SECTION.match(bold["title"]) and _is_long(bold["rest"]) else None
