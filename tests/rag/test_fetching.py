"""`ingest.py` with a web address, into an index in a folder and into one on a server."""

import json
from contextlib import closing
from pathlib import Path

import pytest

import ingest
import rag.embedding
from rag.index.places import place_of
from rag.store import PaperStore
from rag.testing import HashEmbedding
from tests.conftest import HASH
from tests.rag.readers.replay import Answer, replay

pytestmark = pytest.mark.stores("both")
RECORDS = [{"id": f"p{number}", "title": f"Leap {number}", "abstract": f"Frogs jump {number} m."} for number in (1, 2)]


@pytest.fixture(autouse=True)
def hashed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RAG_EMBEDDING", HASH)
    monkeypatch.setattr(rag.embedding, "build_embedding", lambda spec, timeout: HashEmbedding())


def test_a_file_of_the_web_is_fetched_into_the_index_and_nothing_of_the_fetch_is_kept(
    place: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with replay(lambda _: Answer(json.dumps(RECORDS).encode())) as web:
        words = [f"{web.url}/papers.json", "--index", place, "--json"]
        assert ingest.main(words) == 0
        assert json.loads(capsys.readouterr().out)["added"] == 2
        assert ingest.main(words) == 0
        assert json.loads(capsys.readouterr().out)["unchanged"] == 2
    with closing(PaperStore.open(place, HASH)) as store:
        assert sorted(paper.abstract for paper in store.papers()) == ["Frogs jump 1 m.", "Frogs jump 2 m."]
    assert not any(path.is_file() for path in (place_of(place).folder / "fetched").rglob("*"))


def test_a_fetch_that_fails_leaves_the_index_as_it_was(
    place: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "p.json").write_text(json.dumps(RECORDS[:1]))
    assert ingest.main([str(tmp_path / "p.json"), "--index", place]) == 0
    elsewhere = {"Location": "http://169.254.169.254/latest/meta-data"}
    with replay(lambda _: Answer(b"", 302, elsewhere)) as web:
        assert ingest.main([f"{web.url}/papers.json", "--index", place]) == 2
    assert "another address led there, and it is of this machine or its own network" in capsys.readouterr().err
    with closing(PaperStore.open(place, HASH)) as store:
        assert store.ids() == {"p1"}
