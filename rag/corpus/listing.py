"""Listing: the papers on a topic, each with how surely it is on it and the sentence that shows it."""

from collections.abc import Sequence
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
        unread: ids of those that match clearly and were not read.
        told: how it was counted: "topic", "some" of a row; by the words alone "literally", "exactly", or in "titles".
    """

    topic: Topic
    matches: tuple[Match, ...]
    clear: int
    examined: int
    told: str = "topic"
    unread: tuple[str, ...] = ()

    @property
    def clear_ids(self) -> tuple[str, ...]:
        """The ids of the papers that match clearly."""
        sure = (match.paper.paper_id for match in self.matches if match.sureness not in UNCLEAR)
        return (*sure, *self.unread)


def merged(listings: Sequence[Listing], topic: Topic) -> Listing:
    """The papers that are on at least one of several things, each as surely as on the one it is most surely on.

    Args:
        listings: one a thing, of the same papers; at least one.
        topic: all the things, any of which is enough.
    """
    order = list(Sureness)
    best: dict[str, Match] = {}
    for match in (match for listing in listings for match in listing.matches):
        known = best.get(match.paper.paper_id)
        if known is None or order.index(match.sureness) < order.index(known.sureness):
            best[match.paper.paper_id] = match
    unread = tuple(dict.fromkeys(key for listing in listings for key in listing.unread if key not in best))
    matches = tuple(sorted(best.values(), key=lambda match: order.index(match.sureness)))
    clear = sum(match.sureness not in UNCLEAR for match in matches) + len(unread)
    return Listing(topic, matches, clear, listings[0].examined, "some", unread)
