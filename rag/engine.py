"""build_query_engine: the whole pipeline as a LlamaIndex query engine."""

import asyncio
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from time import perf_counter
from typing import Any, cast

from llama_index.core.base.embeddings.base import BaseEmbedding
from llama_index.core.base.response.schema import RESPONSE_TYPE
from llama_index.core.callbacks import CallbackManager
from llama_index.core.llms import LLM
from llama_index.core.query_engine import RetrieverQueryEngine
from llama_index.core.schema import NodeWithScore, QueryBundle

from rag.answering.exhausted import exhausted, unlisted
from rag.answering.foresight import Foresight
from rag.answering.timings import recorded
from rag.answering.together import chosen_together
from rag.answering.tools import Tools
from rag.config import RagConfig
from rag.corpus.surveying import Surveyor
from rag.corpus.surveys import Survey
from rag.embedding import build_embedding, original_model
from rag.encoding.encoders import RememberingEncoder
from rag.evidence.evidence import EvidenceReader, TokenEncoder
from rag.index.kept_vectors import KeptVectors
from rag.index.mending import mend
from rag.languages.interpreter import Interpreter, Translation
from rag.llms.llm import writer_of
from rag.prompts import answer_prompt
from rag.questions import MAX_CHARACTERS, checked
from rag.ranking.likeness import papers_like
from rag.retrieval import HybridRetriever
from rag.store import PaperStore
from rag.synthesis import CitationSynthesizer, ExtractiveSynthesizer, PaperSynthesizer
from rag.understanding.asked import Asked
from rag.understanding.chosen import talk_about_chosen
from rag.understanding.comparing import interleaved
from rag.understanding.conversation import Continued, Rewriter, carried_first
from rag.understanding.courtesies import courtesy_of, opened, reply
from rag.understanding.filters import Filter, parse_where
from rag.understanding.followups import FollowUps
from rag.understanding.history import history_of
from rag.understanding.preambles import bare

_FAR_TOO_LONG = 10 * MAX_CHARACTERS
"""Characters that no question has, whatever markup and orders stand before it."""


