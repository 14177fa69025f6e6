from collections.abc import Sequence

import pytest

import rag.index.kept_papers
from rag.index.kept_papers import KeptPapers
from rag.papers import Paper

PAPERS = {name: Paper(name, name, f"On {name}.") for name in ("bats", "frogs", "owls")}


def test_papers_are_read_once_and_given_in_the_order_asked_for() -> None:
    read: list[str] = []

    def reading(paper_ids: Sequence[str]) -> list[Paper]:
        read.extend(paper_ids)
        return [PAPERS[paper_id] for paper_id in paper_ids if paper_id in PAPERS]

    kept = KeptPapers(reading)
    assert kept.get(["owls", "bats"]) == [PAPERS["owls"], PAPERS["bats"]]
    assert kept.get(["bats", "gone", "frogs", "owls"]) == [PAPERS["bats"], PAPERS["frogs"], PAPERS["owls"]]
    assert read == ["owls", "bats", "gone", "frogs"]


def test_of_many_papers_the_last_ones_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rag.index.kept_papers, "_KEPT", 2)
    read: list[str] = []

    def reading(paper_ids: Sequence[str]) -> list[Paper]:
        read.extend(paper_ids)
        return [PAPERS[paper_id] for paper_id in paper_ids]

    kept = KeptPapers(reading)
    for name in ("bats", "frogs", "bats", "owls", "bats", "frogs"):
        assert kept.get([name]) == [PAPERS[name]]
    assert read == ["bats", "frogs", "owls", "frogs"]
