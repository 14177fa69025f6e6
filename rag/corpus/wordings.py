"""Wordings: the papers of one generation that lists have read, kept with their sentences as terms."""

from collections import OrderedDict
from collections.abc import Callable, Sequence

from rag.corpus.wording import Wording
from rag.papers import Paper

_MOST = 4_000
"""Papers kept, about 12 KB each: to read one anew takes a third of a millisecond, and a list reads hundreds."""


class Wordings:
    """Reads papers, and keeps those that were read last.

    Args:
        get: reads papers of one generation by id.
    """

    def __init__(self, get: Callable[[Sequence[str]], list[Paper]]) -> None:
        self._get = get
        self._papers: OrderedDict[str, Paper] = OrderedDict()
        self._wordings: dict[str, Wording] = {}

    def papers(self, paper_ids: Sequence[str]) -> list[Paper]:
        """The papers with these ids, in their order, less those that are gone."""
        missing = [paper_id for paper_id in paper_ids if paper_id not in self._papers]
        fresh = {paper.paper_id: paper for paper in self._get(missing)} if missing else {}
        found = [paper for key in paper_ids if (paper := fresh.get(key) or self._papers.get(key)) is not None]
        self._papers.update(fresh)
        while len(self._papers) > _MOST:
            self._wordings.pop(self._papers.popitem(last=False)[0], None)
        return found

    def of(self, paper: Paper) -> Wording:
        """The sentences of a paper as terms."""
        known = self._wordings.get(paper.paper_id)
        if known is None:
            known = Wording(paper)
            if paper.paper_id in self._papers:
                self._wordings[paper.paper_id] = known
        return known
