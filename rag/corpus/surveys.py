"""Survey: an answer from the whole corpus, and how its question's conditions are told in it."""

from collections.abc import Sequence
from dataclasses import dataclass

from llama_index.core.schema import NodeWithScore

from rag.answering.quotations import Quotation
from rag.papers import Paper
from rag.ranking.nodes import node_of
from rag.understanding.asked import LEFT_OUT, Asked
from rag.understanding.filters import Filter, label


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


def missing_of(asked: Asked) -> list[Filter]:
    """The conditions on papers' records that none meets."""
    return [
        reading.condition
        for reading in asked.readings
        if not reading.applied and reading.why != LEFT_OUT and reading.condition.field != "keyword"
    ]


def conditions_of(asked: Asked) -> list[str]:
    """The conditions that papers had to meet, as people read them."""
    return [reading.named or label(reading.condition) for reading in asked.narrowing]


def unwanted_of(asked: Asked) -> list[str]:
    """The topics that papers were not to be on."""
    return [name for exclusion in asked.excluded for name in exclusion.names]


def first(papers: Sequence[Paper], nodes: Sequence[NodeWithScore]) -> list[NodeWithScore]:
    """The papers named, then the others; every score at least that of the ones that follow."""
    known = {node.node.node_id: node for node in nodes}
    top = max((node.score or 0.0 for node in nodes), default=0.0)
    named = [
        NodeWithScore(node=known[paper.paper_id].node if paper.paper_id in known else node_of(paper), score=top)
        for paper in papers
    ]
    taken = {paper.paper_id for paper in papers}
    return [*named, *(known[paper_id] for paper_id in known if paper_id not in taken)]
