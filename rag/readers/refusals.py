"""Refusal: a record that did not become a paper, and why."""

from dataclasses import dataclass


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
