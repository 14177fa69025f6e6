"""Model servers: which models one has, and whether a model answers."""

from __future__ import annotations

import re
from time import perf_counter
from typing import Any
from urllib.parse import urlsplit

from llama_index.core.base.llms.types import ChatMessage, MessageRole
from llama_index.core.llms import LLM

from rag.errors import AskPapersError, ConfigError, ModelError
from rag.llms.endpoints import Endpoint, without_secrets
from rag.llms.failures import cure_of

_LISTING_SECONDS = 8.0
_TRIAL = "Reply with the one word: ready"


def server_of(address: str) -> str:
    """The root of an OpenAI-compatible API, read from what somebody typed.

    Raises:
        ConfigError: it is no http or https address, or holds a user's name or password.
    """
    text = address.strip()
    if "://" not in text:
        text = f"http://{text}"
    try:
        parts = urlsplit(text)
        _ = parts.port
    except ValueError:
        parts = urlsplit("")
    if parts.scheme not in ("http", "https") or not parts.hostname or re.search(r"\s", text):
        raise ConfigError(
            f"{without_secrets(address.strip())!r} is no address of a server. Type for example "
            "http://localhost:11434/v1 or https://api.openai.com/v1"
        )
    if parts.username is not None or parts.password is not None:
        raise ConfigError("The address holds a user's name or a password. Type it without, and the key in its own box.")
    return Endpoint.parse(f"any@{text}", "address").base_url


def models_of(base_url: str, api_key: str) -> list[str]:
    """The models that a server says it has, sorted by name.

    Args:
        base_url: the API's root.
        api_key: sent to it.

    Raises:
        ModelError: it cannot be reached, refuses the key, or has no such list.
    """
    import openai

    host = urlsplit(base_url).netloc
    try:
        straight = openai.DefaultHttpxClient(follow_redirects=False)
        with openai.OpenAI(
            base_url=base_url, api_key=api_key, timeout=_LISTING_SECONDS, max_retries=0, http_client=straight
        ) as client:
            found = sorted({str(model.id) for model in client.models.list().data})
    except openai.NotFoundError:
        raise ModelError(f"{host} lists no models. Type the model's name as its server knows it.") from None
    except Exception as error:  # a client raises errors of its own kinds, and servers send anything
        raise ModelError(f"{host} lists no models: {cure_of(error)}.") from None
    if not found:
        raise ModelError(f"{host} lists no models. Type the model's name as its server knows it.")
    return found


def trial(llm: LLM) -> float:
    """Ask a model for one word.

    Returns:
        The seconds that it took.

    Raises:
        ModelError: it did not answer.
    """
    name = llm.metadata.model_name
    began = perf_counter()
    try:
        answer: Any = llm.chat([ChatMessage(role=MessageRole.USER, content=_TRIAL)])
    except AskPapersError:
        raise
    except Exception as error:  # an LLM's client raises errors of its own kinds
        raise ModelError(f"{name} does not answer: {cure_of(error)}.") from None
    if not (answer.message.content or "").strip():
        raise ModelError(f"{name} answers with nothing. Choose another model.")
    return perf_counter() - began
