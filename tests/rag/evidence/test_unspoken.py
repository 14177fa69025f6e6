"""What papers are compared on and one abstract does not speak of."""

from pathlib import Path

import pytest

from rag.evidence.evidence import EvidenceReader
from rag.evidence.unspoken import unspoken
from rag.lexical import LexicalIndex
from rag.questions import content_terms
from rag.testing import HashEmbedding
from tests.conftest import BATS, paper

NET = paper("We propose QuietNet with large language models, trained with small step sizes.", "QuietNet", "net")


@pytest.mark.parametrize(
    ("aspect", "asked"),
    [("GPUs", "GPUs"), ("privacy", "privacy"), ("learning rate", ""), ("LLMs", ""), ("data", "")],
)
def test_a_side_lacks_what_no_word_of_its_abstract_comes_near(tmp_path: Path, aspect: str, asked: str) -> None:
    index = LexicalIndex.open(tmp_path, 1, [BATS, NET])
    question = f"How do QuietNet and LoudNet differ in {aspect}?"
    reading = EvidenceReader(HashEmbedding(), lambda: index).read(question, NET)
    found = unspoken(question, question, content_terms(aspect), reading)
    assert (found.asked if found else "") == asked
