"""An index that may not be written is read from a copy, and says so."""

import json
import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

import rag.embedding
import rag.engine
import rag.index.connection
from rag.__main__ import main
from rag.config import RagConfig
from rag.errors import IndexStoreError
from rag.indexing import IndexStats
from rag.papers import Paper
from rag.store import PaperStore
from rag.testing import HashEmbedding
from tests.conftest import BATS, FROGS, HASH, OWLS, QUESTION, ask, engine_over, paper

import ingest  # isort: skip


@pytest.fixture
def read_only(animals: RagConfig, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[RagConfig]:
    """The index of three papers, without the right to write it: real for a user, told to root."""
    (tmp_path / "tmp").mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "tmp"))
    places = [Path(animals.index), *Path(animals.index).rglob("*")]
    modes = {place: place.stat().st_mode for place in places}
    for place in places:
        place.chmod(modes[place] & ~0o222)
    real = os.access
    monkeypatch.setattr(os, "access", lambda place, mode: not (mode & os.W_OK and place in modes) and real(place, mode))
    yield animals
    for place in places:
        place.chmod(modes[place])


def test_it_is_answered_from_a_copy_that_goes_when_it_is_closed(read_only: RagConfig, tmp_path: Path) -> None:
    engine = engine_over(read_only)[0]
    assert ask(engine)["citations"][0]["paper_id"] == "bats"
    assert engine.retriever.store.is_copy
    assert len(list((tmp_path / "tmp").glob("askpapers-*"))) == 1
    engine.retriever.store.close()
    assert list((tmp_path / "tmp").glob("askpapers-*")) == []


def test_it_is_not_touched(read_only: RagConfig) -> None:
    before = {path: path.stat().st_mtime_ns for path in (Path(read_only.index) / "chroma").rglob("*")}
    store = PaperStore.open(read_only.index, HASH)
    assert store.count() == 3
    store.close()
    assert {path: path.stat().st_mtime_ns for path in (Path(read_only.index) / "chroma").rglob("*")} == before


def test_commands_say_that_a_copy_is_read(
    read_only: RagConfig, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("RAG_EMBEDDING", HASH)
    monkeypatch.setattr(rag.engine, "build_embedding", lambda spec, timeout: HashEmbedding())
    monkeypatch.setattr(rag.engine, "_encoder", lambda model: model)
    for words in (["ask", QUESTION, "--json"], ["papers", "--json"]):
        assert main([*words, "--index", read_only.index]) == 0
        out, error = capsys.readouterr()
        assert json.loads(out.splitlines()[0])
        assert "may not be written: a copy in" in error


def test_a_run_is_rehearsed_on_it_and_a_real_one_says_what_to_type(
    read_only: RagConfig, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("RAG_EMBEDDING", HASH)
    monkeypatch.setattr(rag.embedding, "build_embedding", lambda spec, timeout: HashEmbedding())
    (tmp_path / "new.jsonl").write_text('{"title": "W", "abstract": "Whales sing."}\n')
    words = [str(tmp_path / "new.jsonl"), "--index", read_only.index, "--json"]
    assert ingest.main(["--dry-run", *words]) == 0
    assert json.loads(capsys.readouterr().out)["papers"] == 4
    assert ingest.main(words) == 2
    assert "may not be written. Type: chmod -R u+rwX" in capsys.readouterr().err


def test_what_its_owner_writes_is_seen(
    read_only: RagConfig, index: Callable[[Sequence[Paper]], IndexStats], monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = engine_over(read_only)[0]
    for place in [Path(read_only.index), *Path(read_only.index).rglob("*")]:
        place.chmod(place.stat().st_mode | 0o200)
    with monkeypatch.context() as owner:
        owner.setattr(rag.index.connection, "is_writable", lambda chroma: True)
        owner.setattr(os, "access", lambda place, mode: True)
        index([BATS, FROGS, OWLS, paper("Zebras wear code ZEBRA-77.", "Z", "zebras")])
    assert ask(engine, "Who wears code ZEBRA-77?")["citations"][0]["paper_id"] == "zebras"
    engine.retriever.store.close()


def test_no_room_for_the_copy_is_said(read_only: RagConfig, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", "/nowhere/at/all")
    with pytest.raises(IndexStoreError, match=r"copying it to /nowhere/at/all failed.*TMPDIR=DIR"):
        PaperStore.open(read_only.index, HASH)
