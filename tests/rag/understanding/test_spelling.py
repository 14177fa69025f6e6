"""Method names with a typo."""

from pathlib import Path

import pytest

from rag.lexical import LexicalIndex
from rag.papers import Paper
from rag.understanding.spelling import corrected, corrections
from tests.conftest import paper

PAPERS = [
    paper("In this work we present PepFlow for peptides.", "Peptides", "p"),
    paper("We introduce Tag-LLM, and MetaFormer2 too.", "Tags", "t"),
    paper("The tool STATA and a net called CANet are old.", "Old tools", "o"),
    paper("Our DualNet is low-rank and is called LowRank.", "Dual", "d"),
    paper("We beat DuelNet.", "Duel", "e"),
    paper("We propose BECoTTA.", "Blending experts", "f"),
]


class Shelf:
    """The papers by id, as a store gives them."""

    def get(self, paper_ids: object) -> list[Paper]:
        return [found for found in PAPERS if found.paper_id in list(paper_ids)]  # type: ignore[call-overload]


@pytest.fixture
def lexical(tmp_path: Path) -> LexicalIndex:
    return LexicalIndex.open(tmp_path, 1, PAPERS)


@pytest.mark.parametrize(
    ("question", "read"),
    [
        ("What is PepFlw?", "What is PepFlow?"),
        ("what is pepflwo", "what is PepFlow"),
        ("How does PEPFLW work?", "How does PepFlow work?"),
        ("What is Pep-Flow?", "What is PepFlow?"),
        ("What is TagLLM?", "What is Tag-LLM?"),
        ("What is BECoTA?", "What is BECoTTA?"),
    ],
)
def test_a_name_with_a_slip_is_read_as_the_one_it_can_stand_for(
    question: str, read: str, lexical: LexicalIndex
) -> None:
    assert corrected(question, corrections(question, lexical, Shelf())) == read


@pytest.mark.parametrize(
    "question",
    [
        "What is pepflow?",  # it is there
        "What is MetaFormer3?",  # another version
        "What is HexaFormer2?",  # another method
        "What is CBNet?",  # capitals stand for words
        "Some strata never occur",  # a word
        "What is DulNet?",  # two names are as near
        "Is it low-rank?",  # the papers write it so
        "What is KAN, Mamba-3 or RLHFlow?",
    ],
)
def test_a_name_that_may_be_another_is_left_alone(question: str, lexical: LexicalIndex) -> None:
    assert corrections(question, lexical, Shelf()) == []
