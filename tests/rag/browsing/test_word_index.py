from pathlib import Path

import numpy as np
import pytest

from rag.browsing.word_index import WordGathering, WordIndex, words_of


def index_of(*papers: tuple[str, str, str]) -> WordIndex:
    gathering = WordGathering()
    for title, author, abstract in papers:
        gathering.add(title, [author], abstract)
    return gathering.index()


ANIMALS = index_of(
    ("Echoes of bats", "Ann Lee", "They hunt with networks of neurons."),
    ("Owls", "José Ruiz", "Owls are no bats; a study."),
    ("蝙蝠的回声", "王伟", "Studies of a network in caves."),
)


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("bat", [0, 1]),
        ("ech", [0]),
        ("bats ow", [1]),
        ("jose", [1]),
        ("Ann LEE", [0]),
        ("networks", [0, 2]),
        ("study", [1, 2]),
        ("蝙蝠", [2]),
        ("whale", []),
        ("", []),
        ("!?", []),
    ],
)
def test_every_word_typed_begins_or_is_a_form_of_one_of_the_paper(typed: str, found: list[int]) -> None:
    assert np.flatnonzero(ANIMALS.search(typed)).tolist() == found


def test_a_word_in_the_title_counts_more_than_one_in_the_abstract() -> None:
    scores = ANIMALS.search("bats")
    assert scores[0] > scores[1] > 0


def test_the_very_word_counts_more_than_a_longer_one() -> None:
    scores = index_of(("Batsman", "", ""), ("Bats", "", "")).search("bats")
    assert scores[1] > scores[0] > 0


def test_what_was_kept_finds_the_same(tmp_path: Path) -> None:
    ANIMALS.keep(tmp_path)
    kept = WordIndex.kept(tmp_path, 3)
    assert kept.search("bat").tolist() == ANIMALS.search("bat").tolist()


def test_no_papers_make_an_index_that_finds_nothing(tmp_path: Path) -> None:
    index_of().keep(tmp_path)
    assert WordIndex.kept(tmp_path, 0).search("bats").tolist() == []


def test_accents_and_case_do_not_part_words() -> None:
    assert words_of("Étude de GAN-2") == ["etude", "de", "gan", "2"]
