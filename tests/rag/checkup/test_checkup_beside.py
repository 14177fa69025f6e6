"""The checkup of what lies beside the rows: vectors, spare ones, signs, what is derived, the ledger, leftovers."""

import json
import os
import shutil
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import rag.embedding
from rag.__main__ import main
from rag.config import RagConfig
from rag.index.facts import Facts
from rag.index.spare_vectors import SpareVectors
from rag.ingestion.ledger import Ledger, Reading
from rag.testing import HashEmbedding
from tests.conftest import BATS, HASH, ask, engine_over
from tests.rag.checkup.test_checkup import opened, told
from tests.rag.rows import content

TEXT = f"{BATS.title}\n{BATS.abstract}"


@pytest.fixture
def spare(animals: RagConfig) -> SpareVectors:
    return SpareVectors(Path(animals.index) / "spare")


@pytest.mark.parametrize("wrong", [[0.0] * 256, [0.2] * 256])
def test_a_vector_of_another_length_is_made_again_of_the_spare_one(animals: RagConfig, wrong: list[float]) -> None:
    whole = content(Path(animals.index))
    with opened(animals) as store:
        store.collection.update(ids=["bats:0"], embeddings=np.array([wrong], np.float32))
    findings, mended = told(animals, "vectors")
    assert findings[0].startswith("1 vector not finite and of length 1: bats:0.")
    assert mended == ["Made again, as missing or wrong: 1 vector."]
    assert content(Path(animals.index)) == whole


def test_vectors_that_differ_are_both_made_anew(animals: RagConfig, spare: SpareVectors) -> None:
    whole = content(Path(animals.index))
    spare.put({"bats:0": (TEXT, np.eye(256)[3].tolist())})
    spare.close()
    findings, _ = told(animals, "vectors")
    assert "other than the one kept beside Chroma's: bats:0" in findings[0]
    assert content(Path(animals.index)) == whole


def test_spare_vectors_that_are_gone_are_copied_from_chroma(animals: RagConfig, spare: SpareVectors) -> None:
    before = spare.get({"bats:0": TEXT})["bats:0"].tolist()
    spare.close()
    shutil.rmtree(Path(animals.index) / "spare")
    findings, mended = told(animals, "spare vectors")
    assert findings[0].startswith("3 rows had no spare vector (bats:0, frogs:0, owls:0)")
    assert mended[0].endswith("Chroma's were copied.")
    assert spare.get({"bats:0": TEXT})["bats:0"].tolist() == pytest.approx(before)
    spare.close()


@pytest.mark.parametrize("lost", ["signs/places.sqlite", "signs/signs-0.bin", ""])
def test_signs_that_are_gone_are_made_again_as_they_were(animals: RagConfig, lost: str) -> None:
    with opened(animals) as store, closing(store.signs()) as signs:
        whole = {name: matrix.tolist() for name, matrix in signs.get(["bats", "frogs", "owls"]).items()}
    if lost:
        (Path(animals.index) / lost).write_bytes(b"garbage" * 3)
    else:
        shutil.rmtree(Path(animals.index) / "signs")
    findings, mended = told(animals, "signs")
    assert findings[-1].startswith("3 papers without signs, and so ranked without: bats, frogs, owls.")
    assert mended[-1:] == ["3 papers had no signs (bats, frogs, owls); they were made again."]
    with opened(animals) as store, closing(store.signs()) as signs:
        assert {name: matrix.tolist() for name, matrix in signs.get(list(whole)).items()} == whole


@pytest.mark.parametrize("kind", ["lexical", "facts", "vectors"])
def test_what_is_derived_is_made_again(animals: RagConfig, kind: str) -> None:
    whole = ask(engine_over(animals)[0])["answer"]
    for file in [path for path in (Path(animals.index) / kind).rglob("*") if path.is_file()]:
        file.write_bytes(file.read_bytes()[:-1] + b"?")
    findings, mended = told(animals, f"derived: {kind}")
    assert "is not as it was made" in findings[0]
    assert mended[0].endswith("it was made again.")
    assert ask(engine_over(animals)[0])["answer"] == whole


