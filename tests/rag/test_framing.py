"""The words around an answer: in the language of whoever asked, and true of the papers asked."""

from collections.abc import Callable, Sequence

import pytest

from rag.config import RagConfig
from rag.indexing import IndexStats
from rag.papers import Paper
from rag.questions import is_asked_in_cjk
from tests.conftest import ask, engine_over, paper

PAPERS = [
    paper("Bats hear by echo. They fly at night.", "BATNET", "bat", year=2024),
    paper("Owls hunt at night. Feathers hide them.", "OWLNET", "owl", year=2024),
    paper("Frogs leap far. Their ponds are small.", "FROGNET", "frog", year=2020),
]


@pytest.fixture
def indexed(index: Callable[[Sequence[Paper]], IndexStats], config: RagConfig) -> RagConfig:
    index(PAPERS)
    return config


@pytest.mark.parametrize(
    ("question", "where", "said"),
    [
        ("What is the capital of France?", [], "These papers do not say. No abstract in this index answers"),
        (
            "What is the capital of France?",
            ["year=2024"],
            "These papers do not say. None of the 2 papers that meet year 2024 answers the question",
        ),
        ("What is the capital of France?", ["paper=bat|owl"], "These papers do not say. None of the 2 chosen papers"),
        (
            "What is the capital of France?",
            ["paper=frog"],
            "These papers do not say. The abstract of the chosen paper does not answer",
        ),
        ("法国的首都是哪里？", ["year=2024"], "这些论文没有说明。符合“2024 年”的 2 篇论文中没有摘要"),
        ("法国的首都是哪里？", ["paper=bat|owl"], "这些论文没有说明。所选的 2 篇论文中没有摘要"),
    ],
)
def test_a_refusal_says_which_papers_were_asked(indexed: RagConfig, question: str, where: list[str], said: str) -> None:
    engine, _ = engine_over(indexed)
    assert str(engine.query(engine.understand(question, where))).startswith(said)


def test_a_chinese_follow_up_is_answered_in_chinese_though_it_reads_as_latin(
    index: Callable[[Sequence[Paper]], IndexStats], config: RagConfig
) -> None:
    title = "Hearing by Echolocation in Total Darkness"
    index([*PAPERS, paper("Bats hear by echo. They fly at night.", title, "dark")])
    history = [
        {"role": "user", "content": f"What is {title}?"},
        {"role": "assistant", "content": "Echo [1].", "citations": [{"n": 1, "paper_id": "dark"}]},
    ]
    engine, _ = engine_over(config)
    asked = engine.understand("它怎么听？", (), history)
    assert asked.records()["standalone_question"] == f"《{title}》怎么听？"
    assert f"出自 **{title}**" in str(engine.query(asked))


@pytest.mark.parametrize(
    ("question", "chinese"),
    [
        ("PepFlow和RFdiffusion的区别？", True),
        ("BATNET 怎么样", True),
        ("What does 注意力 mean?", False),
        ("Chain of Code 在 BIG-Bench Hard 上的成绩是多少？", True),
        ("What does 的 mean in the paper?", False),
        ("What is BATNET?", False),
    ],
)
def test_names_do_not_make_a_chinese_question_english(question: str, chinese: bool) -> None:
    assert is_asked_in_cjk(question) is chinese


def test_a_number_that_the_title_alone_has_is_told_from_it(
    index: Callable[[Sequence[Paper]], IndexStats], config: RagConfig
) -> None:
    index([*PAPERS, paper("We tune moths by seeds. Few bytes are sent.", "Moth Tuning under 18 Kilobytes", "moth")])
    record = ask(engine_over(config)[0], "How many kilobytes does moth tuning need?")
    assert record["verdict"] == "answered"
    assert record["answer"].startswith("The title says it: **Moth Tuning under 18 Kilobytes** [1]. From its abstract:")
    assert record["citations"][0]["paper_id"] == "moth"


@pytest.mark.parametrize("question", ["Do owls outperform frogs at chess?", "Why do owls beat frogs in chess?"])
def test_that_one_outdoes_another_at_what_no_paper_speaks_of_is_refused(indexed: RagConfig, question: str) -> None:
    assert ask(engine_over(indexed)[0], question)["verdict"] == "not_in_papers"
