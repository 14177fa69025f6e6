"""Settings: what a session chooses answers it alone; keys and addresses go nowhere else."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from rag.config import RagConfig
from rag.errors import ConfigError
from rag.llms.scripted_server import ScriptedServer
from tests.conftest import QUESTION, ask, engine_over
from ui.sessions import Choice, Sessions, tokens_in
from ui.settings import Settings


@pytest.fixture
def server() -> Iterator[ScriptedServer]:
    with ScriptedServer([["At 40 kHz [1]."]] * 4, models=("bat", "owl")) as running:
        yield running


def settings_over(config: RagConfig, *, any_server: bool = True) -> tuple[Settings, Sessions]:
    engine, _ = engine_over(config)
    sessions = Sessions(engine)
    return Settings(engine, config, sessions, any_server=any_server), sessions


def answer(sessions: Sessions, session: str) -> dict[str, Any]:
    return ask(sessions.engine_for(session))  # type: ignore[arg-type]


def test_a_choice_answers_its_session_alone(animals: RagConfig, server: ScriptedServer) -> None:
    settings, sessions = settings_over(animals)
    settings.apply("one", Choice("owl", server.url, "sk-one"))
    assert answer(sessions, "one")["mode"] == "openai-compatible:owl"
    assert answer(sessions, "two")["mode"] == "extractive"
    assert (sessions.mode_for("one"), sessions.mode_for("two")) == ("openai-compatible:owl", "extractive")
    assert [request["authorization"] for request in server.requests] == ["Bearer sk-one"]


def test_sessions_do_not_see_each_others_keys(animals: RagConfig, server: ScriptedServer) -> None:
    settings, sessions = settings_over(animals)
    settings.apply("one", Choice("owl", server.url, "sk-one"))
    settings.apply("two", Choice("owl", server.url))
    answer(sessions, "two")
    assert server.requests[0]["authorization"] == "Bearer none-needed"
    assert settings.current("one").key == ""
    assert (settings.has_key("one"), settings.has_key("two")) == (True, False)
    assert "sk-one" not in repr(sessions.choice_of("one"))


def test_a_key_is_kept_for_its_server_and_not_sent_to_another(animals: RagConfig, server: ScriptedServer) -> None:
    settings, _ = settings_over(animals)
    settings.apply("one", Choice("owl", server.url, "sk-one"))
    settings.test("one", Choice("bat", server.url))
    with ScriptedServer([["ready"]]) as other:
        settings.test("one", Choice("owl", other.url))
    assert server.requests[0]["authorization"] == "Bearer sk-one"
    assert other.requests[0]["authorization"] == "Bearer none-needed"


def test_the_owners_key_goes_to_the_owners_server_alone(
    animals: RagConfig, server: ScriptedServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-owner")
    config = RagConfig(index=animals.index, embedding=animals.embedding, llm=f"bat@{server.url}")
    engine, _ = engine_over(config, [])
    settings = Settings(engine, config, Sessions(engine), any_server=True)
    settings.test("one", Choice("owl", server.url))
    with ScriptedServer([["ready"]]) as other:
        settings.test("one", Choice("owl", other.url))
    with pytest.raises(ConfigError, match="This server needs a key"):
        settings.test("one", Choice("owl", "https://ai.test/v1"))
    assert server.requests[0]["authorization"] == "Bearer sk-owner"
    assert other.requests[0]["authorization"] == "Bearer none-needed"


@pytest.mark.parametrize(
    ("choice", "said"),
    [
        (Choice("owl", "http://169.254.169.254/latest"), "Only the server that the owner"),
        (Choice("owl@http://169.254.169.254/", ""), "The model's name holds an address"),
    ],
)
def test_a_window_for_others_asks_the_owners_server_alone(
    animals: RagConfig, server: ScriptedServer, choice: Choice, said: str
) -> None:
    config = RagConfig(index=animals.index, embedding=animals.embedding, llm=f"bat@{server.url}")
    engine, _ = engine_over(config, [])
    settings = Settings(engine, config, Sessions(engine), any_server=False)
    for act in (settings.test, settings.models, settings.apply):
        with pytest.raises(ConfigError, match=said):
            act("one", choice)
    assert settings.models("one", Choice("", "")) == ["bat", "owl"]
    assert settings.test("one", Choice("owl", "")) < 5


def test_where_the_owner_has_no_model_others_have_none(animals: RagConfig) -> None:
    settings, sessions = settings_over(animals, any_server=False)
    with pytest.raises(ConfigError, match="has set no model"):
        settings.apply("one", Choice("owl", "http://127.0.0.1:9/v1"))
    settings.apply("one", Choice(top_k=1))
    assert len(answer(sessions, "one")["papers"]) == 1
    assert (settings.may_write, sessions.mode_for("one")) == (False, "extractive")


@pytest.mark.parametrize("key", ["sk one", "sk\none", "密钥"])
def test_what_can_be_no_key_is_refused_unrepeated(animals: RagConfig, key: str) -> None:
    settings, _ = settings_over(animals)
    with pytest.raises(ConfigError, match="sign that no key has") as caught:
        settings.apply("one", Choice("owl", "http://127.0.0.1:9/v1", key))
    assert key not in str(caught.value)


def test_the_tokens_of_a_session_add_up_and_outlast_a_change(animals: RagConfig, server: ScriptedServer) -> None:
    settings, sessions = settings_over(animals)
    count = sessions.counting("one", lambda question, response: {"usage": response})
    for usage in ({"prompt_tokens": 9, "completion_tokens": 4}, None, {"total_tokens": 5}):
        count(QUESTION, usage)
    settings.apply("one", Choice("owl", server.url))
    assert (sessions.tokens_of("one"), sessions.tokens_of("two")) == (18, 0)
    assert tokens_in({"prompt_tokens": 1, "completion_tokens": 2, "total_tokens": 3}) == 3


def test_a_choice_withdrawn_or_a_session_ended_leaves_no_key(animals: RagConfig, server: ScriptedServer) -> None:
    settings, sessions = settings_over(animals)
    settings.apply("one", Choice("owl", server.url, "sk-one"))
    settings.withdraw("one")
    assert (sessions.choice_of("one"), sessions.mode_for("one")) == (None, "extractive")
    assert settings.current("one") == Choice()
    settings.apply("one", Choice("owl", server.url, "sk-one"))
    sessions.forget("one")
    assert (len(sessions), sessions.choice_of("one")) == (0, None)


def test_no_model_chosen_cannot_be_tested(animals: RagConfig) -> None:
    with pytest.raises(ConfigError, match="No model is chosen"):
        settings_over(animals)[0].test("one", Choice())
