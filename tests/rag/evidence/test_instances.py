"""Which one of a kind a question wants named."""

import pytest

from rag.evidence.instances import unnamed_kind
from tests.conftest import paper

VAGUE = paper(
    "Existing methods for graph data fail. We propose the quiet net (QN). Extensive experiments on four popular "
    "datasets and several real-world benchmarks show that QN outperforms five state-of-the-art baselines on an FPGA.",
    "A quiet net",
    "vague",
)
TOLD = paper(
    "We propose LoudNet. Experiments on CelebA and Taskonomy datasets, and on medical benchmarks, show that it beats "
    "baselines such as ResNet. It starts from Llama2 and Mistral, and integrates with a Rust library.",
    "LoudNet",
    "told",
)


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("Which datasets was QN tested on?", "Which datasets"),
        ("On which four datasets was QN evaluated?", "which four datasets"),
        ("Which real-world benchmarks does it use?", "Which real-world benchmarks"),
        ("Which baselines does QN beat?", "Which baselines"),
        ("Which FPGA was QN run on?", "Which FPGA"),
        ("Which checkpoint does QN start from?", "Which checkpoint"),
        ("Which LLM does QN prompt?", "Which LLM"),
        ("QN 调用的是哪个大模型？", "哪个大模型"),
    ],
)
def test_a_kind_of_which_none_is_named_is_told(question: str, asked: str) -> None:
    assert unnamed_kind(question, VAGUE) == asked


@pytest.mark.parametrize(
    "question",
    [
        "Which datasets was LoudNet tested on?",
        "On which benchmarks was LoudNet compared?",
        "Which baselines does LoudNet beat?",
        "Which models was LoudNet finetuned from?",
        "Which library does it integrate with?",
        "Which idea is behind LoudNet?",
        "What does LoudNet do?",
    ],
)
def test_a_kind_of_which_one_is_named_or_described_is_not_lacking(question: str) -> None:
    assert unnamed_kind(question, TOLD) == ""


def test_which_method_in_general_may_be_answered_by_a_description() -> None:
    assert unnamed_kind("Which method does the paper propose?", VAGUE) == ""


def test_a_model_that_is_fine_tuned_is_named() -> None:
    tuned = paper("We introduce Zed. It is shown in privately fine-tuning RoBERTa and OPT.", "Zed", "zed")
    assert not unnamed_kind("Which models did Zed fine-tune?", tuned)
