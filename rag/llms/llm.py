"""The LLM that a setting names."""

from llama_index.core.llms import LLM

from rag.config import RagConfig
from rag.llms.endpoints import OPENAI_URL, Endpoint


def build_llm(config: RagConfig, *, api_key: str | None = None) -> LLM:
    """Build the LLM that `config.llm` names, served through the `openai` package.

    Args:
        config: names it.
        api_key: for its server; by default the one that the environment holds.

    Raises:
        ConfigError: the text names no model, or the server needs a key and none is set.
    """
    from rag.llms.remote import RemoteLLM

    endpoint = Endpoint.parse(config.llm, "RAG_LLM")
    llm = RemoteLLM(
        model=endpoint.model,
        api_base=endpoint.base_url,
        api_key=endpoint.api_key() if api_key is None else api_key,
        is_chat_model=True,
        context_window=config.context_window,
        temperature=0.0,
        timeout=config.timeout,
        max_retries=0,  # it has its own, which know an exhausted account from a busy server
        additional_kwargs={"stream_options": {"include_usage": True}},
    )
    llm.warm()
    return llm


def mode_of(config: RagConfig) -> str:
    """How answers are made, as they state it: `extractive`, or the model with its provider."""
    if not config.llm:
        return "extractive"
    endpoint = Endpoint.parse(config.llm, "RAG_LLM")
    provider = "openai" if endpoint.base_url == OPENAI_URL else "openai-compatible"
    return f"{provider}:{endpoint.model}"


def writer_of(config: RagConfig, llm: LLM | None = None) -> tuple[LLM | None, str]:
    """What writes the answers, None where they are quoted, and how it is named in them.

    Args:
        config: names it.
        llm: in place of the one that is named.

    Raises:
        ConfigError: see `build_llm`.
    """
    if llm is not None:
        return llm, f"{llm.class_name()}:{llm.metadata.model_name}"
    return (build_llm(config), mode_of(config)) if config.llm else (None, "extractive")
