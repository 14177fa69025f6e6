"""Which of the papers talked of a question points to."""

import pytest

from rag.understanding.pointing import meant_by, pointer_of
from tests.conftest import paper

BAT = paper("Bats hear by echo.", "BATNET: Hearing", "bat", authors=("Ida Ash",))
OWL = paper("Owls see at night.", "OWLNET: Seeing", "owl", authors=("Jo Elm",), venue="ICML")
FROG = paper("Frogs smell ponds at night.", "FROGNET: Smelling", "frog", authors=("Li Wei",))


@pytest.mark.parametrize(
    ("question", "ids"),
    [("Who wrote the second one?", "owl"), ("the third", "frog"), ("What does the last of these do?", "frog"),
     ("[2]?", "owl"), ("What is paper 3 about?", "frog"), ("Compare [1] and [3]", "bat frog"), ("number 1?", "bat"),
     ("just the first two", "bat owl"), ("the last two", "owl frog"), ("the first and the third", "bat frog"),
     ("第二篇的作者是谁？", "owl"), ("最后一篇讲什么？", "frog"), ("倒数第二篇", "owl"), ("前两篇", "bat owl"),
     ("第一和第三篇", "bat frog"), ("the one by Elm", "owl"), ("What does Ash's paper say?", "bat"),
     ("the one about ponds", "frog"), ("the ICML one", "owl"), ("the night paper", "owl")],
)  # fmt: skip
def test_papers_are_meant_by_their_place_or_a_description(question: str, ids: str) -> None:
    pointer = pointer_of(question)
    assert pointer is not None
    assert [paper.paper_id for paper in meant_by(pointer, [BAT, OWL, FROG])] == ids.split()


@pytest.mark.parametrize(
    "question",
    ["What is the second stage?", "Which is the first paper to hear bats?", "What happens in the last layer?",
     "它的第一作者是谁", "第二个模块是什么？", "What is the main idea of the paper?",
     "Does it need the last two frames?", "Is theorem number 2 proven?", "What does it get on top 5 accuracy?"],
)  # fmt: skip
def test_a_place_within_a_paper_points_to_none(question: str) -> None:
    assert pointer_of(question) is None


def test_the_latter_is_of_exactly_two_and_a_place_beyond_the_list_is_nobodys() -> None:
    latter, ninth = pointer_of("And the latter?"), pointer_of("the ninth one")
    assert latter is not None
    assert ninth is not None
    assert meant_by(latter, [BAT, OWL]) == (OWL,)
    assert meant_by(latter, [BAT, OWL, FROG]) == ()
    assert meant_by(ninth, [BAT, OWL, FROG]) == ()


def test_a_name_in_a_description_must_stand_in_the_paper_as_it_is_written() -> None:
    pointer = pointer_of("How old is the ECHO paper?")
    assert pointer is not None
    assert meant_by(pointer, [BAT, OWL]) == ()
