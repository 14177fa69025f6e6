"""A word or two on the paper talked of, written out."""

import pytest

from rag.understanding.shorts import Kind, short_of


@pytest.mark.parametrize(
    ("said", "kind", "text"),
    [
        ("its limitations?", Kind.LIMITS, "What are the limitations of BATNET?"),
        ("and the code?", Kind.CODE, "Where is the code of BATNET?"),
        ("in short?", Kind.GIST, "Summarise BATNET."),
        ("can you elaborate", Kind.MORE, "Tell me more about BATNET."),
        ("give an example", Kind.EXAMPLE, "What is an example of BATNET?"),
        ("when?", Kind.YEAR, "When was BATNET published?"),
        ("局限性呢？", Kind.LIMITS, "BATNET 的局限性是什么？"),
        ("具体怎么做的？", Kind.METHOD, "BATNET 具体是怎么做的？"),
        ("总结一下", Kind.GIST, "总结 BATNET。"),
    ],
)
def test_a_short_follow_up_is_written_out(said: str, kind: Kind, text: str) -> None:
    short = short_of(said)
    assert short is not None
    assert (short.kind, short.of("BATNET")) == (kind, text)


@pytest.mark.parametrize("said", ["How far does it hear?", "What is the code length of bats?", "why?", "它能飞多远？"])
def test_a_question_that_says_it_itself_is_none(said: str) -> None:
    assert short_of(said) is None
