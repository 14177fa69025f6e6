"""Refusal: a record that did not become a paper, and why."""

from dataclasses import dataclass

WHOLE_FILE = "the file"
"""What a refusal names as its record where a file could not be read, or not to its end."""


def whole_before(count: int) -> str:
    """What to say of the records that stand before a fault; nothing if there are none.

    Args:
        count: how many they are.
    """
    if not count:
        return ""
    return " The record before it is whole." if count == 1 else f" The {count:,} records before it are whole."


@dataclass(frozen=True)
class Unreadable:
    """Records whose shape cannot be told apart, in the place of these records.

    Args:
        why: the reason, as a person would say it.
    """

    why: str


@dataclass(frozen=True)
class Refusal:
    """A record that was met and not taken.

    Args:
        source: the file's name.
        record: what a person finds it by: its title, or its position.
        why: the reason, as a person would say it.
    """

    source: str
    record: str
    why: str
