"""Failures told in the window name its own fields."""

from __future__ import annotations

import json
import re

import httpx
import openai
import pytest

from rag.errors import ConfigError, FilterError
from rag.llms.endpoints import Endpoint
from rag.llms.failures import cure_of, explained
from rag.understanding.filters import Filter
from ui.advice import for_the_window

REQUEST = httpx.Request("POST", "http://127.0.0.1/v1/chat/completions")


def refused(kind: type[openai.APIStatusError], status: int, message: str = "") -> openai.APIStatusError:
    return kind(message, response=httpx.Response(status, request=REQUEST), body={"message": message})


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (refused(openai.AuthenticationError, 401), "the server refused the key. Check the key in the settings"),
        (
            refused(openai.NotFoundError, 404),
            "the server does not know the model, or has no API at this address. Check both in the settings",
        ),
        (
            openai.APIConnectionError(request=REQUEST),
            "its server cannot be reached. Check that it runs and the address in the settings",
        ),
        (openai.APITimeoutError(request=REQUEST), "it did not answer in time. Try again"),
        (
            refused(openai.BadRequestError, 400, "prompt is too long: 9 tokens"),
            "the papers and the question do not fit the model. Lower the papers shown to the model in the settings",
        ),
        (
            KeyError("x"),
            "KeyError while reading its answer. Try again, or leave the model empty in the settings to have answers "
            "quoted",
        ),
    ],
)
def test_a_models_failure_names_the_settings(error: Exception, said: str) -> None:
    assert for_the_window(cure_of(error)) == said


@pytest.mark.parametrize(
    "error",
    [
        refused(openai.PermissionDeniedError, 403),
        refused(openai.BadRequestError, 400),
        refused(openai.RateLimitError, 429, "insufficient_quota"),
        refused(openai.APIStatusError, 418),
        ValueError("x"),
    ],
)
def test_no_failure_of_a_model_names_a_variable(error: Exception) -> None:
    assert "RAG_" not in for_the_window(cure_of(error))


def test_a_missing_key_is_asked_for_in_its_box(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    with pytest.raises(ConfigError) as caught:
        Endpoint("owl", "https://ai.test/v1").api_key()
    assert for_the_window(str(caught.value)) == (
        "No API key is set for ai.test. Paste it into its box in the settings, or leave the model empty to have "
        "answers quoted from the abstracts."
    )


@pytest.mark.parametrize(
    "error",
    [
        refused(openai.AuthenticationError, 401),
        refused(openai.NotFoundError, 404),
        refused(openai.PermissionDeniedError, 403),
        refused(openai.BadRequestError, 400),
        refused(openai.BadRequestError, 400, "prompt is too long: 9 tokens"),
        refused(openai.RateLimitError, 429),
        refused(openai.RateLimitError, 429, "insufficient_quota"),
        refused(openai.InternalServerError, 500),
        refused(openai.APIStatusError, 302),
        refused(openai.APIStatusError, 418),
        openai.APITimeoutError(request=REQUEST),
        openai.APIConnectionError(request=REQUEST),
        httpx.ReadError("x"),
        json.JSONDecodeError("x", "", 0),
    ],
)
def test_every_failure_of_a_server_is_told_in_a_chinese_windows_language(error: Exception) -> None:
    assert "没有作答：" in for_the_window(str(explained(error, "owl")), chinese=True)


@pytest.mark.parametrize(
    "typed", ["shout", "yeer>=2023", "year>=", "year>=2o23", "year>=2020|2021", "status=odd", "author>Doe", "'=2"]
)
def test_every_wrong_condition_is_told_in_a_chinese_windows_language(typed: str) -> None:
    with pytest.raises(FilterError) as caught:
        Filter.parse(typed)
    told = for_the_window(str(caught.value), chinese=True)
    assert told.startswith(repr(typed))
    assert re.search("[a-z]{3} [a-z]{2}", told.partition("。")[0].replace(repr(typed), "")) is None
    assert "status!=rejected" in told


def test_a_cause_without_chinese_is_told_whole_as_it_is() -> None:
    text = "The model owl gave no answer: KeyError while reading its answer. Try again."
    assert for_the_window(text, chinese=True) == text


def test_a_chinese_failure_has_the_servers_name_and_what_to_do() -> None:
    said = "ai.test lists no models: its server cannot be reached. Check that it runs and the address in RAG_LLM."
    assert for_the_window(said, chinese=True) == (
        "ai.test 没有列出模型：无法连接服务器，请确认它已启动，并检查设置中的地址。"
    )


def test_what_names_no_setting_stays_as_it_is() -> None:
    assert for_the_window("The index is gone: run `python ingest.py data/`.") == (
        "The index is gone: run `python ingest.py data/`."
    )
