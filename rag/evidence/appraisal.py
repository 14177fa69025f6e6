"""Appraisal: what the papers found can say to a question, judged before anything is written."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from llama_index.core.schema import NodeWithScore

from rag.answering.drafts import paper_of_node
from rag.evidence.attributes import attribute_of, carrying, is_lacking, unframed
from rag.evidence.contradictions import contradicted
from rag.evidence.details import Detail, Fault, missing_detail
from rag.evidence.evidence import EvidenceReader, Reading
from rag.evidence.meanings import asked_short, spelled_out_in
from rag.evidence.objects import said_otherwise
from rag.evidence.outside import outside
from rag.evidence.passing import is_in_passing
from rag.evidence.polarity import denies
from rag.evidence.premises import is_unmet
from rag.evidence.presumed import presumed
from rag.evidence.verdicts import Verdict, judge
from rag.lexical import LexicalIndex
from rag.papers import Paper
from rag.questions import RARE
from rag.text.analysis import analyze
from rag.text.sentences import Span
from rag.understanding.asked import Asked
from rag.understanding.mentions import is_mentioned, is_named_alone, is_titled, is_variant_asked

_READ = 3
"""Papers read closely for a question."""
_READ_FOR_DENIAL = 6
"""The same where a question denies: what says the opposite in the same words is ranked as high."""
_BY_NAME = 2
_HARDLY = 0.01
"""Highest probability of a paper below which a name in a question is no paper's. Of 150 questions that name a paper,
those that lie below it ask for its record."""
_MOSTLY = 0.6
"""Share of a question's words that such a paper has, from which the name is its own all the same."""


@dataclass(frozen=True)
class Appraisal:
    """What papers can say.

    Args:
        readings: of the papers ranked first, the best first.
        detail: what the abstract of the first lacks, where it is that paper that the question is about.
        sentences: of the first, those that say all that is asked, where that is known.
    """

    verdict: Verdict
    readings: tuple[Reading, ...]
    detail: Detail | None = None
    sentences: tuple[Span, ...] = ()


def appraise(reader: EvidenceReader, asked: Asked, nodes: Sequence[NodeWithScore]) -> Appraisal:
    """Read the papers ranked first and judge.

    Args:
        reader: reads papers.
        asked: the question, understood.
        nodes: best first.
    """
    talked_of = getattr(asked, "carried", ())
    order = _order(reader, asked, nodes)
    readings = _read_best(reader, asked.reading, sorted(nodes, key=lambda node: -order[node.node.node_id]))
    if not readings:
        return Appraisal(Verdict.NOT_IN_PAPERS, ())
    readings = tuple(sorted(readings, key=lambda reading: -order[reading.paper.paper_id]))
    first = readings[0].paper.paper_id
    own = first in asked.bearers
    if first not in talked_of and is_variant_asked(readings[0].paper, asked.topic, reader.lexical, own=own):
        return Appraisal(Verdict.NOT_IN_PAPERS, readings)
    if short := asked_short(asked.topic):
        others = nodes if order[first] < 1 else [node for node in nodes if order[node.node.node_id] == _BY_NAME]
        return _spelled_out(short, reader, asked, others, readings)
    if first not in talked_of and _is_off(asked, readings, reader, order[first], _chance(nodes)):
        return Appraisal(Verdict.NOT_IN_PAPERS, readings)
    topic = unframed(asked.topic, readings[0].paper)
    named = order[first] > 0
    if (named or first in talked_of) and (told := _attribute(topic, readings, reader)) is not None:
        return told
    detail = _lacking(topic, asked.reading, readings[0], reader, named=named)
    detail = detail or _outside(asked, readings[0])
    if detail is None:
        span = said_otherwise(topic, readings[0]) if named else None
        return Appraisal(Verdict.ANSWERED, readings, sentences=() if span is None else (span,))
    return Appraisal(Verdict.ABSTRACT_DOES_NOT_SAY, readings, detail)


def _outside(asked: Asked, reading: Reading) -> Detail | None:
    """What a follow-up asks of the paper talked of that lies outside it."""
    talked_of = reading.paper.paper_id in getattr(asked, "carried", ())
    thing = outside(getattr(asked, "said", ""), reading) if talked_of else ""
    return Detail(thing, Fault.NOT_NAMED) if thing else None


def _is_off(
    asked: Asked, readings: tuple[Reading, ...], reader: EvidenceReader, order: int, chance: float | None
) -> bool:
    """Whether no paper read is on what is asked: what a question names is there, unless it does so by chance."""
    if order == _BY_NAME:
        return _is_by_chance(readings[0], chance)
    rough = asked.translation.source == "glossary"
    if judge(asked.reading, readings, reader.lexical, rough=rough, chance=chance) is not Verdict.ANSWERED:
        return True
    return order == 0 and (
        is_unmet(asked.reading, readings) or is_in_passing(asked.reading, readings, chance, reader.lexical)
    )


