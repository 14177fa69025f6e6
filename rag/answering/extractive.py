"""ExtractiveSynthesizer: answers in the papers' own sentences."""

import asyncio
from collections.abc import AsyncGenerator, Generator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from llama_index.core.llms import MockLLM
from llama_index.core.prompts.mixin import PromptDictType
from llama_index.core.schema import NodeWithScore

from rag.answering.alike import with_others
from rag.answering.contrasts import contrast
from rag.answering.digests import digest
from rag.answering.drafts import paper_of_node
from rag.answering.quotations import Quotation, flow
from rag.answering.responses import PaperSynthesizer, refusal_of
from rag.answering.shortfalls import shortfall
from rag.citations import Citation
from rag.evidence.amounts import title_amount
from rag.evidence.appraisal import appraise
from rag.evidence.evidence import EvidenceReader, Reading, text_of
from rag.evidence.forms import is_said_otherwise
from rag.evidence.leaning import lead_in
from rag.evidence.polarity import opponents
from rag.evidence.verdicts import Verdict
from rag.papers import Paper
from rag.prompts import quoted_from, told_by_title
from rag.questions import content_terms, is_cjk, names
from rag.text.sentences import Span, sentence_spans
from rag.understanding.asked import Asked


class ExtractiveSynthesizer(PaperSynthesizer):
    """Answers in the papers' own sentences: the few that answer the question, each cited; nothing is written.

    Args: see `PaperSynthesizer`.
    """

    def __init__(self, reader: EvidenceReader, *, streaming: bool = False) -> None:
        super().__init__(reader, MockLLM(), "extractive", streaming=streaming)

    def _get_prompts(self) -> PromptDictType:
        return {}

    def _update_prompts(self, prompts: PromptDictType) -> None:
        """There is none to update."""

    def _pieces(self, asked: Asked, nodes: Sequence[NodeWithScore], metadata: dict[str, Any]) -> Generator[str]:
        yield from self._lines(quotation(self._reader, asked, nodes), metadata)

    async def _apieces(
        self, asked: Asked, nodes: Sequence[NodeWithScore], metadata: dict[str, Any]
    ) -> AsyncGenerator[str]:
        for line in self._lines(await asyncio.to_thread(quotation, self._reader, asked, nodes), metadata):
            yield line

    def _lines(self, quoted: Quotation, metadata: dict[str, Any]) -> list[str]:
        metadata |= self._metadata(quoted.verdict, quoted.citations, quoted.sentences)
        return quoted.text.splitlines(keepends=True)


def quotation(
    reader: EvidenceReader,
    asked: Asked,
    nodes: Sequence[NodeWithScore],
    numbers: Mapping[str, int] | None = None,
) -> Quotation:
    """Answer a question from retrieved papers by quoting them, or refuse.

    Args:
        reader: finds the sentences.
        asked: the question, understood.
        nodes: best first.
        numbers: the numbers, from 1, that papers have already, by paper id.
    """
    answer = _quotation(reader, asked, nodes, numbers)
    return with_others(answer, asked, [paper_of_node(node) for node in nodes], reader.lexical)


def _quotation(
    reader: EvidenceReader, asked: Asked, nodes: Sequence[NodeWithScore], numbers: Mapping[str, int] | None
) -> Quotation:
    if (told := digest(reader, asked, nodes, numbers)) is not None:
        return told
    if (compared := contrast(reader, asked, nodes, numbers)) is not None:
        return compared
    found = appraise(reader, asked, nodes)
    if found.verdict is Verdict.NOT_IN_PAPERS:
        return Quotation(refusal_of(asked, nodes, reader.lexical), found.verdict)
    numbered = dict(numbers or {})
    if found.detail is not None:
        n = numbered.get(found.readings[0].paper.paper_id, len(numbered) + 1)
        return shortfall(asked.asked_as, found.readings[0], found.detail, n)
    blocks: list[str] = []
    citations: list[Citation] = []
    sides = opponents(asked.query_str, found.readings)
    speakers = found.readings[:1] if found.sentences else sides or _speakers(asked.reading, found.readings)
    for reading in speakers:
        paper, spans = reading.paper, _unled(reading.paper, found.sentences) or _told(reader, asked, reading)
        n = numbered.setdefault(paper.paper_id, len(numbered) + 1)
        quoted = [Citation.of(n, paper, span) for span in spans]
        against = sides is not None and reading is sides[1]
        lead = quoted_from(asked.asked_as, paper.heading, against=against, subject=reading.subject_of(spans))
        if title_amount(asked.reading, paper):
            lead = told_by_title(asked.asked_as, paper.heading, n)
        blocks.append(f"{lead}\n\n> {flow(quoted)}")
        citations += quoted
    return Quotation.of("\n\n".join(blocks), citations)


def _unled(paper: Paper, spans: Sequence[Span]) -> list[Span]:
    """The sentences without words that only link one to another that is not quoted."""
    ends = {span.end for span in spans}
    every = sentence_spans(paper.abstract)
    before = {after.start: one.end for one, after in pairwise(every)}
    return [
        span
        if before.get(span.start) in ends
        else Span(span.start + lead_in(paper.abstract[span.start : span.end]), span.end)
        for span in spans
    ]


def _told(reader: EvidenceReader, asked: Asked, reading: Reading) -> list[Span]:
    """The sentences that answer; of a paper that the conversation is about anyway, those on what is asked of it."""
    said = getattr(asked, "said", "")
    if reading.paper.paper_id in getattr(asked, "carried", ()) and content_terms(said) and not is_cjk(said):
        return reader.read(said, reading.paper).answering()
    return reading.answering(asked.asked_as)


def _speakers(topic: str, readings: Sequence[Reading]) -> list[Reading]:
    """The best paper, and each further one that holds a name of the question which the others lack."""
    first = text_of(readings[0].paper)
    asked = [term for term, word in names(topic) if not is_said_otherwise(word, first)]
    speakers = [readings[0]]
    for reading in readings[1:]:
        missing = [term for term in asked if not any(speaker.holds(term) for speaker in speakers)]
        if any(reading.holds(term) for term in missing):
            speakers.append(reading)
    return speakers
