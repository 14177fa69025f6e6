"""Survey: an answer from the whole corpus, and how its question's conditions are told in it."""

from collections.abc import Sequence
from dataclasses import dataclass

from llama_index.core.schema import NodeWithScore

from rag.answering.quotations import Quotation
from rag.papers import Paper
from rag.questions import is_asked_in_cjk
from rag.ranking.nodes import node_of
from rag.understanding.asked import LEFT_OUT, Asked
from rag.understanding.filters import Filter
from rag.understanding.labels import label
from rag.understanding.readings import Reading
from rag.understanding.unmentioned import is_without_words


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


def conditions_of(asked: Asked, *, literally: bool = False) -> list[str]:
    """The conditions that papers had to meet, as people read them.

    Args:
        asked: the question, understood.
        literally: what it quotes was looked for itself, and is told as that.
    """
    readings = [reading for reading in asked.narrowing if not (literally and is_quoted(reading))]
    cjk = is_asked_in_cjk(asked.asked_as)
    return [_named(reading.named, cjk=cjk) or _told(reading.condition, cjk=cjk) for reading in readings]


def is_quoted(reading: Reading) -> bool:
    """Whether a condition is what the question has in quotation marks."""
    condition = reading.condition
    return condition.field == "keyword" and condition.operator == "=" and bool(condition.said)


def _named(title: str, *, cjk: bool) -> str:
    return f"{title.removeprefix('not ')}以外的论文" if cjk and title.startswith("not “") else title


def _told(condition: Filter, *, cjk: bool) -> str:
    if not is_without_words(condition):
        return label(condition, cjk=cjk)
    names = [f"“{value}”" for value in condition.values]
    return f"未提到{'或'.join(names)}" if cjk else f"no mention of {' or '.join(names)}"


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
