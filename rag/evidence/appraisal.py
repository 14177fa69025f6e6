"""Appraisal: what the papers found can say to a question, judged before anything is written."""

from collections.abc import Sequence
from dataclasses import dataclass

from llama_index.core.schema import NodeWithScore

from rag.answering.drafts import paper_of_node
from rag.evidence.details import Detail, Fault, missing_detail
from rag.evidence.evidence import EvidenceReader, Reading
from rag.evidence.meanings import asked_short, spelled_out_in
from rag.evidence.polarity import denies
from rag.evidence.premises import is_unmet
from rag.evidence.verdicts import Verdict, judge
from rag.papers import Paper
from rag.questions import RARE
from rag.text.analysis import analyze
from rag.text.sentences import Span
from rag.understanding.asked import Asked
from rag.understanding.mentions import is_mentioned, is_titled

_READ = 3
"""Papers read closely for a question."""
_READ_FOR_DENIAL = 6
"""The same where a question denies: what says the opposite in the same words is ranked as high."""
_BY_NAME = 2


@dataclass(frozen=True)
class Appraisal:
    """What papers can say.

    Args:
        readings: of the papers ranked first, the best first.
        detail: what the abstract of the first lacks, where it is that paper that the question is about.
        sentence: of the first, the one that says all that is asked, where that is known.
    """

    verdict: Verdict
    readings: tuple[Reading, ...]
    detail: Detail | None = None
    sentence: Span | None = None


def appraise(reader: EvidenceReader, asked: Asked, nodes: Sequence[NodeWithScore]) -> Appraisal:
    """Read the papers ranked first and judge.

    Args:
        reader: reads papers.
        asked: the question, understood.
        nodes: best first.
    """
    talked_of = getattr(asked, "carried", ())
    order = {node.node.node_id: _named(asked, paper_of_node(node), reader) for node in nodes}
    # Of two papers of one name, the one that a conversation goes on about comes first.
    order |= {key: _BY_NAME + 1 for key in talked_of if order.get(key) == _BY_NAME}
    readings = _read_best(reader, asked.reading, sorted(nodes, key=lambda node: -order[node.node.node_id]))
    if not readings:
        return Appraisal(Verdict.NOT_IN_PAPERS, ())
    readings = tuple(sorted(readings, key=lambda reading: -order[reading.paper.paper_id]))
    first = readings[0].paper.paper_id
    if short := asked_short(asked.topic):
        return _spelled_out(short, reader, asked, nodes if order[first] < 1 else [], readings)
    # What a question names is there, and so is what a conversation goes on about.
    if first not in talked_of and order[first] < _BY_NAME:
        rough = asked.translation.source == "glossary"
        if judge(asked.reading, readings, reader.lexical, rough=rough, chance=_chance(nodes)) is not Verdict.ANSWERED:
            return Appraisal(Verdict.NOT_IN_PAPERS, readings)
        if order[first] == 0 and is_unmet(asked.reading, readings):
            return Appraisal(Verdict.NOT_IN_PAPERS, readings)
    detail = missing_detail(
        asked.topic,
        readings[0],
        lambda term: reader.lexical.document_frequency(term) <= RARE,
        named=order[first] > 0,
    )
    return Appraisal(Verdict.ANSWERED if detail is None else Verdict.ABSTRACT_DOES_NOT_SAY, readings, detail)


def _spelled_out(
    short: str, reader: EvidenceReader, asked: Asked, nodes: Sequence[NodeWithScore], readings: tuple[Reading, ...]
) -> Appraisal:
    """What a short name stands for: said by the paper that is named, else by the first that says it."""
    papers = [*(reading.paper for reading in readings[:1]), *map(paper_of_node, nodes)]
    for paper in papers:
        if (span := spelled_out_in(short, paper)) is not None:
            others = (reading for reading in readings if reading.paper.paper_id != paper.paper_id)
            return Appraisal(Verdict.ANSWERED, (reader.read(asked.reading, paper), *others), sentence=span)
    if not any(reading.holds(term) for reading in readings for term in analyze(short)):
        return Appraisal(Verdict.NOT_IN_PAPERS, readings)
    holder = next(reading for reading in readings if any(map(reading.holds, analyze(short))))
    said = (holder, *(reading for reading in readings if reading is not holder))
    return Appraisal(Verdict.ABSTRACT_DOES_NOT_SAY, said, Detail(short, Fault.UNSTATED))


def _chance(nodes: Sequence[NodeWithScore]) -> float | None:
    """The highest probability of a paper to answer; None where nothing is known of it."""
    told = [chance for node in nodes if (chance := node.node.metadata.get("probability")) is not None]
    return max(told, default=None)


def _named(asked: Asked, paper: Paper, reader: EvidenceReader) -> int:
    """How surely a question names a paper: by its name, by words of its title, or not at all."""
    if paper.paper_id in asked.bearers or is_mentioned(paper, asked.topic, reader.lexical):
        return _BY_NAME
    return int(is_titled(paper, asked.topic, reader.lexical))


def _read_best(reader: EvidenceReader, topic: str, nodes: Sequence[NodeWithScore]) -> tuple[Reading, ...]:
    """Read the papers ranked first; what each says, word by word, then counts as much as its rank's score."""
    read = [
        (reader.read(topic, paper_of_node(node)), node.score or 0.0)
        for node in nodes[: _READ_FOR_DENIAL if denies(topic) else _READ]
    ]
    return tuple(reading for reading, score in sorted(read, key=lambda pair: -(pair[0].similarity + pair[1])))