def _lacking(topic: str, english: str, reading: Reading, reader: EvidenceReader, *, named: bool) -> Detail | None:
    """What a paper's abstract lacks of what is asked, denies, or does not say though the question presumes it."""
    lexical = reader.lexical
    detail = missing_detail(topic, reading, lambda term: lexical.document_frequency(term) <= RARE, named=named)
    if detail is not None or not named:
        return detail
    if denied := contradicted(topic, english, reading, reader):
        return Detail(denied[0], Fault.DENIED, denied[1])
    if claim := presumed(topic, reading):
        return Detail(claim[0], Fault.DENIED if claim[1] else Fault.PRESUMED, claim[1])
    return None


def _is_by_chance(reading: Reading, chance: float | None) -> bool:
    """Whether a question only happens to have a name that an abstract gives, "100 AD": nothing else fits."""
    if chance is None or chance >= _HARDLY:
        return False
    titled = set(analyze(reading.paper.title))
    held = [term for term in reading.asked if term in reading.own]
    return not any(term in titled for term in held) and reading.coverage < _MOSTLY


def _attribute(topic: str, readings: tuple[Reading, ...], reader: EvidenceReader) -> Appraisal | None:
    """What a question asks of any paper, said by the first or lacking there; None where neither is sure."""
    paper = readings[0].paper
    attribute = attribute_of(topic, paper)
    if attribute is None:
        return None
    told = carrying(attribute, paper, reader.lexical)
    if is_lacking(attribute, told):
        return Appraisal(Verdict.ABSTRACT_DOES_NOT_SAY, readings, Detail(attribute.asked, Fault.UNSTATED))
    return Appraisal(Verdict.ANSWERED, readings, sentences=tuple(told)) if told else None


def _spelled_out(
    short: str, reader: EvidenceReader, asked: Asked, nodes: Sequence[NodeWithScore], readings: tuple[Reading, ...]
) -> Appraisal:
    """What a short name stands for: said by the paper that is named, else by the first that says it."""
    papers = [*(reading.paper for reading in readings[:1]), *map(paper_of_node, nodes)]
    for paper in papers:
        if (span := spelled_out_in(short, paper)) is not None:
            others = (reading for reading in readings if reading.paper.paper_id != paper.paper_id)
            return Appraisal(Verdict.ANSWERED, (reader.read(asked.reading, paper), *others), sentences=(span,))
    if not any(reading.holds(term) for reading in readings for term in analyze(short)):
        return Appraisal(Verdict.NOT_IN_PAPERS, readings)
    holder = next(reading for reading in readings if any(map(reading.holds, analyze(short))))
    said = (holder, *(reading for reading in readings if reading is not holder))
    return Appraisal(Verdict.ABSTRACT_DOES_NOT_SAY, said, Detail(short, Fault.UNSTATED))


def _chance(nodes: Sequence[NodeWithScore]) -> float | None:
    """The highest probability of a paper to answer; None where nothing is known of it."""
    told = [chance for node in nodes if (chance := node.node.metadata.get("probability")) is not None]
    return max(told, default=None)


def _order(reader: EvidenceReader, asked: Asked, nodes: Sequence[NodeWithScore]) -> dict[str, int]:
    """How surely a question means each paper.

    Of two papers of one name, the one that a conversation goes on about comes first; so does it where the follow-up as
    it was asked names no other paper, whatever its rewritten words would find.
    """
    order = {node.node.node_id: _named(asked, paper_of_node(node), reader) for node in nodes}
    said, talked_of = getattr(asked, "said", ""), getattr(asked, "carried", ())
    others = [paper_of_node(node) for node in nodes if node.node.node_id not in talked_of]
    stays = bool(said) and not any(is_mentioned(paper, said, reader.lexical) for paper in others)
    return order | {key: _BY_NAME + 1 for key in talked_of if order.get(key, 0) == _BY_NAME or (stays and key in order)}


def _named(asked: Asked, paper: Paper, reader: EvidenceReader) -> int:
    """How surely a question names a paper: by its name, by words of its title, or not at all."""
    if paper.paper_id in asked.bearers or is_mentioned(paper, asked.topic, reader.lexical):
        return _BY_NAME
    if is_named_alone(paper, asked.topic, reader.lexical):
        return _BY_NAME
    return int(is_titled(paper, asked.topic, reader.lexical) or _is_headed(paper, asked.topic, reader.lexical))


def _is_headed(paper: Paper, question: str, lexical: LexicalIndex) -> bool:
    """Whether a question has the one word that a title begins with, and few papers have it: "Prodigy: An …"."""
    head, colon, _ = paper.title.partition(":")
    if not colon or not head[:1].isupper() or head.strip() not in question:  # no pattern is made in vain
        return False
    stands = re.search(rf"(?<![\w-]){re.escape(head.strip())}(?![\w-])", question)
    terms = analyze(head) if stands else []
    return len(terms) == 1 and lexical.document_frequency(terms[0]) <= RARE


def _read_best(reader: EvidenceReader, topic: str, nodes: Sequence[NodeWithScore]) -> tuple[Reading, ...]:
    """Read the papers ranked first; what each says, word by word, then counts as much as its rank's score."""
    read = [
        (reader.read(topic, paper_of_node(node)), node.score or 0.0)
        for node in nodes[: _READ_FOR_DENIAL if denies(topic) else _READ]
    ]
    return tuple(reading for reading, score in sorted(read, key=lambda pair: -(pair[0].similarity + pair[1])))
