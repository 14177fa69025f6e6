"""The forms of a word."""

import pytest

from rag.corpus.word_forms import other_forms


@pytest.mark.parametrize(
    ("word", "forms"),
    [
        ("cifar10", ["cifar-10"]),
        ("CIFAR-10", ["CIFAR10"]),
        ("llama2", ["llama-2"]),
        ("GPT-3.5", ["GPT3.5"]),
        ("GSM8K", ["GSM-8K"]),
        ("T5", []),
        ("2bit", []),
        ("low-rank", ["lowrank"]),
        ("kernel", []),
    ],
)
def test_a_name_s_number_is_joined_on_or_apart_and_a_word_with_a_hyphen_is_joined(word: str, forms: list[str]) -> None:
    assert other_forms(word) == forms
