"""Stacks: the papers of one generation, for whoever goes over all of them: what was read or worked out is kept."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache, partial

from llama_index.core.schema import NodeWithScore

from rag.corpus.lister import Lister
from rag.corpus.listing import UNCLEAR, Listing, Match
from rag.corpus.literals import Literal, listed, literal_of
from rag.corpus.literals import in_english as literal_in_english
from rag.corpus.surveys import is_quoted
from rag.corpus.theme_terms import subjects_of
from rag.corpus.themes import Theme, themed, themes_of
from rag.corpus.topics import Topic
from rag.encoding.late_interaction import question_vectors, similarities
from rag.evidence.evidence import TokenEncoder
from rag.evidence.polarity import opposed
from rag.papers import Paper
from rag.retrieval import HybridRetriever
from rag.text.abbreviations import called
from rag.text.analysis import analyze
from rag.understanding.asked import Asked
from rag.understanding.intent import Intent
from rag.understanding.people import FRAME

_THEMES_KEPT = 4

_SHARE = re.compile(
    r"\b(?:what|which)\s+(?:percentage|percent|share|fraction|proportion)\s+(?=of\b|(?:do|does|never|mention)\b)"
    r"|占?(?:总数|全部)?的?(?:百分之(?:多少|几)|多大比例|比例是多少)的?",
    re.IGNORECASE,
)
"""Asks how a number is told, and for no topic."""


class Stacks:
    """Goes over the papers of one generation.

    Args:
        retriever: of the index, at that generation.
        encoder: of the model whose signs the index has.
    """

    def __init__(self, retriever: HybridRetriever, encoder: TokenEncoder) -> None:
        self._retriever = retriever
        self._encoder = encoder
        self.lexical = retriever.lexical
        self._lister = Lister(retriever.lexical, retriever.store.get, self._likeness)
        self.papers = self._lister.papers
        self.themes = lru_cache(maxsize=_THEMES_KEPT)(self._themes)

    def listing(self, asked: Asked, topic: Topic, nodes: Sequence[NodeWithScore]) -> Listing:
        """The papers on a topic that a question may be answered from.

        Args:
            asked: the question, understood.
            topic: what it is about; where words are asked after, they are looked for instead.
            nodes: what retrieval ranks first for it.
        """
        ranked = [node.node.node_id for node in nodes]
        if asked.intent is not Intent.THEMES and (literal := literal_of(without_conditions(asked))) is not None:
            found = self._having(literal, asked, ranked)
            if found.matches or not topic.facets or not literal.is_loose:
                return found
        found = self._lister.list(
            topic, ranked, asked.allowed, lambda ids: self._retriever.on_topic(_plainly(topic), ids), asked.excluded
        )
        kept = opposed(without_conditions(asked), found.matches)
        return replace(found, matches=kept, clear=found.clear - clear(found.matches) + clear(kept))

    def _having(self, literal: Literal, asked: Asked, ranked: Sequence[str]) -> Listing:
        """The papers that have words."""
        lexical = self.lexical
        read = literal_in_english(literal, lambda phrase: bool(lexical.phrase(["", *analyze(phrase)][-2:])), _readings)
        # What is quoted is what is counted, and no condition on what it is counted in.
        allowed = None if asked.narrowing and all(map(is_quoted, asked.narrowing)) else asked.allowed
        found = listed(read, lexical, self._lister.papers, ranked, allowed)
        kept = tuple(self._lister.within(found.matches, asked.excluded))
        return replace(found, matches=kept, clear=clear(kept))

    def _themes(self, chosen: frozenset[str] | None) -> tuple[list[Paper], list[Theme]]:
        """Papers, and the themes they are of: those chosen, or all."""
        papers, vectors = themed(self._retriever.store, chosen)
        # Where all papers are parted, their own counts tell what names a theme, as they do for the map.
        subjects = None if chosen is None else partial(subjects_of, lexical=self.lexical)
        return papers, themes_of(vectors, papers, subjects=subjects) if papers else []

    def _likeness(self, phrase: str, paper_ids: Sequence[str]) -> Mapping[str, float]:
        vectors = question_vectors(phrase, self._encoder.token_vectors(phrase))
        signs = self._retriever.store.signs().get(list(paper_ids))
        fitting = {paper_id: matrix for paper_id, matrix in signs.items() if matrix.shape[1] * 8 == vectors.shape[1]}
        return similarities(vectors, fitting)


def without_conditions(asked: Asked) -> str:
    """The topic without the words of conditions that are on the record of a paper rather than on its words."""
    text = _SHARE.sub(" ", asked.topic)
    for reading in asked.readings:
        said = reading.condition.said
        if said and (reading.condition.field != "keyword" or reading.condition.operator == "!="):
            text = text.replace(said, " ")
    if any(reading.condition.field.endswith("author") for reading in asked.readings):
        text = FRAME.sub(" ", text)
    return text


def _plainly(topic: Topic) -> Asked:
    """A topic as a plain question: how it was asked for makes no paper more probable to be on it."""
    named = " and ".join(" or ".join(facet.alternatives) for facet in topic.facets)
    return Asked.of(f"Which papers study {named}?")


def in_english(chinese: str) -> str:
    """Chinese terms in English, what else they may be called in brackets, as `topic_of` reads it."""
    first, *others = _readings(chinese)
    return f"{first} ({'; '.join(others)})" if others else first


def _readings(chinese: str) -> list[str]:
    from rag.languages.glossary import chinese_glossary

    first, *others = chinese_glossary().readings(chinese)
    # A short name is written as one, by which another sense of it is told.
    shorts = (called(f"{first} {other}")[-1] for other in others)
    return [first, *(short if short.lower() == other else other for short, other in zip(shorts, others, strict=True))]


def clear(matches: Sequence[Match]) -> int:
    """How many of the matches count as on the topic."""
    return sum(match.sureness not in UNCLEAR for match in matches)
