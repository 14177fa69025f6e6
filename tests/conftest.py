"""Fixtures of all tests: a scrubbed environment, a tiny index, the shared material where it is at hand."""

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from llama_index.core.base.response.schema import StreamingResponse

from rag.answers import answer_record
from rag.config import RagConfig
from rag.encoding.minilm import MiniLMEmbedding
from rag.engine import PaperQueryEngine, build_query_engine
from rag.index.server import Server
from rag.indexing import Indexer, IndexStats
from rag.papers import Paper, content_id
from rag.readers import Refusal
from rag.store import PaperStore
from rag.testing import HashEmbedding, Reply, ScriptedLLM
from tests.rag.chroma_server import free_port, served

ROOT = Path(__file__).resolve().parent.parent
HASH = "hash"
QUESTION = "At what kHz do bats navigate by echolocation?"


@pytest.fixture(autouse=True)
def scrubbed_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """No setting or key of the developer's reaches a test."""
    for name in list(os.environ):
        if name.startswith(("RAG_", "OPENAI_")):
            monkeypatch.delenv(name)


@pytest.fixture(scope="session")
def shared() -> Path:
    """The project's shared material beside the checkout."""
    path = ROOT.parent / "shared"
    if not (path / "questions").is_dir():
        pytest.skip("the shared question files are not beside this checkout")
    return path


@pytest.fixture(scope="session")
def minilm() -> MiniLMEmbedding:
    """The bundled model, loaded once."""
    return MiniLMEmbedding()


def paper(abstract: str, title: str = "", paper_id: str = "", **fields: object) -> Paper:
    """A paper from what a test cares about."""
    return Paper(paper_id or content_id(title, abstract), title, abstract, **fields)  # type: ignore[arg-type]


BATS = paper("Bats hear well. They navigate by echolocation at 40 kHz in total darkness.", "BATNET", "bats")
FROGS = paper("Frogs jump far. Their leap reaches 2 metres on wet leaves.", "FROGNET", "frogs")
OWLS = paper("Owls hunt at night. Silent feathers hide their approach from mice.", "OWLNET", "owls")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Tests marked `stores` run over an index in a folder, and over one on a server: "both", or there "slowly"."""
    marker = metafunc.definition.get_closest_marker("stores")
    if marker is None or "place" not in metafunc.fixturenames or marker.args[0] == "folder":
        return
    marks = [pytest.mark.slow] if marker.args[0] == "slowly" else []
    metafunc.parametrize("place", ["folder", pytest.param("server", marks=marks)], indirect=True)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Files that drive a browser or a model server begin first: run file by file, a long one leaves no core idle."""
    long = {item.path for item in items if any(item.get_closest_marker(name) for name in ("browser", "llm"))}
    items.sort(key=lambda item: item.path not in long)


@pytest.fixture(scope="module")
def chroma_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a Chroma server of this module's own."""
    with served(tmp_path_factory.mktemp("server"), free_port()) as address:
        yield address


@pytest.fixture
def place(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Where the test's own index lies, as `--index` takes it."""
    if getattr(request, "param", "folder") == "folder":
        yield str(tmp_path / "index")
        return
    monkeypatch.setattr("platformdirs.user_cache_path", lambda name: tmp_path / name)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))  # for processes that a test starts
    connect = Server.connect
    with ExitStack() as opened:

        def connected(self: Server, create: Any = None) -> Any:
            connection = connect(self, create)
            opened.callback(connection.close)  # what a test leaves open would be a warning in a later one
            return connection

        monkeypatch.setattr(Server, "connect", connected)
        yield f"{request.getfixturevalue('chroma_server')}/papers-{uuid4().hex[:12]}"


@pytest.fixture
def index(place: str) -> Callable[[Sequence[Paper | Refusal]], IndexStats]:
    """Ingest papers into the test's own index with the hash embedding; returns what the run did."""
    embed_model = HashEmbedding()

    def ingest(items: Sequence[Paper | Refusal]) -> IndexStats:
        store = PaperStore.create(place, HASH)
        try:
            return Indexer(store, embed_model).ingest(items)
        finally:
            store.close()

    return ingest


@pytest.fixture
def config(place: str) -> RagConfig:
    """The settings of the test's own index."""
    return RagConfig(index=place, embedding=HASH)


@pytest.fixture
def animals(index: Callable[[Sequence[Paper]], IndexStats], config: RagConfig) -> RagConfig:
    """An index of three papers."""
    index([BATS, FROGS, OWLS])
    return config


def engine_over(
    config: RagConfig, replies: Sequence[str | Reply] | None = None, *, streaming: bool = False
) -> tuple[PaperQueryEngine, ScriptedLLM | None]:
    """An engine with fakes in every place; with replies, a scripted LLM writes the answers."""
    fake = HashEmbedding()
    llm = None if replies is None else ScriptedLLM(replies)
    return build_query_engine(config, streaming=streaming, llm=llm, embed_model=fake, encoder=fake), llm


def ask(engine: PaperQueryEngine, question: str = QUESTION) -> dict[str, Any]:
    """The JSON record of an answer, streamed or not."""
    response = engine.query(question)
    if isinstance(response, StreamingResponse):
        for _ in response.response_gen:
            pass
    return answer_record(question, response)
