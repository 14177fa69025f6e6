"""Listing: every paper of the index on a topic, found by its words and by likeness, never by rank alone."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from rag.abbreviations import expansion, is_short
from rag.lexical import LexicalIndex, analyze
from rag.naming import Namer
from rag.papers import Paper
from rag.sentences import Span, sentence_spans
from rag.topics import Facet, Topic, content

_READ = 400
"""Papers of a topic that are read for the words; of more, the rest count by the index of words alone."""
_NEAR = 0.6
"""Likeness, 0 to 1, of tokens from which a paper that lacks the words may be on the topic all the same. On the
project's list questions papers off the topic lie below 0.62, those on it between 0.50 and 0.71."""
_MOST_PERHAPS = 5
_LONG = 3
"""Words from which a term may have others between its own: "forecasting of multivariate time series"."""
_SPREAD = 3
_LOOSELY = 8
_BLURRED = re.compile(r"i[sz]ations?$", re.IGNORECASE)


class Sureness(StrEnum):
    """How surely a paper is on a topic."""

    ABOUT = "about"
    MENTIONS = "mentions"
    PERHAPS = "perhaps"
    OPPOSED = "opposed"


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

    def list(self, topic: Topic, ranked: Sequence[str], allowed: frozenset[str] | None = None) -> Listing:
        """List the papers on a topic.

        Args:
            topic: of at least one facet.
            ranked: the papers that retrieval ranks first for the question, best first.
            allowed: the papers to choose from; None for all.
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
        blurred = any(_BLURRED.search(phrase) for facet in named.facets for phrase in facet.alternatives)
        most = len(order) if blurred else _READ
        read = self._get(order[:most])
        matches = [match for paper in read if (match := self._match(paper, named, established))]
        clear = len(matches) + len(order[most:])
        others = [paper_id for paper_id in ranked if paper_id not in wanted]
        matches += self._perhaps(named, others)
        sureness = list(Sureness)
        matches.sort(key=lambda match: sureness.index(match.sureness))
        examined = len(self._lexical) if allowed is None else len(allowed)
        return Listing(named, tuple(matches), clear, examined)

    def _holding(self, facet: Facet, established: frozenset[str]) -> frozenset[str]:
        found: set[str] = set()
        for phrase in facet.alternatives:
            if phrase in established and len(content(phrase)) < _LONG:
                found |= set(self._lexical.phrase(analyze(phrase)))
            else:
                found |= set(self._lexical.holding(content(phrase) or analyze(phrase), len(self._lexical)))
        return frozenset(found)

    def _match(self, paper: Paper, topic: Topic, established: frozenset[str]) -> Match | None:
        text = _Read(paper)
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
            title = title and _TITLE in best
            shown += best
        if not any(len(content(phrase)) > 1 for phrase in found) and any(
            text.places(phrase, ()) for phrase in topic.excluded
        ):
            return None
        counts = Counter(place for place in shown if place != _TITLE)
        often = title or len(counts) > 1
        evidence = max(counts, key=lambda place: (counts[place], -place)) if counts else None
        return Match(
            paper,
            Sureness.ABOUT if often else Sureness.MENTIONS,
            None if evidence is None else text.sentences[evidence],
            tuple(dict.fromkeys(found)),
        )

    def _perhaps(self, topic: Topic, others: Sequence[str]) -> Iterable[Match]:
        if not others or not topic.facets:
            return []
        near = dict.fromkeys(others, 1.0)
        for facet in topic.facets:
            best = dict.fromkeys(others, 0.0)
            for phrase in facet.alternatives:
                for paper_id, likeness in self._likeness(phrase, others).items():
                    best[paper_id] = max(best[paper_id], likeness)
            near = {paper_id: min(near[paper_id], best[paper_id]) for paper_id in others}
        good = sorted((paper_id for paper_id in others if near[paper_id] >= _NEAR), key=lambda id_: -near[id_])
        papers = self._get(good[: 4 * _MOST_PERHAPS])
        fitting = [paper for paper in papers if not any(_Read(paper).places(no, ()) for no in topic.excluded)]
        fitting = [paper for paper in fitting if not self._is_of_other_sense(paper, topic)]
        return [Match(paper, Sureness.PERHAPS, None) for paper in fitting[:_MOST_PERHAPS]]

    @staticmethod
    def _is_of_other_sense(paper: Paper, topic: Topic) -> bool:
        text = _Read(paper)
        return any(
            is_short(phrase) and text.has(phrase) and not text.places(phrase, facet.alternatives)
            for facet in topic.facets
            for phrase in facet.alternatives
        )


_TITLE = -1


class _Read:
    """A paper's sentences as terms; the title is sentence -1."""

    def __init__(self, paper: Paper) -> None:
        self._text = _text(paper)
        self._title, self._abstract = paper.title, paper.abstract
        self.sentences = sentence_spans(paper.abstract)
        self._terms = {_TITLE: analyze(paper.title)} | {
            at: analyze(paper.abstract[span.start : span.end]) for at, span in enumerate(self.sentences)
        }

    def places(self, phrase: str, names: Sequence[str], *, loosely: bool = False) -> set[int]:
        """The sentences that show a phrase: its words side by side or, `loosely`, all in the one sentence.

        Args:
            phrase: as written.
            names: what else the same thing is called; a short form that the paper gives another meaning shows nothing.
            loosely: see above.
        """
        terms, meant = analyze(phrase), set(content(phrase)) or set(analyze(phrase))
        if is_short(phrase) and names and self._means_other(phrase, names):
            return set()
        return {
            at
            for at, held in self._terms.items()
            if (
                _consecutive(terms, held)
                or (loosely and len(meant) > 1 and _within(meant, held, len(terms) + _LOOSELY))
                or (len(meant) >= _LONG and _within(meant, held, len(terms) + _SPREAD))
            )
            and self._is_worded(phrase, at)
        }

    def _is_worded(self, phrase: str, at: int) -> bool:
        """Whether a sentence has the words that a stem blurs: "general" is no "generalization"."""
        roots = [word[: match.start() + 1] for word in phrase.split() if (match := _BLURRED.search(word))]
        if not roots:
            return True
        span = self.sentences[at] if at != _TITLE else None
        text = self._title if span is None else self._abstract[span.start : span.end]
        return all(re.search(rf"{re.escape(root)}[sz]", text, re.IGNORECASE) for root in roots)

    def has(self, phrase: str) -> bool:
        """Whether the words of a phrase stand side by side anywhere."""
        terms = analyze(phrase)
        return any(_consecutive(terms, held) for held in self._terms.values())

    def _means_other(self, short: str, names: Sequence[str]) -> bool:
        full = expansion(short, self._text)
        if not full:
            return False
        terms = set(analyze(full))
        meant = [set(content(name)) for name in names if not is_short(name)]
        return bool(meant) and not any(name <= terms or terms <= name for name in meant)


def _consecutive(terms: Sequence[str], held: Sequence[str]) -> bool:
    size = len(terms)
    return bool(size) and any(list(held[at : at + size]) == list(terms) for at in range(len(held) - size + 1))


def _within(meant: set[str], held: Sequence[str], reach: int) -> bool:
    """Whether a stretch of so many terms has all that are meant."""
    places = [at for at, term in enumerate(held) if term in meant]
    return any(meant <= set(held[at : at + reach]) for at in places)


def _text(paper: Paper) -> str:
    return f"{paper.title}\n{paper.abstract}"
