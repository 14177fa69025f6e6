"""Listing: the papers on a topic, each with how surely it is on it and the sentence that shows it."""

from dataclasses import dataclass
from enum import StrEnum

from rag.corpus.topics import Topic
from rag.papers import Paper
from rag.text.sentences import Span


class Sureness(StrEnum):
    """How surely a paper is on a topic."""

    ABOUT = "about"
    MENTIONS = "mentions"
    PERHAPS = "perhaps"
    OPPOSED = "opposed"
    PASSING = "passing"


UNCLEAR = (Sureness.PERHAPS, Sureness.OPPOSED, Sureness.PASSING)
"""What is not counted as on the topic."""


@dataclass(frozen=True)
class Match:
    """A paper on the topic.

    Args:
        evidence: the sentence of its abstract that shows it; None where only its title does.
        found: the phrases that it was found by; empty where likeness alone found it.
    """

    paper: Paper
    sureness: Sureness
    evidence: Span | None
    found: tuple[str, ...] = ()


@dataclass(frozen=True)
class Listing:
    """The papers on a topic.

    Args:
        topic: with the abbreviations that the papers themselves use for it.
        matches: those that were read, the surest first.
        clear: papers that match clearly, read or not.
        examined: papers gone through.
        told: how it was counted: "topic"; by the words alone "literally", "exactly", or in "titles".
    """

    topic: Topic
    matches: tuple[Match, ...]
    clear: int
    examined: int
    told: str = "topic"
