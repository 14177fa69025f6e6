"""Answers from the papers' records, beside who, when and where."""

from collections.abc import Callable, Sequence

import pytest

from rag.config import RagConfig
from rag.indexing import IndexStats
from rag.papers import Paper
from tests.conftest import ask, engine_over, paper

BAT = paper(
    "Counting is hard. We propose BatNet for counting bats.",
    "Counting Bats",
    "bat",
    authors=("Ada Alder", "Bo Birch"),
    year=2019,
    venue="ICML 2019",
    url="https://bats.org/net",
)
FROG = paper("We propose FrogNet for counting frogs.", "Counting Frogs", "frog", authors=("Cy Cedar",), year=2021)


@pytest.fixture
def nets(index: Callable[[Sequence[Paper]], IndexStats], config: RagConfig) -> RagConfig:
    index([BAT, FROG, paper("Owls hunt by hearing.", "Owls", "owl")])
    return config


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("How many authors has BatNet?", "**Counting Bats** has 2 authors: Ada Alder and Bo Birch."),
        ("BatNet 有几位作者？", "**Counting Bats** 有 2 位作者：Ada Alder、Bo Birch。"),
        ("Was BatNet published at NeurIPS?", "No: **Counting Bats** appeared at ICML 2019 in 2019."),
        ("Was BatNet published at ICML?", "Yes: **Counting Bats** appeared at ICML 2019 in 2019."),
        ("Was BatNet published in 2020?", "No: **Counting Bats** appeared at ICML 2019 in 2019."),
        ("Did Cy Cedar write BatNet?", "No: **Counting Bats** is by Ada Alder and Bo Birch."),
        ("Is Bo Birch an author of BatNet?", "Yes: **Counting Bats** is by Ada Alder and Bo Birch."),
        ("Is Bo Birch the first author of BatNet?", "No: the first author of **Counting Bats** is Ada Alder."),
        ("What is the link to the BatNet paper?", "**Counting Bats** is at <https://bats.org/net>."),
    ],
)
def test_a_record_is_told(nets: RagConfig, question: str, told: str) -> None:
    record = ask(engine_over(nets)[0], question)
    assert record["answer"].startswith(told)
    assert record["verdict"] == "answered"
    assert [citation["paper_id"] for citation in record["citations"]] == ["bat"]


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("How often has BatNet been cited?", "No record here has counts of citations"),
        ("Which university are the authors of BatNet from?", "No record here has affiliations"),
        ("BatNet 有多少页？", "著录信息里没有页数"),
        ("Was FrogNet published at ICML?", "The record of **Counting Frogs** has no venue."),
        ("What is the DOI of BatNet?", "The record of **Counting Bats** has no DOI id."),
    ],
)
def test_what_a_record_lacks_is_said(nets: RagConfig, question: str, told: str) -> None:
    record = ask(engine_over(nets)[0], question)
    assert record["answer"].startswith(told)
    assert record["verdict"] == "abstract_does_not_say"


def test_what_no_record_counts_is_said_of_all_papers(nets: RagConfig) -> None:
    record = ask(engine_over(nets)[0], "Which paper has the most citations?")
    assert "No record here has counts of citations" in record["answer"]
    assert record["verdict"] == "not_in_papers"


@pytest.mark.parametrize("question", ["Who wrote BatNet and FrogNet?", "BatNet 和 FrogNet 的作者是谁？"])
def test_the_authors_of_several_papers_are_each_told(nets: RagConfig, question: str) -> None:
    record = ask(engine_over(nets)[0], question)
    assert "Ada Alder" in record["answer"]
    assert "Cy Cedar" in record["answer"]
    assert [(citation["n"], citation["paper_id"]) for citation in record["citations"]] == [(1, "bat"), (2, "frog")]


def test_all_papers_of_an_author_are_listed_where_none_has_the_topic(nets: RagConfig) -> None:
    record = ask(engine_over(nets)[0], "Papers by Ada Alder about amazing stuff")
    assert record["answer"].startswith("None of these has")
    assert [citation["paper_id"] for citation in record["citations"]] == ["bat"]
