"""Kept papers: those of one generation that were read lately, for questions of one talk find the same ones."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence

from rag.papers import Paper

_KEPT = 4_096
"""Papers, of 2 KB or so each."""


class KeptPapers:
    """Reads papers, and remembers the last ones; not for several threads at once.

    Args:
        read: gives the papers of some ids, in their order, those that are gone left out.
    """

    def __init__(self, read: Callable[[Sequence[str]], list[Paper]]) -> None:
        self._read = read
        self._known: OrderedDict[str, Paper] = OrderedDict()

    def get(self, paper_ids: Sequence[str]) -> list[Paper]:
        """The papers of these ids, in this order; ids that the index does not hold are left out."""
        missing = [paper_id for paper_id in paper_ids if paper_id not in self._known]
        found = {paper.paper_id: paper for paper in self._read(missing)} if missing else {}
        for paper_id in paper_ids:
            if paper_id in self._known:
                found[paper_id] = self._known[paper_id]
                self._known.move_to_end(paper_id)
        self._known |= found
        while len(self._known) > _KEPT:
            self._known.popitem(last=False)
        return [found[paper_id] for paper_id in paper_ids if paper_id in found]
