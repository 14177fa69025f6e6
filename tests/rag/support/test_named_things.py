"""Names of an answer beside those of an abstract."""

import pytest

from rag.support.names import missing_names


@pytest.mark.parametrize(
    ("answer", "abstract"),
    [
        ("It uses CIFAR10.", "trained on CIFAR-10"),
        ("Large language models are used.", "LLMs are used"),
        ("An LLM is used.", "large language models are used"),
        ("They use ViT.", "a vision transformer"),
        ("They use a Vision Transformer.", "a ViT"),
        ("CLIP-based filtering helps.", "we filter with CLIP"),
        ("SAC and TD3 gain.", "for SAC/TD3"),
        ("It is compared with GPT-4's answers.", "answers of GPT-4"),
        ("The Transformer is small.", "small transformers"),
        ("VAEs are trained.", "a variational autoencoder"),
        ("However, Results vary.", "results vary"),
    ],
)
def test_a_name_in_another_form_is_known(answer: str, abstract: str) -> None:
    assert list(missing_names(answer, [abstract])) == []


@pytest.mark.parametrize(
    ("answer", "abstract", "missing"),
    [
        ("It uses CIFAR-100.", "trained on CIFAR-10", ["CIFAR-100"]),
        ("It beats GPT-4.", "it beats GPT-3.5", ["GPT-4"]),
        ("They compare with PyTorch.", "they compare with Jax", ["PyTorch"]),
        ("It was made at Stanford.", "it was made somewhere", ["Stanford"]),
        ("它优于 GPT-4。", "better than Llama-2", ["GPT-4"]),
    ],
)
def test_another_name_is_missing(answer: str, abstract: str, missing: list[str]) -> None:
    assert list(missing_names(answer, [abstract])) == missing
