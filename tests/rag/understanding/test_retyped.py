"""Common words of a question with a slip."""

import pytest

from rag.lexical import LexicalIndex
from rag.understanding.retyped import retyped
from rag.understanding.spelling import corrected
from tests.conftest import paper


@pytest.fixture(scope="module")
def lexical(tmp_path_factory: pytest.TempPathFactory) -> LexicalIndex:
    """Of ten papers with a few common words, and two with a rare one."""
    common = [paper("We study the training of diffusion models.", "Optimization", f"p{at}") for at in range(10)]
    common += [paper("We represent a framing of it.", "Framing", f"f{at}") for at in range(10)]
    rare = [paper("Donkeys and monkeys.", "A marital model", f"r{at}") for at in range(2)]
    return LexicalIndex.open(tmp_path_factory.mktemp("lexical"), 1, [*common, *rare])


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("Wich papers study trianing?", "Which papers study training?"),
        ("waht is difusion?", "what is diffusion?"),
        ("Whihc papres are there?", "Which papers are there?"),
        ("models of optimizzation", "models of optimization"),
        ("哪些论文研究 trianing？", "哪些论文研究 training？"),
    ],
)
def test_a_slip_that_makes_no_other_word_is_read_as_the_common_word(
    lexical: LexicalIndex, typed: str, meant: str
) -> None:
    assert corrected(typed, retyped(typed, lexical)) == meant


@pytest.mark.parametrize(
    "question",
    [
        "What is zonkey?",  # another letter: a name, maybe
        "What is organic farming?",  # a word, if none of the papers'
        "What represses donkeys?",
        "What did Trianing write?",
        'Which papers mention "trianing"?',
        "Which papers use trianing-free models?",
        "What do models study?",
    ],
)
def test_what_may_be_a_word_of_its_own_stays(lexical: LexicalIndex, question: str) -> None:
    assert retyped(question, lexical) == []
