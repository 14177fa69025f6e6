"""What a question wants left out, and the phrases it quotes."""

import pytest

from rag.understanding.excluded import Exclusion
from rag.understanding.exclusions import exclusions
from rag.understanding.quoted import has_phrase, phrases


@pytest.mark.parametrize(
    ("question", "topics"),
    [
        ("papers on diffusion not on images", ["images"]),
        ("除了 AquaLoRA，还有哪些论文保护图像生成模型？", ["AquaLoRA"]),
        ("除了扩散模型，还有什么方法生成蛋白质", ["扩散模型"]),
        ("除了准确率，这篇论文还提升了效率吗？", []),
        ("Besides AquaLoRA, which papers protect image models?", ["AquaLoRA"]),
        ("Apart from diffusion models, which methods generate proteins?", ["diffusion models"]),
        ("generative models excluding vision", ["vision"]),
        ("LLM papers except surveys", ["surveys"]),
        ("diffusion papers, but not about images or video", ["images", "video"]),
        ("papers on alignment without reinforcement learning", ["reinforcement learning"]),
        ("papers about graphs other than molecules", ["molecules"]),
        ("papers that do not use reinforcement learning", ["reinforcement learning"]),
        ("diffusion models, no surveys please", ["surveys"]),
        ("关于扩散模型的论文，不包括图像", ["图像"]),
        ("除了综述以外的扩散模型论文", ["综述"]),
        ("不用扩散模型的图像生成论文有哪些？", ["扩散模型"]),
        ("哪些图像生成论文没用GAN？", ["GAN"]),
        ("除了强化学习的论文，还有哪些关于机器人的论文？", ["强化学习"]),
        ("Which papers on RL other than offline RL use transformers?", ["offline RL"]),
        ("How many papers mention GPT-4 but not GPT-3.5?", ["GPT-3.5"]),
        ("papers on Claude-2 except Claude-2.1.", ["Claude-2.1"]),
        ("papers on quantization, but no QuIP#", ["QuIP#"]),
    ],
)
def test_clear_words_about_the_papers_wanted_exclude_a_topic(question: str, topics: list[str]) -> None:
    assert [exclusion.topic for exclusion, _ in exclusions(question)] == topics


@pytest.mark.parametrize(
    "question",
    [
        "bats that do not echolocate",
        "Which papers found NO effect of drug Q on sleep?",
        "How deep are networks trained without residual connections?",
        "Heat conduction by methods other than the usual principle.",
        "Detection of nodules from projections rather than images.",
        "Why does it hold for all except convex losses?",
        "Which papers show results not only on images?",
        "In addition to images, which papers also use video?",
        "非欧几里得空间的表示学习论文",
        "不需要标签的论文",
        "有没有用强化学习做脑刺激的论文？准确率是多少？",
        "除了task arithmetic这类静态方法，有没有能动态融合知识的方案？",
    ],
)
def test_what_a_paper_denies_excludes_nothing(question: str) -> None:
    assert exclusions(question) == []


@pytest.mark.parametrize(
    ("abstract", "concerned"),
    [
        ("We generate images.", True),
        ("It works without any images.", False),
        ("An image-free method.", False),
        ("It works without labels. Images are generated.", True),
        ("We generate text.", False),
    ],
)
def test_a_paper_that_does_without_a_topic_does_not_deal_with_it(abstract: str, concerned: bool) -> None:
    assert Exclusion("images", "not on images").concerns("Title", abstract) is concerned


def test_a_survey_is_told_from_a_paper_that_surveys_people() -> None:
    survey = Exclusion("surveys", "except surveys")
    assert survey.concerns("A Survey of Bats", "Bats.")
    assert not survey.concerns("Bats", "We analyse answers to household surveys.")


@pytest.mark.parametrize(
    ("question", "quoted"),
    [
        ('papers on "flow matching" for proteins', ["flow matching"]),
        ("“flow matching”的论文", ["flow matching"]),
        ('papers on "grokking"', ["grokking"]),
        ('We generate "natural" adversaries against classifiers of images', []),
        ('a 5" screen and a 6" one', []),
        ('"', []),
        ("what's 'x' in it", []),
    ],
)
def test_phrases_in_quotation_marks_are_found(question: str, quoted: list[str]) -> None:
    assert [phrase for phrase, _ in phrases(question)] == quoted


def test_a_phrase_must_stand_word_for_word() -> None:
    assert has_phrase("flow matching", "We use Flow\nMatching.")
    assert not has_phrase("flow matching", "Overflow matching; flow and matching")


@pytest.mark.parametrize(
    ("question", "topics"),
    [
        ("List papers on transformers, not vision", ["vision"]),
        ("Papers on image generation, not diffusion, not GANs", ["diffusion", "GANs"]),
        ("How many papers on reinforcement learning but not offline?", ["offline"]),
        ("Which papers study in-context learning but not for language?", ["language"]),
        ("Papers on image generation (not diffusion)", ["diffusion"]),
        ("Which papers propose generative models — but no GANs?", ["GANs"]),
        ("What papers on transport are there, leaving aside generative models?", ["generative models"]),
        ("Which papers are about minimization (SAM, the optimizer, not Segment Anything)?", []),
        ("有哪些关于联邦学习的论文，不涉及隐私？", ["隐私"]),
        ("有哪些关于公平性的论文（不含联邦学习）？", ["联邦学习"]),
        ("除图像生成之外的扩散模型论文有哪些？", ["图像生成"]),
        ("有哪些非图像的扩散模型论文？", ["图像"]),
        ("哪些论文不需要标签？", []),
        ("Which papers study robots (without language)?", ["language"]),
        ("Papers on clustering but no graphs", ["graphs"]),
        ("Does SGD converge, not diverge?", []),
        ("Which papers are not only fast, but accurate?", []),
    ],
)
def test_a_bare_not_leaves_out_of_a_list(question: str, topics: list[str]) -> None:
    assert [exclusion.topic for exclusion, _ in exclusions(question)] == topics
