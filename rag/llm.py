"""The LLM that a setting names, and what to say when it fails."""

from llama_index.core.llms import LLM

from rag.config import RagConfig
from rag.endpoints import OPENAI_URL, Endpoint
from rag.errors import AskPapersError, ModelError


def build_llm(config: RagConfig) -> LLM:
    """Build the LLM that `config.llm` names, served through the `openai` package.

    Raises:
        ConfigError: the text names no model, or the server needs a key and none is set.
    """
    from llama_index.llms.openai_like import OpenAILike

    endpoint = Endpoint.parse(config.llm, "RAG_LLM")
    return OpenAILike(
        model=endpoint.model,
        api_base=endpoint.base_url,
        api_key=endpoint.api_key(),
        is_chat_model=True,
        context_window=config.context_window,
        temperature=0.0,
        timeout=config.timeout,
        max_retries=2,
        # Answers are always streamed, so that this is never sent with a call that would refuse it.
        additional_kwargs={"stream_options": {"include_usage": True}},
    )


def mode_of(config: RagConfig) -> str:
    """How answers are made, as they state it: `extractive`, or the model with its provider."""
    if not config.llm:
        return "extractive"
    endpoint = Endpoint.parse(config.llm, "RAG_LLM")
    provider = "openai" if endpoint.base_url == OPENAI_URL else "openai-compatible"
    return f"{provider}:{endpoint.model}"


def explained(error: Exception, mode: str) -> AskPapersError:
    """One line that says what went wrong with an LLM and what to do, without keys or page-long bodies."""
    import openai

    if isinstance(error, AskPapersError):
        return error
    cures = {
        openai.AuthenticationError: "the server refused the key. Check OPENAI_API_KEY",
        openai.PermissionDeniedError: "the key may not use this model. Choose another in RAG_LLM",
        openai.NotFoundError: "the server does not know the model, or has no API at this address. Check RAG_LLM",
        openai.RateLimitError: "the server's limit or quota is reached. Wait, or check the account",
        openai.APITimeoutError: "it did not answer in time. Try again, or raise RAG_TIMEOUT",
        openai.APIConnectionError: "its server cannot be reached. Check that it runs and the address in RAG_LLM",
        openai.BadRequestError: "the server refused the request. Check RAG_CONTEXT_WINDOW and the model",
        openai.InternalServerError: "the server failed. Try again in a moment",
    }
    cure = next((text for kind, text in cures.items() if isinstance(error, kind)), None)
    if cure is None:
        cure = f"{type(error).__name__} while reading its answer. Try again, or unset RAG_LLM to have answers quoted"
    return ModelError(f"The model {mode} gave no answer: {cure}.")
