"""build_query_engine: the whole pipeline as a LlamaIndex query engine."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Generator, Iterable, Sequence
from contextlib import aclosing, closing
from dataclasses import replace
from time import perf_counter
from typing import Any, cast

from llama_index.core.base.embeddings.base import BaseEmbedding
from llama_index.core.base.response.schema import RESPONSE_TYPE, AsyncStreamingResponse, StreamingResponse
from llama_index.core.callbacks import CallbackManager
from llama_index.core.llms import LLM
from llama_index.core.query_engine import RetrieverQueryEngine
from llama_index.core.schema import NodeWithScore, QueryBundle

from rag.chosen import talk_about_chosen
from rag.comparing import interleaved
from rag.config import RagConfig
from rag.conversation import Continued, Rewriter, carried_first
from rag.courtesies import courtesy_of, reply
from rag.embedding import build_embedding, original_model
from rag.encoders import RememberingEncoder
from rag.evidence import EvidenceReader, TokenEncoder
from rag.filters import Filter, parse_where
from rag.followups import FollowUps
from rag.foresight import Foresight
from rag.history import history_of
from rag.kept_vectors import KeptVectors
from rag.languages.interpreter import Interpreter, Translation
from rag.likeness import papers_like
from rag.llm import build_llm, mode_of
from rag.mending import mend
from rag.questions import checked
from rag.responses import settled
from rag.retrieval import HybridRetriever
from rag.store import PaperStore
from rag.surveying import Survey, Surveyor
from rag.synthesis import CitationSynthesizer, ExtractiveSynthesizer, PaperSynthesizer
from rag.understanding import Asked


class PaperQueryEngine(RetrieverQueryEngine):
    """A LlamaIndex query engine whose responses carry their proof in `metadata`.

    Args:
        retriever: finds the papers.
        synthesizer: answers from them.
        rewriter: makes follow-ups stand alone; by rules alone by default.
        surveyor: answers what is asked of the whole corpus; None leaves that to the synthesizer too.
    """

    def __init__(
        self,
        retriever: HybridRetriever,
        synthesizer: PaperSynthesizer,
        rewriter: Rewriter | None = None,
        surveyor: Surveyor | None = None,
    ) -> None:
        super().__init__(retriever, synthesizer, callback_manager=CallbackManager([]))
        self.mode = synthesizer.mode
        self._rewriter = rewriter or Rewriter()
        self._surveyor = surveyor

    @property
    def retriever(self) -> HybridRetriever:
        """What finds the papers."""
        return cast(HybridRetriever, self._retriever)

    def understand(
        self,
        question: str,
        where: Sequence[str | Filter] = (),
        history: Iterable[Any] | None = None,
        *,
        without: Sequence[str | Filter] = (),
    ) -> Asked:
        """A question with conditions or a conversation of its own, for `query`, `aquery` and `retrieve`.

        Args:
            question: as asked.
            where: conditions such as "year>=2023", beside those that the engine was built with.
            history: the conversation before it, oldest message first: dicts with `role` and `content`, answers best
                with the `citations` of their JSON form. Nothing of it is kept.
            without: conditions that are not to hold though the question's words state them, as `filters` names them.

        Raises:
            FilterError: a condition is of no form that is known.
            QuestionError: the question is empty, or far too long, or the history is no list of messages.
        """
        conditions, refused = parse_where(where), parse_where(without)
        turns = talk_about_chosen(history_of(history), conditions, self.retriever.store)
        if not turns or courtesy_of(question) is not None:
            return self.retriever.understand(QueryBundle(question), conditions, without=refused)
        rules = FollowUps(self.retriever.store, self.retriever.lexical)
        found, usage = self._rewriter.standalone(checked(question), turns, rules)
        asked = self.retriever.understand(QueryBundle(found.text), conditions, without=refused)
        return Continued.from_asked(asked, question, found, usage)

    def retrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        """The papers for a question, best first; those that a conversation goes on about before all others."""
        asked = self.retriever.understand(query_bundle)
        return carried_first(asked, self._for_sides(asked, super().retrieve(asked)), self.retriever.store)

    async def aretrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        """The same for asynchronous callers."""
        asked = await asyncio.to_thread(self.retriever.understand, query_bundle)
        nodes = await asyncio.to_thread(self._for_sides, asked, await super().aretrieve(asked))
        return await asyncio.to_thread(carried_first, asked, nodes, self.retriever.store)

    def similar(self, paper_id: str, limit: int = 10) -> list[NodeWithScore]:
        """The papers nearest to one of the index, nearest first: see `rag.likeness`."""
        return papers_like(self.retriever, paper_id, limit)

    def _query(self, query_bundle: QueryBundle) -> RESPONSE_TYPE:
        began = perf_counter()
        asked = self.retriever.understand(query_bundle)
        synthesizer = cast(PaperSynthesizer, self._response_synthesizer)
        if (said := reply(asked.query_str)) is not None:
            return _recorded(synthesizer.quoted(asked, said, []), began, perf_counter())
        nodes = self.retrieve(asked)
        survey = self._survey(asked, nodes)
        found = perf_counter()
        if survey is not None:
            return _recorded(synthesizer.quoted(survey.asked, survey.quotation, survey.nodes), began, found)
        return _recorded(self.synthesize(asked, nodes), began, found)

    async def _aquery(self, query_bundle: QueryBundle) -> RESPONSE_TYPE:
        began = perf_counter()
        asked = await asyncio.to_thread(self.retriever.understand, query_bundle)
        synthesizer = cast(PaperSynthesizer, self._response_synthesizer)
        if (said := reply(asked.query_str)) is not None:
            return _recorded(await synthesizer.aquoted(asked, said, []), began, perf_counter())
        nodes = await self.aretrieve(asked)
        survey = await asyncio.to_thread(self._survey, asked, nodes)
        found = perf_counter()
        if survey is not None:
            return _recorded(await synthesizer.aquoted(survey.asked, survey.quotation, survey.nodes), began, found)
        return _recorded(await self.asynthesize(asked, nodes), began, found)

    def _survey(self, asked: Asked, nodes: Sequence[NodeWithScore]) -> Survey | None:
        return None if self._surveyor is None else self._surveyor.survey(asked, nodes)

    def _for_sides(self, asked: Asked, nodes: list[NodeWithScore]) -> list[NodeWithScore]:
        """The ranking, with the papers of each side of a comparison brought forward."""
        if asked.comparison is None:
            return nodes
        sides = [
            super(PaperQueryEngine, self).retrieve(
                replace(asked, topic=question, embedding=None, translation=Translation())
            )
            for question in asked.comparison.questions()
        ]
        return interleaved([*sides, nodes])[: len(nodes)]


def build_query_engine(
    config: RagConfig,
    *,
    streaming: bool = False,
    llm: LLM | None = None,
    embed_model: BaseEmbedding | None = None,
    encoder: TokenEncoder | None = None,
    where: Sequence[str | Filter] = (),
    progress: Callable[[int, int | None], object] | None = None,
) -> PaperQueryEngine:
    """Open an index and build the engine that answers from it.

    Args:
        config: what to build.
        streaming: responses come as LlamaIndex streaming responses.
        llm: writes the answers, in place of the one that `config.llm` names.
        embed_model: in place of the one that `config.embedding` names; it must be the same model.
        encoder: gives token vectors for ranking and for choosing evidence; the bundled model by default, whatever made
            the index.
        where: conditions that every answer's papers must meet, such as "year>=2023" or "venue=ICML".
        progress: told where vectors that were lost are made again (see `rag.mending`).

    Raises:
        FilterError: a condition is of no form that is known.
        IndexStoreError: there is no such index, or another model made it.
        ConfigError, ModelError: a model cannot be built.
    """
    conditions = parse_where(where)
    store = PaperStore.open(config.index, config.embedding)
    embed_model = embed_model or build_embedding(config.embedding, timeout=config.timeout)
    mend(store, embed_model, progress)
    encoder = RememberingEncoder(encoder or _encoder(embed_model))
    llm, mode = _writer(config, llm)
    retriever = HybridRetriever(
        store,
        embed_model,
        top_k=config.top_k,
        encoder=encoder,
        where=conditions,
        infer_filters=config.infer_filters,
        interpreter=Interpreter(llm),
    )
    kept = KeptVectors(store.signs().get, encoder.token_spans) if encoder.token_spans is not None else None
    reader = EvidenceReader(encoder, lambda: retriever.lexical, kept)
    surveyor = Surveyor(retriever, encoder, reader, writes=llm is not None)
    if llm is None:
        return PaperQueryEngine(retriever, ExtractiveSynthesizer(reader, streaming=streaming), surveyor=surveyor)
    synthesizer = CitationSynthesizer(
        reader,
        llm,
        mode,
        evidence_k=config.evidence_k,
        strict=config.strict,
        streaming=streaming,
        foresight=Foresight(encoder, lambda: retriever.lexical, store.signs().get),
    )
    return PaperQueryEngine(retriever, synthesizer, Rewriter(llm), surveyor)


def _writer(config: RagConfig, llm: LLM | None) -> tuple[LLM | None, str]:
    """What writes the answers, None where they are quoted, and how it is named in them."""
    if llm is not None:
        return llm, f"{llm.class_name()}:{llm.metadata.model_name}"
    return (build_llm(config), mode_of(config)) if config.llm else (None, "extractive")


def _encoder(embed_model: BaseEmbedding) -> TokenEncoder:
    from rag.minilm import MiniLMEmbedding

    return embed_model if isinstance(embed_model, MiniLMEmbedding) else original_model()


def _recorded(response: RESPONSE_TYPE, began: float, found: float) -> RESPONSE_TYPE:
    """Note the times and, for a streamed response, its text: both are there once its generator has ended."""
    metadata = response.metadata = {} if response.metadata is None else response.metadata

    def note_times() -> None:
        ended = perf_counter()
        spans = {"retrieve": found - began, "synthesize": ended - found, "total": ended - began}
        metadata["timings_ms"] = {name: round(1000 * seconds, 1) for name, seconds in spans.items()}

    if isinstance(response, StreamingResponse):
        response.response_gen = _kept(response, response.response_gen, note_times)
    elif isinstance(response, AsyncStreamingResponse):
        response.response_gen = _akept(response, response.response_gen, note_times)
    else:
        note_times()
    return response


def _kept(response: StreamingResponse, pieces: Generator[str], at_end: Callable[[], None]) -> Generator[str]:
    text = ""
    with closing(pieces):  # a reader that stops early stops the model's stream too
        for piece in pieces:
            text += piece
            yield piece
    response.response_txt = settled(text, response.metadata or {})
    at_end()


async def _akept(
    response: AsyncStreamingResponse, pieces: AsyncGenerator[str], at_end: Callable[[], None]
) -> AsyncGenerator[str]:
    text = ""
    async with aclosing(pieces):
        async for piece in pieces:
            text += piece
            yield piece
    response.response_txt = settled(text, response.metadata or {})
    at_end()
