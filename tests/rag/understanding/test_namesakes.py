"""Whether a paper bears a name, or merely mentions it."""

from collections.abc import Callable, Sequence

import pytest

from rag.config import RagConfig
from rag.indexing import IndexStats
from rag.papers import Paper
from tests.conftest import ask, engine_over, paper

OWN = paper(
    "We propose BatNet for counting bats, which outperforms FrogSearch.", "Counting Bats", "b", authors=("Ada A.",)
)
NEXT = paper("We study BatNet-2, which extends NewtNet.", "BatNet-2: More Bats", "c", authors=("Bo B.",))


@pytest.fixture
def nets(index: Callable[[Sequence[Paper]], IndexStats], config: RagConfig) -> RagConfig:
    index([OWN, NEXT, paper("Owls hunt by hearing.", "Owls", "o")])
    return config


@pytest.mark.parametrize(
    "question", ["Who wrote FrogSearch?", "When was NewtNet published?", "FrogSearch 的作者是谁？"]
)
def test_the_record_of_a_paper_that_mentions_a_name_is_not_told(nets: RagConfig, question: str) -> None:
    assert ask(engine_over(nets)[0], question)["verdict"] == "not_in_papers"


@pytest.mark.parametrize(("question", "author"), [("Who wrote BatNet?", "Ada A."), ("Who wrote BatNet-2?", "Bo B.")])
def test_the_record_of_the_paper_that_bears_the_name_is_told(nets: RagConfig, question: str, author: str) -> None:
    record = ask(engine_over(nets)[0], question)
    assert author.removesuffix(".") in record["answer"]
    assert record["verdict"] == "answered"
