"""Bounds: what the papers of a list are not to be on."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from rag.corpus.listing import Match, Sureness
from rag.corpus.naming import Namer
from rag.corpus.wording import TITLE, Wording
from rag.evidence.marks import claims
from rag.papers import Paper
from rag.understanding.excluded import Exclusion, asserted


class Bounds:
    """What papers are not to be on.

    Args:
        unwanted: as the question says it.
        namer: knows what else papers call it.
        wording: gives a paper's sentences as terms.
    """

    def __init__(self, unwanted: Sequence[Exclusion], namer: Namer, wording: Callable[[Paper], Wording]) -> None:
        self._unwanted = [(item, namer.renamed(item.names)) for item in unwanted]
        self._wording = wording

    def kept(self, matches: Sequence[Match]) -> list[Match]:
        """The matches that are not on it, those set apart that name it in passing."""
        if not self._unwanted:
            return list(matches)
        found = []
        for match in matches:
            named = [self._sentences(match.paper, item, names) for item, names in self._unwanted]
            if any(TITLE in places or len(places) > 1 or self._is_claimed(match.paper, places) for places in named):
                continue
            found.append(replace(match, sureness=Sureness.PASSING) if any(named) else match)
        return found

    def _sentences(self, paper: Paper, item: Exclusion, names: Sequence[str]) -> set[int]:
        """Where a paper asserts what is not wanted."""
        if item.is_of_surveys:
            return {TITLE} if item.concerns(paper.title, paper.abstract) else set()
        text = self._wording(paper)
        places = {place for name in names for place in text.places(name, names)}
        return {place for place in places if any(asserted(name, text.sentence(place)) for name in names)}

    def _is_claimed(self, paper: Paper, places: set[int]) -> bool:
        text = self._wording(paper)
        return any(claims(text.sentence(place)) for place in places)
