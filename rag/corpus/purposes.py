"""Purpose: what kind of answer from the whole corpus a question is due, by its words, its topic and its conditions."""

import re

from rag.corpus.topics import Topic
from rag.evidence.attributes import attribute_of
from rag.lexical import LexicalIndex
from rag.papers import Paper
from rag.questions import names
from rag.understanding.asked import Asked
from rag.understanding.asking import is_fragment
from rag.understanding.intent import Intent
from rag.understanding.mentions import is_mentioned

_COINED = 3
"""Papers that have the name of one paper's method, at most."""
_PAPERS = re.compile(
    r"\b(?:papers?|articles?|publications?|published|write|written|wrote|works?)\b|论文|文章|写|发表", re.IGNORECASE
)
_MENTIONING = re.compile(r"^\W*(?:(?:that|which)\s+)?mention(?:s|ing)?\b|^\W*(?:提到|提及)", re.IGNORECASE)


def purpose(asked: Asked, topic: Topic, lexical: LexicalIndex, *, writes: bool = False) -> Intent:
    """What kind of answer is to be given.

    Args:
        asked: the question, understood.
        topic: what it is about.
        lexical: the words of the papers.
        writes: an LLM writes the answers: what it can tell from a few papers is left to it.
    """
    intent = asked.intent
    if is_of_author(asked) and (intent is Intent.EXISTENCE or (intent is Intent.LOOKUP and _of_papers(asked, topic))):
        return Intent.LIST  # "What has Jane Doe published here?"
    if intent is Intent.LOOKUP and (
        (not topic.facets and _is_of_others(asked))
        or (is_fragment(asked.query_str) and _MENTIONING.search(asked.query_str))
    ):
        return Intent.LIST
    if intent is Intent.LOOKUP and topic.facets and _is_dated(asked):
        return Intent.EXISTENCE  # "offline RL since 2023"
    if intent is Intent.OVERVIEW and (writes or _is_on_one(asked, lexical)):
        return Intent.LOOKUP
    return intent


def _is_on_one(asked: Asked, lexical: LexicalIndex) -> bool:
    """Whether a question names what hardly more than one paper has."""
    return any(lexical.document_frequency(term) <= _COINED for term, _ in names(asked.query_str))


def _is_dated(asked: Asked) -> bool:
    """Whether it is a mere topic with conditions on what papers' records say."""
    return is_fragment(asked.query_str) and any(item.condition.field in ("year", "venue") for item in asked.narrowing)


def asks_of_one(asked: Asked, paper: Paper, lexical: LexicalIndex) -> bool:
    """Whether a question asks a thing of one paper that it names."""
    return attribute_of(asked.topic, paper) is not None and is_mentioned(paper, asked.topic, lexical)


def _of_papers(asked: Asked, topic: Topic) -> bool:
    """Whether it is papers that are asked for, and not what one of them says."""
    return not topic.facets or bool(_PAPERS.search(asked.query_str))


def is_of_author(asked: Asked) -> bool:
    """Whether papers of an author are asked for."""
    return any(
        reading.applied and reading.condition.field.endswith("author") and reading.condition.operator == "="
        for reading in asked.readings
    )


def _is_of_others(asked: Asked) -> bool:
    """Whether papers of a record that differs from one are asked for: "not published at ICML?"."""
    return any(
        item.condition.operator == "!=" and item.condition.field in ("author", "venue") and item.condition.said
        for item in asked.readings
    )
