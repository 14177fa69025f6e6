"""Follow-ups made to stand alone by rules."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from rag.config import RagConfig
from rag.engine import PaperQueryEngine, build_query_engine
from rag.papers import Paper
from tests.conftest import BATS, FROGS, engine_over, paper

BAT_TALK: list[dict[str, Any]] = [
    {"role": "user", "content": "What is BATNET?"},
    {"role": "assistant", "content": "BATNET is about bats that navigate by echolocation."},
]
OWLS = paper("Owls hunt at night. Silent feathers hide their approach from mice.", "Night hunters", "owls")


@pytest.fixture
def engine(index: Callable[[Sequence[Paper]], object], config: RagConfig) -> PaperQueryEngine:
    index([BATS, FROGS, OWLS])
    return engine_over(config)[0]


def standalone(engine: PaperQueryEngine, question: str, history: object = BAT_TALK) -> tuple[str, list[str]]:
    """The question as understood, and the ranking."""
    asked = engine.understand(question, history=history)  # type: ignore[arg-type]
    return str(asked.records()["standalone_question"]), [node.node.node_id for node in engine.retrieve(asked)]


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("How far does it hear?", "How far does BATNET hear?"),
        ("What are its limits?", "What are the limitations of BATNET?"),
        ("Does this method need light?", "Does BATNET need light?"),
        ("What do the authors claim?", "What do the authors of BATNET claim?"),
        ("Which data did they use?", "Which data did the authors of BATNET use?"),
        ("And in daylight?", "About BATNET: And in daylight?"),
        ("它有什么局限？", "BATNET 的局限性是什么？"),
        ("为什么？", "BATNET 为什么？"),
        ("用了哪个仿真器？", "BATNET 用了哪个仿真器？"),
        ("Any similar papers?", "Which papers are similar to BATNET?"),
        ("类似的论文", "与 BATNET 类似的论文有哪些？"),
        ("回到 BATNET", "介绍一下 BATNET。"),
        ("Its speed?", "What is BATNET's speed?"),
        ("results?", "What are the results of BATNET?"),
        ("代码呢？", "BATNET 的代码在哪里？"),
        ("on which bats?", "About BATNET: on which bats?"),
    ],
)
def test_the_subject_is_written_out_and_its_paper_comes_first(
    engine: PaperQueryEngine, question: str, text: str
) -> None:
    found, ranking = standalone(engine, question)
    assert found == text
    assert ranking[0] == "bats"
    assert sorted(ranking) == ["bats", "frogs", "owls"]


def test_a_question_that_stands_alone_is_left_alone(engine: PaperQueryEngine) -> None:
    question = "New topic: how do owls hunt at night?"
    found, ranking = standalone(engine, question)
    assert (found, ranking[0]) == (question, "owls")


def test_a_pronoun_explained_by_the_question_links_only_to_a_paper_with_its_words(engine: PaperQueryEngine) -> None:
    assert standalone(engine, "How do owls hunt mice, and do they need light?")[1][0] == "owls"


@pytest.mark.parametrize("question", ["And the frog one?", "What about FROGNET?"])
def test_another_subject_is_put_into_the_question_before(engine: PaperQueryEngine, question: str) -> None:
    found, ranking = standalone(engine, question)
    assert (found, ranking[0]) == ("What is FROGNET?", "frogs")


def test_what_was_cited_counts_more_than_what_was_said(engine: PaperQueryEngine) -> None:
    history = [
        {"role": "user", "content": "Who hunts?"},
        {"role": "assistant", "content": "They do. [1]", "citations": [{"paper_id": "owls"}]},
    ]
    found, ranking = standalone(engine, "How do they hide?", history)
    assert (found, ranking[0]) == ("How do the authors of Night hunters hide?", "owls")


def test_a_chain_of_follow_ups_keeps_its_subject(engine: PaperQueryEngine) -> None:
    history = [
        *BAT_TALK,
        {"role": "user", "content": "Who wrote it?"},
        {"role": "assistant", "content": "These papers do not say. No abstract answers the question."},
    ]
    found, ranking = standalone(engine, "Is it fast?", history)
    assert (found, ranking[0]) == ("Is BATNET fast?", "bats")


def test_after_a_refusal_of_another_subject_the_old_one_does_not_come_back(engine: PaperQueryEngine) -> None:
    history = [
        *BAT_TALK,
        {"role": "user", "content": "What does WHALENET say of krill?"},
        {"role": "assistant", "content": "These papers do not say. No abstract answers the question."},
    ]
    asked = engine.understand("Why is it eaten?", history=history)
    assert asked.records()["standalone_question"] == "Why is WHALENET eaten?"
    assert getattr(asked, "carried", None) == ()


def test_the_two_are_the_papers_of_the_last_two_answers(engine: PaperQueryEngine) -> None:
    history = [
        *BAT_TALK,
        {"role": "user", "content": "And the frog one?"},
        {"role": "assistant", "content": "Frogs jump far."},
    ]
    found, ranking = standalone(engine, "Which of the two is better?", history)
    assert found == "About FROGNET / BATNET: Which of the two is better?"
    assert ranking == ["frogs", "bats", "owls"]


@pytest.mark.parametrize(("question", "first"), [("Is the first one faster?", "owls"), ("And the second one?", "bats")])
def test_one_of_several_papers_is_meant_by_its_place(engine: PaperQueryEngine, question: str, first: str) -> None:
    cited = [{"paper_id": "owls"}, {"paper_id": "bats"}]
    history = [{"role": "user", "content": "Who hunts?"}, {"role": "assistant", "content": "Two.", "citations": cited}]
    assert standalone(engine, question, history)[1][0] == first


def test_a_question_for_other_papers_does_not_list_the_same_one(engine: PaperQueryEngine) -> None:
    asked = engine.understand("Are there other papers on this?", history=BAT_TALK)
    assert asked.query_str == "Which papers are similar to BATNET?"
    listed = [citation["paper_id"] for citation in (engine.query(asked).metadata or {})["citations"]]
    assert listed
    assert "bats" not in listed


def test_a_condition_keeps_the_paper_talked_of_out(engine: PaperQueryEngine) -> None:
    asked = engine.understand("Is it fast?", where=["keyword=frogs"], history=BAT_TALK)
    assert [node.node.node_id for node in engine.retrieve(asked)] == ["frogs"]


@pytest.mark.parametrize(
    "question", ["Who is the first author?", "How many GPUs?", "And the batch size?", "提升多大？"]
)
def test_a_follow_up_stays_with_the_paper_of_a_shared_short_name(
    index: Callable[[Sequence[Paper]], object], config: RagConfig, question: str
) -> None:
    ours = paper("The resonance transformer (SRT) improves a gain.", "Resonance transformers", "ours")
    other = paper("We propose symmetric replay training (SRT), tested on many tasks.", "Symmetric replay", "other")
    index([ours, other, OWLS])
    answer = {"role": "assistant", "content": "SRT is one.", "citations": [{"n": 1, "paper_id": "ours"}]}
    talk = [{"role": "user", "content": "What is SRT in resonance transformers?"}, answer]
    text, ranking = standalone(engine_over(config)[0], question, talk)
    assert "Resonance transformers" in text
    assert "SRT" not in text
    assert ranking[0] == "ours"


def test_the_other_papers_of_a_named_author_are_asked_for(engine: PaperQueryEngine) -> None:
    assert standalone(engine, "What else did Ada Byron write?")[0] == "Which papers are by Ada Byron?"


def test_a_first_question_has_no_earlier_context(engine: PaperQueryEngine) -> None:
    engine.understand("What is BATNET?")
    assert engine.understand("And who wrote it?").query_str == "And who wrote it?"


def test_follow_ups_find_the_paper_talked_of(shared: Path, tmp_path: Path) -> None:
    rows = [json.loads(line) for line in (shared / "questions" / "followup.jsonl").read_text("utf-8").splitlines()]
    gold = {row["gold_ids"][0] for row in rows}
    posters = json.loads((shared / "corpus" / "icml2024_posters.json").read_text("utf-8"))
    some = [item for n, item in enumerate(posters) if str(item["id"]) in gold or n % 40 == 0]
    from rag.indexing import Indexer
    from rag.store import PaperStore
    from rag.testing import HashEmbedding

    store = PaperStore.create(str(tmp_path / "icml"), "hash")
    Indexer(store, HashEmbedding()).ingest(
        [Paper(str(item["id"]), item["title"], item["abstract"]) for item in some if item["abstract"]]
    )
    store.close()
    fake = HashEmbedding()
    engine = build_query_engine(
        RagConfig(index=str(tmp_path / "icml"), embedding="hash"), embed_model=fake, encoder=fake
    )
    found = [
        engine.retrieve(engine.understand(row["question"], history=row["history"]))[0].node.node_id for row in rows
    ]
    assert [first == row["gold_ids"][0] for first, row in zip(found, rows, strict=True)] == [True] * len(rows)
