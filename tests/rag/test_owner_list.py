"""End to end on the owner's list, with the bundled model: ingest, CLI in a fresh process, Python API."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rag import RagConfig, answer_record, build_query_engine
from rag.encoding.minilm import MiniLMEmbedding
from rag.readers import read
from tests.conftest import ROOT

LIST = ROOT / "data" / "icml2024-list.txt"
ABSTRACTS = [paper.abstract for paper in read(LIST)]  # type: ignore[union-attr]
PEPFLOW = "How does PepFlow represent side-chain angles and residue types?"
AQLM = "AQLM 的码率能压到每参数多少比特？"
FINAL = "Who scored the winning goal in the 2014 World Cup final?"


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(tmp_path_factory.mktemp("owner") / "index")


@pytest.fixture(scope="module")
def run(index: str) -> Callable[..., Any]:
    def call(*words: str) -> Any:
        done = subprocess.run(
            [sys.executable, *words, "--index", index],
            cwd=ROOT,
            capture_output=True,
            text=True,
            timeout=100,
            check=True,
        )
        return [json.loads(line) for line in done.stdout.splitlines()]

    stats = call("ingest.py", str(LIST), "--json")[0]
    assert (stats["papers"], stats["added"], stats["refused"]) == (19, 19, [])
    return call


@pytest.fixture(scope="module")
def asked(run: Callable[..., Any], tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The records of some questions, asked of the command line in one fresh process."""
    batch = tmp_path_factory.mktemp("asked") / "questions.jsonl"
    questions = (PEPFLOW, AQLM, FINAL)
    batch.write_text("\n".join(json.dumps({"question": question}) for question in questions), encoding="utf-8")
    return dict(zip(questions, run("-m", "rag", "ask", "--batch", str(batch), "--json"), strict=True))


def test_a_second_run_changes_nothing(run: Callable[..., Any]) -> None:
    stats = run("ingest.py", str(LIST), "--json")[0]
    assert (stats["papers"], stats["unchanged"], stats["added"]) == (19, 19, 0)


@pytest.mark.parametrize(("question", "fact"), [(PEPFLOW, "probability simplex"), (AQLM, "3 bits")])
def test_the_command_line_quotes_the_abstract(asked: dict[str, Any], question: str, fact: str) -> None:
    record = asked[question]
    assert record["verdict"] == "answered"
    assert any(fact in citation["quote"] for citation in record["citations"])
    for citation in record["citations"]:
        assert any(abstract[citation["start"] : citation["end"]] == citation["quote"] for abstract in ABSTRACTS)


def test_what_the_list_does_not_say_is_refused(asked: dict[str, Any]) -> None:
    record = asked[FINAL]
    assert (record["verdict"], record["citations"]) == ("not_in_papers", [])
    assert len(record["papers"]) == 19


def test_python_gives_what_the_command_line_gives(run: Callable[..., Any], index: str, minilm: MiniLMEmbedding) -> None:
    record = answer_record(PEPFLOW, build_query_engine(RagConfig(index=index), embed_model=minilm).query(PEPFLOW))
    (printed,) = run("-m", "rag", "ask", PEPFLOW, "--json")
    assert record | {"timings_ms": 0} == printed | {"timings_ms": 0}


def test_the_seed_questions_reach_their_floors(run: Callable[..., Any], shared: Path, tmp_path: Path) -> None:
    questions = (shared / "questions" / "seed.jsonl").read_text(encoding="utf-8").splitlines()
    english = [line for line in questions if json.loads(line)["lang"] == "en"]
    for name, lines, floors in (("all", questions, ["quotes_exact=1.0", "facts=0.7"]), ("en", english, ["hit1=0.95"])):
        asked, answered = tmp_path / f"{name}.jsonl", tmp_path / f"{name}-answers.jsonl"
        asked.write_text("\n".join(lines), encoding="utf-8")
        records = run("-m", "rag", "ask", "--batch", str(asked), "--json")
        answered.write_text("\n".join(map(json.dumps, records)), encoding="utf-8")
        corpus = shared / "corpus" / "icml2024_posters.json"
        command = [sys.executable, shared / "questions" / "score.py", asked, answered, corpus]
        scored = subprocess.run(
            [*map(str, command), *[word for floor in floors for word in ("--floor", floor)]],
            capture_output=True, text=True, timeout=60,
        )  # fmt: skip
        assert scored.returncode == 0, scored.stdout + scored.stderr
