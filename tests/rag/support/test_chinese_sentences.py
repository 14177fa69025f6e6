"""Chinese sentences checked against an English abstract."""

import pytest

from rag.support import SupportChecker
from rag.support.glosses import gloss
from tests.conftest import BATS
from tests.rag.support.conftest import RAYS


@pytest.mark.parametrize(
    "sentence",
    [
        "RayNet 从两幅图像估计深度。",
        "RayNet 无需标签。",
        "RayNet 优于经典的立体匹配，误差降低了 12%。",
        "它不需要标签，且内存成本低。",
        "作者证明，对于凸损失，训练是收敛的。",
        "RayNet 在三个数据集上进行了评估。",
    ],
)
def test_what_the_abstract_says_is_supported(checker: SupportChecker, sentence: str) -> None:
    finding = checker.check(sentence, [RAYS])
    assert (finding.supported, finding.why) == (True, ())


@pytest.mark.parametrize(
    "sentence",
    [
        "RayNet 需要标签。",
        "RayNet 并不优于经典的立体匹配。",
        "RayNet 不如经典的立体匹配。",
        "误差提高了 12%。",
        "误差降低了 21%。",
        "DepthNet 从两幅图像估计深度。",
        "它的内存成本高。",
        "对于非凸损失，训练是收敛的。",
        "RayNet 在五个数据集上进行了评估。",
        "该方法预测蛋白质的折叠结构与基因组突变。",
    ],
)
def test_a_small_change_of_meaning_is_not(checker: SupportChecker, sentence: str) -> None:
    assert checker.check(sentence, [RAYS]).supported is False


def test_the_quote_is_the_sentence_that_was_used(checker: SupportChecker) -> None:
    finding = checker.check("对于凸损失，训练是收敛的。", [RAYS])
    quotes = [RAYS.abstract[span.start : span.end] for span in finding.quotes[0]]
    assert quotes == ["We prove that training converges for convex losses."]


def test_each_clause_is_held_against_the_paper_that_answers_to_it(checker: SupportChecker) -> None:
    sentence = "RayNet 估计深度，而蝙蝠用 40 kHz 的回声定位导航。"
    assert checker.check(sentence, [RAYS, BATS]).supported is True
    assert checker.check(sentence, [RAYS]).supported is False


def test_of_japanese_only_numbers_and_names_are_compared(checker: SupportChecker) -> None:
    assert checker.check("RayNet は誤差を 12% 減らします。", [RAYS]).supported is None
    assert checker.check("RayNet は誤差を 21% 減らします。", [RAYS]).supported is False


def test_not_only_denies_nothing() -> None:
    read = gloss("该方法不仅更快，而且没有更贵")
    assert [token.word for token in read.tokens if token.denies] == ["没有"]


def test_at_most_is_no_direction(checker: SupportChecker) -> None:
    assert checker.check("RayNet 将误差最多降低 12%。", [RAYS]).why == ()
