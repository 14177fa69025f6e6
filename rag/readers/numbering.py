"""Numbers and marks of lists: found where they count on, and taken off."""

import re
from collections.abc import Iterator
from itertools import pairwise

Block = tuple[int, str]
"""A block's first line, and its text."""

_DIGITS = "一二三四五六七八九"
_NUMBER = re.compile(
    r"^(?:\[(?P<a>\d{1,4})\]|[(（](?P<b>\d{1,4})[)）]|(?P<c>\d{1,4})(?:[.)](?!\d)|[、．])"
    r"|(?:No\.|№|#|paper|论文)\s?(?P<d>\d{1,4})(?:[.:：)]|(?=\s))|(?P<circled>[①-⑳])"
    rf"|第?(?P<chinese>[{_DIGITS}十]{{1,3}})[、．篇][、：:]?)\s*(?=\S)",
    re.IGNORECASE,
)
_BULLET = re.compile(r"^[-*+•·▪‣]\s+(?=\S)")
_HASHES = re.compile(r"^#{1,6}\s+")


def items_of(block: Block) -> Iterator[Block]:
    """The items of a list without blank lines: 1., 2., 3. … or bullets at the start of lines; else the block itself."""
    line, text = block
    lines = text.split("\n")
    starts = _numbered(lines)
    if len(starts) < 2 or starts[0] != 0:
        starts = [at for at, part in enumerate(lines) if _BULLET.match(part)]
    if len(starts) < 2 or starts[0] != 0:
        yield block
        return
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        yield line + start, "\n".join(lines[start:end])


def _numbered(lines: list[str]) -> list[int]:
    starts: list[int] = []
    last = 0
    for at, part in enumerate(lines):
        match = _NUMBER.match(part)
        if match and (not starts or _value(match) == last + 1):
            starts.append(at)
            last = _value(match)
    return starts


def without_marks(blocks: list[Block]) -> list[Block]:
    """Blocks without their numbers, where these count on, whether on titles or on abstracts; or without bullets."""
    numbered = [(at, match) for at, (_, block) in enumerate(blocks) if (match := _NUMBER.match(_plain(block)))]
    steps = [_value(after) - _value(before) for (_, before), (_, after) in pairwise(numbered)]
    # A number may be missing from a list; numbers that go back are somebody's text.
    if steps and min(steps) > 0 and sum(step == 1 for step in steps) >= 0.7 * len(steps):
        return _bare(blocks, {at: match.end() for at, match in numbered})
    bullets = {at: match.end() for at, (_, block) in enumerate(blocks) if (match := _BULLET.match(block))}
    return _bare(blocks, bullets) if len(bullets) > 1 and len(bullets) >= (len(blocks) - 1) / 2 else blocks


def _bare(blocks: list[Block], ends: dict[int, int]) -> list[Block]:
    bare = list(blocks)
    for at, end in ends.items():
        line, block = blocks[at]
        mark = _HASHES.match(block)
        bare[at] = (line, (mark[0] if mark else "") + _plain(block)[end:])
    return bare


def _plain(block: str) -> str:
    return _HASHES.sub("", block)


def _value(match: re.Match[str]) -> int:
    if match["circled"]:
        return ord(match["circled"]) - ord("①") + 1
    if chinese := match["chinese"]:
        tens, ten, ones = chinese.rpartition("十")
        return 10 * (_DIGITS.find(tens) + 1 or 1) * bool(ten) + _DIGITS.find(ones or " ") + 1
    return int(next(match[name] for name in "abcd" if match[name]))
