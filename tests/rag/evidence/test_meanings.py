"""What a short name stands for."""

import pytest

from rag.evidence.meanings import asked_short, spelled_out_in
from tests.conftest import paper

RUNS = paper(
    "We study Direct Preference Optimization (DPO). LOUD (Learning Of Unheard Dialects) helps PPO. "
    "It is tested on the Long Range Arena benchmark.",
    "Preferences",
    "runs",
)


@pytest.mark.parametrize(
    ("question", "short"),
    [
        ("What does DPO stand for?", "DPO"),
        ("What does the abbreviation PPO mean?", "PPO"),
        ("What is LRA short for?", "LRA"),
        ("What is the full form of CTL?", "CTL"),
        ("DPO是什么的缩写？", "DPO"),
        ("Why is DPO called DPO?", "DPO"),
        ("DPO 为什么叫 DPO？", "DPO"),
        ("What does BECoTTA stand out in?", ""),
        ("What does it mean for a net?", ""),
    ],
)
def test_a_question_for_a_full_name_is_told(question: str, short: str) -> None:
    assert asked_short(question) == short


@pytest.mark.parametrize(
    ("short", "sentence"),
    [
        ("DPO", "We study Direct Preference Optimization (DPO)."),
        ("LOUD", "LOUD (Learning Of Unheard Dialects) helps PPO."),
        ("LRA", "It is tested on the Long Range Arena benchmark."),
    ],
)
def test_the_sentence_with_the_full_name_is_found(short: str, sentence: str) -> None:
    span = spelled_out_in(short, RUNS)
    assert span is not None
    assert RUNS.abstract[span.start : span.end] == sentence


def test_a_short_name_that_is_never_spelled_out_has_no_sentence() -> None:
    assert spelled_out_in("PPO", RUNS) is None


def test_letters_in_bold_and_another_case_spell_a_name_out() -> None:
    bold = paper("We propose **L**ow-rank gradi**E**nt **S**imilarity **S**earch, LESS in short.", "Less", "less")
    small = paper("It proposes Evolution of Heuristic (EoH), which runs.", "Evolution", "eoh")
    for short, said in (("LESS", bold), ("EOH", small)):
        span = spelled_out_in(short, said)
        assert span is not None
        assert span.start == 0
