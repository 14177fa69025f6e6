"""Words of a question that say only that a thing is used."""

import pytest

from rag.corpus.topics import topic_of
from rag.corpus.usage import without_usage


@pytest.mark.parametrize(
    "question",
    [
        "Which papers use the CIFAR-100 dataset?",
        "Which papers run experiments on CIFAR-100?",
        "Which papers are tested on the CIFAR-100 benchmark?",
        "Which papers have CIFAR-100 in their experiments?",
        "Which papers use CIFAR-100 as a benchmark?",
        "papers that experiment with CIFAR-100",
        "哪些论文在CIFAR-100上实验？",
        "哪些论文在CIFAR-100上做了实验？",
        "哪些论文用CIFAR-100做实验？",
        "哪些论文的实验用到了CIFAR-100？",
        "哪些论文使用CIFAR-100数据集？",
        "有多少篇论文在 CIFAR-100 上进行了验证？",
        "关于CIFAR-100数据集的论文有哪些？",
    ],
)
def test_of_a_question_for_what_papers_use_the_thing_alone_is_looked_for(question: str) -> None:
    words = {"实验": "experiment", "数据集": "dataset", "验证": "validation"}
    assert [facet.alternatives for facet in topic_of(question, lambda term: words.get(term, "")).facets] == [
        ("CIFAR-100",)
    ]


@pytest.mark.parametrize(
    "question",
    [
        "Which papers use statistical tests on graphs?",
        "Which papers propose a new LLM benchmark?",
        "Which papers propose a dataset for RLHF?",
        "Which papers study test-time adaptation on ImageNet-C?",
        "哪些论文提出了LLM数据集？",
        "哪些论文研究实验设计？",
        "哪些论文在ImageNet上研究测试时自适应？",
    ],
)
def test_a_dataset_or_a_test_that_is_sought_itself_stays(question: str) -> None:
    assert without_usage(question) == question
