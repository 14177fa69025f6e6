"""Whether a question names a paper."""

from pathlib import Path

import pytest

from rag.lexical import LexicalIndex
from rag.understanding.mentions import is_mentioned, is_named_alone, is_titled
from tests.conftest import BATS, FROGS, paper

DAWN = paper("We propose density-aware nets (DAWN). Large models (LMX) are big.", "Nets that know density", "dawn")
FIT = paper("Fit for images of any size.", "FiT: Flexible Transformers", "fit")
LOOK = paper("Decoding ahead.", "Break the Chain with Lookahead Decoding", "look")


@pytest.fixture
def lexical(tmp_path: Path) -> LexicalIndex:
    """Over five papers."""
    return LexicalIndex.open(tmp_path, 1, [BATS, FROGS, DAWN, FIT, LOOK])


def test_a_paper_is_named_by_what_it_proposes_or_by_its_short_title(lexical: LexicalIndex) -> None:
    assert is_mentioned(DAWN, "How deep is DAWN?", lexical)
    assert is_mentioned(FIT, "What FID does FiT get?", lexical)


def test_what_a_paper_only_speaks_of_is_not_its_name(lexical: LexicalIndex) -> None:
    assert not is_mentioned(DAWN, "How big is LMX?", lexical)
    assert not is_mentioned(FIT, "Does one size fit all images?", lexical)
    assert not is_mentioned(DAWN, "Who woke at dawn?", lexical)


def test_rare_words_of_a_title_with_a_capital_mean_it(lexical: LexicalIndex) -> None:
    assert is_titled(LOOK, "How fast is Lookahead decoding?", lexical)
    assert not is_titled(LOOK, "how fast is lookahead decoding?", lexical)


def test_a_name_without_its_capitals_is_one_where_nothing_else_is_asked_of(lexical: LexicalIndex) -> None:
    assert is_named_alone(DAWN, "what does dawn do", lexical)
    assert not is_named_alone(DAWN, "Who woke at dawn?", lexical)
    assert not is_named_alone(DAWN, "What are dawns?", lexical)
    assert not is_named_alone(LOOK, "what does lookahead do", lexical)
