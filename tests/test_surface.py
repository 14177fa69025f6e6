"""What others rely on: the public names, the layout, the README's commands."""

import re
import subprocess
from dataclasses import fields

import pytest

import rag
from rag.config import RagConfig
from tests.conftest import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"^    (python3 -m venv .*)$", README, re.MULTILINE)


def test_the_public_names_are_these() -> None:
    assert rag.__all__ == [
        "AskPapersError", "Citation", "IndexStats", "Indexer", "Paper", "PaperStore", "RagConfig", "Verdict",
        "answer_record", "build_query_engine",
    ]  # fmt: skip


@pytest.mark.parametrize("name", rag.__all__)
def test_a_public_name_can_be_imported(name: str) -> None:
    assert getattr(rag, name).__module__ == rag._HOMES[name]


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="nothing"):
        rag.nothing  # noqa: B018


def tracked() -> list[str]:
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True)
    if listed.returncode:
        pytest.skip("not a git checkout")
    return listed.stdout.split()


def test_the_top_level_is_the_owners() -> None:
    assert {path.split("/")[0] for path in tracked()} <= {
        "pyproject.toml", "rag", "ui", "ingest.py", "tests", "README.md", "constraints.txt", "data", "benchmarks",
        ".ci", ".gitignore", "CONTRIBUTING.md", "CHANGELOG.md", "Dockerfile", "compose.yaml", ".dockerignore",
    }  # fmt: skip


def test_nothing_writes_to_llamaindexs_global_settings() -> None:
    sources = [path for folder in ("rag", "ui") for path in (ROOT / folder).rglob("*.py")] + [ROOT / "ingest.py"]
    assert [
        path.name
        for path in sources
        if re.search(r"llama_index.*\bimport .*\bSettings\b|core\.Settings", path.read_text())
    ] == []


def test_constraints_hold_names_and_versions_alone() -> None:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").split()
    assert [line for line in lines if not re.fullmatch(r"[A-Za-z0-9._-]+==[A-Za-z0-9.+!]+", line)] == []
    assert not {"torch", "nvidia-cublas-cu12"} & {line.split("==")[0] for line in lines}


def test_every_dependency_is_pinned() -> None:
    import tomllib

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = project["dependencies"] + project["optional-dependencies"]["test"]
    names = {re.split(r"[<>=]", line)[0].lower() for line in wanted}
    pinned = {line.split("==")[0].lower().replace("_", "-") for line in (ROOT / "constraints.txt").read_text().split()}
    assert names <= pinned


def test_the_readme_has_one_command_for_the_window_and_one_for_the_tests() -> None:
    window, tests = COMMANDS
    assert window.endswith(".venv/bin/python -m ui")
    assert tests.endswith(".venv/bin/pytest -n auto --dist loadfile")
    for command in COMMANDS:
        assert "constraints.txt -e ." in command


def test_ci_runs_the_readmes_own_test_command() -> None:
    pattern = re.search(r're\.search\(r"(.*?)", readme', (ROOT / ".ci" / "run").read_text())
    assert pattern is not None
    found = re.search(pattern[1], README, re.MULTILINE)
    assert found is not None
    assert found[1] == COMMANDS[1]


def test_the_first_answer_stands_within_the_first_25_lines() -> None:
    assert "[1]" in "\n".join(README.splitlines()[:25])


@pytest.mark.parametrize("setting", [field.name for field in fields(RagConfig)])
def test_every_setting_stands_in_the_readme(setting: str) -> None:
    assert f"`RAG_{setting.upper()}`" in README


def test_the_owners_list_ships_unchanged() -> None:
    import hashlib

    content = (ROOT / "data" / "icml2024-list.txt").read_bytes()
    assert hashlib.sha256(content).hexdigest() == "7ce1a62295b03211ec884d0094481d5db3d1c3734fc3627b178373e136c369d3"
