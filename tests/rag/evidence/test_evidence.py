"""Choosing sentences, and judging whether there is an answer at all."""

from pathlib import Path

import pytest

from rag.evidence.evidence import EvidenceReader
from rag.evidence.verdicts import Verdict, judge
from rag.lexical import LexicalIndex
from rag.papers import Paper
from rag.testing import HashEmbedding
from tests.conftest import BATS, FROGS, OWLS, paper


@pytest.fixture
def reader(tmp_path: Path) -> EvidenceReader:
    index = LexicalIndex.open(tmp_path, 1, [BATS, FROGS, OWLS])
    return EvidenceReader(HashEmbedding(), lambda: index)


def chosen(reader: EvidenceReader, question: str, of: Paper) -> list[str]:
    return [of.abstract[span.start : span.end] for span in reader.read(question, of).answering()]


def test_the_sentence_with_the_asked_words_is_chosen(reader: EvidenceReader) -> None:
    assert chosen(reader, "What is silent about feathers?", OWLS) == ["Silent feathers hide their approach from mice."]


def test_a_question_for_a_number_prefers_the_sentence_with_one(reader: EvidenceReader) -> None:
    text = paper("The leap of frogs is a sight in water. The leap of frogs is 2 metres. Green they are. And wet, too.")
    assert chosen(reader, "How long is the leap of frogs?", text)[-1] == "The leap of frogs is 2 metres."


def test_sentences_stand_in_the_order_of_the_abstract(reader: EvidenceReader) -> None:
    text = paper("Alpha one is red. Noise in between here. Also more noise. Beta two is blue. The end of it.")
    assert chosen(reader, "beta blue alpha red", text) == ["Alpha one is red.", "Beta two is blue."]


def test_nothing_is_quoted_twice_and_not_all_of_an_abstract(reader: EvidenceReader) -> None:
    text = paper(" ".join(f"Bats hear sound number {i} well." for i in range(8)))
    quoted = chosen(reader, "bats hear sound well", text)
    assert len(quoted) == len(set(quoted)) <= 4


def judged(reader: EvidenceReader, question: str, *papers: Paper) -> Verdict:
    return judge(question, [reader.read(question, found) for found in papers], reader.lexical)


def test_where_the_probability_is_known_it_decides_and_a_name_that_no_paper_has_asks_for_more(
    reader: EvidenceReader,
) -> None:
    def at(chance: float, question: str) -> Verdict:
        return judge(question, [reader.read(question, BATS)], reader.lexical, chance=chance)

    plain, named = "At what kHz do bats navigate by echolocation?", "How does HexaFormer navigate by echolocation?"
    assert [at(chance, plain) for chance in (0.04, 0.06)] == [Verdict.NOT_IN_PAPERS, Verdict.ANSWERED]
    assert [at(chance, named) for chance in (0.3, 0.5)] == [Verdict.NOT_IN_PAPERS, Verdict.ANSWERED]


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("At what kHz do bats navigate by echolocation?", Verdict.ANSWERED),
        ("What is BATNET?", Verdict.ANSWERED),
        ("BATNET 是什么？", Verdict.ANSWERED),
        ("Who painted the Mona Lisa?", Verdict.NOT_IN_PAPERS),
        ("What is 2+2?", Verdict.NOT_IN_PAPERS),
        ("hi", Verdict.NOT_IN_PAPERS),
        ("What is the best paper?", Verdict.NOT_IN_PAPERS),
        ("What happened at ICML?", Verdict.NOT_IN_PAPERS),
        ("How does HexaFormer navigate?", Verdict.NOT_IN_PAPERS),
        ("Where do Kolmogorov-Arnold Networks put their echolocation?", Verdict.NOT_IN_PAPERS),
        ("有没有用TsetlinNet的论文？", Verdict.NOT_IN_PAPERS),
        ("地铁要多久？", Verdict.NOT_IN_PAPERS),
    ],
)
def test_a_question_is_judged_by_the_words_that_the_papers_share(
    reader: EvidenceReader, question: str, verdict: Verdict
) -> None:
    assert judged(reader, question, BATS, FROGS) is verdict


def test_without_papers_nothing_is_answered(reader: EvidenceReader) -> None:
    assert judged(reader, "What is BATNET?") is Verdict.NOT_IN_PAPERS


def test_each_part_of_a_question_gets_its_sentence(reader: EvidenceReader) -> None:
    text = paper(
        "Bats navigate caves by echolocation, bats navigate forests. Nothing here at all to see. "
        "Moths taste sweet. More words that say nothing whatever."
    )
    assert chosen(reader, "How do bats navigate caves and forests, and what do moths taste?", text) == [
        "Bats navigate caves by echolocation, bats navigate forests.",
        "Moths taste sweet.",
    ]


def test_a_sentence_that_refers_back_comes_with_the_one_before_it(reader: EvidenceReader) -> None:
    text = paper(
        "We bend the weights. This makes bats navigate in darkness. Owls and mice and frogs live far away from all of "
        "this, we are told by others. And a last sentence about nothing at all that goes on for quite some time."
    )
    assert chosen(reader, "What makes bats navigate in darkness?", text) == [
        "We bend the weights.",
        "This makes bats navigate in darkness.",
    ]
