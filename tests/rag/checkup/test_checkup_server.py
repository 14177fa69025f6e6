"""The checkup of an index on a Chroma server: what applies there."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest

from rag.errors import IndexBusyError, IndexStoreError
from rag.indexing import Indexer
from rag.store import PaperStore
from rag.testing import HashEmbedding
from tests.conftest import BATS, FROGS, HASH
from tests.rag.checkup.test_checkup import check
from tests.rag.chroma_server import free_port, served


@pytest.fixture
def url(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    monkeypatch.setattr("platformdirs.user_cache_path", lambda name: tmp_path / name)
    with served(tmp_path / "server", free_port()) as address:
        yield f"{address}/papers"


def test_rows_and_signs_on_a_server_are_checked_and_mended(url: str) -> None:
    with closing(PaperStore.create(url, HASH)) as store:
        Indexer(store, HashEmbedding()).ingest([BATS, FROGS])
        assert check(url) == {}
        before = store.signs().get(["bats"])["bats"].tolist()
        store.signs().drop(["bats"])
        assert "1 paper without signs, and so ranked without: bats." in check(url)["signs"].findings[0]
        assert check(url, repair=True)["signs"].sound
        assert store.signs().get(["bats"])["bats"].tolist() == before
        store.collection.delete(ids=["frogs:0"])
        store.collection.upsert(ids=["torn:0"], documents=["Torn."], embeddings=np.ones((1, 256), np.float32))
        assert "1 row cannot be read whole: torn:0." in check(url)["rows"].findings[0]
        assert not check(url, repair=True)["rows"].sound
        assert store.ids() == {"bats"}
        with store.writer(), pytest.raises(IndexBusyError):
            check(url)


def test_a_server_that_is_not_there_is_told_as_such() -> None:
    with pytest.raises(IndexStoreError, match="cannot be reached"):
        check(f"http://127.0.0.1:{free_port()}/papers")
