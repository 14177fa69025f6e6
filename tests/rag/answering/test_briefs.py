"""What an LLM is given fits its window, and is numbered as it is cited."""

import pytest

from rag.answering.briefs import brief_of
from rag.answers import answer_record
from rag.config import RagConfig
from rag.errors import ModelError
from rag.prompts import ANSWER
from rag.testing import Canned, ScriptedServer
from rag.text.tokens import estimated_tokens
from tests.conftest import BATS, FROGS, QUESTION, engine_over, paper
from tests.rag.answering.test_prompted import over_http

LONG = paper("Bats hear well. " * 400, "Long", "long")


def tokens_of(papers: list[object], window: int, question: str = "Bats?") -> tuple[int, list[str], str]:
    brief = brief_of(ANSWER, question, papers, window, estimated_tokens)  # type: ignore[arg-type]
    text = "\n".join(str(message.content) for message in brief.messages)
    return estimated_tokens(text), [each.paper_id for each in brief.papers], text


@pytest.mark.parametrize("window", [600, 800, 1024, 2048, 4096, 128_000])
def test_a_prompt_never_outgrows_the_window(window: int) -> None:
    count, ids, _ = tokens_of([LONG, BATS, LONG], window)
    assert count <= window - min(1024, window // 4)
    assert ids[0] == "long"


def test_the_last_papers_are_left_out_and_numbers_go_on_without_a_gap() -> None:
    _, ids, text = tokens_of([BATS, FROGS, LONG, BATS], 1200)
    assert ids == ["bats", "frogs"]
    assert [f'number="{n}"' in text for n in (1, 2, 3)] == [True, True, False]


def test_a_first_paper_that_is_too_long_is_cut_after_a_sentence() -> None:
    _, ids, text = tokens_of([LONG], 1024)
    assert ids == ["long"]
    assert 10 < text.count("Bats hear well.") < 400
    assert "well.\n</abstract>" in text


def test_an_endless_sentence_is_cut_too() -> None:
    count, ids, _ = tokens_of([paper("bats " * 5000, "Endless", "endless")], 1024)
    assert (count <= 768, ids) == (True, ["endless"])


def test_a_chinese_abstract_counts_a_token_a_character() -> None:
    count, _, text = tokens_of([paper("蝙蝠用回声定位。" * 500, "", "zh")], 1024)
    assert count <= 768
    assert "蝙蝠" in text


def test_a_question_that_fills_the_window_is_refused_plainly() -> None:
    with pytest.raises(ModelError, match="too long for a model that takes 1,024 tokens"):
        tokens_of([BATS], 1024, "bats " * 1000)


def test_the_papers_answer_a_question_that_is_too_long_for_the_model(animals: RagConfig) -> None:
    engine, llm = engine_over(animals, [])
    assert llm is not None
    llm.window = 1024
    question = QUESTION + " bats" * 800
    record = answer_record(question, engine.query(question))
    assert record["problem"].startswith("The question is too long for a model that takes 1,024 tokens.")
    assert "From **BATNET**" in record["answer"]


def test_a_server_that_finds_the_prompt_too_long_gets_half_of_it_once(animals: RagConfig) -> None:
    refused = Canned(400, {"error": {"message": "This model's maximum context length is 900 tokens."}})
    with ScriptedServer([refused, ["Bats [1]."]]) as server:
        response = over_http(animals, server).query(QUESTION)
    assert str(response) == "Bats [1]."
    sent = [body["messages"][-1]["content"].count("<abstract ") for body in server.requests]
    assert sent == [3, 1]


def test_a_server_that_finds_half_too_long_leaves_the_papers_own_sentences(animals: RagConfig) -> None:
    refused = Canned(400, {"error": {"message": "prompt is too long"}})
    with ScriptedServer([refused] * 3) as server:
        record = answer_record(QUESTION, over_http(animals, server).query(QUESTION))
    assert len(server.requests) == 2
    assert "Lower RAG_EVIDENCE_K" in record["problem"]
    assert "40 kHz in total darkness. [1]" in record["answer"]
