"""Answers to what is asked of the whole corpus, of two papers, or of what an abstract lacks."""

from collections.abc import Callable, Sequence

import pytest

from rag.answering.extractive import quotation
from rag.answers import answer_record
from rag.config import RagConfig
from rag.indexing import IndexStats
from rag.papers import Paper
from rag.readers import Refusal
from tests.conftest import engine_over, paper

BATS = [
    paper(
        f"Bats navigate by echolocation. Echolocation number {at} is heard.", f"Bats {at}", f"bat{at}", year=2020 + at
    )
    for at in range(5)
]
PEP = paper("PepFlow designs peptides by flow matching. It needs no reward.", "Peptide Design", "pep", year=2024)
PROT = paper("ProtNet designs proteins by diffusion. It takes 3 days.", "Protein Design", "prot", year=2023)
Ingest = Callable[[Sequence[Paper | Refusal]], IndexStats]
pytestmark = pytest.mark.stores("slowly")


@pytest.fixture
def corpus(index: Ingest, config: RagConfig) -> RagConfig:
    index([*BATS, PEP, PROT])
    return config


def ask(config: RagConfig, question: str, replies: Sequence[str] | None = None) -> dict[str, object]:
    engine, _ = engine_over(config, replies)
    return answer_record(question, engine.query(question))


def cited(record: dict[str, object]) -> set[str]:
    citations = record["citations"]
    assert isinstance(citations, list)
    return {citation["paper_id"] for citation in citations}


def test_all_papers_on_a_topic_are_counted_and_quoted(corpus: RagConfig) -> None:
    record = ask(corpus, "How many papers are about echolocation?")
    assert str(record["answer"]).startswith("**5 papers match clearly**")
    assert cited(record) == {f"bat{at}" for at in range(5)}
    assert cited(record) <= {one["paper_id"] for one in record["papers"]}  # type: ignore[attr-defined]


def test_conditions_narrow_a_list_and_are_said(corpus: RagConfig) -> None:
    record = ask(corpus, "Which papers since 2023 are about echolocation?")
    assert cited(record) == {"bat3", "bat4"}
    assert "that meet year 2023 or later" in str(record["answer"])


def test_the_papers_of_an_index_are_counted_without_listing_them(corpus: RagConfig) -> None:
    assert ask(corpus, "How many papers are in this index?")["answer"] == "**7 papers**."


def test_a_list_is_made_without_an_llm_even_where_one_is_set(corpus: RagConfig) -> None:
    record = ask(corpus, "Which papers are about echolocation?", replies=[])
    assert (record["mode"], len(cited(record))) == ("extractive", 5)


def test_a_count_of_nothing_is_a_refusal(corpus: RagConfig) -> None:
    record = ask(corpus, "How many papers are about Tsetlin machines?")
    assert (record["verdict"], record["citations"]) == ("not_in_papers", [])


@pytest.mark.parametrize(
    "question", ["Are there papers on echolocation?", "What do these papers say about echolocation?"]
)
def test_what_several_papers_match_is_a_list_however_it_is_asked(corpus: RagConfig, question: str) -> None:
    record = ask(corpus, question)
    assert str(record["answer"]).startswith("**5 papers match clearly**")
    assert cited(record) == {f"bat{at}" for at in range(5)}


def test_what_one_paper_matches_is_answered_from_it(corpus: RagConfig) -> None:
    record = ask(corpus, "Is there any paper on flow matching for peptides?")
    assert str(record["answer"]).startswith("From **Peptide Design**")
    assert cited(record) == {"pep"}


def test_the_best_is_not_told_by_abstracts(corpus: RagConfig) -> None:
    record = ask(corpus, "Which method works best for echolocation?")
    assert "so none is named the best" in str(record["answer"])
    assert len(cited(record)) == 5


def test_an_overview_is_left_to_an_llm_where_one_is_set(corpus: RagConfig) -> None:
    record = ask(corpus, "What do these papers say about echolocation?", replies=["Bats navigate by echolocation [1]."])
    assert record["answer"] == "Bats navigate by echolocation [1]."


def test_papers_of_a_year_that_none_has_are_none(corpus: RagConfig) -> None:
    record = ask(corpus, "papers from 1999")
    assert (record["verdict"], record["citations"]) == ("not_in_papers", [])
    assert record["answer"] == "**0 papers.** None of the 7 papers is dated 1999; they are of 2020 to 2024."


def test_all_papers_are_listed_where_no_topic_is_named(corpus: RagConfig) -> None:
    record = ask(corpus, "List all papers")
    assert str(record["answer"]).startswith("**7 papers**")
    assert len(cited(record)) == 7


def test_themes_are_named_and_counted(corpus: RagConfig) -> None:
    record = ask(corpus, "What are the main themes of these papers?")
    assert "themes in 7 papers" in str(record["answer"])
    assert record["verdict"] == "answered"


def test_both_sides_of_a_comparison_are_quoted(corpus: RagConfig) -> None:
    record = ask(corpus, "How do PepFlow and ProtNet differ?")
    assert cited(record) == {"pep", "prot"}


def test_a_side_that_is_missing_is_said_to_be(corpus: RagConfig) -> None:
    record = ask(corpus, "What is the difference between PepFlow and FrogNet?")
    assert "do not say anything of **FrogNet**" in str(record["answer"])
    assert cited(record) == {"pep"}


def test_a_comparison_comes_as_a_table_where_one_is_asked_for(corpus: RagConfig) -> None:
    answer = str(ask(corpus, "Compare PepFlow with ProtNet in a table.")["answer"])
    assert answer.splitlines()[1] == "| --- | --- |"
    assert answer.splitlines()[2].startswith("| PepFlow | From **Peptide Design**:")


def test_a_detail_that_the_abstract_lacks_is_said_to_be_lacking(corpus: RagConfig) -> None:
    record = ask(corpus, "What learning rate was PepFlow trained with to design peptides?")
    assert record["verdict"] == "abstract_does_not_say"
    assert str(record["answer"]).startswith("The abstract of **Peptide Design** does not say it (learning rate).")
    assert cited(record) == {"pep"}


def test_streamed_lists_carry_their_proof_at_the_end(corpus: RagConfig) -> None:
    engine, _ = engine_over(corpus, streaming=True)
    response = engine.query("Which papers are about echolocation?")
    text = "".join(response.response_gen)  # type: ignore[union-attr, arg-type]
    assert text.startswith("**5 papers match clearly**")
    assert response.metadata is not None
    assert len(response.metadata["citations"]) == 5


def test_a_chinese_comparison_is_framed_in_chinese(corpus: RagConfig) -> None:
    assert str(ask(corpus, "PepFlow和ProtNet这两种方法有什么区别？")["answer"]).startswith("出自 **Peptide Design**：")
    assert str(ask(corpus, "用表格比较PepFlow和ProtNet")["answer"]).startswith("| 对象 | 摘要所述 |\n")


def test_a_lacking_detail_after_a_broken_answer_does_not_take_a_number_that_is_taken(corpus: RagConfig) -> None:
    engine, _ = engine_over(corpus)
    asked = engine.understand("What learning rate was PepFlow trained with to design peptides?")
    quoted = quotation(engine._response_synthesizer._reader, asked, engine.retrieve(asked), {"prot": 1})  # type: ignore[attr-defined]
    assert {(item.n, item.paper_id) for item in quoted.citations} == {(2, "pep")}
