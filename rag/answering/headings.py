"""Headings: what stands over the sentences of a strict answer, held until something under it is kept."""

from dataclasses import dataclass

_LEAD_IN = 7  # below the six levels of headings
_TOP_OF_TABLE = 8


@dataclass
class Heading:
    """A heading, a lead-in, or the first row of a table.

    Args:
        level: 1 is the highest.
        plain: its words.
        text: with the layout behind it.
        removed: how many sentences had been left out before it.
    """

    level: int
    plain: str
    text: str
    removed: int


class Headings:
    """Those that are not shown yet."""

    def __init__(self) -> None:
        self._held: list[Heading] = []

    def hold(self, plain: str, text: str, removed: int, *, signs: int, tops: bool) -> None:
        """Take one more; what nothing was kept under is gone once another of its level follows.

        Args:
            plain: its words.
            text: as it is shown.
            removed: how many sentences have been left out so far.
            signs: how many of a heading's signs it has; 0 for a lead-in.
            tops: it is of the first rows of a table.
        """
        level = _TOP_OF_TABLE if tops else signs or _LEAD_IN
        self._held = [h for h in self._held if h.level < level or h.removed == removed]
        self._held.append(Heading(level, plain, text, removed))

    def lay(self, text: str) -> bool:
        """Put layout behind the last one; whether there is one."""
        if self._held:
            self._held[-1].text += text
        return bool(self._held)

    def take(self, removed: int, *, in_table: bool) -> list[Heading]:
        """All of them, for a sentence that is kept; none of a table's first rows whose other rows are gone.

        Args:
            removed: how many sentences have been left out so far.
            in_table: the sentence stands in a row of a table.
        """
        taken, self._held = self._held, []
        return [h for h in taken if in_table or h.level != _TOP_OF_TABLE or h.removed == removed]
