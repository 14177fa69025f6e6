"""Changes: what has become of an index since an earlier generation, so that derived data need not be made anew."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from rag.papers import Paper

if TYPE_CHECKING:
    from rag.store import PaperStore

_MOST = 0.3
"""Share of the papers above which derived data are made anew."""


@dataclass(frozen=True)
class Changes:
    """What is to be taken out of what was derived at a generation, and what to be put in.

    Args:
        since: that generation.
        papers: as they are now, the new ones and those that were rewritten.
        gone: the papers that are no more.
    """

    since: int
    papers: Sequence[Paper]
    gone: frozenset[str]

    @cached_property
    def outdated(self) -> frozenset[str]:
        """The papers whose former form is to be taken out, if it was there."""
        return self.gone | {paper.paper_id for paper in self.papers}


def changes_since(store: PaperStore, since: int, known: Mapping[str, str]) -> Changes | None:
    """Compare an index with what was known of it.

    Args:
        store: as it is now.
        since: the generation at which it was last looked at; a write may have been going on then.
        known: the papers that it had then, with their fingerprints.

    Returns:
        The changes; None where there are too many, or where rows do not say when they were written.
    """
    removed, written = store.manifest().removed, store.written(since)
    if removed is not None and removed < since:  # to list all papers would take as long as all the rest
        gone: frozenset[str] = frozenset()
        added = frozenset(written) - known.keys()
    else:
        now = store.ids()
        gone, added = frozenset(known.keys() - now), frozenset(now - known.keys())
    most = _MOST * (len(known) + len(added) - len(gone))
    if len(gone) + len(added) > most or not added <= set(written):
        return None
    changed = [paper_id for paper_id, print_ in store.fingerprints(written).items() if known.get(paper_id) != print_]
    return Changes(since, store.get(changed), gone) if len(gone) + len(changed) <= most else None
