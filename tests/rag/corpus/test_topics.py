"""What a question about the whole corpus is about."""

import pytest

from rag.corpus.topics import topic_of
from rag.languages.glossary import chinese_glossary


@pytest.mark.parametrize(
    ("question", "facets"),
    [
        ("Which papers study or build on neural collapse?", [["neural collapse"]]),
        ("Which papers analyse grokking or report it among their findings?", [["grokking"]]),
        (
            "Which papers use flow matching for biomolecules such as proteins, peptides, RNA or DNA?",
            [["flow matching"], ["biomolecules", "proteins", "peptides", "RNA", "DNA"]],
        ),
        (
            "Which papers use flow matching for proteins, peptides or RNA?",
            [["flow matching"], ["proteins", "peptides", "RNA"]],
        ),
        ("Papers on audio, speech and music", [["audio"], ["speech"], ["music"]]),
        ("Papers on GANs, which use pruning or distillation", [["GANs"], ["pruning", "distillation"]]),
        (
            "Which papers combine diffusion models and reinforcement learning?",
            [["diffusion models"], ["reinforcement learning"]],
        ),
        (
            "Which papers use optimal transport or Wasserstein distances for domain adaptation?",
            [["optimal transport", "Wasserstein distances"], ["domain adaptation"]],
        ),
        ("How many papers are about mixture of experts?", [["mixture of experts"]]),
        ("Find all papers on machine unlearning, please. List them all.", [["machine unlearning"]]),
        (
            "Which papers work on physics-informed neural networks (PINNs)?",
            [["physics-informed neural networks", "PINNs"]],
        ),
        ("有哪些论文是研究脉冲神经网络（SNN）的？请尽量列全。", [["SNN"]]),
        ("How many papers are in this index?", []),
        ("I'm looking for papers on causal discovery", [["causal discovery"]]),
        ("What is the state of the art in pruning?", [["pruning"]]),
    ],
)
def test_a_question_is_parted_into_what_papers_must_show(question: str, facets: list[list[str]]) -> None:
    assert [list(facet.alternatives) for facet in topic_of(question).facets] == facets


def test_what_brackets_deny_is_excluded() -> None:
    topic = topic_of(
        "How many papers are about sharpness-aware minimization (SAM, the optimizer, not Segment Anything)?"
    )
    assert topic.excluded == ("Segment Anything",)
    assert topic.facets[0].alternatives == ("sharpness-aware minimization", "SAM")


@pytest.mark.parametrize(
    ("question", "facets"),
    [
        ("有哪些论文是研究脉冲神经网络（SNN）的？请尽量列全。", [["spiking neural network", "SNN"]]),
        ("关于联邦学习的论文有多少篇？", [["federated learning"]]),
        ("有哪些论文用扩散模型做蛋白质设计？", [["diffusion model"], ["protein design"]]),
        ("哪些论文同时涉及图神经网络和强化学习？", [["graph neural network"], ["reinforcement learning"]]),
        ("哪些论文讨论Mamba或状态空间模型？", [["Mamba", "state space model"]]),
        ("有哪些论文研究蛋白质、肽或RNA？", [["protein", "peptide", "RNA"]]),
        ("有哪些对比学习的论文？", [["contrastive learning"]]),
        ("哪些工作用等变网络做分子生成？", [["equivariant network"], ["molecule generation"]]),
    ],
)
def test_a_chinese_question_is_parted_by_way_of_english_terms(question: str, facets: list[list[str]]) -> None:
    found = topic_of(question, chinese_glossary().english)
    assert [list(facet.alternatives) for facet in found.facets] == facets


@pytest.mark.parametrize(
    ("question", "facets"),
    [
        ("哪些论文既研究公平性又研究隐私？", [("fairness",), ("privacy",)]),
        ("What are the research trends in graph neural networks?", [("graph neural networks",)]),
        ("哪些论文研究大语言模型水印？", [("large language model watermark", "LLM watermark")]),
        ("哪些论文生成分子？", [("generation molecule", "generation molecular")]),
        ("图神经网络有哪些研究趋势？", [("graph neural network",)]),
        ("推荐几篇强化学习入门论文", [("reinforcement learning",)]),
        ("这些论文总体上在讨论什么？", []),
    ],
)
def test_the_frame_of_a_chinese_question_is_no_topic(question: str, facets: list[tuple[str, ...]]) -> None:
    assert [facet.alternatives for facet in topic_of(question, chinese_glossary().english).facets] == facets
