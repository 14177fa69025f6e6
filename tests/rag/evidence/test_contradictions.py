"""Numbers, ranks and denials that a question takes for granted."""

from pathlib import Path

import pytest

from rag.evidence.contradictions import contradicted
from rag.evidence.evidence import EvidenceReader
from rag.lexical import LexicalIndex
from rag.testing import HashEmbedding
from tests.conftest import BATS, paper

SAVES = "QuietNet saves 30% of the memory on three rain benchmarks."
SMALLER = "QuietNet is smaller than LoudNet."
NET = paper(
    f"We propose QuietNet for bats. {SAVES} {SMALLER} It hears 16,000 recordings.", "QuietNet: Hearing bats", "net"
)


def denied(folder: Path, question: str) -> str:
    index = LexicalIndex.open(folder, 1, [BATS, NET])
    reader = EvidenceReader(HashEmbedding(), lambda: index)
    found = contradicted(question, question, reader.read(question, NET), reader)
    return NET.abstract[found[1].start : found[1].end] if found else ""


@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        ("How does QuietNet save 90% of the memory?", SAVES),
        ("What are the five rain benchmarks of QuietNet?", SAVES),
        ("How does QuietNet hear its 5,000 recordings?", "It hears 16,000 recordings."),
        ("Why is QuietNet larger than LoudNet?", SMALLER),
        ("Since QuietNet is larger than LoudNet, how is it trained?", SMALLER),
    ],
)
def test_what_is_taken_for_granted_is_denied_by_the_sentence_that_says_otherwise(
    tmp_path: Path, question: str, sentence: str
) -> None:
    assert denied(tmp_path, question) == sentence


@pytest.mark.parametrize(
    "question",
    [
        "How does QuietNet save 30% of the memory?",
        "Why is QuietNet smaller than LoudNet?",
        "How does QuietNet hear its 16,000 recordings?",
        "Was QuietNet published in 2024?",
        "Why does QuietNet hear bats?",
    ],
)
def test_what_the_abstract_bears_out_is_not_denied(tmp_path: Path, question: str) -> None:
    assert denied(tmp_path, question) == ""


RELAXED = "In this paper, we relax this condition."
KEPT = "Diverse recordings do not compromise accuracy in town."
LOOSE = paper(
    f"Proofs build on the assumption that calls are short. {RELAXED} {KEPT}", "Loose: Bounds on calls", "loose"
)


@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        ("Why does Loose assume short calls?", RELAXED),
        ("How much worse is accuracy with Loose?", KEPT),
        ("Why does Loose assume loud calls?", ""),
        ("How much worse is memory with Loose?", ""),
    ],
)
def test_what_is_given_up_or_kept_is_denied(tmp_path: Path, question: str, sentence: str) -> None:
    index = LexicalIndex.open(tmp_path, 1, [BATS, LOOSE])
    reader = EvidenceReader(HashEmbedding(), lambda: index)
    found = contradicted(question, question, reader.read(question, LOOSE), reader)
    assert (LOOSE.abstract[found[1].start : found[1].end] if found else "") == sentence
