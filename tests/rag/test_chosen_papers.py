"""Questions about chosen papers alone: whatever is asked, no other paper is looked at."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

import rag.engine
from rag.__main__ import main
from rag.config import RagConfig
from rag.engine import PaperQueryEngine
from rag.indexing import IndexStats
from rag.papers import Paper
from rag.understanding.conversation import Continued
from tests.conftest import engine_over, paper

Ingest = Callable[[Sequence[Paper]], IndexStats]
pytestmark = pytest.mark.stores("slowly")

PAPERS = [
    paper("BATNET hears by echolocation in the dark.", "BATNET: hearing by echolocation", "bat 1"),
    paper("OWLNET hears by echolocation in the woods.", "OWLNET: hearing by echolocation", "owl|2"),
    paper("FROGNET hears by echolocation near ponds.", "FROGNET: hearing by echolocation", "frog3"),
    paper("MOTHNET flees from echolocation at night.", "MOTHNET: fleeing from echolocation", "moth4"),
]
CHOSEN = r'paper="bat 1|owl\|2"'


@pytest.fixture
def engine(index: Ingest, config: RagConfig) -> PaperQueryEngine:
    index(PAPERS)
    return engine_over(config)[0]


@pytest.mark.parametrize(
    "question",
    [
        "What hears by echolocation near ponds?",
        "Which papers are about echolocation?",
        "How do BATNET and FROGNET differ?",
        "What does MOTHNET flee from?",
        "有没有关于 echolocation 的论文？",
    ],
)
def test_no_other_paper_is_found_or_cited(engine: PaperQueryEngine, question: str) -> None:
    response = engine.query(engine.understand(question, [CHOSEN]))
    assert {node.node.node_id for node in response.source_nodes} == {"bat 1", "owl|2"}
    assert response.metadata is not None
    assert {citation["paper_id"] for citation in response.metadata["citations"]} <= {"bat 1", "owl|2"}


def test_the_chosen_papers_are_counted(engine: PaperQueryEngine) -> None:
    answer = str(engine.query(engine.understand("How many papers are about echolocation?", [CHOSEN])))
    assert answer.startswith(
        "**2 papers match clearly**. Counted over all 2 abstracts that meet the choice of 2 papers"
    )


def test_a_follow_up_stays_with_the_chosen_papers(engine: PaperQueryEngine) -> None:
    history = [
        {"role": "user", "content": "What does MOTHNET flee from?"},
        {"role": "assistant", "content": "Echolocation [1].", "citations": [{"n": 1, "paper_id": "moth4"}]},
    ]
    asked = engine.understand("Does it fly at night?", [CHOSEN], history)
    assert {node.node.node_id for node in engine.query(asked).source_nodes} == {"bat 1", "owl|2"}


def test_it_is_a_chosen_paper_and_not_the_one_last_talked_of(engine: PaperQueryEngine) -> None:
    history = [
        {"role": "user", "content": "What does BATNET hear by?"},
        {"role": "assistant", "content": "Echolocation [1].", "citations": [{"n": 1, "paper_id": "bat 1"}]},
        {"role": "user", "content": "And what does MOTHNET flee from?"},
        {"role": "assistant", "content": "Echolocation [1].", "citations": [{"n": 1, "paper_id": "moth4"}]},
    ]
    asked = engine.understand("Where does it hear?", [CHOSEN], history)
    assert isinstance(asked, Continued)
    assert asked.carried == ("bat 1",)
    assert "MOTHNET" not in asked.standalone
    assert engine.understand("Where does it hear?", ["paper=frog3"], history).query_str == "Where does FROGNET hear?"


def test_a_question_about_one_chosen_paper_need_not_name_it(engine: PaperQueryEngine) -> None:
    response = engine.query(engine.understand("What is this paper about?", ["paper=frog3"]))
    assert response.metadata is not None
    assert response.metadata["verdict"] == "answered"
    assert response.metadata["citations"][0]["paper_id"] == "frog3"
    several = engine.understand("What is this paper about?", [CHOSEN])
    assert several.query_str == "What is this paper about?"


def test_a_single_chosen_paper_is_called_by_its_title(engine: PaperQueryEngine) -> None:
    (condition,) = engine.understand("Where does it hear?", ["paper=frog3"]).records()["filters"]
    assert condition["removable"] == "“FROGNET: hearing by echolocation”"
    assert (condition["value"], condition["applied"]) == ("frog3", True)


def test_a_line_of_a_batch_may_choose_papers(
    engine: PaperQueryEngine,
    config: RagConfig,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("RAG_EMBEDDING", config.embedding)
    monkeypatch.setattr(rag.engine, "build_query_engine", lambda *_, **__: engine)
    batch = tmp_path / "batch.jsonl"
    batch.write_text(json.dumps({"question": "echolocation", "where": CHOSEN}))
    assert main(["search", "--batch", str(batch), "--index", config.index, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert {each["paper_id"] for each in found["papers"]} == {"bat 1", "owl|2"}
