"""What servers say when they fail, read without being repeated."""

from typing import Any

import httpx
import openai
import pytest

from rag.errors import ModelError
from rag.llms.failures import cure_of, explained, is_overflow, limit_of, refused_parameters, retry_delay

REQUEST = httpx.Request("POST", "http://127.0.0.1/v1/chat/completions")


def status_error(
    status: int, message: str = "", headers: dict[str, str] | None = None, **more: Any
) -> openai.APIStatusError:
    body = {"message": message, **more}
    kinds = {400: openai.BadRequestError, 429: openai.RateLimitError, 500: openai.InternalServerError}
    response = httpx.Response(status, request=REQUEST, headers=headers or {})
    return kinds.get(status, openai.APIStatusError)(message, response=response, body=body)


@pytest.mark.parametrize(
    ("message", "limit"),
    [
        ("This model's maximum context length is 4096 tokens. However, you requested 5000", 4096),
        ("the request exceeds the available context size (2048), try increasing it", 2048),
        ("maximum context length is 131,072 tokens", 131_072),
        ("prompt is too long: 210000 tokens", None),
        ("context_length_exceeded", None),
    ],
)
def test_a_request_too_long_is_recognised_with_the_limit_it_names(message: str, limit: int | None) -> None:
    error = status_error(400, message)
    assert is_overflow(error)
    assert limit_of(error) == limit
    assert refused_parameters(error) == ()


def test_other_refusals_are_not_taken_for_too_long() -> None:
    assert not is_overflow(status_error(400, "temperature is not supported"))
    assert not is_overflow(status_error(429, "too many tokens per minute"))
    assert not is_overflow(ValueError("context window"))


@pytest.mark.parametrize(
    ("error", "attempt", "delay"),
    [
        (status_error(429), 1, 0.5),
        (status_error(503), 2, 1.0),
        (status_error(503), 3, None),
        (status_error(429, headers={"retry-after": "3"}), 1, 3.0),
        (status_error(429, headers={"retry-after-ms": "1500"}), 1, 1.5),
        (status_error(429, headers={"retry-after": "3600"}), 1, None),
        (status_error(429, headers={"retry-after": "Wed, 21 Oct 2026 07:28:00 GMT"}), 1, 0.5),
        (status_error(429, headers={"retry-after": "nan"}), 1, 0.5),
        (status_error(429, code="insufficient_quota"), 1, None),
        (status_error(400), 1, None),
        (openai.APIConnectionError(request=REQUEST), 1, 0.5),
        (openai.APITimeoutError(request=REQUEST), 1, None),
        (ValueError(), 1, None),
    ],
)
def test_a_request_is_sent_again_only_where_that_may_help(error: Exception, attempt: int, delay: float | None) -> None:
    assert retry_delay(error, attempt) == delay


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (status_error(429, code="insufficient_quota"), "no quota left"),
        (status_error(429, "You exceeded your current quota, check billing"), "no quota left"),
        (status_error(429, headers={"retry-after": "86400"}), "asks to wait 1440 minutes"),
        (status_error(429, headers={"retry-after": "90"}), "asks to wait 90 seconds"),
        (openai.APITimeoutError(request=REQUEST), "RAG_TIMEOUT"),
        (openai.APIError("boom", REQUEST, body={"message": "sk-SECRET"}), "reported an error while it answered"),
        (openai.APIError("boom", REQUEST, body={"code": "insufficient_quota"}), "no quota left"),
        (httpx.ReadTimeout("sk-SECRET"), "it stopped answering"),
        (httpx.RemoteProtocolError("peer closed sk-SECRET"), "connection to its server was lost"),
        (status_error(400, "prompt is too long"), "RAG_EVIDENCE_K"),
    ],
)
def test_each_failure_says_what_to_do_and_nothing_that_the_server_said(error: Exception, said: str) -> None:
    assert said in cure_of(error)
    assert "SECRET" not in cure_of(error)


def test_an_error_of_ours_stays_what_it_is() -> None:
    ours = ModelError("The model is asleep. Wake it.")
    assert explained(ours, "openai:x") is ours


def test_an_error_of_a_callers_own_llm_is_named_as_it_is() -> None:
    assert cure_of(ValueError("sk-SECRET")).startswith("ValueError while reading its answer")
