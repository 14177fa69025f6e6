"""Who wrote a paper, when and where it appeared: from its record."""

from collections.abc import Callable, Sequence

import pytest

from rag.answering.bylines import byline_of
from rag.config import RagConfig
from rag.indexing import IndexStats
from rag.papers import Paper
from tests.conftest import ask, engine_over, paper

ADA, BO, CY = "Ada Alder", "Bo Birch", "Cy Cedar"
BAT = paper(
    "Counting is hard. We propose BatNet for counting bats. It reaches an accuracy of 71.",
    "Counting Bats",
    "bat",
    authors=(ADA, BO, CY),
    year=2019,
    venue="BatConf",
)
FROG = paper("We propose FrogNet for counting frogs. It reaches an accuracy of 64.", "Counting Frogs", "frog")
OWL = paper("Owls hunt by hearing. SilentFoot hears mice.", "Owls", "owl", authors=(CY,), year=2021)


@pytest.fixture
def nets(index: Callable[[Sequence[Paper]], IndexStats], config: RagConfig) -> RagConfig:
    """A bat paper with a full record, a frog paper without one, an owl paper."""
    index([BAT, FROG, OWL])
    return config


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("Who wrote BatNet?", "**Counting Bats** is by Ada Alder, Bo Birch and Cy Cedar."),
        ("Who are the authors of the BatNet paper?", "**Counting Bats** is by Ada Alder, Bo Birch and Cy Cedar."),
        ("Who is the first author of BatNet?", "The first author of **Counting Bats** is Ada Alder."),
        ("Who proposed BatNet?", "**Counting Bats** is by Ada Alder, Bo Birch and Cy Cedar."),
        ("When did BatNet appear, and where?", "**Counting Bats** appeared at BatConf in 2019."),
        ("What year was the BatNet paper published?", "**Counting Bats** appeared at BatConf in 2019."),
        ("BatNet的作者是谁？", "**Counting Bats** 的作者是：Ada Alder、Bo Birch、Cy Cedar。"),
        ("BatNet是哪一年发表的？", "**Counting Bats** 发表于 BatConf 2019 年。"),
    ],
)
def test_authors_year_and_venue_are_told_from_the_record(nets: RagConfig, question: str, told: str) -> None:
    record = ask(engine_over(nets)[0], question)
    assert record["answer"].startswith(told)
    assert [citation["quote"] for citation in record["citations"]] == ["We propose BatNet for counting bats."]
    assert record["verdict"] == "answered"


def test_a_record_costs_no_call(nets: RagConfig) -> None:
    engine, llm = engine_over(nets, ["Nobody knows."])
    assert "Ada Alder" in ask(engine, "Who wrote BatNet?")["answer"]
    assert llm is not None
    assert llm.requests == []


def test_a_record_without_authors_is_said_to_have_none(nets: RagConfig) -> None:
    record = ask(engine_over(nets)[0], "Who wrote FrogNet?")
    assert record["answer"].startswith("The record of **Counting Frogs** names no authors.")
    assert record["verdict"] == "abstract_does_not_say"


@pytest.mark.parametrize("question", ["Who wrote NewtNet?", "Who wrote Hamlet?", "When was ToadNet published?"])
def test_a_paper_that_is_not_there_has_no_authors(nets: RagConfig, question: str) -> None:
    record = ask(engine_over(nets)[0], question)
    assert (record["verdict"], record["citations"]) == ("not_in_papers", [])


def test_a_follow_up_asks_for_the_record_of_the_paper_talked_of(nets: RagConfig) -> None:
    engine, _ = engine_over(nets)
    history = [
        {"role": "user", "content": "What is BatNet?"},
        {"role": "assistant", "content": "A way of counting bats.", "citations": [{"paper_id": "bat"}]},
    ]
    answer = str(engine.query(engine.understand("Who wrote it, and when?", history=history)))
    assert "**Counting Bats** is by Ada Alder, Bo Birch and Cy Cedar. It appeared at BatConf in 2019." in answer


@pytest.mark.parametrize(
    "question",
    [
        "When does RLHF appear to fail?",
        "Where does noise appear in SGD?",
        "When did the Ottoman Empire formally end?",
        "What happens when spurious correlations appear?",
        "Where do such networks put their activations?",
    ],
)
def test_other_whens_and_wheres_are_no_question_for_a_record(question: str) -> None:
    assert byline_of(question) is None


@pytest.mark.parametrize(
    "question",
    [
        "papers by Cy Cedar",
        "What has Cy Cedar written?",
        "Which papers did Cy Cedar co-author?",
        "Cy Cedar 的论文有哪些",
    ],
)
def test_all_papers_of_an_author_are_listed(nets: RagConfig, question: str) -> None:
    record = ask(engine_over(nets)[0], question)
    assert {citation["paper_id"] for citation in record["citations"]} == {"bat", "owl"}
    assert "2 " in record["answer"].split("\n")[0]
