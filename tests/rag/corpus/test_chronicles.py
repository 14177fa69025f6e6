"""Papers counted by their years."""

import pytest

from rag.corpus.chronicles import Chronicle, chronicle_of, told
from rag.corpus.listing import Listing, Match, Sureness
from rag.corpus.topics import Facet, Topic
from rag.evidence.verdicts import Verdict
from rag.index.facts import Noted
from rag.papers import Paper
from tests.conftest import paper

GNN = Topic((Facet(("GNN",)),))


def listing(papers: list[Paper]) -> Listing:
    return Listing(GNN, tuple(Match(one, Sureness.ABOUT, None) for one in papers), len(papers), 4)


def papers_of(*years: int) -> list[Paper]:
    return [paper(f"GNN {at}.", paper_id=str(at), year=year) for at, year in enumerate(years)]


@pytest.mark.parametrize(
    ("question", "subject", "first", "last"),
    [
        ("Trends in diffusion models between 2020 and 2024", "diffusion models", 2020, 2024),
        ("How has federated learning changed over the years?", "federated learning", None, None),
        ("How has interest in LoRA evolved since 2020?", "LoRA", 2020, None),
        ("Is research on GANs growing or declining?", "GANs", None, None),
        ("2020 年到 2024 年扩散模型的趋势", "扩散模型", 2020, 2024),
        ("联邦学习这些年来有什么变化？", "联邦学习", None, None),
    ],
)
def test_what_is_to_be_counted_by_year_is_read(
    question: str, subject: str, first: int | None, last: int | None
) -> None:
    found = chronicle_of(question)
    assert found is not None
    assert (found.subject, found.first, found.last) == (subject, first, last)


@pytest.mark.parametrize(
    "question", ["papers on RL by year", "How many papers on RL per year?", "每年有多少篇强化学习论文？"]
)
def test_papers_by_year_are_counted(question: str) -> None:
    assert chronicle_of(question) is not None


@pytest.mark.parametrize(
    "question",
    [
        "How does the loss change over time in diffusion models?",
        "Which papers study demand that grows every year?",
        "How has AlphaFold changed protein design?",
        "近年来关于扩散模型的论文有哪些？",
        "electricity demand per year",
    ],
)
def test_what_changes_within_a_paper_is_not_counted_by_year(question: str) -> None:
    assert chronicle_of(question) is None


def test_each_year_is_told_with_its_share() -> None:
    papers = papers_of(2022, 2023, 2023, 2023)
    answer = told(Chronicle("GNN"), "GNN papers by year", listing([papers[0], papers[2]]), Noted(papers).facts())
    assert (
        "- 2022: 1 (100.0% of the 1 papers of that year)\n- 2023: 1 (33.3% of the 3 papers of that year)" in answer.text
    )
    assert [citation.paper_id for citation in answer.citations] == ["0", "2"]


def test_papers_of_one_year_tell_of_no_change() -> None:
    papers = papers_of(2024, 2024)
    answer = told(Chronicle("GNN"), "How has GNN changed?", listing(papers[:1]), Noted(papers).facts())
    assert answer.text.startswith(
        "**1 of the 2 papers here match “GNN” clearly, all of 2024.** No paper here is of another"
    )


def test_what_no_paper_has_is_counted_in_no_year() -> None:
    papers = papers_of(2024)
    answer = told(Chronicle("GNN"), "GNN 的逐年论文数量", listing([]), Noted(papers).facts())
    assert answer.verdict is Verdict.NOT_IN_PAPERS
    assert answer.text == "这些论文没有说明。1 篇摘要中没有出现“GNN”。"
