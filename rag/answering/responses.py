"""PaperSynthesizer: what quoted and written answers share."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import AsyncGenerator, Generator, Sequence
from contextlib import aclosing
from dataclasses import asdict
from typing import Any

from llama_index.core.base.response.schema import (
    RESPONSE_TYPE,
    AsyncStreamingResponse,
    Response,
    StreamingResponse,
)
from llama_index.core.callbacks import CallbackManager
from llama_index.core.indices.prompt_helper import PromptHelper
from llama_index.core.llms import LLM
from llama_index.core.response_synthesizers import BaseSynthesizer
from llama_index.core.schema import NodeWithScore, QueryType, TextNode

from rag.answering.drafts import paper_of_node
from rag.answering.quotations import Quotation
from rag.citations import Citation
from rag.evidence.evidence import EvidenceReader
from rag.evidence.verdicts import Verdict
from rag.lexical import LexicalIndex
from rag.prompts import EMPTY_INDEX, no_match, no_variant, none_of
from rag.questions import is_asked_in_cjk
from rag.understanding.asked import Asked
from rag.understanding.labels import label
from rag.understanding.mentions import base_asked

_NEAREST = 5
"""Papers among which the one is looked for of whose method a variant is asked for."""


class PaperSynthesizer(BaseSynthesizer):
    """What both synthesizers share: refuse, remark, and shape the response.

    A response's metadata holds `verdict`, `citations`, `sentences`, `mode`, `usage` and `problem`, in the form of
    the JSON contract; for a streamed response they are there once the stream has ended.

    Args:
        reader: finds the sentences that answer.
        llm: writes answers; a synthesizer that quotes has a mock that is never called.
        mode: how answers are made, as they state it.
        streaming: give the answer in pieces.
    """

    def __init__(self, reader: EvidenceReader, llm: LLM, mode: str, *, streaming: bool = False) -> None:
        # Never asked for anything, but the one made by default loads tiktoken's tables, a third of a second.
        unused = PromptHelper(tokenizer=str.split)
        super().__init__(llm=llm, callback_manager=CallbackManager([]), prompt_helper=unused, streaming=streaming)
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
        return Response(settled("".join(pieces), metadata), source_nodes=sources, metadata=metadata)

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
        text = settled("".join([piece async for piece in pieces]), metadata)
        return Response(text, source_nodes=sources, metadata=metadata)

    def quoted(self, asked: Asked, quotation: Quotation, nodes: list[NodeWithScore]) -> RESPONSE_TYPE:
        """Shape an answer that is there already.

        Args:
            asked: the question.
            quotation: the answer.
            nodes: the papers behind it, best first.
        """
        metadata = self._quoted_metadata(asked, quotation)
        lines = quotation.text.splitlines(keepends=True)
        pieces = _remarked(asked, (line for line in lines))
        if self._streaming:
            return StreamingResponse(pieces, source_nodes=nodes, metadata=metadata)
        return Response("".join(pieces), source_nodes=nodes, metadata=metadata)

    async def aquoted(self, asked: Asked, quotation: Quotation, nodes: list[NodeWithScore]) -> RESPONSE_TYPE:
        """The same for asynchronous callers."""

        async def lines() -> AsyncGenerator[str]:
            for line in quotation.text.splitlines(keepends=True):
                yield line

        if not self._streaming:
            return self.quoted(asked, quotation, nodes)
        metadata = self._quoted_metadata(asked, quotation)
        return AsyncStreamingResponse(_aremarked(asked, lines()), source_nodes=nodes, metadata=metadata)

    def _quoted_metadata(self, asked: Asked, quotation: Quotation) -> dict[str, Any]:
        # Whatever model is set, none has written this.
        found = self._metadata(quotation.verdict, quotation.citations, quotation.sentences)
        return asked.records() | found | {"mode": "extractive"}

    def get_response(self, query_str: str, text_chunks: Sequence[str], **response_kwargs: Any) -> str:
        """Answer from bare texts, as LlamaIndex's other components call it."""
        nodes = [NodeWithScore(node=TextNode(text=text)) for text in text_chunks]
        return "".join(self._pieces(Asked.of(query_str), nodes, {}))

    async def aget_response(self, query_str: str, text_chunks: Sequence[str], **response_kwargs: Any) -> str:
        """The same for asynchronous callers."""
        nodes = [NodeWithScore(node=TextNode(text=text)) for text in text_chunks]
        return "".join([piece async for piece in self._apieces(Asked.of(query_str), nodes, {})])

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
            "problem": None,
            "dropped_citations": 0,
            "removed_sentences": 0,
        }


def settled(text: str, metadata: dict[str, Any]) -> str:
    """An answer once it is whole: without what was streamed before it turned out to be a model's thoughts."""
    return text.replace(metadata.pop("thoughts", ""), "", 1)


def refusal_of(asked: Asked, nodes: Sequence[NodeWithScore], lexical: LexicalIndex | None = None) -> str:
    """What is said when no paper answers: none is there, none meets the conditions, or none says it.

    Args:
        asked: the question, understood.
        nodes: the papers found, the best first.
        lexical: tells which names occur, so that the method is told of which one is asked for that no paper has.
    """
    if none := asked.nothing_left():
        return none
    if not nodes:
        return EMPTY_INDEX
    papers = [paper_of_node(node) for node in nodes[:_NEAREST]]
    if lexical is not None and (base := base_asked(papers, asked.topic, lexical)) is not None:
        return no_variant(asked.asked_as, base[0], base[1].heading)
    if asked.allowed is None:  # a condition that all papers meet narrows nothing
        return no_match(asked.asked_as)
    conditions = [item.condition for item in asked.narrowing]
    chosen = all(condition.field == "paper" and condition.operator == "=" for condition in conditions)
    told = [label(condition, cjk=is_asked_in_cjk(asked.asked_as)) for condition in conditions]
    return none_of(asked.asked_as, len(asked.allowed), told, chosen=chosen)


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
