"""Listing: every paper of the index on a topic, found by its words and by likeness, never by rank alone."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from rag.corpus.naming import Namer
from rag.corpus.topics import Facet, Topic, content
from rag.corpus.wording import BLURRED, LONG, TITLE, Wording
from rag.evidence.verdicts import LEAST_CHANCE
from rag.lexical import LexicalIndex
from rag.papers import Paper
from rag.text.abbreviations import is_short
from rag.text.analysis import analyze
from rag.text.sentences import Span

_READ = 400
"""Papers of a topic that are read for the words; of more, the rest count by the index of words alone."""
_NEAR = 0.6
"""Likeness, 0 to 1, of tokens from which a paper that lacks the words may be on the topic all the same. On the
project's list questions papers off the topic lie below 0.62, those on it between 0.50 and 0.71."""
_LIKELY = 0.5
"""Probability from which it may be, too."""
_MOST_PERHAPS = 5


class Sureness(StrEnum):
    """How surely a paper is on a topic."""

    ABOUT = "about"
    MENTIONS = "mentions"
    PERHAPS = "perhaps"
    OPPOSED = "opposed"


_UNSURE = (Sureness.MENTIONS, Sureness.PERHAPS)


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
    """

    topic: Topic
    matches: tuple[Match, ...]
    clear: int
    examined: int


Likeness = Callable[[str, Sequence[str]], Mapping[str, float]]
"""For a phrase and paper ids: how near each paper's tokens come to the phrase's, 0 to 1."""

Chances = Callable[[Sequence[str]], Mapping[str, float]]
"""For paper ids: how probable it is that each is on what is asked for, 0 to 1; none where nothing is known of that."""


class Lister:
    """Goes over a whole index for the papers on a topic.

    Args:
        lexical: the words of the papers.
        get: reads papers by id.
        likeness: compares phrases with papers token by token.
    """

    def __init__(self, lexical: LexicalIndex, get: Callable[[Sequence[str]], list[Paper]], likeness: Likeness) -> None:
        self._lexical = lexical
        self._get = get
        self._likeness = likeness

    def list(
        self,
        topic: Topic,
        ranked: Sequence[str],
        allowed: frozenset[str] | None = None,
        chances: Chances = lambda _: {},
    ) -> Listing:
        """List the papers on a topic.

        What says it in one sentence and is improbable all the same is one of those that perhaps are on it; what
        lacks the words and is improbable is none.

        Args:
            topic: of at least one facet.
            ranked: the papers that retrieval ranks first for the question, best first.
            allowed: the papers to choose from; None for all.
            chances: by the whole question.
        """
        namer = Namer(self._lexical, self._get)
        named = Topic(tuple(map(namer.named, namer.parted(topic.facets))), topic.excluded)
        established = frozenset(
            phrase for facet in named.facets for phrase in facet.alternatives if namer.is_term(phrase)
        )
        holding = [self._holding(facet, established) for facet in named.facets]
        wanted = frozenset.intersection(*holding) if holding else frozenset()
        if allowed is not None:
            wanted &= allowed
        place = {paper_id: at for at, paper_id in enumerate(ranked)}
        order = sorted(wanted, key=lambda paper_id: (place.get(paper_id, len(place)), paper_id))
        # What a stem blurs is only told by reading.
        blurred = any(BLURRED.search(phrase) for facet in named.facets for phrase in facet.alternatives)
        most = len(order) if blurred else _READ
        read = self._get(order[:most])
        matches = [match for paper in read if (match := self._match(paper, named, established))]
        others = [paper_id for paper_id in ranked if paper_id not in wanted]
        chance = chances([match.paper.paper_id for match in matches if match.sureness in _UNSURE])
        matches = _weighed([*matches, *self._perhaps(named, others, chance)], chance)
        clear = sum(match.sureness is not Sureness.PERHAPS for match in matches) + len(order[most:])
        sureness = list(Sureness)
        matches.sort(key=lambda match: sureness.index(match.sureness))
        examined = len(self._lexical) if allowed is None else len(allowed)
        return Listing(named, tuple(matches), clear, examined)

    def _holding(self, facet: Facet, established: frozenset[str]) -> frozenset[str]:
        found: set[str] = set()
        for phrase in facet.alternatives:
            if phrase in established and len(content(phrase)) < LONG:
                found |= set(self._lexical.phrase(analyze(phrase)))
            else:
                found |= set(self._lexical.holding(content(phrase) or analyze(phrase), len(self._lexical)))
        return frozenset(found)

    def _match(self, paper: Paper, topic: Topic, established: frozenset[str]) -> Match | None:
        text = Wording(paper)
        shown: list[int] = []
        found: list[str] = []
        title = True
        for facet in topic.facets:
            best: set[int] = set()
            for phrase in facet.alternatives:
                places = text.places(phrase, facet.alternatives, loosely=phrase not in established)
                if places:
                    found.append(phrase)
                best |= places
            if not best:
                return None
            title = title and TITLE in best
            shown += best
        if not any(len(content(phrase)) > 1 for phrase in found) and any(
            text.places(phrase, ()) for phrase in topic.excluded
        ):
            return None
        counts = Counter(place for place in shown if place != TITLE)
        often = title or len(counts) > 1
        evidence = max(counts, key=lambda place: (counts[place], -place)) if counts else None
        return Match(
            paper,
            Sureness.ABOUT if often else Sureness.MENTIONS,
            None if evidence is None else text.sentences[evidence],
            tuple(dict.fromkeys(found)),
        )

    def _perhaps(self, topic: Topic, others: Sequence[str], chance: Mapping[str, float]) -> Iterable[Match]:
        if not others or not topic.facets:
            return []
        near = dict.fromkeys(others, 1.0)
        for facet in topic.facets:
            best = dict.fromkeys(others, 0.0)
            for phrase in facet.alternatives:
                for paper_id, likeness in self._likeness(phrase, others).items():
                    best[paper_id] = max(best[paper_id], likeness)
            near = {paper_id: min(near[paper_id], best[paper_id]) for paper_id in others}
        good = [id_ for id_ in others if near[id_] >= _NEAR or chance.get(id_, 0.0) >= _LIKELY]
        good.sort(key=lambda id_: -near[id_])
        papers = self._get(good[: 4 * _MOST_PERHAPS])
        fitting = [paper for paper in papers if not any(Wording(paper).places(no, ()) for no in topic.excluded)]
        fitting = [paper for paper in fitting if not self._is_of_other_sense(paper, topic)]
        return [Match(paper, Sureness.PERHAPS, None) for paper in fitting[:_MOST_PERHAPS]]

    @staticmethod
    def _is_of_other_sense(paper: Paper, topic: Topic) -> bool:
        text = Wording(paper)
        return any(
            is_short(phrase) and text.has(phrase) and not text.places(phrase, facet.alternatives)
            for facet in topic.facets
            for phrase in facet.alternatives
        )


def _weighed(matches: Sequence[Match], chance: Mapping[str, float]) -> list[Match]:
    """Matches, where their words alone do not make them sure, by their probability."""
    kept = []
    for match in matches:
        unlikely = match.sureness in _UNSURE and chance.get(match.paper.paper_id, 1.0) < LEAST_CHANCE
        if not unlikely:
            kept.append(match)
        elif match.found:
            kept.append(replace(match, sureness=Sureness.PERHAPS))
    return kept
