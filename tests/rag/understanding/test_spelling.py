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
    paper("We tune LLaMA 2 by $k$-means, and call it E$^2$GAN-T5.", "MusicRL: tunes", "m"),
    paper("We search for siblings.", "SiBBlInGS: blocks", "s"),
    paper("Nets are cut.", "DUPLEX: cutting", "x"),
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
        ("What is MusicLR?", "What is MusicRL?"),
        ("MusicLR 是什么？", "MusicRL 是什么？"),
        ("What is SiBlInGS?", "What is SiBBlInGS?"),
        ("What is DYPLEX?", "What is DUPLEX?"),
        ("What is Tga-LLM?", "What is Tag-LLM?"),
        ("What is PepFlw-guided design?", "What is PepFlow-guided design?"),
    ],
)
def test_a_name_with_a_slip_is_read_as_the_one_it_can_stand_for(
    question: str, read: str, lexical: LexicalIndex
) -> None:
    assert corrected(question, corrections(question, lexical, Shelf())) == read


@pytest.mark.parametrize(
    ("question", "read"),
    [
        ("What is Llama2?", "What is LLaMA 2?"),
        ("Why kmeans?", "Why k-means?"),
        ("What is E2GANT5?", "What is E2GAN-T5?"),
        ("What is Music RL?", "What is MusicRL?"),
    ],
)
def test_a_name_in_another_writing_is_read_as_the_papers_write_it(
    question: str, read: str, lexical: LexicalIndex
) -> None:
    assert corrected(question, corrections(question, lexical, Shelf())) == read


@pytest.mark.parametrize(
    "question",
    [
        "What is pepflow?",  # it is there
        "What is MetaFormer3?",  # another version
        "What is HexaFormer2?",  # another method
        "What is CBNet?",  # a letter in place of a distant one
        "What is DXPLEX?",  # the same
        "What is LLaMA 3?",  # another version
        "What is PepFlow-7?",
        "What is PepFlowPlus?",
        "Some strata never occur",  # a word
        "What is DulNet?",  # two names are as near
        "Is it low-rank?",  # the papers write it so
        "What is KAN, Mamba-3 or RLHFlow?",
    ],
)
def test_a_name_that_may_be_another_is_left_alone(question: str, lexical: LexicalIndex) -> None:
    assert corrections(question, lexical, Shelf()) == []


def test_british_spelling_is_read_as_the_papers_spell_it(tmp_path: Path) -> None:
    papers = [paper("We tokenize graphs and analyze their behavior.", "Tokenwise graphs", "a")]
    american = LexicalIndex.open(tmp_path, 1, papers)
    question = "Who tokenises graphs and analyses behaviour?"
    assert (
        corrected(question, corrections(question, american, Shelf())) == "Who tokenizes graphs and analyzes behavior?"
    )


def test_an_amount_is_no_name(tmp_path: Path) -> None:
    lexical = LexicalIndex.open(tmp_path, 1, [*PAPERS, paper("We quantise to 2bit.", "2bit", "b")])
    assert corrections("LLM 量化到 2 bit", lexical, Shelf()) == []


@pytest.mark.parametrize(("others", "name"), [(2, "CIFAR-10"), (1, "cifar10")])
def test_a_name_with_its_number_joined_on_is_read_as_twice_as_many_papers_write_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, others: int, name: str
) -> None:
    papers = [paper("We train on CIFAR10.", "A", "a"), *(paper("On CIFAR-10.", "B", str(at)) for at in range(others))]
    monkeypatch.setattr(f"{__name__}.PAPERS", papers)
    found = corrections("Which nets train on cifar10?", LexicalIndex.open(tmp_path, 1, papers), Shelf())
    assert corrected("Which nets train on cifar10?", found) == f"Which nets train on {name}?"
