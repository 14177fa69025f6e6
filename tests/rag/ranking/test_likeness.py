"""The papers nearest to a paper."""

from collections.abc import Callable, Sequence

import pytest

from rag.config import RagConfig
from rag.errors import QuestionError
from rag.indexing import IndexStats
from rag.papers import Paper
from tests.conftest import engine_over, paper

Ingest = Callable[[Sequence[Paper]], IndexStats]
PAPERS = [
    paper("Bats hear by echolocation in caves at night.", paper_id="bats"),
    paper("Bats hear by echolocation in woods at night.", paper_id="more bats"),
    paper("Owls hear mice at night.", paper_id="owls"),
    paper("Compilers inline calls.", paper_id="compilers"),
]


def test_the_nearest_papers_come_first_without_the_paper_itself(index: Ingest, config: RagConfig) -> None:
    index(PAPERS)
    found = engine_over(config)[0].similar("bats", 2)
    assert [node.node.node_id for node in found] == ["more bats", "owls"]
    assert 1 > (found[0].score or 0) > (found[1].score or 0) > 0


def test_a_paper_that_is_not_there_is_named(index: Ingest, config: RagConfig) -> None:
    index(PAPERS)
    with pytest.raises(QuestionError, match="The index has no paper 'birds'"):
        engine_over(config)[0].similar("birds")


def test_an_index_of_one_paper_has_none_like_it(index: Ingest, config: RagConfig) -> None:
    index(PAPERS[:1])
    assert engine_over(config)[0].similar("bats") == []


@pytest.mark.parametrize("limit", [0, -1])
def test_a_limit_below_one_is_refused(index: Ingest, config: RagConfig, limit: int) -> None:
    index(PAPERS)
    with pytest.raises(QuestionError, match="1 or more"):
        engine_over(config)[0].similar("bats", limit)
