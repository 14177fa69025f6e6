"""What any paper may be asked, and the sentences that tell it."""

import pytest

from rag.evidence.aspects import aspect_of, telling
from rag.understanding.shorts import Kind

ABSTRACT = (
    "However, bats suffer from noise. We propose BATNET. It listens twice. "
    "On the CAVE benchmark it outperforms owls by 3%. "
    "Code is available at https://x.org."
)


@pytest.mark.parametrize(
    ("question", "kind"),
    [("What are the main results?", Kind.RESULTS), ("What data do they use?", Kind.DATA),
     ("Which is best?", Kind.RESULTS),
     ("What problem do they solve?", Kind.PROBLEM), ("他们的主要结果是什么？", Kind.RESULTS),
     ("Which of them release code?", Kind.CODE),
     ("What do they say of echo?", None), ("它们用了哪些数据集？", Kind.DATA)],
)  # fmt: skip
def test_the_aspect_that_a_question_asks_for(question: str, kind: Kind | None) -> None:
    assert aspect_of(question) is kind


@pytest.mark.parametrize(
    ("kind", "said"),
    [(Kind.PROBLEM, "However, bats suffer from noise."), (Kind.METHOD, "We propose BATNET."),
     (Kind.RESULTS, "On the CAVE benchmark it outperforms owls by 3%."),
     (Kind.DATA, "On the CAVE benchmark it outperforms owls by 3%."),
     (Kind.CODE, "Code is available at https://x.org."), (Kind.LIMITS, "")],
)  # fmt: skip
def test_the_sentence_that_tells_it_or_none(kind: Kind, said: str) -> None:
    assert "".join(ABSTRACT[span.start : span.end].strip() for span in telling(kind, ABSTRACT, 1)) == said
