"""Trials over a tiny collection: rankers, groups, failures, what is saved and what is not."""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import benchmarks.retrieval
import rag.retrieval
from benchmarks.datasets import Dataset, Question
from benchmarks.indexes import open_index
from benchmarks.rankers import bm25_over, rrf
from benchmarks.report import progress_since
from benchmarks.retrieval import main
from benchmarks.revision import Revision
from benchmarks.trials import try_out
from rag.testing import HashEmbedding
from tests.conftest import BATS, FROGS, HASH, OWLS

Run = Callable[..., tuple[int, str, str]]
CORPUS = [{"_id": paper.paper_id, "title": paper.title, "text": paper.abstract} for paper in (BATS, FROGS, OWLS)] + [
    {"_id": "owls2", "title": OWLS.title, "text": OWLS.abstract},
    {"_id": "empty", "title": "Nothing", "text": ""},
]


@pytest.fixture
def zoo(tmp_path: Path) -> Path:
    """A data folder with one collection, under a name of the committed list."""
    folder = tmp_path / "data" / "collections" / "cranfield"
    folder.mkdir(parents=True)
    (folder / "corpus.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in CORPUS))
    (folder / "queries.jsonl").write_text(
        '{"_id": "1", "text": "echolocation in darkness"}\n{"_id": "2", "text": "feathers and mice"}\n'
        '{"_id": "7", "text": "nothing at all"}\n'
    )
    (folder / "qrels.tsv").write_text("query-id\tcorpus-id\tscore\n1\tbats\t1\n2\towls2\t1\n7\tempty\t1\n")
    return folder


@pytest.fixture
def run(zoo: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run the benchmark with the hash embedding, as if from a clean checkout of abc1234."""
    monkeypatch.setattr(benchmarks.retrieval, "build_embedding", lambda spec: HashEmbedding())
    monkeypatch.setattr(rag.retrieval, "fitted_to", lambda embedding: None)
    monkeypatch.setattr(benchmarks.retrieval, "RESULTS", tmp_path / "results")
    monkeypatch.setattr(benchmarks.retrieval, "_ROOT", tmp_path)
    monkeypatch.setattr(Revision, "of", lambda root: Revision("abc1234", clean=True))

    def call(*words: str) -> tuple[int, str, str]:
        code = main([*words, "--data", str(tmp_path / "data"), "--cache", str(tmp_path / "cache")])
        return code, *capsys.readouterr()

    return call


def saved(tmp_path: Path) -> dict[str, Any]:
    results: dict[str, Any] = json.loads((tmp_path / "results" / "abc1234.json").read_text())
    return results


def test_a_record_that_was_merged_is_found_under_the_paper_it_went_into(zoo: Path, tmp_path: Path) -> None:
    indexed = open_index(zoo / "corpus.jsonl", HASH, HashEmbedding(), tmp_path / "cache")
    assert indexed.names == {"bats": "bats", "frogs": "frogs", "owls": "owls", "owls2": "owls"}


def test_an_index_is_embedded_once(zoo: Path, tmp_path: Path) -> None:
    first, second = HashEmbedding(), HashEmbedding()
    for model in (first, second):
        open_index(zoo / "corpus.jsonl", HASH, model, tmp_path / "cache").store.close()
    assert (len(first.calls), second.calls) == (3, [])


def test_bm25_gives_0_where_no_word_is_shared() -> None:
    assert bm25_over([BATS, FROGS, OWLS])("an owl’s feather", 1)[0][0] == "owls"
    assert [score for _, score in bm25_over([BATS, FROGS])("哪些论文", 2)] == [0.0, 0.0]


def test_rank_fusion_leaves_out_what_a_side_did_not_retrieve() -> None:
    fused = rrf(lambda question, k: [("a", 9.0), ("b", 0.0)], lambda question, k: [("c", 0.9), ("a", 0.5)])
    assert fused("?", 5) == [("a", 1 / 61 + 1 / 62), ("c", 1 / 61)]


def test_the_first_method_is_held_against_the_best_of_the_others() -> None:
    questions = tuple(Question(str(i), "?", {"a": 1}, ("all", "type x" if i else "type y")) for i in range(3))
    rankers = {
        "ours": lambda question, k: [("b", 1.0), ("a", 0.5)],
        "good": lambda question, k: [("a", 1.0)],
        "none": lambda question, k: [("a", 0.0)],
    }
    record = try_out(Dataset("d", Path("c"), questions), rankers, {"a": "a", "b": "b"})
    everything = record["groups"]["all"]
    assert everything["comparison"]["best_baseline"] == "good"
    assert everything["comparison"]["difference"] == pytest.approx(0.6309 - 1, abs=1e-4)
    assert everything["methods"]["none"]["hit@20"] == 0.0
    assert [group["questions"] for group in record["groups"].values()] == [3, 1, 2]


def test_a_full_run_on_a_clean_checkout_is_saved_under_its_commit(
    run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, error = run()
    assert code == 0
    assert "Saved as results/abc1234.json and .md." in error
    (record,) = saved(tmp_path)["datasets"]
    assert record["groups"]["all"]["methods"]["AskPapers"]["hit@1"] == 0.6667
    assert record["failures"] == [
        {"id": "7", "groups": ["all", "held"], "gold": ["empty"], "rank": 0, "first": record["failures"][0]["first"]}
    ]
    assert (record["papers"], record["gold_not_indexed"]) == (3, 1)
    assert out.startswith((tmp_path / "results" / "abc1234.md").read_text())


@pytest.mark.parametrize("dirty", [True, False])
def test_a_run_that_others_cannot_repeat_is_not_saved(
    run: Run, zoo: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, dirty: bool
) -> None:
    monkeypatch.setattr(Revision, "of", lambda root: Revision("abc1234", clean=not dirty))
    code, out, error = run() if dirty else run(str(zoo))
    assert code == 0
    assert "AskPapers" in out
    assert ("Commit first" if dirty else "whole list") in error
    assert not (tmp_path / "results").exists()


def test_results_are_held_against_earlier_ones(run: Run, tmp_path: Path) -> None:
    run()
    before, now = saved(tmp_path), saved(tmp_path)
    before["datasets"][0]["per_question"] = {"1": 0.5, "2": 1.0}
    assert "| cranfield, all | 2 | +0.2500 | 1.000 |" in progress_since(before, now)


def test_failures_are_written_with_what_was_asked(run: Run, tmp_path: Path) -> None:
    run("--failures", str(tmp_path / "failures.jsonl"))
    (line,) = (tmp_path / "failures.jsonl").read_text().splitlines()
    assert json.loads(line)["question"] == "nothing at all"


def test_a_question_file_needs_a_corpus(run: Run, zoo: Path) -> None:
    code, _, error = run(str(zoo / "queries.jsonl"))
    assert code == 2
    assert "--corpus CORPUS" in error


def test_without_any_dataset_the_command_says_where_it_looked(run: Run, zoo: Path) -> None:
    zoo.rename(zoo.with_name("elsewhere"))
    code, _, error = run()
    assert code == 2
    assert "--data DIR" in error


def test_a_checkout_is_clean_until_a_file_changes(tmp_path: Path) -> None:
    git = ("git", "-C", str(tmp_path), "-c", "user.name=a", "-c", "user.email=a@b")
    (tmp_path / "a.py").write_text("1")
    for words in (("init", "-q"), ("add", "."), ("commit", "-qm", "a")):
        subprocess.run([*git, *words], check=True, timeout=30)
    committed = Revision.of(tmp_path)
    assert (len(committed.commit), committed.clean) == (7, True)
    (tmp_path / "b.py").write_text("2")
    assert Revision.of(tmp_path) == Revision(committed.commit, clean=False)


def test_outside_a_checkout_nothing_is_clean(tmp_path: Path) -> None:
    assert Revision.of(tmp_path / "nowhere") == Revision("unknown", clean=False)
