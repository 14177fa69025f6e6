"""Authors whose papers a question asks for."""

import pytest

from rag.index.facts import Noted
from rag.understanding.authorship import authors
from tests.conftest import paper

FACTS = Noted([paper("We count bats.", "Bats", "bat", authors=("Ada Alder", "Bo Birch"))]).facts()


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Has Ada Alder papers on bats?", ["Ada Alder"]),
        ("Does Ada Alder have any papers on bats?", ["Ada Alder"]),
        ("papers by both Ada Alder and Bo Birch", ["Ada Alder", "Bo Birch"]),
        ("Which papers did Ada Alder and Bo Birch write together?", ["Ada Alder", "Bo Birch"]),
        ("Ada Alder 和 Bo Birch 合写的论文", ["Ada Alder", "Bo Birch"]),
        ("Did Cy Cedar and Ada Alder write papers?", []),
    ],
)
def test_all_authors_that_are_joined_are_wanted(question: str, names: list[str]) -> None:
    assert [condition.value for condition, _ in authors(question, FACTS)] == names
