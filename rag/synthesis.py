"""From papers to an answer: quoted from their sentences, or written by an LLM and cited."""

import asyncio
from abc import abstractmethod
from collections.abc import AsyncGenerator, Generator, Sequence
from contextlib import aclosing
from dataclasses import asdict, dataclass
from typing import Any

from llama_index.core.base.response.schema import (
    RESPONSE_TYPE,
    AsyncStreamingResponse,
    Response,
    StreamingResponse,
)
from llama_index.core.callbacks import CallbackManager
from llama_index.core.llms import LLM, ChatMessage, MockLLM
from llama_index.core.prompts import ChatPromptTemplate
from llama_index.core.prompts.mixin import PromptDictType
from llama_index.core.response_synthesizers import BaseSynthesizer
from llama_index.core.schema import NodeWithScore, QueryType, TextNode

from rag.citations import Citation
from rag.drafts import Draft, paper_of_node
from rag.evidence import EvidenceReader, Reading
from rag.languages.interpreter import added
from rag.llm import explained
from rag.prompts import ANSWER, EMPTY_INDEX, abstract_block, no_match, quoted_from
from rag.questions import is_cjk, names
from rag.understanding import Asked
from rag.verdicts import Verdict, judge

_READ = 3
"""Papers read closely for a question."""
_ANSWER_TOKENS = 1024
_CHARACTERS_PER_TOKEN = 3


@dataclass(frozen=True)
class _Reply:
    text: str
    metadata: dict[str, Any]


