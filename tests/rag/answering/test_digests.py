"""Several chosen papers, asked about together."""

from collections.abc import Callable, Sequence

import pytest

from rag.answering.together import is_about_all
from rag.config import RagConfig
from rag.engine import PaperQueryEngine
from rag.indexing import IndexStats
from rag.papers import Paper
from tests.conftest import engine_over, paper

PAPERS = [
    paper("Bats fly. We propose BATNET, which hears by echo. We show that it never sleeps.", "BATNET: Hearing", "bat"),
    paper("Owls wait. We present OWLNET, which sees in the dark.", "OWLNET: Seeing", "owl"),
    paper("Frogs leap. We introduce FROGNET, which smells ponds.", "FROGNET: Smelling", "frog"),
    paper("Moths burn. We develop MOTHNET, which flees from light.", "MOTHNET: Fleeing", "moth"),
]
CHOSEN = "paper=owl|bat|frog"


@pytest.fixture
def engine(index: Callable[[Sequence[Paper]], IndexStats], config: RagConfig) -> PaperQueryEngine:
    index(PAPERS)
    return engine_over(config)[0]


@pytest.mark.parametrize(
    "question",
    ["Summarise these", "What are these papers about?", "How do they differ?", "Compare them", "summarize the papers",
     "What is the difference between these papers?", "Please give me a short overview of all three papers.",
     "总结这些论文", "这几篇论文讲了什么？", "它们有什么不同？"],
)  # fmt: skip
def test_all_chosen_papers_are_told_of_in_the_order_of_the_choice(engine: PaperQueryEngine, question: str) -> None:
    response = engine.query(engine.understand(question, [CHOSEN]))
    assert response.metadata is not None
    assert response.metadata["verdict"] == "answered"
    assert [(item["n"], item["paper_id"], item["quote"]) for item in response.metadata["citations"]] == [
        (1, "owl", "We present OWLNET, which sees in the dark."),
        (2, "bat", "We propose BATNET, which hears by echo."),
        (2, "bat", "We show that it never sleeps."),
        (3, "frog", "We introduce FROGNET, which smells ponds."),
    ]
    assert ("出自 **OWLNET" if question[0] > "z" else "From **OWLNET") in str(response)


def test_they_are_all_that_are_chosen_whatever_was_talked_of_before(engine: PaperQueryEngine) -> None:
    history = [
        {"role": "user", "content": "What does BATNET hear by?"},
        {"role": "assistant", "content": "Echo [1].", "citations": [{"n": 1, "paper_id": "bat"}]},
    ]
    response = engine.query(engine.understand("How do they differ?", ["paper=bat|owl"], history))
    assert response.metadata is not None
    assert [item["paper_id"] for item in response.metadata["citations"]] == ["bat", "bat", "owl"]


def test_an_llm_is_shown_all_of_them(index: Callable[[Sequence[Paper]], IndexStats], config: RagConfig) -> None:
    index(PAPERS)
    engine, llm = engine_over(config, ["One sees [1], one hears [2], one smells [3]."])
    response = engine.query(engine.understand("Summarise these", [CHOSEN]))
    assert llm is not None
    assert response.metadata is not None
    assert {item["paper_id"] for item in response.metadata["citations"]} == {"owl", "bat", "frog"}


@pytest.mark.parametrize(
    "question",
    ["What is this paper about?", "How do BATNET and OWLNET differ?", "Which of these papers hear?", "Summarise BATNET",
     "What are the themes?", "这篇论文讲了什么？", "How do bats differ from owls?"],
)  # fmt: skip
def test_a_question_on_one_or_on_something_is_not_on_all(question: str) -> None:
    assert not is_about_all(question)
