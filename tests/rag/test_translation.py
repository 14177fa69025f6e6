"""Questions of other languages, from the question to the answer."""

from collections.abc import Callable, Sequence
from typing import Any

from rag.answers import answer_record
from rag.config import RagConfig
from rag.engine import PaperQueryEngine
from rag.indexing import IndexStats
from rag.papers import Paper
from tests.conftest import BATS, FROGS, OWLS, engine_over, paper


def ask(engine: PaperQueryEngine, question: str) -> dict[str, Any]:
    return answer_record(question, engine.query(question))


def test_a_chinese_question_is_answered_from_english_sentences_under_a_chinese_heading(animals: RagConfig) -> None:
    record = ask(engine_over(animals)[0], "蝙蝠怎么在黑暗中导航？")
    assert record["papers"][0]["paper_id"] == "bats"
    assert (record["verdict"], record["translation"]["by"]) == ("answered", "glossary")
    assert record["answer"].startswith("出自 **BATNET**：\n\n> ")
    assert all(citation["quote"] in BATS.abstract for citation in record["citations"])


def test_a_chinese_question_that_no_paper_answers_is_refused_in_chinese(animals: RagConfig) -> None:
    record = ask(engine_over(animals)[0], "红烧肉怎么做才好吃？")
    assert (record["verdict"], record["citations"]) == ("not_in_papers", [])
    assert record["answer"].startswith("这些论文没有说明")


def test_an_llm_first_translates_a_chinese_question_and_is_asked_in_chinese(animals: RagConfig) -> None:
    engine, llm = engine_over(animals, [["How do bats navigate in darkness?"], ["靠回声定位 [1]。"]])
    record = ask(engine, "蝙蝠怎么导航？")
    assert record["translation"] == {"text": "How do bats navigate in darkness?", "language": "zh", "by": "model"}
    assert llm is not None
    assert (record["papers"][0]["paper_id"], len(llm.requests)) == ("bats", 2)
    assert "蝙蝠怎么导航？" in str(llm.requests[1][-1].content)


def test_an_english_question_has_no_translation(animals: RagConfig) -> None:
    assert ask(engine_over(animals)[0], "How do bats navigate in darkness?")["translation"] is None


def test_a_chinese_paper_is_found_by_a_chinese_question_in_its_own_words(
    index: Callable[[Sequence[Paper]], IndexStats], animals: RagConfig
) -> None:
    index([BATS, FROGS, OWLS, paper("蝙蝠在黑暗中靠回声定位导航。它们能发出超声波。", "蝙蝠的回声定位", "zh")])
    record = ask(engine_over(animals)[0], "蝙蝠在黑暗中怎么靠回声导航？")
    assert (record["papers"][0]["paper_id"], record["verdict"]) == ("zh", "answered")