class PaperSynthesizer(BaseSynthesizer):
    """What both synthesizers share: read the best papers, judge, refuse, and shape the response.

    A response's metadata holds `verdict`, `citations`, `sentences`, `mode` and `usage`, in the form of the
    JSON contract; for a streamed response they are there once the stream has ended.

    Args:
        reader: finds the sentences that answer.
        llm: writes answers; a synthesizer that quotes has a mock that is never called.
        mode: how answers are made, as they state it.
        streaming: give the answer in pieces.
    """

    def __init__(self, reader: EvidenceReader, llm: LLM, mode: str, *, streaming: bool = False) -> None:
        super().__init__(llm=llm, callback_manager=CallbackManager([]), streaming=streaming)
        self._reader = reader
        self.mode = mode

    @abstractmethod
    def _pieces(self, asked: Asked, nodes: Sequence[NodeWithScore], metadata: dict[str, Any]) -> Generator[str]:
        """Yield the answer in pieces and fill in `metadata` at the end."""

    @abstractmethod
    def _apieces(self, asked: Asked, nodes: Sequence[NodeWithScore], metadata: dict[str, Any]) -> AsyncGenerator[str]:
        """The same for asynchronous callers."""

    def synthesize(
        self,
        query: QueryType,
        nodes: list[NodeWithScore],
        additional_source_nodes: Sequence[NodeWithScore] | None = None,
        **response_kwargs: Any,
    ) -> RESPONSE_TYPE:
        """Answer a question from retrieved papers, best first."""
        asked = Asked.of(query)
        sources = [*nodes, *(additional_source_nodes or ())]
        metadata: dict[str, Any] = asked.records()
        pieces = _remarked(asked, self._pieces(asked, nodes, metadata))
        if self._streaming:
            return StreamingResponse(pieces, source_nodes=sources, metadata=metadata)
        return Response("".join(pieces), source_nodes=sources, metadata=metadata)

    async def asynthesize(
        self,
        query: QueryType,
        nodes: list[NodeWithScore],
        additional_source_nodes: Sequence[NodeWithScore] | None = None,
        **response_kwargs: Any,
    ) -> RESPONSE_TYPE:
        """Answer a question from retrieved papers, best first, without blocking the event loop."""
        asked = Asked.of(query)
        sources = [*nodes, *(additional_source_nodes or ())]
        metadata: dict[str, Any] = asked.records()
        pieces = _aremarked(asked, self._apieces(asked, nodes, metadata))
        if self._streaming:
            return AsyncStreamingResponse(pieces, source_nodes=sources, metadata=metadata)
        return Response("".join([piece async for piece in pieces]), source_nodes=sources, metadata=metadata)

    def get_response(self, query_str: str, text_chunks: Sequence[str], **response_kwargs: Any) -> str:
        """Answer from bare texts, as LlamaIndex's other components call it."""
        nodes = [NodeWithScore(node=TextNode(text=text)) for text in text_chunks]
        return "".join(self._pieces(Asked.of(query_str), nodes, {}))

    async def aget_response(self, query_str: str, text_chunks: Sequence[str], **response_kwargs: Any) -> str:
        """The same for asynchronous callers."""
        nodes = [NodeWithScore(node=TextNode(text=text)) for text in text_chunks]
        return "".join([piece async for piece in self._apieces(Asked.of(query_str), nodes, {})])

    def _read(self, asked: Asked, nodes: Sequence[NodeWithScore]) -> list[Reading]:
        """Read the papers ranked first; what each says, word by word, then counts as much as its rank's score."""
        read = [(self._reader.read(asked.reading, paper_of_node(node)), node.score or 0.0) for node in nodes[:_READ]]
        return [reading for reading, score in sorted(read, key=lambda pair: -(pair[0].similarity + pair[1]))]

    def _metadata(
        self,
        verdict: Verdict,
        citations: Sequence[Citation] = (),
        sentences: Sequence[dict[str, Any]] = (),
        usage: dict[str, int] | None = None,
    ) -> dict[str, Any]:
        return {
            "verdict": str(verdict),
            "citations": [asdict(citation) for citation in citations],
            "sentences": list(sentences),
            "mode": self.mode,
            "usage": usage,
        }

    def _refusal(self, asked: Asked, nodes: Sequence[NodeWithScore], usage: dict[str, int] | None = None) -> _Reply:
        text = asked.nothing_left() or (no_match(asked.query_str) if nodes else EMPTY_INDEX)
        return _Reply(text, self._metadata(Verdict.NOT_IN_PAPERS, usage=added(asked.translation.usage, usage)))


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
        reply = self._reply(asked, nodes)
        metadata |= reply.metadata
        yield from reply.text.splitlines(keepends=True)

    async def _apieces(
        self, asked: Asked, nodes: Sequence[NodeWithScore], metadata: dict[str, Any]
    ) -> AsyncGenerator[str]:
        reply = await asyncio.to_thread(self._reply, asked, nodes)
        metadata |= reply.metadata
        for line in reply.text.splitlines(keepends=True):
            yield line

    def _reply(self, asked: Asked, nodes: Sequence[NodeWithScore]) -> _Reply:
        readings = self._read(asked, nodes)
        rough = asked.translation.source == "glossary"
        if judge(asked.reading, readings, self._reader.lexical, rough=rough) is not Verdict.ANSWERED:
            return self._refusal(asked, nodes)
        blocks, citations, sentences = [], [], []
        for n, reading in enumerate(_speakers(asked.reading, readings), 1):
            paper, spans = reading.paper, reading.best()
            quoted = [paper.abstract[span.start : span.end] for span in spans]
            blocks.append(f"{quoted_from(asked.query_str, paper.heading)}\n\n> " + _flow(quoted, n))
            citations += [
                Citation(n, paper.paper_id, paper.label, paper.url, text, span.start, span.end)
                for text, span in zip(quoted, spans, strict=True)
            ]
            sentences += [{"text": text, "citations": [n], "supported": True} for text in quoted]
        return _Reply("\n\n".join(blocks), self._metadata(Verdict.ANSWERED, citations, sentences))


