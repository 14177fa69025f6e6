"""One server for several windows and several who ingest; it is killed, comes back, or is of another version."""

import json
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from rag.answers import answer_record
from rag.browsing.open_shelf import OpenShelf
from rag.config import RagConfig
from rag.engine import PaperQueryEngine, build_query_engine
from rag.errors import IndexBusyError, IndexMissingError, IndexStoreError
from rag.indexing import Indexer
from rag.papers import Paper
from rag.store import PaperStore
from rag.testing import HashEmbedding
from tests.conftest import BATS, HASH, paper
from tests.rag.chroma_server import free_port, served


@contextmanager
def window(url: str) -> Iterator[tuple[PaperQueryEngine, OpenShelf]]:
    """What a window holds open."""
    model = HashEmbedding()
    engine = build_query_engine(RagConfig(index=url, embedding=HASH), embed_model=model, encoder=model)
    with closing(OpenShelf(url, HASH)) as shelf:
        shelf.shelf()
        yield engine, shelf
    engine.retriever.store.close()


def ingest(url: str, papers: list[Paper]) -> None:
    with closing(PaperStore.create(url, HASH)) as store:
        Indexer(store, HashEmbedding()).ingest(papers)


def cited(engine: PaperQueryEngine, question: str) -> set[str]:
    return {each["paper_id"] for each in answer_record(question, engine.query(question))["citations"]}


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A server's folder; what is derived goes to a folder of the test's own, too."""
    monkeypatch.setattr("platformdirs.user_cache_path", lambda name: tmp_path / name)
    monkeypatch.setattr("rag.browsing.open_shelf._LOOK_SECONDS", 0.0)
    return tmp_path / "data"


def test_two_windows_answer_from_what_two_write_by_turns(data: Path) -> None:
    refused: list[str] = []

    def work(url: str, names: str) -> None:
        for name in names.split():
            while True:
                try:
                    ingest(url, [paper(f"The {name} sings in caves.", f"Of the {name}", name)])
                    break
                except IndexBusyError as error:
                    refused.append(str(error))
                    time.sleep(0.02)

    with served(data, free_port()) as address, ExitStack() as opened:
        url = f"{address}/papers"
        ingest(url, [BATS])
        windows = [opened.enter_context(window(url)) for _ in range(2)]
        workers = [
            threading.Thread(target=work, args=(url, name)) for name in ("zonkey wholphin liger", "yakalo cama tigon")
        ]
        for worker in workers:
            worker.start()
        counts: list[list[int]] = [[], []]
        while any(worker.is_alive() for worker in workers):
            for (_, shelf), seen in zip(windows, counts, strict=True):
                seen.append(shelf.count())
        time.sleep(0.1)
        for (engine, shelf), seen in zip(windows, counts, strict=True):
            assert cited(engine, "Where does the liger sing?") == {"liger"}
            assert cited(engine, "Where does the yakalo sing?") == {"yakalo"}
            assert (shelf.count(), len(shelf.renewed())) == (7, 7)
            assert seen == sorted(seen)
    assert all("is writing to" in said or "begun to write to" in said for said in refused)


def test_a_server_that_is_killed_under_an_open_window_is_told_of_and_used_again(data: Path) -> None:
    port = free_port()
    url = f"http://127.0.0.1:{port}/papers"
    with ExitStack() as opened:
        with served(data, port, killed=True):
            ingest(url, [BATS])
            engine, shelf = opened.enter_context(window(url))
            assert cited(engine, "At what kHz do bats navigate by echolocation?") == {"bats"}
        time.sleep(0.5)  # what was seen a moment ago still counts
        for look in (lambda: cited(engine, "At what kHz do bats navigate?"), shelf.count, shelf.generation):
            with pytest.raises(IndexStoreError, match=rf"cannot be reached .*chroma run --path DIR .* --port\s+{port}"):
                look()
        with pytest.raises(IndexStoreError, match="cannot be reached"):
            ingest(url, [BATS])
        with served(data, port):
            assert cited(engine, "At what kHz do bats navigate by echolocation?") == {"bats"}
            assert shelf.count() == 1
            ingest(url, [paper("Zonkeys sing in caves.", "Zonkeys", "zonkeys")])
            time.sleep(0.1)
            assert cited(engine, "Where do zonkeys sing?") == {"zonkeys"}
            assert "zonkeys" in shelf.renewed().places


def test_a_collection_that_was_made_anew_is_the_one_that_is_read(data: Path) -> None:
    zonkeys = paper("Zonkeys sing in caves.", "Zonkeys", "zonkeys")
    with served(data, free_port()) as address, ExitStack() as opened:
        url = f"{address}/papers"
        ingest(url, [BATS])
        engine, shelf = opened.enter_context(window(url))
        with closing(PaperStore.open(url, HASH)) as store:
            generation, client = store.manifest().generation, store._connection.client
            client.delete_collection("papers")
            time.sleep(0.1)
            for look in (lambda: cited(engine, "At what kHz do bats navigate?"), shelf.count):
                with pytest.raises(IndexMissingError, match=r"There is no index at .* Build one"):
                    look()
            for other in client.list_collections():
                client.delete_collection(other.name)
        ingest(url, [zonkeys])
        time.sleep(0.1)
        assert cited(engine, "Where do zonkeys sing?") == {"zonkeys"}
        assert cited(engine, "At what kHz do bats navigate by echolocation?") == set()
        assert (shelf.count(), list(shelf.renewed().places), shelf.generation()) == (1, ["zonkeys"], generation)


class Answering(BaseHTTPRequestHandler):
    """A server that is alive, and answers nothing else as this version of Chroma does."""

    others: tuple[int, bytes]

    def do_GET(self) -> None:
        alive = self.path.endswith("/api/v2/heartbeat")
        status, said = (200, json.dumps({"nanosecond heartbeat": 1}).encode()) if alive else self.others
        self.send_response(status)
        self.end_headers()
        self.wfile.write(said)

    do_POST = do_GET  # noqa: N815 - as the base class has it

    def log_message(self, *args: object) -> None:
        """Say nothing."""


@pytest.mark.parametrize(
    "others", [(404, b"{}"), (410, b'{"error": "Unimplemented"}'), (200, b"<html>"), (200, b'"0.6.3"')]
)
def test_a_server_of_another_version_is_told(
    data: Path, monkeypatch: pytest.MonkeyPatch, others: tuple[int, bytes]
) -> None:
    monkeypatch.setattr(Answering, "others", others, raising=False)
    with HTTPServer(("127.0.0.1", 0), Answering) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        with pytest.raises(IndexStoreError, match=r"does not answer as Chroma 1\..*pip install 'chromadb>=1\.5'"):
            PaperStore.open(f"http://127.0.0.1:{server.server_port}/papers", HASH)
        server.shutdown()
