"""Counts and values that a question asks for."""

from pathlib import Path

import pytest

from rag.evidence.amounts import lacking_amount
from rag.evidence.evidence import EvidenceReader
from rag.lexical import LexicalIndex
from rag.testing import HashEmbedding
from tests.conftest import BATS, paper

NETS = paper(
    "We train 17 large nets on three widely used graph benchmarks. Single-player games are left out. Agents act at a "
    "budget of 20 moves, and the win rate rises by 9%. Sizes reach up to 50 qubits.",
    "Nets",
    "nets",
)
PLAIN = paper("Accuracy is competitive. Three nets are tried, in terms of the concordance index.", "Plain", "plain")


def lacking(folder: Path, question: str, of: str = "nets") -> str | None:
    index = LexicalIndex.open(folder, 1, [BATS, NETS, PLAIN])
    reader = EvidenceReader(HashEmbedding(), lambda: index)
    return lacking_amount(question, reader.read(question, NETS if of == "nets" else PLAIN), closely=True)


@pytest.mark.parametrize(
    "question",
    [
        "How many nets are trained?",
        "On how many graph benchmarks are they trained?",
        "How many qubits do they use?",
        "What win rate do they reach?",
        "What budget do the agents have?",
        "How large is the budget of the agents?",
    ],
)
def test_a_number_that_belongs_to_what_is_asked_is_no_lack(tmp_path: Path, question: str) -> None:
    assert lacking(tmp_path, question) is None


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("How many players are there?", "How many players"),
        ("How many agents are used?", "How many agents"),
        ("How many games were played?", "How many games"),
        ("What temperature does it use?", "What temperature"),
    ],
)
def test_a_number_of_something_else_does_not_count(tmp_path: Path, question: str, asked: str) -> None:
    assert lacking(tmp_path, question) == asked


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("What accuracy do the nets reach?", ""),
        ("What concordance index do the nets reach?", "What concordance index"),
        ("How large is the index?", "How large is the index"),
    ],
)
def test_a_measure_that_is_named_without_a_figure_is_lacking(tmp_path: Path, question: str, asked: str) -> None:
    found = lacking(tmp_path, question, of="plain")
    assert found is not None
    assert found in (asked, "What accuracy")
