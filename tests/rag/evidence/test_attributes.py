"""What a question asks of any paper, and the sentences that carry it."""

from pathlib import Path

import pytest

from rag.evidence.attributes import attribute_of, carrying, is_lacking, unframed
from rag.evidence.details import plain_detail
from rag.lexical import LexicalIndex
from rag.papers import Paper
from tests.conftest import BATS, paper

NET = paper(
    "Previous nets lose accuracy and need 5 GPU hours. To address this limitation, we propose QuietNet for bats. "
    "It is trained with a contrastive loss that pulls calls together. However, QuietNet fails on rain noise. "
    "We release the code at https://bats.org/quiet. It is evaluated on 3,000 recordings of CallBank.",
    "QuietNet: Hearing bats",
    "net",
    venue="BatConf",
)
PLAIN = paper("We propose SilentNet for owls. It hears mice.", "SilentNet: Hearing mice", "plain")


def told(question: str, of: Paper = NET) -> list[str] | None:
    attribute = attribute_of(question, of)
    if attribute is None:
        return None
    return [of.abstract[span.start : span.end] for span in carrying(attribute, of)]


@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        ("What are the limitations of QuietNet?", "However, QuietNet fails on rain noise."),
        ("QuietNet 有哪些局限性？", "However, QuietNet fails on rain noise."),
        ("When does QuietNet fail?", "However, QuietNet fails on rain noise."),
        ("Where can I find the code for QuietNet?", "We release the code at https://bats.org/quiet."),
        ("QuietNet 的代码链接是什么？", "We release the code at https://bats.org/quiet."),
        ("How many examples does QuietNet use?", "It is evaluated on 3,000 recordings of CallBank."),
    ],
)
def test_the_sentence_that_carries_an_attribute_is_told(question: str, sentence: str) -> None:
    assert (told(question) or [])[-1:] == [sentence]


@pytest.mark.parametrize(
    "question",
    [
        "What are the limitations of SilentNet?",
        "What future work does SilentNet propose?",
        "Which loss is SilentNet trained with?",
        "What does the appendix of SilentNet prove?",
        "What does Table 3 of SilentNet show?",
        "SilentNet 做了哪些消融实验？",
        "SilentNet 由谁资助？",
        "SilentNet 的表 2 显示了什么？",
    ],
)
def test_an_attribute_that_no_sentence_carries_is_lacking(question: str) -> None:
    attribute = attribute_of(question, PLAIN)
    assert attribute is not None
    assert is_lacking(attribute, carrying(attribute, PLAIN))
    assert plain_detail(question, PLAIN) is not None


def test_what_others_lack_is_no_limitation_of_the_paper() -> None:
    assert told("What are the limitations of QuietNet?") == ["However, QuietNet fails on rain noise."]
    assert told("How many GPU hours does QuietNet need?") == ["Previous nets lose accuracy and need 5 GPU hours."]


@pytest.mark.parametrize(
    "question",
    [
        "Which limitation of recurrent nets does QuietNet lift?",
        "How does QuietNet hear bats?",
        "What loss does QuietNet use for the alignment of calls?",
        "QuietNet 如何克服噪声的局限？",
    ],
)
def test_a_question_that_says_more_asks_for_no_bare_attribute(question: str) -> None:
    assert attribute_of(question, NET) is None


def test_a_dataset_is_known_by_what_the_corpus_calls_it(tmp_path: Path) -> None:
    other = paper("We test on the CallBank dataset.", "Calls", "other")
    index = LexicalIndex.open(tmp_path, 1, [BATS, NET, other])
    attribute = attribute_of("Which datasets does QuietNet use?", NET)
    assert attribute is not None
    spans = carrying(attribute, NET, index)
    assert "CallBank" in NET.abstract[spans[-1].start : spans[-1].end]


@pytest.mark.parametrize(
    ("question", "bare"),
    [
        ("How does QuietNet hear, according to BatConf 2024?", "How does QuietNet hear?"),
        ("Does QuietNet hear bats in the paper?", "Does QuietNet hear bats?"),
        ("As stated in the abstract, what is QuietNet?", "what is QuietNet?"),
        ("What was presented at BatConf under that name?", "What was presented under that name?"),
        ("How does QuietNet do at OwlConf?", "How does QuietNet do at OwlConf?"),
    ],
)
def test_where_an_answer_is_to_come_from_is_no_part_of_what_is_asked(question: str, bare: str) -> None:
    assert unframed(question, NET).replace(" ?", "?") == bare


def test_how_a_thing_is_done_is_no_attribute() -> None:
    net = paper("QuietNet samples layers from a large net by early exits.", "QuietNet: Layers", "layers")
    assert attribute_of("How does QuietNet sample layers?", net) is None
    assert attribute_of("How many layers does QuietNet have?", net) is not None
    assert attribute_of("Does QuietNet use large language models?", net) is None
