"""Listing: every paper of the index on a topic, found by its words and by likeness, never by rank alone."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from rag.abbreviations import abbreviations, expansion, is_short
from rag.lexical import LexicalIndex, analyze
from rag.papers import Paper
from rag.sentences import Span, sentence_spans
from rag.topics import Facet, Topic, content

_READ = 400
"""Papers of a topic that are read for the words; of more, the rest count by the index of words alone."""
_READ_FOR_NAMES = 60
_ESTABLISHED = 3
"""Papers that have the words of a phrase side by side, from which it is a term: its words scattered over a sentence
are something else then."""
_NEAR = 0.6
"""Likeness, 0 to 1, of tokens from which a paper that lacks the words may be on the topic all the same. On the
project's list questions papers off the topic lie below 0.62, those on it between 0.50 and 0.71."""
_MOST_PERHAPS = 5


class Sureness(StrEnum):
    """How surely a paper is on a topic."""

    ABOUT = "about"
    MENTIONS = "mentions"
    PERHAPS = "perhaps"


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
        named = Topic(tuple(self._with_abbreviations(facet) for facet in topic.facets), topic.excluded)
        established = frozenset(
            phrase for facet in named.facets for phrase in facet.alternatives if self._is_term(phrase)
        )
        holding = [self._holding(facet, established) for facet in named.facets]
        wanted = frozenset.intersection(*holding) if holding else frozenset()
        if allowed is not None:
            wanted &= allowed
        place = {paper_id: at for at, paper_id in enumerate(ranked)}
        order = sorted(wanted, key=lambda paper_id: (place.get(paper_id, len(place)), paper_id))
        read = self._get(order[:_READ])
        matches = [match for paper in read if (match := self._match(paper, named, established))]
        clear = len(matches) + max(0, len(order) - _READ)
        others = [paper_id for paper_id in ranked if paper_id not in wanted]
        matches += self._perhaps(named, others)
        sureness = list(Sureness)
        matches.sort(key=lambda match: sureness.index(match.sureness))
        examined = len(self._lexical) if allowed is None else len(allowed)
        return Listing(named, tuple(matches), clear, examined)

    def _is_term(self, phrase: str) -> bool:
        terms = analyze(phrase)
        return len(terms) > 1 and len(self._lexical.phrase(terms)) >= _ESTABLISHED

    def _holding(self, facet: Facet, established: frozenset[str]) -> frozenset[str]:
        found: set[str] = set()
        for phrase in facet.alternatives:
            if phrase in established:
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

    def _with_abbreviations(self, facet: Facet) -> Facet:
        """The facet with what the papers call it in short, or in full."""
        phrases = [*facet.alternatives, *(full for phrase in facet.alternatives if (full := self._in_full(phrase)))]
        for phrase in tuple(phrases):
            terms = analyze(phrase)
            if is_short(phrase):
                names = self._expansions(phrase)
            elif len(terms) > 1:
                papers = self._get(self._lexical.phrase(terms)[:_READ_FOR_NAMES])
                names = Counter(short for paper in papers for short in abbreviations(phrase, _text(paper)))
            else:
                continue
            known = {" ".join(analyze(other)) for other in phrases}
            best, times = names.most_common(1)[0] if names else ("", 0)
            if times > 1 and " ".join(analyze(best)) not in known:
                phrases.append(best)
        return Facet(tuple(phrases))

    def _in_full(self, phrase: str) -> str:
        """Give "large language model agents" for "LLM agents", as the papers write it out."""
        parts = phrase.split()
        at = next((at for at, part in enumerate(parts) if is_short(part)), None)
        if at is None or len(parts) == 1:
            return ""
        names = self._expansions(parts[at])
        return " ".join([*parts[:at], names.most_common(1)[0][0], *parts[at + 1 :]]) if names else ""

    def _expansions(self, short: str) -> Counter[str]:
        papers = self._get(self._lexical.holding(analyze(short), _READ_FOR_NAMES))
        return Counter(full.lower() for paper in papers if (full := expansion(short, _text(paper))))


_TITLE = -1


class _Read:
    """A paper's sentences as terms; the title is sentence -1."""

    def __init__(self, paper: Paper) -> None:
        self._text = _text(paper)
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
            if _consecutive(terms, held) or (loosely and len(meant) > 1 and meant <= set(held))
        }

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


def _text(paper: Paper) -> str:
    return f"{paper.title}\n{paper.abstract}"