class CitationSynthesizer(PaperSynthesizer):
    """An LLM writes the answer from numbered abstracts and cites them by [n].

    Args:
        reader, llm, mode, streaming: see `PaperSynthesizer`.
        evidence_k: papers shown to the LLM at most; fewer where its context window is small.
        prompt: takes `context_str` and `query_str`.
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
    ) -> None:
        super().__init__(reader, llm, mode, streaming=streaming)
        self._evidence_k = evidence_k
        self._prompt = prompt

    def _get_prompts(self) -> PromptDictType:
        return {"answer": self._prompt}

    def _update_prompts(self, prompts: PromptDictType) -> None:
        if isinstance(prompt := prompts.get("answer"), ChatPromptTemplate):
            self._prompt = prompt

    def _pieces(self, asked: Asked, nodes: Sequence[NodeWithScore], metadata: dict[str, Any]) -> Generator[str]:
        if self._is_hopeless(asked, nodes):
            reply = self._refusal(asked, nodes)
            metadata |= reply.metadata
            yield reply.text
            return
        messages, draft = self._brief(asked, nodes)
        try:
            for chunk in self._llm.stream_chat(messages):
                if shown := draft.take(chunk):
                    yield shown
        except Exception as error:  # an LLM's client raises errors of its own kinds
            raise explained(error, self.mode) from error
        if rest := draft.end():
            yield rest
        metadata |= self._concluded(asked, nodes, draft)

    async def _apieces(
        self, asked: Asked, nodes: Sequence[NodeWithScore], metadata: dict[str, Any]
    ) -> AsyncGenerator[str]:
        if await asyncio.to_thread(self._is_hopeless, asked, nodes):
            reply = self._refusal(asked, nodes)
            metadata |= reply.metadata
            yield reply.text
            return
        messages, draft = self._brief(asked, nodes)
        try:
            async for chunk in await self._llm.astream_chat(messages):
                if shown := draft.take(chunk):
                    yield shown
        except Exception as error:  # an LLM's client raises errors of its own kinds
            raise explained(error, self.mode) from error
        if rest := draft.end():
            yield rest
        metadata |= await asyncio.to_thread(self._concluded, asked, nodes, draft)

    def _is_hopeless(self, asked: Asked, nodes: Sequence[NodeWithScore]) -> bool:
        """Whether retrieval already knows that no paper answers, so that no call is made.

        For other languages than English it does not know unless the LLM translated the question, and the LLM decides.
        """
        rough = asked.translation.language != "en" and asked.translation.source != "model"
        if not nodes or rough or is_cjk(asked.reading):
            return not nodes
        return judge(asked.reading, self._read(asked, nodes), self._reader.lexical) is not Verdict.ANSWERED

    def _brief(self, asked: Asked, nodes: Sequence[NodeWithScore]) -> tuple[list[ChatMessage], Draft]:
        papers = [paper_of_node(node) for node in nodes[: self._evidence_k]]
        frame = sum(
            len(str(m.content)) for m in self._prompt.format_messages(context_str="", query_str=asked.query_str)
        )
        room = (self._llm.metadata.context_window - _ANSWER_TOKENS) * _CHARACTERS_PER_TOKEN - frame
        blocks: list[str] = []
        for n, paper in enumerate(papers, 1):
            block = abstract_block(n, paper.heading, paper.abstract)
            if blocks and sum(map(len, blocks)) + len(block) > room:
                break
            blocks.append(block)
        messages = self._prompt.format_messages(context_str="\n\n".join(blocks), query_str=asked.query_str)
        return messages, Draft(papers[: len(blocks)])

    def _concluded(self, asked: Asked, nodes: Sequence[NodeWithScore], draft: Draft) -> dict[str, Any]:
        if draft.is_refusal:
            return self._refusal(asked, nodes, draft.usage).metadata
        citations, sentences = draft.proof(self._reader)
        return self._metadata(Verdict.ANSWERED, citations, sentences, added(asked.translation.usage, draft.usage))


def _remarked(asked: Asked, pieces: Generator[str]) -> Generator[str]:
    """The answer after what a reader must know of how the question was read."""
    yield from (f"*{remark}*\n\n" for remark in asked.remarks())
    yield from pieces


async def _aremarked(asked: Asked, pieces: AsyncGenerator[str]) -> AsyncGenerator[str]:
    for remark in asked.remarks():
        yield f"*{remark}*\n\n"
    async with aclosing(pieces):
        async for piece in pieces:
            yield piece


def _flow(quoted: Sequence[str], n: int) -> str:
    """Sentences as one paragraph of a Markdown quotation, each with its number."""
    return " ".join(f"{' '.join(text.split())} [{n}]" for text in quoted)


def _speakers(topic: str, readings: Sequence[Reading]) -> list[Reading]:
    """The best paper, and each further one that holds a name of the question which the others lack."""
    asked = [term for term, _ in names(topic)]
    speakers = [readings[0]]
    for reading in readings[1:]:
        missing = [term for term in asked if not any(speaker.holds(term) for speaker in speakers)]
        if any(reading.holds(term) for term in missing):
            speakers.append(reading)
    return speakers
