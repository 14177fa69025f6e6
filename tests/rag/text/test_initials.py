"""Short names whose letters words spell."""

import pytest

from rag.text.initials import is_spelled_out


@pytest.mark.parametrize(
    ("name", "text", "spelled"),
    [
        ("ViT", "on the Vision Transformer family", True),
        ("PDEs", "for partial differential equations", True),
        ("GRPO", "policy optimization in groups", False),
        ("ViT", "vitamins", False),
        ("POMO", "the prediction of multimodal composition", False),
        ("POMO", "Policy Optimization with Multiple Optima", True),
        ("RLHF", "reinforcement learning from human feedback", True),
        ("VAE", "a variational autoencoder", True),
        ("VAE", "a variational aggregate", False),
        ("SPARC", "SPARse fine-grained Contrastive alignment", False),
        ("MoLA", "a Mixture of Low-rank Adapters", True),
        ("URM", "an Uncertainty-aware Reward Model", True),
        ("OT", "observations that matter", False),
        ("OT", "in optimality, transport counts", False),
    ],
)
def test_a_short_name_is_recognised_in_the_words_it_stands_for(name: str, text: str, spelled: bool) -> None:
    assert is_spelled_out(name, text) is spelled