class PaperQueryEngine(RetrieverQueryEngine):
    """A LlamaIndex query engine whose responses carry their proof in `metadata`.

    Args:
        retriever: finds the papers.
        synthesizer: answers from them.
        rewriter: makes follow-ups stand alone; by rules alone by default.
        surveyor: answers what is asked of the whole corpus; None leaves that to the synthesizer too.
        tools: what it was made with, to make others like it.
    """

    def __init__(
        self,
        retriever: HybridRetriever,
        synthesizer: PaperSynthesizer,
        rewriter: Rewriter | None = None,
        surveyor: Surveyor | None = None,
        tools: Tools | None = None,
    ) -> None:
        super().__init__(retriever, synthesizer, callback_manager=CallbackManager([]))
        self.mode = synthesizer.mode
        self._rewriter = rewriter or Rewriter()
        self._surveyor = surveyor
        self.tools = tools

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
            question: as asked; markup in it and orders before it are left out (see `rag.understanding.preambles`).
            where: conditions such as "year>=2023", beside those that the engine was built with.
            history: the conversation before it, oldest message first: dicts with `role` and `content`, answers best
                with the `citations` of their JSON form. Nothing of it is kept.
            without: conditions that are not to hold though the question's words state them, as `filters` names them.

        Raises:
            FilterError: a condition is of no form that is known.
            QuestionError: the question is empty, or far too long, or the history is no list of messages.
        """
        if len(question) > _FAR_TOO_LONG:
            checked(question)  # it raises, before anything is looked for in it
        question = bare(question)
        conditions, refused = parse_where(where), parse_where(without)
        turns = talk_about_chosen(history_of(history), conditions, self.retriever.store, question)
        if not turns or courtesy_of(question) is not None or chosen_together(question, conditions):
            said = question if courtesy_of(question) is not None else opened(question)[0]
            return self.retriever.understand(QueryBundle(said), conditions, without=refused)
        rules = FollowUps(self.retriever.store, self.retriever.lexical)
        found, usage = self._rewriter.standalone(checked(question), turns, rules)
        if found.beyond:
            conditions = (*conditions, replace(Filter.naming(found.beyond), operator="!="))
        asked = self.retriever.understand(QueryBundle(found.query or found.text), conditions, without=refused)
        if found.within:
            asked = replace(asked, allowed=frozenset(found.within) & (asked.allowed or frozenset(found.within)))
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
        """The papers nearest to one of the index, nearest first: see `rag.ranking.likeness`."""
        return papers_like(self.retriever, paper_id, limit)

    def _query(self, query_bundle: QueryBundle) -> RESPONSE_TYPE:
        began = perf_counter()
        asked = self.retriever.understand(query_bundle)
        synthesizer = cast(PaperSynthesizer, self._response_synthesizer)
        if (said := reply(asked.query_str)) is not None:
            return recorded(synthesizer.quoted(asked, said, []), began, perf_counter())
        nodes = self.retrieve(asked)
        survey = self._survey(asked, nodes)
        found = perf_counter()
        if survey is not None:
            return recorded(synthesizer.quoted(survey.asked, survey.quotation, survey.nodes), began, found)
        return recorded(self.synthesize(asked, nodes), began, found)

    async def _aquery(self, query_bundle: QueryBundle) -> RESPONSE_TYPE:
        began = perf_counter()
        asked = await asyncio.to_thread(self.retriever.understand, query_bundle)
        synthesizer = cast(PaperSynthesizer, self._response_synthesizer)
        if (said := reply(asked.query_str)) is not None:
            return recorded(await synthesizer.aquoted(asked, said, []), began, perf_counter())
        nodes = await self.aretrieve(asked)
        survey = await asyncio.to_thread(self._survey, asked, nodes)
        found = perf_counter()
        if survey is not None:
            return recorded(await synthesizer.aquoted(survey.asked, survey.quotation, survey.nodes), began, found)
        return recorded(await self.asynthesize(asked, nodes), began, found)

    def _survey(self, asked: Asked, nodes: Sequence[NodeWithScore]) -> Survey | None:
        if isinstance(asked, Continued) and asked.lost:
            return Survey(asked, unlisted(asked.asked_as), [])
        survey = None if self._surveyor is None else self._surveyor.survey(asked, nodes)
        if not isinstance(asked, Continued) or (survey is not None and survey.quotation.citations):
            return survey
        none = exhausted(asked.asked_as, asked.beyond, asked.within)
        return survey if none is None else Survey(asked, none, list(nodes))

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
        progress: told where vectors that were lost are made again (see `rag.index.mending`).

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
    llm, mode = writer_of(config, llm)
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
    tools = Tools(encoder, reader, store.signs().get)
    return engine_over(retriever, tools, config, llm=llm, mode=mode, streaming=streaming)


def engine_over(
    retriever: HybridRetriever, tools: Tools, config: RagConfig, *, llm: LLM | None, mode: str, streaming: bool
) -> PaperQueryEngine:
    """Build the engine that answers from what a retriever finds.

    Args:
        retriever: finds the papers.
        tools: read them.
        config: how many papers the LLM is shown, how strictly it is checked, in which language it answers.
        llm: writes the answers; None quotes them.
        mode: what answers state of that.
        streaming: responses come as LlamaIndex streaming responses.
    """
    surveyor = Surveyor(retriever, tools.encoder, tools.reader, writes=llm is not None)
    if llm is None:
        quoting = ExtractiveSynthesizer(tools.reader, streaming=streaming)
        return PaperQueryEngine(retriever, quoting, surveyor=surveyor, tools=tools)
    writing = CitationSynthesizer(
        tools.reader,
        llm,
        mode,
        evidence_k=config.evidence_k,
        strict=config.strict,
        streaming=streaming,
        prompt=answer_prompt(config.language),
        foresight=Foresight(tools.encoder, lambda: retriever.lexical, tools.signs),
    )
    return PaperQueryEngine(retriever, writing, Rewriter(llm), surveyor, tools)


def _encoder(embed_model: BaseEmbedding) -> TokenEncoder:
    from rag.encoding.minilm import MiniLMEmbedding

    return embed_model if isinstance(embed_model, MiniLMEmbedding) else original_model()
