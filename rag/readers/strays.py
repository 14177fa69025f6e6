"""Strays: texts without a label between labelled papers, which need not belong to the paper before them."""

import re
from collections.abc import Sequence

from rag.readers.untitled_text import parted

STRAY = (
    "this text without a label stands between two labelled papers: label it Title: and Abstract:, or join it to the "
    "abstract that it belongs to, without a blank line"
)
_PROSE_WORDS = 30
_PROSE_LENGTH = 200
# How an abstract's next paragraph begins, and how a section of one does ("Methods: …", "RESULTS. …").
_GOES_ON = re.compile(
    r"[a-z\d(\[$*•-]|(?i:in|our|we|this|these|the|it|to|for|finally|moreover|furthermore|however|additionally|also|code"
    r"|here|as|by|on|based|using|with|when|while|although|results?|experiments?|extensive|empirically|specifically)\b"
    r"|\W{0,3}\w[\w &/]{2,40}\W{0,2}[:：]|[A-Z]{4,}\b|\*\*"
)
_ENDS = re.compile(r"[.!?。！？)\]”\"'*_$]$")
_SHOWN = 60


class Strays:
    """The blocks of a labelled text that bear no label.

    Args:
        blocks: what blank lines part.
        labelled: whether a label stands in each.
    """

    def __init__(self, blocks: Sequence[str], labelled: Sequence[bool]) -> None:
        self._blocks, self._labelled = blocks, labelled
        self._last = max((at for at, has in enumerate(labelled) if has), default=0)
        # Where papers have paragraphs, a text without a label is one more.
        self._usual = sum(_is_prose(block) and not has for block, has in zip(blocks, labelled, strict=True)) > 1

    def paper(self, at: int) -> dict[str, str] | None:
        """The title and the abstract that begin at a block, neither with a label; None for any other text."""
        if not self._is_between(at):
            return None
        title, abstract = parted(self._blocks[at])
        if not title and self._is_short(at) and not self._labelled[at + 1] and _is_prose(self._blocks[at + 1]):
            title, abstract = self._blocks[at], self._blocks[at + 1]
        return {"title": title, "abstract": abstract} if title else None

    def is_heading(self, at: int) -> bool:
        """Whether a block is a heading over the papers below it: "Session 2: Animals"."""
        return self._is_between(at) and self._is_short(at) and self._labelled[at + 1]

    def is_stray(self, at: int, before: str) -> bool:
        """Whether nothing tells a block for a paragraph of the abstract before it.

        Args:
            at: the block's number.
            before: that abstract.
        """
        block = self._blocks[at]
        whole = len(before.split()) >= _PROSE_WORDS and bool(_ENDS.search(before.strip()))
        return self._is_between(at) and not self._usual and whole and _is_prose(block) and not _GOES_ON.match(block)

    def _is_between(self, at: int) -> bool:
        return not self._labelled[at] and at < self._last

    def _is_short(self, at: int) -> bool:
        block = self._blocks[at]
        plain = not re.search(r"[=$\\]|^[-*•\d(]|^\W", block) and not _ENDS.search(block)
        return "\n" not in block and len(block.split()) < _PROSE_WORDS and block[:1].isupper() and plain


def shown(block: str) -> str:
    """The first words of a block, by which a person finds it."""
    line = " ".join(block.split())
    return line if len(line) <= _SHOWN else f"{line[:_SHOWN].rsplit(' ', 1)[0]}…"


def _is_prose(text: str) -> bool:
    return len(text.split()) >= _PROSE_WORDS or len(text) >= _PROSE_LENGTH
