"""Parts of an index, and what was found of each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

_NAMED = 5

Progress = Callable[[int, int | None], object]
"""Called with the number of items dealt with since the last call, and how many there are in all."""


@dataclass
class Part:
    """One part of an index.

    Args:
        name: for people.
        findings: a sentence for each fault that is left: what, where, and what mends it.
        mended: a sentence for each fault that was found and is no more.
        looked_at: how much was looked at, in words: "2,634 rows".
    """

    name: str
    findings: list[str] = field(default_factory=list)
    mended: list[str] = field(default_factory=list)
    looked_at: str = ""

    @property
    def sound(self) -> bool:
        """Whether no fault is left."""
        return not self.findings

    def record(self) -> dict[str, Any]:
        """The part as JSON."""
        return {"part": self.name, "sound": self.sound, "findings": self.findings, "mended": self.mended}


def some(names: Sequence[str]) -> str:
    """The first of some names, and how many more there are."""
    rest = f" and {len(names) - _NAMED:,} more" if len(names) > _NAMED else ""
    return ", ".join(names[:_NAMED]) + rest


def counted(number: int, noun: str) -> str:
    """A number with its noun: "1 row", "2 rows"."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
