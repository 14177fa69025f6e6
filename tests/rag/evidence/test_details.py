"""Details that the abstract of a paper does not give."""

from pathlib import Path

import pytest

from rag.evidence.details import Detail, Fault, missing_detail
from rag.evidence.evidence import EvidenceReader
from rag.lexical import LexicalIndex
from rag.testing import HashEmbedding
from tests.conftest import BATS, FROGS, paper

FLOW = paper(
    "PepFlow designs peptides by flow matching. Unlike others that rely on reward models, it does not require training "
    "a reward model. With no need for positional encoding it is trained on 3 sets of peptides.",
    "Peptide Design",
    "flow",
)


def found(tmp_path: Path, question: str) -> Detail | None:
    index = LexicalIndex.open(tmp_path, 1, [BATS, FROGS, FLOW])
    reader = EvidenceReader(HashEmbedding(), lambda: index)
    return missing_detail(question, reader.read(question, FLOW), lambda term: index.document_frequency(term) <= 2)


@pytest.mark.parametrize(
    ("question", "asked", "fault"),
    [
        ("What learning rate and batch size was PepFlow trained with?", "learning rate / batch size", Fault.UNSTATED),
        ("On which GPUs was PepFlow trained?", "GPUs", Fault.UNSTATED),
        ("PepFlow用了多大的学习率，哪种显卡？", "学习率 / 显卡", Fault.UNSTATED),
        ("How many parameters does PepFlow have?", "How many parameters", Fault.NO_NUMBER),
        ("Does PepFlow beat RFdiffusion on peptides?", "RFdiffusion", Fault.NOT_NAMED),
    ],
)
def test_a_detail_that_the_abstract_lacks_is_named(tmp_path: Path, question: str, asked: str, fault: Fault) -> None:
    assert found(tmp_path, question) == Detail(asked, fault)


@pytest.mark.parametrize(
    ("question", "quote"),
    [
        ("Which reward model does PepFlow train?", "it does not require training a reward model."),
        ("Why is the positional encoding so important in PepFlow?", "With no need for positional encoding"),
    ],
)
def test_a_premise_that_the_abstract_denies_is_met_with_its_sentence(tmp_path: Path, question: str, quote: str) -> None:
    detail = found(tmp_path, question)
    assert detail is not None
    assert detail.fault is Fault.DENIED
    assert detail.sentence is not None
    assert quote in FLOW.abstract[detail.sentence.start : detail.sentence.end]


@pytest.mark.parametrize(
    "question",
    [
        "How does PepFlow design peptides?",
        "On how many sets of peptides is PepFlow trained?",
        "Does PepFlow require training a reward model?",
        "What does PepFlow use without a reward model?",
    ],
)
def test_a_question_that_the_abstract_answers_misses_nothing(tmp_path: Path, question: str) -> None:
    assert found(tmp_path, question) is None


NAMED = paper(
    "We propose density-aware nets (DAWN) for vision. DAWN has three stages, two benchmarks and uses Adam.",
    "Nets that know density",
    "dawn",
)


def found_in_named(tmp_path: Path, question: str) -> Detail | None:
    index = LexicalIndex.open(tmp_path, 1, [BATS, FROGS, NAMED])
    reader = EvidenceReader(HashEmbedding(), lambda: index)
    return missing_detail(question, reader.read(question, NAMED), lambda _: False, named=True)


@pytest.mark.parametrize(
    ("question", "asked", "fault"),
    [
        ("Which tokenizer does DAWN use?", "Which tokenizer", Fault.UNSTATED),
        ("What regret exponent does DAWN have?", "What regret exponent", Fault.NO_NUMBER),
        ("What power consumption does DAWN have?", "power consumption", Fault.UNSTATED),
        ("What PSNR does DAWN reach?", "PSNR", Fault.UNSTATED),
        ("Does DAWN work with Mamba models?", "Mamba", Fault.NOT_NAMED),
    ],
)
def test_what_a_named_paper_does_not_speak_of_is_missing(
    tmp_path: Path, question: str, asked: str, fault: Fault
) -> None:
    assert found_in_named(tmp_path, question) == Detail(asked, fault)


@pytest.mark.parametrize(
    "question",
    ["How many stages does DAWN have?", "On how many benchmarks was DAWN tested?", "Which optimizer does DAWN use?",
     "What kind of nets is DAWN?", "What is DAWN proposed for?"],
)  # fmt: skip
def test_what_a_named_paper_speaks_of_is_not_missing(tmp_path: Path, question: str) -> None:
    assert found_in_named(tmp_path, question) is None


@pytest.mark.parametrize(
    ("question", "asked", "fault"),
    [
        ("How many stages does GPT-4 have?", "GPT-4", Fault.NOT_NAMED),
        ("Which datasets was DAWN tested on?", "Which datasets", Fault.UNSTATED),
        ("Who first proposed density-aware nets?", "Who first proposed", Fault.UNSTATED),
        ("Was DAWN applied to audio?", "audio", Fault.NOT_NAMED),
        ("DAWN用了什么数据集？", "什么数据集", Fault.UNSTATED),
    ],
)
def test_each_kind_of_detail_that_a_named_paper_lacks_is_told(
    tmp_path: Path, question: str, asked: str, fault: Fault
) -> None:
    found = found_in_named(tmp_path, question)
    assert found is not None
    assert (found.asked.casefold(), found.fault) == (asked.casefold(), fault)


ORDER = paper(
    "We propose NOON. A finite vocabulary has $n=O(d^2)$ words. NOON is evaluated by StarCraft and Football.",
    "NOON",
    "o",
)


@pytest.mark.parametrize(
    "question",
    ["How big is the finite vocabulary of NOON?", "What environments does NOON use?", "WHAT DOES NOON DO?"],
)
def test_what_is_said_in_other_words_or_asked_in_capitals_is_not_denied(tmp_path: Path, question: str) -> None:
    index = LexicalIndex.open(tmp_path, 1, [BATS, FROGS, ORDER])
    reader = EvidenceReader(HashEmbedding(), lambda: index)
    assert missing_detail(question, reader.read(question, ORDER), lambda _: True, named=True) is None
