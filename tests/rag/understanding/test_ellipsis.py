"""Chinese questions that leave out their subject."""

import pytest

from rag.understanding.ellipsis import left_out


@pytest.mark.parametrize(
    "question",
    [
        "代码公开吗？",
        "训练分几个阶段？",
        "需要梯度吗？",
        "比 BERT 好吗？",
        "分析了哪些设定？",
        "在 ImageNet 上准确率多少？",
    ],
)
def test_a_question_without_a_subject_leans_on_the_talk(question: str) -> None:
    assert left_out(question) is True


@pytest.mark.parametrize("question", ["奖励函数怎么设计？", "为什么会产生幻觉？", "为什么 ABE 会失败？"])
def test_one_thing_named_may_be_a_detail_of_the_paper_talked_of(question: str) -> None:
    assert left_out(question) is False


@pytest.mark.parametrize(
    "question",
    [
        "联邦学习如何保护隐私？",
        "什么是 LoRA？",
        "哪些论文研究水印？",
        "在强化学习中如何探索？",
        "有多少篇论文？",
        "在 ImageNet 上最好的方法是什么？",
    ],
)
def test_a_question_with_its_own_subject_stands_alone(question: str) -> None:
    assert left_out(question) is None
