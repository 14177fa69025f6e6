"""An LLM behind an OpenAI-compatible server: what it is asked, and what is said when it fails."""

import pytest
from llama_index.llms.openai_like import OpenAILike

from rag.config import RagConfig
from rag.engine import PaperQueryEngine, build_query_engine
from rag.errors import ConfigError, ModelError
from rag.llm import build_llm
from rag.testing import HashEmbedding, ScriptedServer
from tests.conftest import ask


def over_http(animals: RagConfig, server: ScriptedServer) -> PaperQueryEngine:
    config = RagConfig(index=animals.index, embedding=animals.embedding, llm=f"bat-llm@{server.url}")
    fake = HashEmbedding()
    return build_query_engine(config, embed_model=fake, encoder=fake)


def test_an_openai_compatible_server_is_asked_with_its_model(animals: RagConfig) -> None:
    with ScriptedServer([["Bats use ", "40 kHz [1]."]]) as server:
        record = ask(over_http(animals, server))
    assert record["answer"] == "Bats use 40 kHz [1]."
    assert record["mode"] == "openai-compatible:bat-llm"
    assert record["usage"] == {"prompt_tokens": 9, "completion_tokens": 4, "total_tokens": 13}
    assert (server.requests[0]["model"], server.requests[0]["stream"]) == ("bat-llm", True)


def test_a_server_that_counts_no_tokens_is_fine(animals: RagConfig) -> None:
    with ScriptedServer([["Bats [1]."]], usage=None) as server:
        assert ask(over_http(animals, server))["usage"] is None


@pytest.mark.parametrize(
    ("status", "said"),
    [(400, "RAG_CONTEXT_WINDOW"), (401, "OPENAI_API_KEY"), (403, "may not use this model"), (404, "Check RAG_LLM"),
     (429, "limit or quota"), (500, "the server failed")],
)  # fmt: skip
def test_a_server_that_refuses_is_explained_without_the_key(
    animals: RagConfig, monkeypatch: pytest.MonkeyPatch, status: int, said: str
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-SECRET")
    with ScriptedServer([status] * 3) as server, pytest.raises(ModelError, match=said) as caught:
        ask(over_http(animals, server))
    assert server.requests[0]["authorization"] == "Bearer sk-SECRET"
    assert "SECRET" not in str(caught.value)


def test_a_server_that_is_not_there_is_explained(animals: RagConfig) -> None:
    with ScriptedServer([]) as server:
        engine = over_http(animals, server)
    with pytest.raises(ModelError, match="cannot be reached"):
        ask(engine)


def test_a_remote_llm_without_a_key_is_refused_before_any_work(animals: RagConfig) -> None:
    config = RagConfig(index=animals.index, embedding=animals.embedding, llm="openai:gpt")
    with pytest.raises(ConfigError, match="No API key is set"):
        build_query_engine(config, embed_model=HashEmbedding(), encoder=HashEmbedding())


def test_chunks_without_choices_are_passed_over(animals: RagConfig) -> None:
    with ScriptedServer([[None, "Bats ", None, "hear [1]."]]) as server:
        assert ask(over_http(animals, server))["answer"] == "Bats hear [1]."


def test_an_llm_is_built_from_the_settings(animals: RagConfig) -> None:
    llm = build_llm(RagConfig(index="i", llm="m@http://127.0.0.1:9/v1", context_window=2048, timeout=7))
    assert isinstance(llm, OpenAILike)
    assert (llm.timeout, llm.metadata.context_window, llm.temperature) == (7, 2048, 0.0)
