"""A paper that deals with both sides of a comparison is told as such; a list's head counts what it lists."""

from collections.abc import Callable, Sequence
from types import SimpleNamespace
from typing import Any

import pytest

from rag.config import RagConfig
from rag.corpus.listing import Listing, Match, Sureness
from rag.corpus.stacks import Stacks
from rag.corpus.topics import Topic
from rag.indexing import IndexStats
from rag.papers import Paper
from rag.understanding.asked import Asked
from tests.conftest import BATS, OWLS, ask, engine_over, paper

BOTH = paper("We propose BETANET. It explores better than ALPHANET, on which it builds.", "Exploring with nets", "both")
Index = Callable[[Sequence[Paper]], IndexStats]


def test_what_the_only_paper_says_of_both_is_not_told_as_missing(index: Index, config: RagConfig) -> None:
    index([BOTH, BATS, OWLS])
    record = ask(engine_over(config)[0], "How does BETANET compare to ALPHANET?")
    assert {citation["paper_id"] for citation in record["citations"]} == {"both"}
    assert "do not say anything" not in record["answer"]


@pytest.mark.parametrize(
    "question", ["Compare BETANET and ALPHANET", "ALPHANET vs BETANET", "BETANET 和 ALPHANET 有什么区别？"]
)
def test_the_sentence_that_names_both_sides_is_what_is_quoted_of_them(
    index: Index, config: RagConfig, question: str
) -> None:
    told = "We propose BETANET for exploring. Is BETANET new? BETANET explores better than ALPHANET. It is fast."
    index([paper(told, "Exploring with nets", "both"), BATS, OWLS])
    record = ask(engine_over(config)[0], question)
    assert [citation["quote"] for citation in record["citations"]] == ["BETANET explores better than ALPHANET."]


def test_a_clause_of_a_chinese_question_is_no_side_that_papers_lack(index: Index, config: RagConfig) -> None:
    told = "We propose KIVI. The key cache is cut per channel. In contrast, the value cache is cut per token."
    index([paper(told, "KIVI: Caches", "kivi"), BATS, OWLS])
    record = ask(engine_over(config)[0], "KIVI 对键缓存和值缓存分别如何量化？")
    assert "没有提到" not in record["answer"]


def test_papers_that_perhaps_fit_and_say_the_opposite_take_nothing_from_the_clear_ones(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    denying = paper("SGD does not converge.", "SGD does not converge", "a")
    matches = (
        Match(denying, Sureness.MENTIONS, None, ()),
        *(Match(BATS, Sureness.PERHAPS, None, ()) for _ in range(3)),
    )
    listing = Listing(Topic(()), matches, 1, 9)
    monkeypatch.setattr(
        "rag.corpus.stacks.Lister", lambda *args: SimpleNamespace(list=lambda *args: listing, papers=None)
    )
    retriever: Any = SimpleNamespace(lexical=None, store=SimpleNamespace(get=None), on_topic=None)
    encoder: Any = None
    found = Stacks(retriever, encoder).listing(
        Asked("Which papers?", topic="papers show that SGD does not converge"), Topic(()), []
    )
    assert (found.clear, [match.sureness for match in found.matches].count(Sureness.OPPOSED)) == (1, 3)