def test_what_is_derived_of_other_papers_is_made_again(animals: RagConfig) -> None:
    ask(engine_over(animals)[0])
    folder = Path(animals.index) / "facts"
    (file,) = folder.iterdir()
    facts = Facts.find(folder, int(file.stem))
    assert facts is not None
    replace(facts, ids=["bats", "frogs", "newts"])._keep(file)
    findings, _ = told(animals, "derived: facts")
    assert "is of other papers than the index (newts, owls)" in findings[0]


def test_notes_of_files_whose_papers_are_gone_are_struck(animals: RagConfig) -> None:
    with opened(animals) as store:
        Ledger(store.sources).note("lost.bib", Reading("d", 4))
        store.sources.upsert(
            ids=["torn.bib"], embeddings=np.zeros((1, 1), np.float32), metadatas=[{"digest": "d", "refused": "[{"}]
        )
    findings, _ = told(animals, "ledger")
    assert "The notes of 1 file cannot be read: torn.bib" in findings[0]
    assert "tell of papers that are not there: lost.bib" in findings[1]
    with opened(animals) as store:
        assert store.sources.count() == 0


def test_leftovers_go_once_they_are_old(animals: RagConfig) -> None:
    ask(engine_over(animals)[0])
    old, young = (Path(animals.index) / "lexical" / f"building-{name}" for name in ("old", "young"))
    for path in (old, young):
        path.mkdir()
    os.utime(old, (0, 0))
    segment = Path(animals.index) / "chroma" / "no-such-segment"
    segment.mkdir()
    (segment / "header.bin").write_bytes(b"")
    findings, _ = told(animals, "leftovers")
    assert "2 leftovers of runs that were cut off: chroma/no-such-segment, lexical/building-old" in findings[0]
    assert (old.exists(), young.exists(), segment.exists()) == (False, True, False)


def test_a_lock_that_is_a_folder_is_taken_away(animals: RagConfig) -> None:
    lock = Path(animals.index) / "write.lock"
    lock.unlink(missing_ok=True)
    lock.mkdir()
    assert "write.lock is a folder" in told(animals, "lock")[0][0]


@pytest.fixture
def run(
    animals: RagConfig, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., tuple[int, str]]:
    """`python -m rag check` over the three papers; gives the exit code and what was printed."""
    monkeypatch.setenv("RAG_EMBEDDING", HASH)
    monkeypatch.setattr(rag.embedding, "build_embedding", lambda spec, timeout: HashEmbedding())

    def call(*words: str, index: str = animals.index) -> tuple[int, str]:
        return main(["check", *words, "--index", index]), capsys.readouterr().out

    return call


def test_the_command_ends_with_0_1_or_2(run: Callable[..., tuple[int, str]], animals: RagConfig) -> None:
    assert run()[0] == 0
    shutil.rmtree(Path(animals.index) / "signs")
    code, out = run()
    assert code == 1
    assert "✗ signs" in out
    assert max(map(len, out.splitlines())) <= 80
    assert out.endswith("Not sound: 1 left.\n")
    code, out = run("--repair")
    assert (code, out.splitlines()[-1]) == (0, "Sound again: 1 mended.")
    assert run(index=f"{animals.index}-none")[0] == 2


def test_the_json_is_a_line_for_each_part(run: Callable[..., tuple[int, str]], animals: RagConfig) -> None:
    shutil.rmtree(Path(animals.index) / "spare")
    records = [json.loads(line) for line in run("--repair", "--json")[1].splitlines()]
    assert [record["part"] for record in records][:4] == ["lock", "database", "vector files", "manifest"]
    (told,) = [record for record in records if record["mended"]]
    assert (told["part"], told["sound"], told["findings"]) == ("spare vectors", True, [])
