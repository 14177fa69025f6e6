"""Failures: what an LLM's server says when it does not answer, and what to do about it."""

import json
import re
from collections.abc import Mapping
from typing import Any

from rag.errors import AskPapersError, ModelError

LONGEST_WAIT = 20.0
"""Seconds to wait at most before a request is sent again."""

ATTEMPTS = 3
"""Requests at most for one answer, where the server is busy or failing."""

_DROPPABLE = ("temperature", "top_p", "max_tokens", "stream_options", "stream", "system")
_BUSY = {409, 429, 500, 502, 503, 504, 529}
_QUOTA = re.compile(
    r"insufficient_quota|billing|exceeded your current quota|credit|payment|insufficient.{0,10}balance", re.I
)
_OVERFLOW = re.compile(
    r"context_length_exceeded|(?:max\w*|available) (?:context|model|input|sequence) (?:length|size)"
    r"|context window|n_ctx|(?:prompt|input|request) is too long|too many (?:input )?tokens"
    r"|exceeds? the (?:available )?context",
    re.I,
)
_LIMIT = re.compile(
    r"(?:maximum context length is|context (?:length|size|window)[^\d]{0,24})\s*\(?(\d[\d,]{2,9})", re.I
)


def explained(error: Exception, mode: str) -> AskPapersError:
    """One line that says what went wrong with an LLM and what to do, without keys or page-long bodies.

    Args:
        error: of the LLM's client, or one of ours, which is given back.
        mode: the model, as answers state it.
    """
    if isinstance(error, AskPapersError):
        return error
    return ModelError(f"The model {mode} gave no answer: {cure_of(error)}.")


def cure_of(error: Exception) -> str:
    """What went wrong and what to do, as the end of a sentence; nothing that a server said is repeated."""
    import openai

    if isinstance(error, openai.RateLimitError):
        return _rate_cure(error)
    if is_overflow(error):
        return "the papers and the question do not fit the model. Lower RAG_EVIDENCE_K or RAG_CONTEXT_WINDOW"
    cures = {
        openai.AuthenticationError: "the server refused the key. Check OPENAI_API_KEY",
        openai.PermissionDeniedError: "the key may not use this model. Choose another in RAG_LLM",
        openai.NotFoundError: "the server does not know the model, or has no API at this address. Check RAG_LLM",
        openai.APITimeoutError: "it did not answer in time. Try again, or raise RAG_TIMEOUT",
        openai.APIConnectionError: "its server cannot be reached. Check that it runs and the address in RAG_LLM",
        openai.BadRequestError: "the server refused the request. Check RAG_CONTEXT_WINDOW and the model",
        openai.InternalServerError: "the server failed. Try again in a moment",
    }
    cure = next((text for kind, text in cures.items() if isinstance(error, kind)), None)
    if cure is None:
        cure = _other_cure(error)
    return cure


def _other_cure(error: Exception) -> str:
    import openai

    name = type(error).__name__
    if isinstance(error, openai.APIStatusError) and 300 <= error.status_code < 400:
        return "the server leads on to another address, which is not followed. Name the final one in RAG_LLM"
    if isinstance(error, openai.APIStatusError):
        return f"the server answered with status {error.status_code}. Check the model and the address in RAG_LLM"
    if isinstance(error, openai.APIError):
        if _QUOTA.search(_words_of(error)):
            return "the account has no quota left. Check its billing, or set another model in RAG_LLM"
        return "the server reported an error while it answered. Try again in a moment"
    if "Timeout" in name:
        return "it stopped answering. Try again, or raise RAG_TIMEOUT"
    if type(error).__module__.startswith(("httpx", "httpcore")) or isinstance(error, OSError):
        return "the connection to its server was lost. Try again"
    if isinstance(error, json.JSONDecodeError):
        return "the server sent what is no JSON. Check that RAG_LLM names an OpenAI-compatible address, ending in /v1"
    return f"{name} while reading its answer. Try again, or unset RAG_LLM to have answers quoted"


def _rate_cure(error: Any) -> str:
    if is_quota(error):
        return "the account has no quota left. Check its billing, or set another model in RAG_LLM"
    seconds = _retry_after(error)
    if seconds is not None and seconds > LONGEST_WAIT:
        wait = f"{seconds:.0f} seconds" if seconds < 120 else f"{seconds / 60:.0f} minutes"
        return f"the server's limit is reached, and it asks to wait {wait}. Try again then, or check the account"
    return "the server's limit is reached. Wait a moment and try again, or check the account"


def is_quota(error: Exception) -> bool:
    """Whether an account is used up, so that no waiting helps."""
    return bool(_QUOTA.search(_words_of(error)))


def is_overflow(error: Exception) -> bool:
    """Whether a request was refused because it was too long for the model."""
    status = getattr(error, "status_code", None)
    return status in (None, 400, 413, 422, 500) and hasattr(error, "body") and bool(_OVERFLOW.search(_words_of(error)))


def limit_of(error: Exception) -> int | None:
    """The tokens that the model takes, where the refusal names them."""
    found = _LIMIT.search(_words_of(error))
    return int(found[1].replace(",", "")) if found else None


def refused_parameters(error: Exception) -> tuple[str, ...]:
    """The parameters that a server names when it refuses a request; empty where it refuses for another reason."""
    if getattr(error, "status_code", None) not in (400, 422) or is_overflow(error):
        return ()
    body = getattr(error, "body", None)
    if isinstance(body, Mapping) and body.get("param") in _DROPPABLE:
        return (str(body["param"]),)
    words = _words_of(error)
    if re.search(r"system[ _]?(?:role|message|prompt|instruction)|role[^a-z]{1,3}system|'system'", words, re.I):
        return ("system",)
    named = [name for name in _DROPPABLE if name not in ("stream", "system") and re.search(rf"\b{name}\b", words)]
    return tuple(named) or (("stream",) if re.search(r"\bstream(?:ing)?\b", words, re.I) else ())


def retry_delay(error: Exception, attempt: int) -> float | None:
    """Seconds until a request may be sent again; None where that is of no use.

    Args:
        error: how it failed.
        attempt: how often it was sent.
    """
    import openai

    if attempt >= ATTEMPTS or isinstance(error, openai.APITimeoutError):
        return None
    if isinstance(error, openai.APIStatusError):
        if error.status_code not in _BUSY or is_quota(error) or is_overflow(error):
            return None
        asked = _retry_after(error)
        if asked is not None:
            return asked if asked <= LONGEST_WAIT else None
    elif not isinstance(error, openai.APIConnectionError):
        return None
    return 0.25 * 2.0**attempt


def _retry_after(error: Any) -> float | None:
    headers = getattr(getattr(error, "response", None), "headers", {})
    for name, unit in (("retry-after-ms", 1000.0), ("retry-after", 1.0)):
        try:
            seconds = float(headers.get(name, "")) / unit
        except ValueError:  # a date, or nothing
            continue
        if seconds >= 0:  # "nan" is not
            return seconds
    return None


def _words_of(error: Exception) -> str:
    """All that a server said with its refusal, to be searched and never shown."""
    return f"{getattr(error, 'code', '')} {getattr(error, 'message', '')} {getattr(error, 'body', '')}"
