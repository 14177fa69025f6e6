"""Lister: finds every paper of the index on a topic, by its words and by likeness, never by rank alone."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from rag.corpus.bounds import Bounds
from rag.corpus.listing import UNCLEAR, Listing, Match, Sureness
from rag.corpus.naming import Namer
from rag.corpus.topics import Facet, Topic, content
from rag.corpus.wording import LONG, TITLE, is_blurred
from rag.corpus.wordings import Wordings
from rag.evidence.verdicts import LEAST_CHANCE
from rag.lexical import LexicalIndex
from rag.papers import Paper
from rag.text.abbreviations import is_short
from rag.text.analysis import analyze
from rag.understanding.excluded import Exclusion

_READ = 400
"""Papers of a topic that are read for the words; of more, the rest count by the index of words alone."""
_NEAR = 0.6
"""Likeness, 0 to 1, of tokens from which a paper that lacks the words may be on the topic all the same. On the
project's list questions papers off the topic lie below 0.62, those on it between 0.50 and 0.71."""
_LIKELY = 0.5
"""Probability from which it may be, too."""
_MOST_PERHAPS = 5
_UNSURE = (Sureness.MENTIONS, Sureness.PERHAPS)

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
        self._wordings = Wordings(get)
        self._get = self._wordings.papers
        self._namer = Namer(lexical, self._get)
        self._likeness = likeness

    def papers(self, paper_ids: Sequence[str]) -> Sequence[Paper]:
        """The papers with these ids, from those that were read lately where they are among them."""
        return self._get(paper_ids)

    def list(
        self,
        topic: Topic,
        ranked: Sequence[str],
        allowed: frozenset[str] | None = None,
        chances: Chances = lambda _: {},
        unwanted: Sequence[Exclusion] = (),
    ) -> Listing:
        """List the papers on a topic.

        What says it in one sentence and is improbable all the same is one of those that perhaps are on it; what
        lacks the words and is improbable is none.

        Args:
            topic: of at least one facet.
            ranked: the papers that retrieval ranks first for the question, best first.
            allowed: the papers to choose from; None for all.
            chances: by the whole question.
            unwanted: what papers are not to be on; one that names it in a single sentence, which is not on what the
                paper does, is set apart.
        """
        namer = self._namer
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
        blurred = any(is_blurred(phrase) for facet in named.facets for phrase in facet.alternatives)
        most = len(order) if blurred or unwanted else _READ
        read = self._get(order[:most])
        matches = [match for paper in read if (match := self._match(paper, named, established))]
        others = [paper_id for paper_id in ranked if paper_id not in wanted]
        chance = chances([match.paper.paper_id for match in matches if match.sureness in _UNSURE])
        found = _weighed([*matches, *self._perhaps(named, others, chance)], chance)
        matches = list(self.within(found, unwanted))
        clear = sum(match.sureness not in UNCLEAR for match in matches) + len(order[most:])
        sureness = list(Sureness)
        matches.sort(key=lambda match: sureness.index(match.sureness))
        examined = len(self._lexical) if allowed is None else len(allowed)
        return Listing(named, tuple(matches), clear, examined, unread=tuple(order[most:]))

    def within(self, matches: Sequence[Match], unwanted: Sequence[Exclusion]) -> Sequence[Match]:
        """The matches that are not on what is not wanted; see `Bounds`."""
        return Bounds(unwanted, self._namer, self._wordings.of).kept(matches)

    def _holding(self, facet: Facet, established: frozenset[str]) -> frozenset[str]:
        found: set[str] = set()
        for phrase in facet.alternatives:
            if phrase in established and 1 < len(content(phrase)) < LONG:
                found |= set(self._lexical.phrase(analyze(phrase)))
            else:
                found |= set(self._lexical.holding(content(phrase) or analyze(phrase), len(self._lexical)))
        return frozenset(found)

    def _match(self, paper: Paper, topic: Topic, established: frozenset[str]) -> Match | None:
        text = self._wordings.of(paper)
        found: dict[str, set[int]] = {}
        shown: list[tuple[Facet, set[int]]] = []
        scattered = False
        for facet in topic.facets:
            best: set[int] = set()
            for phrase in facet.alternatives:
                places = text.places(phrase, facet.alternatives, loosely=phrase not in established)
                if places:
                    found[phrase] = places
                best |= places
            if not best:
                best = {at for phrase in facet.alternatives for at in text.scattered(phrase)}
                scattered = scattered or bool(best)
            if not best:
                return None
            shown.append((facet, best))
        if not any(len(content(phrase)) > 1 for phrase in found) and any(
            text.places(phrase, ()) for phrase in topic.excluded
        ):
            return None
        counts = Counter(place for _, places in shown for place in places if place != TITLE)
        evidence = max(counts, key=lambda place: (counts[place], -place)) if counts else None
        span = None if evidence is None else text.sentences[evidence]
        if scattered or not _is_together(shown):
            return Match(paper, Sureness.PERHAPS, span)
        if all(TITLE in places for _, places in shown) or len(counts) > 1:
            return Match(paper, Sureness.ABOUT, span, tuple(found))
        aside = evidence is not None and any(
            evidence in places and text.in_passing(phrase, evidence) for phrase, places in found.items()
        )
        return Match(paper, Sureness.PERHAPS if aside else Sureness.MENTIONS, span, tuple(found))

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
        fitting = [
            paper for paper in papers if not any(self._wordings.of(paper).places(no, ()) for no in topic.excluded)
        ]
        fitting = [paper for paper in fitting if not self._is_of_other_sense(paper, topic)]
        return [Match(paper, Sureness.PERHAPS, None) for paper in fitting[:_MOST_PERHAPS]]

    def _is_of_other_sense(self, paper: Paper, topic: Topic) -> bool:
        text = self._wordings.of(paper)
        return any(
            is_short(phrase) and text.has(phrase) and not text.places(phrase, facet.alternatives)
            for facet in topic.facets
            for phrase in facet.alternatives
        )


def _is_together(shown: Sequence[tuple[Facet, set[int]]]) -> bool:
    """Whether the terms of each phrase that was parted stand in one sentence, or its last one in the title."""
    parts: dict[str, list[set[int]]] = {}
    for facet, places in shown:
        if facet.part_of:
            parts.setdefault(facet.part_of, []).append(places)
    return all(set.intersection(*places) or TITLE in places[-1] for places in parts.values())


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
