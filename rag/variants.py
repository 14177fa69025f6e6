"""Variants: engines with settings of their own over an index and models that are open already."""

from __future__ import annotations

from llama_index.core.base.response.schema import StreamingResponse
from llama_index.core.llms import LLM

from rag.config import RagConfig
from rag.engine import PaperQueryEngine, engine_over
from rag.errors import ConfigError
from rag.languages.interpreter import Interpreter
from rag.lexical import LexicalIndex
from rag.llms.llm import mode_of
from rag.retrieval import HybridRetriever
from rag.store import PaperStore

_OPENED = ("_store", "_lexical", "_facts", "_nearest", "_papers", "_mask", "_generation")


def variant(engine: PaperQueryEngine, config: RagConfig, llm: LLM | None) -> PaperQueryEngine:
    """An engine like another, over the same open index and with the same embedding model and encoder.

    Args:
        engine: what `build_query_engine` built.
        config: `top_k`, `evidence_k`, `strict`, `language` and `infer_filters` are its own; index and embedding model
            stay what they are.
        llm: writes the answers, and is what `config.llm` names; None quotes them.

    Returns:
        An engine that streams.

    Raises:
        ConfigError: the engine was not built by `build_query_engine`.
    """
    if engine.tools is None:
        raise ConfigError("This engine was put together by hand: only one of build_query_engine can have variants.")
    retriever = SharedRetriever(engine.retriever, config, Interpreter(llm))
    mode = "extractive" if llm is None else mode_of(config)
    return engine_over(retriever, engine.tools, config, llm=llm, mode=mode, streaming=True)


def warm(engine: PaperQueryEngine, question: str) -> None:
    """Answer a question by quotation and forget it: the first one asked then need not wait for what is loaded once.

    Args:
        engine: what `build_query_engine` built.
        question: of the papers that it has.

    Raises:
        AskPapersError: it cannot be answered.
    """
    response = variant(engine, RagConfig(), None).query(question)
    if isinstance(response, StreamingResponse):
        for _piece in response.response_gen:
            pass


class SharedRetriever(HybridRetriever):
    """A retriever over what another has opened, which it leaves to the other to open anew.

    Args:
        origin: the other.
        config: says how many papers are found, and whether conditions are read from the question's words.
        interpreter: reads questions of other languages.
    """

    def __init__(self, origin: HybridRetriever, config: RagConfig, interpreter: Interpreter) -> None:
        # Its lock, too, is the other's: one may not open the index anew while the other reads.
        self.__dict__.update(origin.__dict__)
        self._origin: HybridRetriever = getattr(origin, "_origin", origin)
        self._top_k = config.top_k
        self._infer = config.infer_filters
        self._interpreter = interpreter

    @property
    def lexical(self) -> LexicalIndex:
        """The BM25 index of the generation last searched."""
        return self._origin.lexical

    @property
    def store(self) -> PaperStore:
        """The index as last opened."""
        return self._origin.store

    def _refresh(self) -> None:
        self._origin._refresh()
        for name in _OPENED:
            setattr(self, name, getattr(self._origin, name))
