"""Of what sort a name is, as the corpus says it."""

from pathlib import Path

from rag.evidence.sorts import has_sort, is_sort, names_in
from rag.lexical import LexicalIndex
from tests.conftest import paper

PAPERS = [
    paper("We test on the CallBank dataset.", "One", "one"),
    paper("We test on datasets such as OwlBench.", "Two", "two"),
    paper("QuietNet hears CallBank.", "Three", "three"),
]


def test_a_name_is_of_the_sort_that_papers_call_it(tmp_path: Path) -> None:
    index = LexicalIndex.open(tmp_path, 1, PAPERS)
    assert is_sort("CallBank", ["dataset"], index)
    assert is_sort("OwlBench", ["dataset"], index)
    assert not is_sort("QuietNet", ["dataset"], index)


def test_a_paper_s_own_name_may_be_left_out(tmp_path: Path) -> None:
    index = LexicalIndex.open(tmp_path, 1, PAPERS)
    assert has_sort("It hears CallBank.", ["dataset"], index)
    assert not has_sort("It hears CallBank.", ["dataset"], index, but=["CallBank"])


def test_short_names_of_subjects_are_no_names_of_things() -> None:
    assert list(names_in("FL and PDEs on ImageNet, D4RL and GLUE; We test It")) == ["ImageNet", "D4RL", "GLUE"]
