"""An index on a Chroma server: the same as one in a folder, shared by machines, and told of when it fails."""

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

import rag.index.lease
from rag.answers import answer_record
from rag.config import RagConfig
from rag.engine import PaperQueryEngine, build_query_engine
from rag.errors import IndexBusyError, IndexMissingError, IndexStoreError
from rag.index.server import server_of
from rag.indexing import Indexer, remove
from rag.store import PaperStore
from rag.testing import HashEmbedding
from tests.conftest import BATS, FROGS, HASH, OWLS, paper
from tests.rag.chroma_server import free_port, served


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with served(tmp_path_factory.mktemp("server"), free_port()) as found:
        yield found


@pytest.fixture
def url(address: str, request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A collection of this test's own; what is derived of it goes to a folder of its own, too."""
    monkeypatch.setattr("platformdirs.user_cache_path", lambda name: tmp_path / name)
    return f"{address}/{request.node.name[:50].rstrip('_')}"


def created(url: str) -> PaperStore:
    store = PaperStore.create(url, HASH)
    Indexer(store, HashEmbedding()).ingest([BATS, FROGS, OWLS])
    return store


@contextmanager
def engine_over(url: str) -> Iterator[PaperQueryEngine]:
    model = HashEmbedding()
    engine = build_query_engine(RagConfig(index=url, embedding=HASH), embed_model=model, encoder=model)
    yield engine
    engine.retriever.store.close()


def cited(engine: PaperQueryEngine, question: str) -> list[str]:
    record = answer_record(question, engine.query(question))
    return [citation["paper_id"] for citation in record["citations"]]


def test_papers_are_ingested_into_it_and_asked(url: str) -> None:
    with closing(created(url)) as store, engine_over(url) as engine:
        assert store.count() == 3
        assert sorted(store.signs().ids()) == ["bats", "frogs", "owls"]
        assert set(cited(engine, "At what kHz do bats navigate by echolocation?")) == {"bats"}


def test_a_second_run_finds_nothing_new(url: str) -> None:
    with closing(created(url)) as store:
        stats = Indexer(store, HashEmbedding()).ingest([BATS, FROGS, OWLS])
    assert (stats.added, stats.unchanged) == (0, 3)


def test_an_open_window_answers_from_what_another_has_written(url: str) -> None:
    with closing(created(url)) as store, engine_over(url) as engine:
        assert cited(engine, "How do zyzzyvas eat?") == []
        Indexer(store, HashEmbedding()).ingest([paper("Zyzzyvas eat palms at night.", "ZYZZNET", "zyzz")])
        time.sleep(0.1)
        assert set(cited(engine, "How do zyzzyvas eat?")) == {"zyzz"}
        remove(store, ["zyzz"])
        time.sleep(0.1)
        assert cited(engine, "How do zyzzyvas eat?") == []


def test_signs_come_from_the_server(url: str) -> None:
    with closing(created(url)) as store, closing(PaperStore.open(url, HASH)) as other:
        mine, theirs = store.signs().get(["bats"]), other.signs().get(["bats", "unknown"])
        assert list(theirs) == ["bats"]
        assert (mine["bats"] == theirs["bats"]).all()


def test_one_writes_at_a_time(url: str) -> None:
    with closing(created(url)) as store, closing(PaperStore.open(url, HASH)) as other, store.writer():
        busy = pytest.raises(IndexBusyError, match=r"Another process is writing to http.*process \d+\. Wait")
        with busy:
            Indexer(other, HashEmbedding()).ingest([BATS])
    with closing(PaperStore.open(url, HASH)) as store:
        assert Indexer(store, HashEmbedding()).ingest([BATS]).unchanged == 1


def test_what_a_writer_that_died_held_is_taken_over(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with closing(created(url)) as store:
        client = store._connection.client
        name = f"{store._place.collection}-writer"
        dead = {"token": "x", "host": "elsewhere", "process": 1, "at": time.time() - rag.index.lease.STALE_SECONDS - 1}
        client.create_collection(name, metadata=dead, embedding_function=None)
        assert Indexer(store, HashEmbedding()).ingest([BATS]).unchanged == 1
        assert name not in [found.name for found in client.list_collections()]


def test_there_is_no_index_where_none_was_built(url: str) -> None:
    with pytest.raises(IndexMissingError, match=r"There is no index at http.* python ingest\.py PATH --index http"):
        PaperStore.open(url, HASH)


def test_a_server_that_is_away_is_named_and_used_again_when_it_is_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("platformdirs.user_cache_path", lambda name: tmp_path / name)
    port = free_port()
    url = f"http://127.0.0.1:{port}/papers"
    with ExitStack() as opened:
        with served(tmp_path / "data", port):
            created(url).close()
            engine = opened.enter_context(engine_over(url))
        with pytest.raises(IndexStoreError, match=r"cannot be reached .*\(chroma run --path DIR --host 127"):
            engine.query("At what kHz do bats navigate?")
        with pytest.raises(IndexStoreError, match="cannot be reached"):
            PaperStore.open(url, HASH)
        with served(tmp_path / "data", port):
            assert set(cited(engine, "At what kHz do bats navigate by echolocation?")) == {"bats"}


class Stranger(BaseHTTPRequestHandler):
    """A server that is none of Chroma's."""

    status = 404

    def do_GET(self) -> None:
        self.send_response(self.status)
        self.end_headers()
        self.wfile.write(b"no such page")

    def log_message(self, *args: object) -> None:
        """Say nothing."""


@pytest.mark.parametrize(("status", "told"), [(404, "does not answer as Chroma"), (401, "refused the key")])
def test_a_server_of_another_kind_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, status: int, told: str
) -> None:
    monkeypatch.setattr("platformdirs.user_cache_path", lambda name: tmp_path / name)
    monkeypatch.setattr(Stranger, "status", status)
    with HTTPServer(("127.0.0.1", 0), Stranger) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        with pytest.raises(IndexStoreError, match=told):
            PaperStore.open(f"http://127.0.0.1:{server.server_port}/papers", HASH)
        server.shutdown()


def test_a_server_that_does_not_answer_is_not_waited_for_without_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, url: str
) -> None:
    with closing(created(url)) as store, socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        session = store._connection.client._server._session  # type: ignore[attr-defined]
        assert session.timeout.connect == 5.0
        session.timeout = 0.2
        session.base_url = "http://127.0.0.1"
        store._connection.client._server._api_url = f"http://127.0.0.1:{silent.getsockname()[1]}/api/v2"  # type: ignore[attr-defined]
        with pytest.raises(IndexStoreError, match="did not answer in time"):
            store.count()


