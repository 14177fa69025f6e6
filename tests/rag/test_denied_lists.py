"""Lists and counts of what papers are not by, not of and do not have: never the opposite."""

from collections.abc import Callable, Sequence

import pytest

from rag.config import RagConfig
from rag.indexing import IndexStats
from tests.conftest import ask, engine_over, paper

Index = Callable[[Sequence[object]], IndexStats]
PAPERS = [
    paper("We study bats. Bats sleep in caves.", "Bats in caves", "a", authors=("Ida Ash",), venue="ICML"),
    paper("We study bats. Bats hunt moths near owls.", "Bats and moths", "b", authors=("Bo Li",), venue="ICML"),
    paper("We study ponds. Ponds freeze in winter.", "Ponds in winter", "c", authors=("Bo Li",), venue="ICML"),
]


@pytest.mark.parametrize(
    ("question", "found"),
    [
        ("Papers on bats not by Bo Li", {"a"}),
        ("How many papers are not by Bo Li?", {"a"}),
        ("Which papers were not written by Ida Ash?", {"b", "c"}),
        ("不是 Bo Li 写的论文有哪些？", {"a"}),
        ("Which papers on bats do not mention owls?", {"a"}),
        ("How many papers do not mention bats?", {"c"}),
        ('How many papers mention "caves" or "winter"?', {"a", "c"}),
    ],
)
def test_what_is_denied_is_left_out(question: str, found: set[str], index: Index, config: RagConfig) -> None:
    index(PAPERS)
    record = ask(engine_over(config)[0], question)
    assert {citation["paper_id"] for citation in record["citations"]} == found


@pytest.mark.parametrize("question", ["Which papers were not published at ICML?", "How many papers are not from ICML?"])
def test_where_all_are_of_the_venue_none_is_not(question: str, index: Index, config: RagConfig) -> None:
    index(PAPERS)
    record = ask(engine_over(config)[0], question)
    assert record["answer"] == "**0 papers.** All 3 papers are recorded as of ICML."


def test_a_share_is_told_of_all_papers(index: Index, config: RagConfig) -> None:
    index(PAPERS)
    record = ask(engine_over(config)[0], "What percentage of papers mention owls?")
    assert "That is 33.3% of the 3." in record["answer"]


def test_what_papers_lack_is_not_counted(index: Index, config: RagConfig) -> None:
    index(PAPERS)
    record = ask(engine_over(config)[0], "How many papers have no code?")
    assert record["verdict"] == "not_in_papers"
    assert "can be neither listed nor counted" in record["answer"]


def test_words_that_a_title_is_not_to_have_are_refused(index: Index, config: RagConfig) -> None:
    index(PAPERS)
    record = ask(engine_over(config)[0], 'Which titles do not contain "Ponds"?')
    assert (record["verdict"], record["citations"]) == ("not_in_papers", [])
