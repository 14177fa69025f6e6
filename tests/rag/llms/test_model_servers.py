"""Model servers: addresses, lists of models, and whether a model answers."""

import pytest

from rag.config import RagConfig
from rag.errors import ConfigError, ModelError
from rag.llms.llm import build_llm
from rag.llms.model_servers import models_of, server_of, trial
from rag.llms.scripted_server import ScriptedServer


@pytest.mark.parametrize(
    ("typed", "root"),
    [
        ("http://localhost:11434", "http://localhost:11434/v1"),
        ("localhost:11434/v1/", "http://localhost:11434/v1"),
        (" https://ai.test/openai/models ", "https://ai.test/openai"),
    ],
)
def test_an_address_is_read_as_people_type_it(typed: str, root: str) -> None:
    assert server_of(typed) == root


@pytest.mark.parametrize(
    "typed", ["file:///etc/passwd", "ftp://ai.test", "gopher://x", "http://", "http://a b", "http://x:99999999"]
)
def test_what_is_no_web_address_is_refused(typed: str) -> None:
    with pytest.raises(ConfigError, match="is no address of a server"):
        server_of(typed)


def test_an_address_with_a_password_is_refused_without_repeating_it() -> None:
    with pytest.raises(ConfigError, match="holds a user's name or a password") as caught:
        server_of("https://me:sk-SECRET@ai.test/v1")
    assert "SECRET" not in str(caught.value)


def test_the_models_of_a_server_come_sorted() -> None:
    with ScriptedServer([], models=("owl", "bat")) as server:
        assert models_of(server.url, "sk-test") == ["bat", "owl"]


@pytest.mark.parametrize("models", [None, ()])
def test_a_server_without_a_list_asks_for_the_name(models: tuple[str, ...] | None) -> None:
    with (
        ScriptedServer([], models=models) as server,
        pytest.raises(ModelError, match=r"lists no models. Type the model's name"),
    ):
        models_of(server.url, "sk-test")


def test_a_server_that_is_not_there_is_told_without_the_key() -> None:
    with pytest.raises(ModelError, match=r"127.0.0.1:9 lists no models: its server cannot be reached") as caught:
        models_of("http://127.0.0.1:9/v1", "sk-SECRET")
    assert "SECRET" not in str(caught.value)


def test_a_model_that_answers_is_timed_and_gets_the_key_given() -> None:
    with ScriptedServer([["ready"]]) as server:
        llm = build_llm(RagConfig(llm=f"owl@{server.url}"), api_key="sk-mine")
        assert 0 <= trial(llm) < 5
    assert server.requests[0]["authorization"] == "Bearer sk-mine"


@pytest.mark.parametrize(
    ("reply", "said"),
    [(401, "owl does not answer: the server refused the key"), ([""], "owl answers with nothing")],
)
def test_a_model_that_does_not_answer_is_told_in_one_line(reply: int | list[str], said: str) -> None:
    with ScriptedServer([reply]) as server, pytest.raises(ModelError, match=said) as caught:
        trial(build_llm(RagConfig(llm=f"owl@{server.url}"), api_key="sk-SECRET"))
    assert "\n" not in str(caught.value)
    assert "SECRET" not in str(caught.value)
