"""Which questions lean on what was said before, and which stand alone."""

import pytest

from rag.understanding.dependence import dependence_of

LEANING = """
Does it beat the baseline?
How much faster is it?
Which datasets were used?
Who wrote it, and when?
And on ImageNet?
What about memory usage?
How about for longer sequences?
Is the code available?
Why?
Why not?
How do they prove it?
What assumptions do they make?
Does this method need labels?
Can the approach be applied to video?
How does that compare with Adam?
Are there any limitations?
What is the convergence rate?
Tell me more.
What else did the authors try?
Which of the two is better?
And the frog one?
What happens if that condition fails?
How large is the model?
Is this better than SGD?
Did he evaluate it on robots?
What are its main components?
Under which assumptions?
By how much?
How many parameters does the larger one have?
Does pruning hurt it?
What are the three modules?
How was it evaluated?
In the second setting, what regret is achieved?
Does the same hold for transformers?
What do these modules do?
Do the authors release code?
它有什么局限？
这个方法需要标签吗？
那在 ImageNet 上呢？
还有别的论文吗？
该模型有多大？
作者用了哪些数据集？
在哪些数据集上评估？
为什么？
效果怎么样？
提升了多少？
第二个呢？
前者更快吗？
""".strip().splitlines()

ALONE = """
What is AQLM?
How do owls hunt?
Is it possible to train a transformer without attention?
How hard is it to learn halfspaces with noise?
What is the convergence rate of SGD for nonconvex problems?
Which papers study offline RL?
Why do large language models hallucinate?
New topic: how do owls hunt?
What methods that use diffusion exist for molecules?
How long does it take to train a diffusion model?
Which benchmark does SPHINX-X report?
Do any of these papers mention federated learning?
What does this collection say about robots?
Are there papers on graph neural networks at this conference?
How can one train models that forget?
What is the role of the loss landscape in generalization?
How does the choice of optimizer affect plasticity?
Can dataset distillation be made robust?
Which methods compress LLMs to 2 bits?
What is dropout?
Does batch normalization help GANs?
What makes contrastive learning collapse?
How does the model size affect in-context learning?
Is there a theoretical guarantee for Q-learning with function approximation?
Name the datasets introduced for video question answering.
What happens when labels are noisy?
How do I fine-tune LLaMA with LoRA?
What is the first method to learn equivariant diffusion?
So far, which defences work against adversarial patches?
Compare PepFlow and AQLM.
有哪些关于离线强化学习的论文？
扩散模型如何生成分子？
大语言模型为什么会产生幻觉？
这些论文里有讲联邦学习的吗？
图神经网络的过平滑问题怎么解决？
其他语言的模型怎样训练分词器？
什么是对比学习？
如何压缩大语言模型？
""".strip().splitlines()

EXPLAINED = """
How do transformers store facts, and can they be edited?
How does PepFlow represent side-chain angles, and why does it use tori?
Does PepFlow beat its baselines?
Why do deep networks forget what they learned?
AQLM 解决了什么问题？
AQLM 的作者是谁？
PepFlow 的主要贡献是什么？
GPT-4 的准确率是多少？
""".strip().splitlines()


@pytest.mark.parametrize("question", LEANING)
def test_a_question_without_its_own_subject_leans(question: str) -> None:
    found = dependence_of(question)
    assert found is not None
    assert found.certain


@pytest.mark.parametrize("question", ALONE)
def test_a_question_with_its_own_subject_stands_alone(question: str) -> None:
    assert dependence_of(question) is None


@pytest.mark.parametrize("question", EXPLAINED)
def test_a_question_that_may_explain_itself_is_left_to_the_papers(question: str) -> None:
    found = dependence_of(question)
    assert found is not None
    assert not found.certain


@pytest.mark.parametrize(
    ("question", "others"),
    [
        ("Are there other papers on this?", True),
        ("And similar methods?", True),
        ("还有别的论文吗？", True),
        ("Is it fast?", False),
        ("Is it better than other methods?", False),
        ("它比其他方法好吗？", False),
    ],
)
def test_a_question_for_other_papers_is_known(question: str, others: bool) -> None:
    found = dependence_of(question)
    assert found is not None
    assert found.others is others
