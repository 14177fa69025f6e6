"""Sentences checked against an abstract with the bundled model's vectors."""

import pytest

from rag.support import SupportChecker
from tests.conftest import BATS
from tests.rag.support.conftest import RAYS


@pytest.mark.parametrize(
    "sentence",
    [
        "RayNet infers depth from a pair of images.",
        "No labels are needed by RayNet.",
        "It beats classical stereo matching, lowering the error by 12%.",
        "It is label-free and uses little memory.",
        "Training provably converges when losses are convex.",
        "RayNet therefore reduces the error by 12 percent.",
    ],
)
def test_other_words_for_the_same_are_supported(checker: SupportChecker, sentence: str) -> None:
    assert checker.check(sentence, [RAYS]).why == ()


@pytest.mark.parametrize(
    "sentence",
    [
        "RayNet infers depth from three images.",
        "RayNet requires labels.",
        "RayNet does not outperform classical stereo matching.",
        "RayNet loses to classical stereo matching.",
        "Classical stereo matching outperforms RayNet.",
        "It increases the error by 12%.",
        "It reduces the error by 21%.",
        "DepthNet estimates depth from two images.",
        "Its memory cost is high.",
        "Training converges for nonconvex losses.",
        "RayNet estimates protein folding from two genomes.",
    ],
)
def test_a_small_change_of_meaning_is_not(checker: SupportChecker, sentence: str) -> None:
    assert checker.check(sentence, [RAYS]).supported is False


def test_the_quotes_are_the_sentences_that_were_used(checker: SupportChecker) -> None:
    finding = checker.check("RayNet outperforms stereo matching and does not require labels.", [RAYS])
    quotes = [RAYS.abstract[span.start : span.end] for span in finding.quotes[0]]
    assert quotes == [
        "Unlike earlier methods, it does not require labels.",
        "RayNet outperforms classical stereo matching and reduces the error by 12%, while its memory cost is low.",
    ]


def test_a_sentence_may_stand_on_two_papers_together(checker: SupportChecker) -> None:
    sentence = "RayNet estimates depth, and bats navigate by echolocation at 40 kHz."
    assert checker.check(sentence, [RAYS, BATS]).supported is True
    assert checker.check(sentence, [RAYS]).supported is False


def test_what_is_said_of_one_paper_is_not_held_against_the_other(checker: SupportChecker) -> None:
    true = "Unlike bats, which navigate by echolocation, RayNet does not require labels."
    false = "Unlike bats, which navigate by echolocation, RayNet requires labels."
    assert checker.check(true, [BATS, RAYS]).why == ()
    assert checker.check(false, [BATS, RAYS]).supported is False
