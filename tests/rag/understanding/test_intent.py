"""What kind of answer a question asks for."""

import pytest

from rag.understanding.intent import Intent, intent_of


@pytest.mark.parametrize(
    ("question", "intent"),
    [
        ("Which papers study neural collapse?", Intent.LIST),
        ("哪些联邦学习论文涉及差分隐私？", Intent.LIST),
        ("哪些方法在这篇论文中使用？", Intent.LOOKUP),
        ("共形推断的论文里有哪些是做时间序列的", Intent.LIST),
        ("linear attention 的 paper", Intent.LIST),
        ("有没有用大语言模型做时间序列预测的工作", Intent.EXISTENCE),
        ("有多少论文提到检索增强生成？", Intent.COUNT),
        ("蛋白质、RNA 或 DNA 的论文有多少？", Intent.COUNT),
        ("AQLM 论文有多少参数？", Intent.LOOKUP),
        ("总结一下水印方向的研究主题", Intent.THEMES),
        ("这些论文总体上在讨论什么？", Intent.THEMES),
        ("总结这个论文库", Intent.THEMES),
        ("联邦学习领域的研究热点是什么？", Intent.THEMES),
        ("有没有用强化学习学习自适应脑刺激策略的工作？", Intent.EXISTENCE),
        ("总结这篇论文", Intent.LOOKUP),
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
        ("这些论文主要研究什么主题？", Intent.THEMES),
        ("Top 5 papers on RLHF", Intent.LIST),
        ("Please recommend three papers on causal discovery", Intent.LIST),
        ("I'm looking for papers on federated learning", Intent.LIST),
        ("State space models papers", Intent.LIST),
        ("关于脉冲神经网络的论文有哪些？", Intent.LIST),
        ("列出关于共形预测的论文", Intent.LIST),
        ("Does any paper study grokking?", Intent.EXISTENCE),
        ("Are there papers on weather forecasting?", Intent.EXISTENCE),
        ("Has anyone looked at watermarking for LLMs?", Intent.EXISTENCE),
        ("有没有关于机器遗忘的论文？", Intent.EXISTENCE),
        ("What do these papers say about catastrophic forgetting?", Intent.OVERVIEW),
        ("Compare the approaches to counting bats.", Intent.OVERVIEW),
        ("What is the state of the art on text-to-video generation?", Intent.OVERVIEW),
        ("Which method works best for pruning language models?", Intent.OVERVIEW),
        ("What are the main approaches to LLM alignment?", Intent.OVERVIEW),
        ("大模型剪枝有哪些方法？", Intent.OVERVIEW),
        ("什么方法在 ImageNet 上效果最好？", Intent.OVERVIEW),
        ("Find work on model merging", Intent.EXISTENCE),
        ("ICML papers since 2023 about offline RL", Intent.LIST),
        ("recent ICML work on diffusion models", Intent.LIST),
        ("关于对比学习的研究", Intent.LIST),
        ("联邦学习论文", Intent.LIST),
        ("How many titles contain diffusion?", Intent.COUNT),
        ("Are any of the papers retracted?", Intent.EXISTENCE),
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
        "Which authors have the most papers?",
        "Has anyone tried LLMs for predicting shapes, and what were they compared with?",
        "有没有用Tsetlin机做文本分类的论文？准确率是多少？",
        "Max-min objectives are used for aligning LLMs. What motivates them in each paper?",
    ],
)
def test_a_question_on_one_paper_is_a_lookup(question: str) -> None:
    assert intent_of(question) is Intent.LOOKUP
