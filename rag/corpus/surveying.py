"""Surveyor: answers what is asked of the whole corpus: which papers, how many, what themes."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from llama_index.core.schema import NodeWithScore

from rag.answering.bylines import byline_of, meant, told
from rag.answering.digests import panel_of
from rag.answering.drafts import paper_of_node
from rag.answering.quotations import Quotation
from rag.corpus.listing import Lister, Listing, Match, Sureness
from rag.corpus.outlines import outline
from rag.corpus.rosters import SHOWN, roster
from rag.corpus.superlatives import superlative
from rag.corpus.superlatives import told as counted
from rag.corpus.themes import themed, themes_of
from rag.corpus.topics import Topic, topic_of
from rag.encoding.late_interaction import question_vectors, similarities
from rag.evidence.evidence import EvidenceReader, TokenEncoder
from rag.evidence.polarity import opposed
from rag.papers import Paper
from rag.questions import names
from rag.ranking.nodes import node_of
from rag.retrieval import HybridRetriever
from rag.understanding.asked import Asked
from rag.understanding.filters import label
from rag.understanding.intent import Intent, intent_of

_READ = 5
"""Papers among which the one is looked for whose record is asked for."""
_FEWEST = {Intent.LIST: 1, Intent.COUNT: 0, Intent.EXISTENCE: 2, Intent.OVERVIEW: 2}
"""Papers that must match clearly for a list to be the answer."""
_COINED = 3
"""Papers that have the name of one paper's method, at most."""
_BEST = re.compile(r"\bbest\b|\bstate[ -]of[ -]the[ -]art\b|\bsota\b|最(?:好|佳|优|先进)", re.IGNORECASE)
_FEWEST_FOR_THEMES = 6


@dataclass(frozen=True)
class Survey:
    """An answer from the whole corpus.

    Args:
        asked: the question as it was answered.
        quotation: the answer.
        nodes: the papers it names, then those that retrieval ranks first.
    """

    asked: Asked
    quotation: Quotation
    nodes: list[NodeWithScore]


