"""Faults and needs that a why-question takes a paper's method to have."""

from pathlib import Path

import pytest

from rag.evidence.evidence import EvidenceReader
from rag.evidence.presumed import presumed
from rag.lexical import LexicalIndex
from rag.testing import HashEmbedding
from tests.conftest import BATS, paper

BEST = "Experiments show that QuietNet outperforms LoudNet at hearing owls."
WITHOUT = "Our net eliminates the need for public recordings."
SUFFERS = "We find that QuietNet fails in rain."
NET = paper(
    f"Existing nets need thick microphones. We propose QuietNet for bats. {BEST} {WITHOUT} {SUFFERS}",
    "QuietNet: Hearing bats",
    "net",
)


def told(folder: Path, question: str) -> tuple[str, str] | None:
    index = LexicalIndex.open(folder, 1, [BATS, NET])
    found = presumed(question, EvidenceReader(HashEmbedding(), lambda: index).read(question, NET))
    if found is None:
        return None
    return found[0], "" if found[1] is None else NET.abstract[found[1].start : found[1].end]


@pytest.mark.parametrize(
    ("question", "claim", "sentence"),
    [
        ("Why does QuietNet lose to LoudNet at hearing owls?", "QuietNet lose to LoudNet at hearing owls", BEST),
        ("Why does QuietNet need public recordings?", "QuietNet need public recordings", WITHOUT),
        ("Why is QuietNet retrained from scratch?", "QuietNet retrained from scratch", ""),
        ("Why does QuietNet need thick microphones?", "QuietNet need thick microphones", ""),
        ("QuietNet 为什么要从头训练？", "QuietNet 要从头训练", ""),
    ],
)
def test_what_the_abstract_does_not_bear_out_is_found_with_what_it_says(
    tmp_path: Path, question: str, claim: str, sentence: str
) -> None:
    assert told(tmp_path, question) == (claim, sentence)


@pytest.mark.parametrize(
    "question",
    [
        "Why does QuietNet fail in rain?",
        "Why does QuietNet outperform LoudNet?",
        "Why does LoudNet fail at hearing owls?",
        "Why is QuietNet's rival slow?",
        "How does QuietNet hear bats?",
        "LoudNet 为什么失败？",
    ],
)
def test_what_it_bears_out_or_is_not_of_its_method_is_let_be(tmp_path: Path, question: str) -> None:
    assert told(tmp_path, question) is None


def test_what_a_title_says_a_method_does_without_is_no_need_of_it(tmp_path: Path) -> None:
    blind = paper("Eyes cost light. We propose BlindNet.", "BlindNet: Hearing without Eyes", "blind")
    index = LexicalIndex.open(tmp_path, 1, [BATS, blind])
    question = "Why does BlindNet need eyes?"
    reading = EvidenceReader(HashEmbedding(), lambda: index).read(question, blind)
    assert presumed(question, reading) == ("BlindNet need eyes", None)
