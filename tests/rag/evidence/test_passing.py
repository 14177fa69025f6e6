"""Words that papers have by the way."""

from pathlib import Path

import pytest

from rag.evidence.evidence import EvidenceReader
from rag.evidence.passing import is_in_passing
from rag.lexical import LexicalIndex
from rag.testing import HashEmbedding
from tests.conftest import BATS, paper

SUGAR = paper("We model sugar levels. Levels of sugar are modelled in persons with diabetes.", "Modelling sugar", "s")


COLLAPSE = [paper(f"Number {n} speaks of mode collapse, and of causes.", f"Nets {n}", f"n{n}") for n in range(3)]


@pytest.mark.parametrize(
    ("question", "chance", "passing"),
    [
        ("What are the symptoms of diabetes?", 0.3, True),
        ("How does diabetes work?", 0.9, True),
        ("How does sugar work?", 0.9, False),
        ("How is sugar modelled?", 0.3, False),
        ("Which levels of diabetes?", 0.3, False),
        ("What is the root of sugar in heaven?", 0.1, True),
        ("What is sugar beet?", 0.9, True),
        ("What are sugar levels?", 0.9, False),
        ("What is sugar good for?", 0.9, False),
    ],
)
def test_a_word_is_a_subject_where_a_title_or_two_sentences_have_it(
    tmp_path: Path, question: str, chance: float, *, passing: bool
) -> None:
    index = LexicalIndex.open(tmp_path, 1, [BATS, SUGAR])
    reading = EvidenceReader(HashEmbedding(), lambda: index).read(question, SUGAR)
    assert is_in_passing(question, [reading], chance, index) is passing


def test_words_that_several_papers_have_side_by_side_are_a_term_of_the_field(tmp_path: Path) -> None:
    index = LexicalIndex.open(tmp_path, 1, [BATS, *COLLAPSE])
    question = "What causes mode collapse?"
    reading = EvidenceReader(HashEmbedding(), lambda: index).read(question, COLLAPSE[0])
    assert not is_in_passing(question, [reading], 0.1, index)
