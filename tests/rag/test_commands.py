"""The command line: `python -m rag` and `ingest.py`, what they print and how they exit."""

import io
import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

import ingest
import rag.embedding
import rag.engine
from rag.__main__ import main
from rag.cli.terminal import answer_view, papers_view
from rag.config import RagConfig
from rag.stats import IndexStats
from rag.testing import HashEmbedding
from tests.conftest import BATS, HASH, ROOT

Run = Callable[..., tuple[int, str, str]]
QUESTION = "At what kHz do bats navigate by echolocation?"


@pytest.fixture
def run(
    animals: RagConfig, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., tuple[int, str, str]]:
    """Run `python -m rag` over the three papers with the fakes; gives exit code, output and errors."""
    monkeypatch.setenv("RAG_EMBEDDING", HASH)
    monkeypatch.setattr(rag.engine, "build_embedding", lambda spec, timeout: HashEmbedding())
    monkeypatch.setattr(rag.engine, "_encoder", lambda model: model)

    def call(*words: str, index: str = animals.index) -> tuple[int, str, str]:
        code = main([*words, "--index", index])
        return code, *capsys.readouterr()

    return call


def test_ask_prints_the_answer_and_its_source(run: Run) -> None:
    code, out, _ = run("ask", QUESTION)
    assert code == 0
    assert "They navigate by echolocation at 40 kHz in total darkness. [1]" in " ".join(out.replace("▌", "").split())
    assert "[1] BATNET" in out
    assert "no model" in out


def test_ask_prints_the_contract_as_json(run: Run) -> None:
    code, out, _ = run("ask", QUESTION, "--json", "--top-k", "2")
    record = json.loads(out)
    assert (code, record["verdict"], len(record["papers"])) == (0, "answered", 2)
    assert (
        BATS.abstract[record["citations"][0]["start"] : record["citations"][0]["end"]]
        == record["citations"][0]["quote"]
    )


def test_a_refusal_lists_the_nearest_papers(run: Run) -> None:
    code, out, _ = run("ask", "Who painted the Mona Lisa?")
    assert code == 0
    assert "do not say" in out
    assert "Nearest papers" in out
    assert "FROGNET" in out


def test_search_ranks_papers(run: Run) -> None:
    code, out, _ = run("search", "leap of frogs", "--json")
    assert code == 0
    assert json.loads(out)["papers"][0]["paper_id"] == "frogs"
    assert "1. " in run("search", "frogs")[1]


def test_a_batch_is_answered_line_by_line_in_order(run: Run, tmp_path: Path) -> None:
    batch = tmp_path / "batch.jsonl"
    batch.write_text(
        '{"question": "How far do frogs leap?"}\nnot json\n\n{"question": " "}\n{"question": "Who paints?"}\n'
    )
    code, out, _ = run("ask", "--batch", str(batch), "--json")
    records = [json.loads(line) for line in out.splitlines()]
    assert code == 1
    assert [record.get("verdict") for record in records] == ["answered", None, None, "not_in_papers"]
    assert "Line 2 of" in records[1]["error"]
    assert "empty" in records[2]["error"]


def test_a_line_of_a_batch_may_carry_its_conversation(run: Run, tmp_path: Path) -> None:
    history = [{"role": "user", "content": "What is FROGNET?"}, {"role": "assistant", "content": "FROGNET is a frog."}]
    batch = tmp_path / "batch.jsonl"
    batch.write_text("\n".join(json.dumps({"question": "Is it far?", "history": each}) for each in (history, "frogs")))
    first, second = [json.loads(line) for line in run("ask", "--batch", str(batch), "--json")[1].splitlines()]
    assert (first["standalone_question"], first["papers"][0]["paper_id"]) == ("Is FROGNET far?", "frogs")
    assert "The history is not a list of messages" in second["error"]


def test_conditions_are_given_on_the_command_line_and_in_a_batch(run: Run, tmp_path: Path) -> None:
    _, out, _ = run("ask", "What do they do?", "--json", "--where", "keyword=bats")
    assert [paper["paper_id"] for paper in json.loads(out)["papers"]] == ["bats"]
    batch = tmp_path / "batch.jsonl"
    batch.write_text(
        '{"question": "leap", "where": "keyword=frogs"}\n{"question": "leap", "where": ["frogs"]}\n'
        '{"question": "leap", "where": 5}\n[]\n'
    )
    code, out, _ = run("search", "--batch", str(batch), "--json")
    records = [json.loads(line) for line in out.splitlines()]
    assert code == 1
    assert [paper["paper_id"] for paper in records[0]["papers"]] == ["frogs"]
    assert "'frogs' is no condition" in records[1]["error"]
    assert "Line 3" in records[2]["error"]
    assert "Line 4" in records[3]["error"]


def test_what_was_read_from_the_question_is_shown_and_can_be_switched_off(run: Run) -> None:
    question = 'Who hunts "at night"?'
    assert "only: keyword at night" in run("search", question)[1]
    assert "only:" not in run("search", question, "--no-filters")[1]
    assert "left aside: keyword of wax" in run("ask", 'owls "of wax"')[1]


