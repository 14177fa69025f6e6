"""CitationSynthesizer: answers that an LLM writes from numbered abstracts and cites."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Generator, Mapping, Sequence
from contextlib import aclosing, closing
from dataclasses import asdict
from threading import Event, Thread
from typing import Any

from llama_index.core.llms import LLM
from llama_index.core.prompts import ChatPromptTemplate
from llama_index.core.prompts.mixin import PromptDictType
from llama_index.core.schema import NodeWithScore

from rag.answering.briefs import Brief, brief_of
from rag.answering.digests import panel_of
from rag.answering.drafts import paper_of_node
from rag.answering.extractive import quotation
from rag.answering.foresight import Foresight
from rag.answering.manuscripts import Manuscript
from rag.answering.quotations import Quotation
from rag.answering.responses import PaperSynthesizer, refusal_of
from rag.answering.shortfalls import shortfall
from rag.errors import AskPapersError, QuestionError, StoppedError
from rag.evidence.amounts import asks_count
from rag.evidence.appraisal import appraise
from rag.evidence.details import plain_detail
from rag.evidence.evidence import EvidenceReader
from rag.evidence.verdicts import Verdict
from rag.llms.failures import is_overflow, limit_of
from rag.llms.pieces import added
from rag.prompts import ANSWER
from rag.questions import is_asked_in_cjk, is_cjk
from rag.text.tokens import counter_for
from rag.understanding.asked import Asked

_LEAST_WINDOW = 512


class CitationSynthesizer(PaperSynthesizer):
    """An LLM writes the answer from numbered abstracts and cites them by [n].

    Where it fails, the answer says so in one line, keeps what has been written, and goes on in the papers' own
    sentences; `problem` in the metadata then holds that line.

    Args:
        reader, llm, mode, streaming: see `PaperSynthesizer`.
        evidence_k: papers shown to the LLM at most; fewer where its context window is small.
        prompt: takes `context_str` and `query_str`.
        strict: leave out sentences that the papers do not bear out; otherwise they are marked.
        foresight: spares reading the papers before the LLM is asked, where it can tell that they answer.
    """

    def __init__(
        self,
        reader: EvidenceReader,
        llm: LLM,
        mode: str,
        *,
        evidence_k: int = 8,
        streaming: bool = False,
        prompt: ChatPromptTemplate = ANSWER,
        strict: bool = False,
        foresight: Foresight | None = None,
    ) -> None:
        super().__init__(reader, llm, mode, streaming=streaming)
        self._evidence_k = evidence_k
        self._prompt = prompt
        self._strict = strict
        self._foresight = foresight
        self._tokens = counter_for(llm.metadata.model_name)
        self._tokens("")  # a tokenizer is loaded now, not while the first question waits

    def _get_prompts(self) -> PromptDictType:
        return {"answer": self._prompt}

    def _update_prompts(self, prompts: PromptDictType) -> None:
        if isinstance(prompt := prompts.get("answer"), ChatPromptTemplate):
            self._prompt = prompt

    def _pieces(self, asked: Asked, nodes: Sequence[NodeWithScore], metadata: dict[str, Any]) -> Generator[str]:
        if (known := self._known(asked, nodes)) is not None:
            yield self._told(known, asked, metadata)
            return
        writing = _Writing(self, asked, nodes)
        while (brief := writing.brief()) is not None:
            try:
                chunks = self._llm.stream_chat(brief.messages)
                with closing(chunks):
                    for chunk in chunks:
                        if shown := writing.manuscript.take(chunk):
                            yield shown
            except (StoppedError, GeneratorExit):
                writing.stopped(metadata)
                raise
            except QuestionError:
                raise
            except Exception as error:  # an LLM's client raises errors of its own kinds
                writing.failed(error)
            else:
                writing.ended()
        yield from writing.concluded(metadata)

    async def _apieces(
        self, asked: Asked, nodes: Sequence[NodeWithScore], metadata: dict[str, Any]
    ) -> AsyncGenerator[str]:
        if (known := await asyncio.to_thread(self._known, asked, nodes)) is not None:
            yield self._told(known, asked, metadata)
            return
        writing = _Writing(self, asked, nodes)
        while (brief := writing.brief()) is not None:
            try:
                async with aclosing(await self._llm.astream_chat(brief.messages)) as chunks:
                    async for chunk in chunks:
                        if shown := await asyncio.to_thread(writing.manuscript.take, chunk):
                            yield shown
            except (StoppedError, QuestionError):
                raise
            except Exception as error:  # an LLM's client raises errors of its own kinds
                writing.failed(error)
            else:
                writing.ended()
        for piece in await asyncio.to_thread(lambda: list(writing.concluded(metadata))):
            yield piece

    def _known(self, asked: Asked, nodes: Sequence[NodeWithScore]) -> Quotation | None:
        """The answer that needs no call: that no paper answers, or that the right one's abstract does not say it.

        For other languages than English that is not known unless the LLM translated the question: the LLM decides.
        """
        if not nodes:
            return Quotation(refusal_of(asked, nodes), Verdict.NOT_IN_PAPERS)
        if panel_of(self._reader, asked, nodes) is not None:  # whatever the papers are on
            return None
        rough = asked.translation.language != "en" and asked.translation.source != "model"
        if rough or is_cjk(asked.reading):
            return None
        promised = self._foresight is not None and self._foresight.promises(asked.reading, nodes)
        if promised and not asks_count(asked.topic) and plain_detail(asked.topic, paper_of_node(nodes[0])) is None:
            return None
        found = appraise(self._reader, asked, nodes)
        if found.detail is not None:
            return shortfall(asked.asked_as, found.readings[0], found.detail)
        if found.verdict is Verdict.NOT_IN_PAPERS and not promised:
            return Quotation(refusal_of(asked, nodes, self._reader.lexical), found.verdict)
        return None

    def _told(self, quotation: Quotation, asked: Asked, metadata: dict[str, Any]) -> str:
        metadata |= self._metadata(quotation.verdict, quotation.citations, quotation.sentences, _spent(asked))
        return quotation.text


class _Writing:
    """One answer in the making: briefs for the LLM until one is answered, then what is said after its words.

    Args:
        synthesizer: whose settings hold.
        nodes: the papers retrieved, best first.
    """

    def __init__(self, synthesizer: CitationSynthesizer, asked: Asked, nodes: Sequence[NodeWithScore]) -> None:
        self._with = synthesizer
        self._asked = asked
        self._nodes = nodes
        self._papers = [paper_of_node(node) for node in nodes[: synthesizer._evidence_k]]
        self._window = synthesizer._llm.metadata.context_window
        self._tries = 0
        self._over = False
        self._problem = ""
        self._rest = ""
        self._written = Event()
        self._brief: Brief | None = None
        self.manuscript = Manuscript(())

    def brief(self) -> Brief | None:
        """What to send next; None where nothing more is to be sent."""
        if self._over:
            return None
        self._tries += 1
        try:
            brief = brief_of(self._with._prompt, self._asked.query_str, self._papers, self._window, self._with._tokens)
        except AskPapersError as error:
            self._over, self._problem = True, str(error)
            return None
        self._brief = brief
        cjk = is_asked_in_cjk(self._asked.asked_as)
        self.manuscript = Manuscript(brief.papers, self._with._reader, strict=self._with._strict, cjk=cjk)
        # The LLM takes its time to begin: meanwhile the abstracts are made ready for checking its sentences. No daemon:
        # the process would end in the midst of the model's own code.
        Thread(target=self._with._reader.prepare, args=(brief.papers, self._written), name="abstracts").start()
        return brief

    def ended(self) -> None:
        """The LLM has said all it has to say."""
        self._over = True
        self._written.set()
        self._rest = self.manuscript.end()
        self._problem = self.manuscript.shortcoming(self._with.mode)

    def failed(self, error: Exception) -> None:
        """The LLM has failed: with less to read it is asked once more where there was too much, else it is over."""
        if is_overflow(error) and self._tries == 1 and not self.manuscript.text:
            self._papers = self._papers[: max(1, len(self._papers) // 2)]
            self._window = max(_LEAST_WINDOW, min(self._window // 2, limit_of(error) or self._window))
            return
        self._over = True
        self._written.set()
        self._rest = self.manuscript.end(broken=True)
        self._problem = self.manuscript.broken(error, self._with.mode)

    def stopped(self, metadata: dict[str, Any]) -> None:
        """Whoever asked wants no more: fill in the metadata with what there is."""
        self._over = True
        self._written.set()
        self.manuscript.end(broken=True)
        if self.manuscript.thoughts_shown:
            metadata["thoughts"] = self.manuscript.thoughts_shown
        citations, sentences = self.manuscript.proof(self._with._reader)
        counted = self._brief.usage(self.manuscript.text, self._with._tokens) if self._brief else None
        spent = _spent(self._asked, self.manuscript.usage or counted)
        metadata |= self._with._metadata(Verdict.ANSWERED, citations, sentences, spent) | self.manuscript.counts

    def concluded(self, metadata: dict[str, Any]) -> Generator[str]:
        """Yield the rest and what is said after the LLM's words; fill in the metadata."""
        if self._rest:
            yield self._rest
        if self.manuscript.thoughts_shown:
            metadata["thoughts"] = self.manuscript.thoughts_shown
        manuscript, usage = self.manuscript, _spent(self._asked, self.manuscript.usage)
        if not self._problem and manuscript.is_refusal:
            metadata |= self._with._metadata(Verdict.NOT_IN_PAPERS, usage=usage) | manuscript.counts
            return
        citations, sentences = manuscript.proof(self._with._reader)
        verdict = Verdict.ABSTRACT_DOES_NOT_SAY if manuscript.finds_no_detail else Verdict.ANSWERED
        metadata |= self._with._metadata(verdict, citations, sentences, usage) | manuscript.counts
        if not self._problem:
            return
        metadata["problem"] = self._problem
        yield ("\n\n" if manuscript.text else "") + f"*{self._problem}*"
        if manuscript.is_cut:
            return
        numbers = {citation.paper_id: citation.n for citation in citations}
        quoted = quotation(self._with._reader, self._asked, self._nodes, numbers)
        known = {(citation.n, citation.start) for citation in citations}
        more = [asdict(item) for item in quoted.citations if (item.n, item.start) not in known]
        metadata["citations"] = sorted(metadata["citations"] + more, key=lambda item: (item["n"], item["start"]))
        metadata["sentences"] += quoted.sentences
        if not manuscript.text.strip():
            metadata["verdict"] = str(quoted.verdict)
        if not manuscript.text.strip() or quoted.verdict is Verdict.ANSWERED:
            yield f"\n\n{quoted.text}"


def _spent(asked: Asked, usage: Mapping[str, int] | None = None) -> dict[str, int] | None:
    """The tokens of all requests: for understanding the question, translating it, and answering."""
    return added(added(getattr(asked, "usage", None), asked.translation.usage), usage)