class Surveyor:
    """Goes over all papers of an index, where a question asks for that.

    Args:
        retriever: of the index.
        encoder: of the model whose signs the index has.
        reader: reads papers for a question.
        writes: an LLM writes the answers: what it can tell from a few papers is left to it.
    """

    def __init__(
        self, retriever: HybridRetriever, encoder: TokenEncoder, reader: EvidenceReader, *, writes: bool = False
    ) -> None:
        self._retriever = retriever
        self._encoder = encoder
        self._reader = reader
        self._writes = writes

    def survey(self, asked: Asked, nodes: Sequence[NodeWithScore]) -> Survey | None:
        """Answer from all papers; None where the question is on one paper, or its words occur in none.

        Args:
            asked: the question, understood.
            nodes: what retrieval ranks first for it.
        """
        if not nodes or panel_of(self._reader, asked, nodes) is not None:
            return None
        if (survey := self._byline(asked, nodes)) is not None:
            return survey
        if (most := superlative(asked.query_str, self._retriever.facts, asked.allowed)) is not None:
            answer = counted(most, asked.asked_as, self._retriever.store.get)
            return Survey(asked, answer, _first(self._retriever.store.get(most.paper_ids), nodes))
        intent = intent_of(asked.query_str)
        topic = topic_of(_without_conditions(asked), _in_english)
        if intent is Intent.LOOKUP and not topic.facets and _is_of_author(asked):
            intent = Intent.LIST  # "What has Jane Doe published here?"
        if intent is Intent.LOOKUP or (intent is Intent.OVERVIEW and (self._writes or self._is_on_one(asked))):
            return None
        if intent is Intent.THEMES:
            return self._themes(asked, topic, nodes)
        if not topic.facets:
            return self._without_topic(asked, topic, nodes) if intent in (Intent.LIST, Intent.COUNT) else None
        found = self._listing(asked, topic, nodes)
        if found.clear < _FEWEST[intent] and not (intent is Intent.LIST and found.matches):
            return None
        return self._survey(asked, found, nodes)

    def _byline(self, asked: Asked, nodes: Sequence[NodeWithScore]) -> Survey | None:
        """What a paper's record tells; None where that is not asked, or the paper is not there."""
        byline = byline_of(asked.query_str)
        if byline is None:
            return None
        readings = [self._reader.read(byline.subject, paper_of_node(node)) for node in nodes[:_READ]]
        found = meant(byline, readings)
        if found is None and not byline.coined and readings[0].paper.paper_id in getattr(asked, "carried", ()):
            found = readings[0]
        return None if found is None else Survey(asked, told(byline, asked.asked_as, found), list(nodes))

    def _without_topic(self, asked: Asked, topic: Topic, nodes: Sequence[NodeWithScore]) -> Survey:
        """All papers that meet the conditions, where no topic is named; none, where one of them is unmet."""
        if all(reading.applied for reading in asked.readings):
            return self._survey(asked, self._all(asked, topic, nodes), nodes)
        held = replace(asked, readings=tuple(replace(reading, applied=True) for reading in asked.readings))
        none = Listing(topic, (), 0, len(self._retriever.lexical))
        return Survey(held, roster(asked.asked_as, none, _conditions(held)), list(nodes))

    def _survey(self, asked: Asked, listing: Listing, nodes: Sequence[NodeWithScore]) -> Survey:
        papers = [match.paper for match in listing.matches[:SHOWN]]
        best = intent_of(asked.query_str) is Intent.OVERVIEW and bool(_BEST.search(asked.query_str))
        answer = roster(asked.asked_as, listing, _conditions(asked), unweighed=best)
        return Survey(asked, answer, _first(papers, nodes))

    def _is_on_one(self, asked: Asked) -> bool:
        """Whether a question names what hardly more than one paper has."""
        return any(self._retriever.lexical.document_frequency(term) <= _COINED for term, _ in names(asked.query_str))

    def _listing(self, asked: Asked, topic: Topic, nodes: Sequence[NodeWithScore]) -> Listing:
        lister = Lister(self._retriever.lexical, self._retriever.store.get, self._likeness)
        ranked = [node.node.node_id for node in nodes]
        found = lister.list(topic, ranked, asked.allowed, lambda ids: self._retriever.on_topic(asked, ids))
        kept = tuple(
            match
            for match in found.matches
            if not any(exclusion.concerns(match.paper.title, match.paper.abstract) for exclusion in asked.excluded)
        )
        kept = opposed(_without_conditions(asked), kept)
        return Listing(found.topic, kept, found.clear - _clear(found.matches) + _clear(kept), found.examined)

    def _all(self, asked: Asked, topic: Topic, nodes: Sequence[NodeWithScore]) -> Listing:
        """All papers that meet the conditions, where no topic is named."""
        total = len(self._retriever.lexical) if asked.allowed is None else len(asked.allowed)
        counted = intent_of(asked.query_str) is Intent.COUNT
        if asked.allowed is None:  # where all are counted, the number is the answer
            shown = [] if counted else list(self._retriever.lexical.ids[:SHOWN])
        else:
            ranked = [node.node.node_id for node in nodes if node.node.node_id in asked.allowed]
            shown = [*ranked, *sorted(asked.allowed - set(ranked))][:SHOWN]
        papers = self._retriever.store.get(shown)
        matches = tuple(Match(paper, Sureness.ABOUT, None) for paper in papers)
        return Listing(topic, matches, total, total)

    def _themes(self, asked: Asked, topic: Topic, nodes: Sequence[NodeWithScore]) -> Survey | None:
        papers, vectors = themed(self._retriever.store, self._concerned(asked, topic, nodes))
        if len(papers) < _FEWEST_FOR_THEMES:
            return None
        themes = themes_of(vectors, papers)
        answer = outline(asked.asked_as, themes, papers)
        named = {citation.paper_id for citation in answer.citations}
        return Survey(asked, answer, _first([paper for paper in papers if paper.paper_id in named], nodes))

    def _concerned(self, asked: Asked, topic: Topic, nodes: Sequence[NodeWithScore]) -> frozenset[str] | None:
        if not topic.facets:
            return asked.allowed
        found = self._listing(asked, topic, nodes).matches
        clear = frozenset(match.paper.paper_id for match in found if match.sureness is not Sureness.PERHAPS)
        return clear if len(clear) >= _FEWEST_FOR_THEMES else asked.allowed

    def _likeness(self, phrase: str, paper_ids: Sequence[str]) -> Mapping[str, float]:
        vectors = question_vectors(phrase, self._encoder.token_vectors(phrase))
        signs = self._retriever.store.signs().get(list(paper_ids))
        fitting = {paper_id: matrix for paper_id, matrix in signs.items() if matrix.shape[1] * 8 == vectors.shape[1]}
        return similarities(vectors, fitting)


def _without_conditions(asked: Asked) -> str:
    """The topic without the words of conditions that are on the record of a paper rather than on its words."""
    text = asked.topic
    for reading in asked.readings:
        if reading.condition.field != "keyword" and reading.condition.said:
            text = text.replace(reading.condition.said, " ")
    return text


def _is_of_author(asked: Asked) -> bool:
    return any(reading.applied and reading.condition.field == "author" for reading in asked.readings)


def _conditions(asked: Asked) -> list[str]:
    return [label(reading.condition) for reading in asked.readings if reading.applied]


def _in_english(chinese: str) -> str:
    from rag.languages.glossary import chinese_glossary

    return chinese_glossary().english(chinese)


def _first(papers: Sequence[Paper], nodes: Sequence[NodeWithScore]) -> list[NodeWithScore]:
    """The papers named, then the others; every score at least that of the ones that follow."""
    known = {node.node.node_id: node for node in nodes}
    top = max((node.score or 0.0 for node in nodes), default=0.0)
    named = [
        NodeWithScore(node=known[paper.paper_id].node if paper.paper_id in known else node_of(paper), score=top)
        for paper in papers
    ]
    taken = {paper.paper_id for paper in papers}
    return [*named, *(known[paper_id] for paper_id in known if paper_id not in taken)]


def _clear(matches: Sequence[Match]) -> int:
    return sum(match.sureness not in (Sureness.PERHAPS, Sureness.OPPOSED) for match in matches)
