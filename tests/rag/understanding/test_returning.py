"""Going back to a paper talked of."""

import pytest

from rag.understanding.returning import Return, return_of, returned_to
from rag.understanding.talk import Exchange
from tests.conftest import BATS, FROGS


@pytest.mark.parametrize(
    ("question", "found"),
    [
        ("Back to BATNET: what does it cost?", Return("BATNET", "what does it cost?")),
        ("let's go back to the bat paper", Return("bat")),
        ("回到 BATNET，它用了什么损失？", Return("BATNET", "它用了什么损失？")),
        ("How do we get back pain?", None),
    ],
)
def test_what_is_returned_to_and_what_is_asked_of_it(question: str, found: Return | None) -> None:
    assert return_of(question) == found


def test_the_paper_of_the_name_is_found_among_those_talked_of() -> None:
    talked = [Exchange("What is BATNET?", papers=(BATS,)), Exchange("What is FROGNET?", papers=(FROGS,))]
    assert returned_to("BATNET", talked) == BATS
    assert returned_to("submarines", talked) is None
