"""Surveyor: answers what is asked of the whole corpus: which papers, how many, what themes."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from llama_index.core.schema import NodeWithScore

from rag.answering.digests import together
from rag.answering.drafts import paper_of_node
from rag.answering.quotations import Quotation
from rag.corpus.listing import Lister, Listing, Match, Sureness
from rag.corpus.outlines import outline
from rag.corpus.registry import Registry
from rag.corpus.rosters import SHOWN, roster
from rag.corpus.themes import themed, themes_of
from rag.corpus.topics import Topic, topic_of
from rag.encoding.late_interaction import question_vectors, similarities
from rag.evidence.attributes import attribute_of
from rag.evidence.evidence import EvidenceReader, TokenEncoder
from rag.evidence.polarity import opposed
from rag.lexical import LexicalIndex
from rag.papers import Paper
from rag.questions import is_asked_in_cjk, names
from rag.ranking.nodes import node_of
from rag.retrieval import HybridRetriever
from rag.text.escapes import literal
from rag.understanding.asked import Asked
from rag.understanding.filters import label
from rag.understanding.intent import Intent, intent_of
from rag.understanding.mentions import is_mentioned

_FEWEST = {Intent.LIST: 1, Intent.COUNT: 0, Intent.EXISTENCE: 2, Intent.OVERVIEW: 2}
"""Papers that must match clearly for a list to be the answer."""
_COINED = 3
"""Papers that have the name of one paper's method, at most."""
_BEST = re.compile(r"\bbest\b|\bstate[ -]of[ -]the[ -]art\b|\bsota\b|最(?:好|佳|优|先进)", re.IGNORECASE)
_PAPERS = re.compile(
    r"\b(?:papers?|articles?|publications?|published|write|written|wrote|works?)\b|论文|文章|写|发表", re.IGNORECASE
)
_TOGETHER = re.compile(r"\b(?:together|jointly|both)\b|一起|共同|合写|合著", re.IGNORECASE)
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
        self._registry = Registry(retriever, reader)

    def survey(self, asked: Asked, nodes: Sequence[NodeWithScore]) -> Survey | None:
        """Answer from all papers; None where the question is on one paper, or its words occur in none.

        Args:
            asked: the question, understood.
            nodes: what retrieval ranks first for it.
        """
        if not nodes or together(asked):
            return None
        if (told := self._registry.answer(asked, nodes)) is not None:
            # What was read as a condition on papers ("published in 2022") is what was asked.
            return Survey(replace(asked, readings=()), told[0], _first(told[1], nodes))
        intent = intent_of(asked.query_str)
        topic = topic_of(_without_conditions(asked), _in_english)
        if _is_of_author(asked) and (
            intent is Intent.EXISTENCE or (intent is Intent.LOOKUP and _of_papers(asked, topic))
        ):
            intent = Intent.LIST  # "What has Jane Doe published here?"
        if intent is not Intent.LOOKUP and _asks_of_one(asked, paper_of_node(nodes[0]), self._retriever.lexical):
            return None  # "What do the ablation studies of X show?" lists no studies
        if intent is Intent.LOOKUP or (intent is Intent.OVERVIEW and (self._writes or self._is_on_one(asked))):
            return None
        if intent is Intent.THEMES:
            return self._themes(asked, topic, nodes)
        if not topic.facets:
            return self._without_topic(asked, topic, nodes) if intent in (Intent.LIST, Intent.COUNT) else None
        found = self._listing(asked, topic, nodes)
        if not found.matches and _is_of_author(asked) and intent in (Intent.LIST, Intent.COUNT):
            return self._of_author(asked, topic, nodes)
        if found.clear < _FEWEST[intent] and not (intent is Intent.LIST and found.matches):
            return None
        return self._survey(asked, found, nodes)

    def _without_topic(self, asked: Asked, topic: Topic, nodes: Sequence[NodeWithScore]) -> Survey:
        """All papers that meet the conditions, where no topic is named; none, where one of them is unmet."""
        if all(reading.applied for reading in asked.readings):
            return self._survey(asked, self._all(asked, topic, nodes), nodes)
        held = replace(asked, readings=tuple(replace(reading, applied=True) for reading in asked.readings))
        none = Listing(topic, (), 0, len(self._retriever.lexical))
        return Survey(held, roster(asked.asked_as, none, _conditions(held)), list(nodes))

    def _of_author(self, asked: Asked, topic: Topic, nodes: Sequence[NodeWithScore]) -> Survey:
        """All papers of the author that is named, where none has the topic, or it is too vague to be looked for."""
        found = self._survey(asked, self._all(asked, Topic(()), nodes), nodes)
        cjk = is_asked_in_cjk(asked.asked_as)
        said = ("或" if cjk else " or ").join(f"“{literal(facet.alternatives[0])}”" for facet in topic.facets)
        lead = (
            f"其中没有一篇的标题或摘要含有{said}；全部列出如下。"
            if cjk
            else f"None of these has {said} in its title or abstract."
        )
        return replace(found, quotation=replace(found.quotation, text=f"{lead}\n\n{found.quotation.text}"))

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
    if _is_of_author(asked):
        text = _TOGETHER.sub(" ", text)
    return text


def _asks_of_one(asked: Asked, paper: Paper, lexical: LexicalIndex) -> bool:
    """Whether a question asks a thing of one paper that it names."""
    return attribute_of(asked.topic, paper) is not None and is_mentioned(paper, asked.topic, lexical)


def _of_papers(asked: Asked, topic: Topic) -> bool:
    """Whether it is papers that are asked for, and not what one of them says."""
    return not topic.facets or bool(_PAPERS.search(asked.query_str))


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