@pytest.mark.parametrize(
    ("given", "host", "port", "ssl", "collection"),
    [
        ("http://h/papers", "h", 8000, False, "papers"),
        ("https://h/papers", "h", 443, True, "papers"),
        ("http://h:1234/papers?tenant=t&database=d", "h", 1234, False, "papers"),
    ],
)
def test_an_address_names_a_collection(given: str, host: str, port: int, ssl: bool, collection: str) -> None:
    found = server_of(given, {})
    assert (found.host, found.port, found.ssl, found.collection) == (host, port, ssl, collection)
    assert (found.tenant == "t") == ("tenant" in given)


def test_a_key_is_sent_and_never_shown() -> None:
    found = server_of("http://h/papers", {"CHROMA_TOKEN": "secret"})
    assert found.key == "secret"
    assert "secret" not in repr(found) + str(found.explained(ValueError("x")))


def test_chroma_cloud_asks_for_a_key() -> None:
    with pytest.raises(IndexStoreError, match="export CHROMA_API_KEY="):
        server_of("chroma://tenant/database/papers", {})
    found = server_of("chroma://tenant/database/papers", {"CHROMA_API_KEY": "k"})
    assert (found.tenant, found.database, found.collection, found.cloud) == ("tenant", "database", "papers", True)


@pytest.mark.parametrize("given", ["ftp://h/papers", "http://h", "http://h/a/b", "http:///papers", "chroma://t/papers"])
def test_what_is_no_address_of_an_index_is_told_with_the_forms(given: str) -> None:
    with pytest.raises(IndexStoreError, match=r"is no address of an index\. Name a collection like this: http"):
        server_of(given, {})


def test_a_password_in_an_address_is_refused() -> None:
    with pytest.raises(IndexStoreError, match="has no password in it"):
        server_of("http://me:pw@h/papers", {})


def test_a_home_that_may_not_be_written_is_told_with_the_way_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "home").write_text("no folder")
    monkeypatch.setattr("platformdirs.user_cache_path", lambda name: tmp_path / "home" / name)
    with pytest.raises(IndexStoreError, match=r"cannot be kept in .*home.* export XDG_CACHE_HOME=DIR"):
        PaperStore.open("http://127.0.0.1:9/papers", HASH)
