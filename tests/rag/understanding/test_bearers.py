"""Papers whose name is a common word in capitals, or typeset."""

from collections.abc import Callable, Sequence

import pytest

from rag.config import RagConfig
from rag.engine import PaperQueryEngine
from rag.indexing import IndexStats
from rag.papers import Paper
from rag.understanding.bearers import bearers, spellings
from tests.conftest import engine_over, paper

PAPERS = [
    paper("We select data that moves the loss. It needs fewer steps.", "LESS: Selecting Influential Data", "less"),
    paper("We propose Curved Attention Nets (CAN), for meshes.", "Attention on Curved Meshes", "can"),
    paper("IT aligns a picture with its text.", "IT: Pictures and Text", "it"),
    paper("We solve fluids on a grid, twice as fast.", r"$\Phi_\textrm{Flow}$: Differentiable Fluids", "phi"),
    paper("We cut pictures by points.", "C-SAM: Cutting Pictures", "csam"),
    *(
        paper(f"This can take less memory, and it can do less. Bats {n} do this.", f"Bats {n}", f"bat{n}")
        for n in range(9)
    ),
]


@pytest.fixture
def engine(index: Callable[[Sequence[Paper]], IndexStats], config: RagConfig) -> PaperQueryEngine:
    index(PAPERS)
    return engine_over(config)[0]


@pytest.mark.parametrize(
    ("question", "paper_id"),
    [
        ("What is LESS?", "less"),
        ("How does CAN work?", "can"),
        ("What does IT align?", "it"),
        ("LESS 是什么？", "less"),
        ("What is PhiFlow?", "phi"),
        ("What is ΦFlow?", "phi"),
        ("What does phiFlow solve?", "phi"),
        ("What is phiflow?", "phi"),
    ],
)
def test_a_name_that_is_a_common_word_or_typeset_finds_its_paper(
    engine: PaperQueryEngine, question: str, paper_id: str
) -> None:
    response = engine.query(question)
    assert response.source_nodes[0].node.node_id == paper_id
    assert response.metadata is not None
    assert (response.metadata["verdict"], response.metadata["corrections"]) == ("answered", [])
    assert response.metadata["citations"][0]["paper_id"] == paper_id


def test_a_name_that_is_written_apart_names_its_paper(engine: PaperQueryEngine) -> None:
    retriever = engine.retriever
    assert bearers("What does C SAM do?", retriever.lexical, retriever.store.get) == ("csam",)
    for other in ("What does C SAM Tuning do?", "What does c-sam do?"):
        assert bearers(other, retriever.lexical, retriever.store.get) == ()


@pytest.mark.parametrize("question", ["What takes less memory?", "Which bats can do THIS?", "WHAT DOES LESS DO HERE?"])
def test_the_same_word_in_small_letters_or_among_capitals_names_nothing(
    engine: PaperQueryEngine, question: str
) -> None:
    retriever = engine.retriever
    assert bearers(question, retriever.lexical, retriever.store.get) == ()


def test_a_typeset_name_is_spelled_in_latin_and_in_greek() -> None:
    assert spellings(r"$\Phi_\textrm{Flow}$: fluids of $x$") == ["PhiFlow", "ΦFlow"]
    assert spellings("$5 and $6") == []
