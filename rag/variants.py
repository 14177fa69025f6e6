"""Variants: engines with settings of their own over an index and models that are open already."""

from __future__ import annotations

from llama_index.core.base.response.schema import StreamingResponse
from llama_index.core.llms import LLM

from rag.config import RagConfig
from rag.engine import PaperQueryEngine, engine_over
from rag.errors import ConfigError
from rag.languages.interpreter import Interpreter
from rag.llms.llm import mode_of


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
    retriever = engine.retriever.variant(
        top_k=config.top_k, infer_filters=config.infer_filters, interpreter=Interpreter(llm)
    )
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
