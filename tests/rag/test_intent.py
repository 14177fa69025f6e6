"""What kind of answer a question asks for."""

import pytest

from rag.intent import Intent, intent_of


@pytest.mark.parametrize(
    ("question", "intent"),
    [
        ("Which papers study neural collapse?", Intent.LIST),
        ("In which papers is grokking analysed?", Intent.LIST),
        ("List everything on offline RL since 2023", Intent.LIST),
        ("papers about diffusion", Intent.LIST),
        ("有哪些论文是研究脉冲神经网络（SNN）的？", Intent.LIST),
        ("列出所有关于扩散模型的论文", Intent.LIST),
        ("How many papers are about grokking? Which ones?", Intent.COUNT),
        ("关于联邦学习的论文有多少篇？", Intent.COUNT),
        ("What are the main research themes of these papers?", Intent.THEMES),
        ("What topics do these papers cover?", Intent.THEMES),
        ("这些论文的主要研究方向有哪些？", Intent.THEMES),
    ],
)
def test_a_question_about_the_whole_corpus_is_recognised(question: str, intent: Intent) -> None:
    assert intent_of(question) is intent


@pytest.mark.parametrize(
    "question",
    [
        "Which paper introduces PepFlow?",
        "How many encoders were examined in the paper?",
        "Givens rotations appear in a sparse training paper and in a PEFT paper. What are they used for in each?",
        "What are the key ideas of SPARC?",
        "有没有用强化学习学习自适应脑刺激策略的工作？",
        "Max-min objectives are used for aligning LLMs. What motivates them in each paper?",
    ],
)
def test_a_question_on_one_paper_is_a_lookup(question: str) -> None:
    assert intent_of(question) is Intent.LOOKUP
