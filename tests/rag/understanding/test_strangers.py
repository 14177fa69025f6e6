"""Names that no paper has, made of one that a paper has."""

from pathlib import Path

import pytest

from rag.lexical import LexicalIndex
from rag.understanding.mentions import base_asked
from rag.understanding.strangers import is_taken_for, strangers, variants
from tests.conftest import paper

PAPER = paper("We compare LIME, GPT-4, LLaMA-2 and LLM-based agents.", "PepFlow: Peptides", "p")


@pytest.fixture
def lexical(tmp_path: Path) -> LexicalIndex:
    return LexicalIndex.open(tmp_path, 1, [PAPER])


@pytest.mark.parametrize("name", ["LIME-X9000", "GPT-7", "PepFlowPlus", "SuperPepFlow", "PepFlow-Ultra", "LIME 3"])
def test_a_name_made_of_a_known_one_is_told_from_it(name: str, lexical: LexicalIndex) -> None:
    assert name in strangers(f"What is {name}?", lexical)
    assert name in strangers(f"{name} 是什么？", lexical)
    assert is_taken_for(name, PAPER)


@pytest.mark.parametrize(
    "question",
    [
        "What is LIME?",
        "What is GPT4?",
        "Is it PepFlow-style or LIME-based?",
        "Does LLaMA-2-70B do this?",
        "Why does max-min search fail?",
        "What is LLaMA 2?",
    ],
)
def test_what_only_describes_or_sizes_a_known_name_is_no_stranger(question: str, lexical: LexicalIndex) -> None:
    assert strangers(question, lexical) == []


@pytest.mark.parametrize(
    "name", ["lime9", "gpt-7", "gpt7", "llama9", "LLaMA-9", "lime-9x8b", "lime-q", "LIME-q", "zonkey2"]
)
def test_a_name_with_another_number_is_told_from_the_papers_in_any_letters(name: str, tmp_path: Path) -> None:
    known = paper("We compare LIME, GPT-4, LLaMA-2 and zonkey0.", "On LIME", "p")
    lexical = LexicalIndex.open(tmp_path, 1, [known])
    for question in (f"what is {name}?", f"{name} 是什么？"):
        assert strangers(question, lexical) == [name]
    assert is_taken_for(name, known)


@pytest.mark.parametrize("words", ["stage9", "stage-9", "top-9", "class2", "gpt4", "llama2", "llama-2-70b", "pepflow"])
def test_what_counts_and_what_the_papers_write_is_no_stranger(words: str, tmp_path: Path) -> None:
    known = paper("We compare GPT-4, LLaMA-2 in stage 1, with the top-5 in a class.", "PepFlow: On stages", "p")
    others = [paper(f"The top stage of class {word}.", "", word) for word in ("a", "b")]
    assert strangers(f"what is {words}?", LexicalIndex.open(tmp_path, 1, [known, *others])) == []


def test_a_name_that_holds_none_of_a_papers_is_not_taken_for_it() -> None:
    assert not is_taken_for("BECoTTA-7", PAPER)


SUFFIXES = ["++", "+", "*", "-v2", " v3", "v2", " 2.0", "-2", " 3", "-Turbo", "-turbo", "-Vision", "-XL", " Pro"]


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_a_version_or_suffix_that_no_paper_has_makes_a_variant(suffix: str, lexical: LexicalIndex) -> None:
    for question in (f"What is PepFlow{suffix}?", f"PepFlow{suffix} 是什么？"):
        (found,) = variants(question, lexical)
        assert (found.name, found.bases[-1]) == (f"PepFlow{suffix}", "PepFlow")


@pytest.mark.parametrize(
    "question",
    [
        "What is LLaMA-2?",
        "Is GPT 4 better?",
        "What is PepFlow?",
        "PepFlow-based",
        "PepFlow 3 times",
        "Is LIME-70B big?",
    ],
)
def test_a_name_that_papers_write_or_that_is_only_described_is_no_variant(question: str, lexical: LexicalIndex) -> None:
    assert variants(question, lexical) == []


@pytest.mark.parametrize("name", ["PepFlow-v2", "PepFlow++", "PepFlow 2.0"])
def test_a_variant_is_told_with_the_paper_of_whose_method_it_would_be_one(name: str, lexical: LexicalIndex) -> None:
    assert base_asked([PAPER], f"What is {name}?", lexical) == (name, PAPER)
    assert base_asked([PAPER], "What is GPT-7?", lexical) is None  # a model that the paper only compares