def test_a_batch_comes_from_standard_input_and_a_broken_character_costs_no_other_line(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = '{"question": "How far do frogs leap \\ud800?"}\n{"question": "\\ud800"}\n{"question": "leap of frogs?"}\n'
    monkeypatch.setattr("sys.stdin", io.StringIO(lines))
    code, out, _ = run("ask", "--batch", "-", "--json")
    records = [json.loads(line) for line in out.splitlines()]
    assert code == 1
    assert [record.get("verdict") for record in records] == ["answered", None, "answered"]
    assert records[0]["question"] == "How far do frogs leap ??"


def test_without_an_index_the_first_question_builds_one_from_the_bundled_list(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("RAG_EMBEDDING", HASH)
    monkeypatch.setattr(rag.embedding, "build_embedding", lambda spec, timeout: HashEmbedding())
    monkeypatch.setattr(rag.engine, "_encoder", lambda model: model)
    assert main(["search", "PepFlow", "--json"]) == 0
    out, error = capsys.readouterr()
    assert len(json.loads(out)["papers"]) == 19
    assert "building it from the bundled ICML 2024 list" in error


def test_papers_lists_every_paper(run: Run) -> None:
    assert sorted(json.loads(line)["paper_id"] for line in run("papers", "--json")[1].splitlines()) == [
        "bats", "frogs", "owls",
    ]  # fmt: skip
    assert "bats\tBATNET" in run("papers")[1]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("ask",), "No question was given"),
        (("ask", " "), "The question is empty"),
        (("ask", "x", "--top-k", "0"), "from 1 to 100"),
        (("search", "x", "--where", "since 2023"), "Accepted: year>=2023"),
        (("ask", "--batch", "nowhere.jsonl"), "nowhere.jsonl cannot be read"),
    ],
)
def test_a_command_that_cannot_run_says_why_in_one_line(run: Run, words: tuple[str, ...], said: str) -> None:
    code, out, error = run(*words)
    assert (code, out) == (2, "")
    assert said in error
    assert error.count("\n") == 1


def test_a_missing_index_says_how_to_build_one(run: Run, tmp_path: Path) -> None:
    code, _, error = run("ask", "x", index=str(tmp_path / "nowhere"))
    assert code == 2
    assert "python ingest.py PATH" in error


@pytest.mark.parametrize("module", ["llama_index", "chromadb", "onnxruntime", "gradio", "openai"])
def test_help_waits_for_no_heavy_library(module: str) -> None:
    script = f"import sys, rag.__main__, rag.cli.terminal as t, ingest; sys.exit('{module}' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", script], cwd=ROOT, timeout=30).returncode == 0


def printed(view: Any) -> str:
    console = Console(width=200, color_system=None)
    with console.capture() as capture:
        console.print(view)
    return capture.get()


def test_control_characters_of_a_paper_do_not_reach_the_terminal() -> None:
    paper = {"title": "A\x1b[31mB\x07", "url": "http://x/\x1b]0;y", "score": 0.5}
    record = {
        "answer": "C\x1b[2J", "verdict": "not_in_papers", "citations": [], "papers": [paper], "mode": "openai:m",
        "timings_ms": {"total": 5.0},
    }  # fmt: skip
    assert not set("\x1b\x07") & set(printed(answer_view(record)) + printed(papers_view([paper])))


@pytest.fixture
def ingested(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., tuple[int, str, str]]:
    """Run `ingest.py` into the test's own index with the hash embedding."""
    monkeypatch.setenv("RAG_EMBEDDING", HASH)
    monkeypatch.setattr(rag.embedding, "build_embedding", lambda spec, timeout: HashEmbedding())

    def call(*words: str) -> tuple[int, str, str]:
        code = ingest.main([*words, "--index", str(tmp_path / "index")])
        return code, *capsys.readouterr()

    return call


def test_ingest_counts_what_it_did_and_exits_1_when_a_record_was_refused(ingested: Run, tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text('[{"title": "A", "abstract": "Bats hear."}, {"title": "B", "abstract": " "}]')
    code, out, _ = ingested(str(tmp_path / "a.json"), "--json")
    stats = json.loads(out)
    assert (code, stats.pop("seconds") >= 0) == (1, True)
    assert stats == {
        "papers": 1, "added": 1, "updated": 0, "unchanged": 0, "merged": 0, "removed": 0,
        "merges": [],
        "refused": [{"source": "a.json", "record": "B", "why": "it has no abstract"}],
    }  # fmt: skip


def test_ingest_reports_to_people_and_exits_0(ingested: Run, tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text('[{"title": "A", "abstract": "Bats hear."}]')
    code, out, _ = ingested(str(tmp_path / "a.json"))
    assert code == 0
    assert out.startswith("1 paper in the index: 1 added (")
    assert "1 unchanged" in ingested(str(tmp_path / "a.json"))[1]


def test_ingest_exits_2_and_writes_nothing_when_a_file_is_missing(ingested: Run, tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text('[{"title": "A", "abstract": "Bats hear."}]')
    code, _, error = ingested(str(tmp_path / "a.json"), str(tmp_path / "nowhere.txt"))
    assert code == 2
    assert "nowhere.txt does not exist" in error
    assert not (tmp_path / "index").exists()


def test_a_retracted_paper_is_told_as_such(run: Run, animals: RagConfig, index: Callable[..., IndexStats]) -> None:
    index([replace(BATS, status="retracted")])
    _, out, _ = run("ask", QUESTION)
    assert "From BATNET (retracted):" in out
    assert "[1] BATNET (retracted)" in out
    assert "bats\tBATNET (retracted)" in run("papers")[1]
    assert json.loads(run("ask", QUESTION, "--json")[1])["papers"][0]["status"] == "retracted"
