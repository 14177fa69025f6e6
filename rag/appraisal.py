"""Appraisal: what the papers found can say to a question, judged before anything is written."""

from collections.abc import Sequence
from dataclasses import dataclass

from llama_index.core.schema import NodeWithScore

from rag.details import Detail, missing_detail
from rag.drafts import paper_of_node
from rag.evidence import EvidenceReader, Reading
from rag.understanding import Asked
from rag.verdicts import Verdict, judge

_READ = 3
"""Papers read closely for a question."""
_RARE = 12
"""Papers that have the name of a method or a dataset, at most."""


@dataclass(frozen=True)
class Appraisal:
    """What papers can say.

    Args:
        readings: of the papers ranked first, the best first.
        detail: what the abstract of the first lacks, where it is that paper that the question is about.
    """

    verdict: Verdict
    readings: tuple[Reading, ...]
    detail: Detail | None = None


def appraise(reader: EvidenceReader, asked: Asked, nodes: Sequence[NodeWithScore]) -> Appraisal:
    """Read the papers ranked first and judge.

    Args:
        reader: reads papers.
        asked: the question, understood.
        nodes: best first.
    """
    readings = _read_best(reader, asked.reading, nodes)
    if not readings:
        return Appraisal(Verdict.NOT_IN_PAPERS, ())
    # What a conversation goes on about is known to be there.
    if readings[0].paper.paper_id not in getattr(asked, "carried", ()):
        rough = asked.translation.source == "glossary"
        if judge(asked.reading, readings, reader.lexical, rough=rough) is not Verdict.ANSWERED:
            return Appraisal(Verdict.NOT_IN_PAPERS, readings)
    detail = missing_detail(asked.topic, readings[0], lambda term: reader.lexical.document_frequency(term) <= _RARE)
    return Appraisal(Verdict.ANSWERED if detail is None else Verdict.ABSTRACT_DOES_NOT_SAY, readings, detail)


def _read_best(reader: EvidenceReader, topic: str, nodes: Sequence[NodeWithScore]) -> tuple[Reading, ...]:
    """Read the papers ranked first; what each says, word by word, then counts as much as its rank's score."""
    read = [(reader.read(topic, paper_of_node(node)), node.score or 0.0) for node in nodes[:_READ]]
    return tuple(reading for reading, score in sorted(read, key=lambda pair: -(pair[0].similarity + pair[1])))
