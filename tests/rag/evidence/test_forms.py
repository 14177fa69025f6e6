"""The long and the short form of a thing."""

import pytest

from rag.evidence.forms import is_said_otherwise


@pytest.mark.parametrize(
    ("phrase", "text"),
    [
        ("LLMs", "Exploiting Large Language Models for kernels"),
        ("GNNs", "we introduce a graph neural network"),
        ("large language models", "AND features LLMs to sum up"),
        ("RL", "agents of Multi-Agent Reinforcement Learning"),
        ("reinforcement learning", "a benchmark for MARL"),
        ("ViTs", "applies to Vision Transformers"),
        ("CNNs", "tried on various ConvNet architectures"),
        ("three-dimensional data", "dynamic 3D scenes"),
        ("3D scenes", "three-dimensional scenes"),
    ],
)
def test_the_other_form_says_the_same(phrase: str, text: str) -> None:
    assert is_said_otherwise(phrase, text)


@pytest.mark.parametrize(
    ("phrase", "text"),
    [
        ("RL", "online representation learning of proofs"),
        ("SAM", "seen in views, such as moving birds"),
        ("ViTs", "various vision tasks"),
        ("LLMs", "a language model, large as it is"),
        ("supervised learning", "a CNN for RL"),
        ("three-dimensional data", "2D images"),
    ],
)
def test_another_thing_is_no_other_form(phrase: str, text: str) -> None:
    assert not is_said_otherwise(phrase, text)
