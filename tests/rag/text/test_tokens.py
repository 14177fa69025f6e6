"""Token counts err upwards, so that a prompt never outgrows the window."""

import pytest

from rag.text.tokens import counter_for, estimated_tokens


@pytest.mark.parametrize(
    ("text", "count"),
    [("", 0), ("Bats hear", 2), ("echolocation", 3), ("40", 2), ("蝙蝠用回声", 5), ("a\nb", 3), ("🦇", 2)],
)
def test_an_estimate_is_made_of_words_digits_and_signs(text: str, count: int) -> None:
    assert estimated_tokens(text) == count


def test_the_estimate_is_not_below_the_count_of_a_tokenizer() -> None:
    text = r"We prove that $\tilde{\mathcal{O}}(\sqrt{T \log K})$ regret is attainable, 3.5x faster than AQLM."
    counted = counter_for("gpt-4o")(text)
    assert counted <= estimated_tokens(text) < 2 * counted


def test_only_models_whose_tokenizer_is_known_are_counted_by_it() -> None:
    assert counter_for("llama3.2") is estimated_tokens
    assert counter_for("gpt-4o-mini") is counter_for("o3")
