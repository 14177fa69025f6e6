"""The papers command: which papers it lists, and in what form."""

import json
from collections.abc import Callable, Sequence

import pytest

from rag.__main__ import main
from rag.config import RagConfig
from rag.export.bibliography import bibtex
from rag.indexing import IndexStats
from rag.papers import Paper
from tests.conftest import HASH, paper

PAPERS = [
    paper("Bats hear by echolocation.", "BATNET", "bats", year=2019, venue="ICML", authors=("Ada Byron",)),
    paper("Owls hear by night.", "OWLNET", "owls", year=2024, venue="ICML", authors=("Bo Li",)),
    paper("Frogs leap.", "FROGNET", "frogs", year=2024, venue="ICLR"),
]
Run = Callable[..., str]


@pytest.fixture
def run(
    index: Callable[[Sequence[Paper]], IndexStats],
    config: RagConfig,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> Run:
    """Run `python -m rag papers` over three papers; gives its output."""
    monkeypatch.setenv("RAG_EMBEDDING", HASH)
    index(PAPERS)

    def call(*words: str) -> str:
        assert main(["papers", *words, "--index", config.index]) == 0
        return capsys.readouterr().out

    return call


@pytest.mark.parametrize(
    ("where", "ids"),
    [
        ([], ["bats", "owls", "frogs"]),
        (["venue=ICML"], ["bats", "owls"]),
        (["venue=ICML", "year>=2020"], ["owls"]),
        (["keyword=hear"], ["bats", "owls"]),
        (["paper=frogs|bats"], ["bats", "frogs"]),
        (["year>=2030"], []),
    ],
)
def test_papers_that_meet_all_conditions_are_listed(run: Run, where: list[str], ids: list[str]) -> None:
    listed = run("--json", *(word for condition in where for word in ("--where", condition)))
    assert sorted(json.loads(line)["paper_id"] for line in listed.splitlines()) == sorted(ids)


def test_a_bibliography_is_printed_whole(run: Run) -> None:
    assert run("--format", "bibtex", "--where", "paper=owls") == bibtex([PAPERS[1]])
    assert run("--format", "csv").startswith("paper_id,title,authors,year,venue,")
    assert run("--format", "ris", "--where", "paper=owls").startswith("TY  - CPAPER\nTI  - OWLNET\nAU  - Li, Bo\n")
