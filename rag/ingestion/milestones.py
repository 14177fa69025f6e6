"""Milestones: the steps of a run that changes an index, told to LlamaIndex's instrumentation."""

from __future__ import annotations

from llama_index.core.instrumentation.events import BaseEvent
from llama_index_instrumentation import get_dispatcher

from rag.stats import IndexStats

DISPATCHER = get_dispatcher(__name__)
_COUNTS = ("papers", "added", "updated", "unchanged", "merged", "removed")


class RunEndEvent(BaseEvent):
    """A run has ended. It holds counts alone: nothing of papers, files or addresses.

    Args:
        counts: of `rag.stats.IndexStats`, refusals among them.
    """

    counts: dict[str, int]

    @classmethod
    def class_name(cls) -> str:
        """The name LlamaIndex serialises it by."""
        return "RunEndEvent"


def ended(stats: IndexStats) -> IndexStats:
    """Tell what a run did, within its step; gives it back."""
    counts = {name: int(getattr(stats, name)) for name in _COUNTS} | {"refused": len(stats.refused)}
    DISPATCHER.event(RunEndEvent(counts=counts))
    return stats
