"""Titles as vectors that many languages share."""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from rag.languages.titles import TitleVectors
from tests.conftest import BATS, FROGS, paper

MEANINGS = {"BATNET": 0, "Fledermaus": 0, "FROGNET": 1, "NEW": 2}


class Fake:
    """Each meaning is a direction of its own."""

    def __init__(self) -> None:
        self.calls: list[list[str]] = []

    def encode(self, texts: list[str]) -> NDArray[np.float32]:
        self.calls.append(texts)
        return np.eye(3, dtype=np.float32)[[MEANINGS[text] for text in texts]]


def test_the_title_that_means_the_same_comes_first_beside_the_other_scores(tmp_path: Path) -> None:
    titles = TitleVectors(tmp_path, Fake())
    titles.refresh(1, [BATS, FROGS])
    joined = titles.joined("Fledermaus", {"frogs": 1.0})
    assert {paper_id: round(score, 3) for paper_id, score in joined.items()} == {"bats": 0.7, "frogs": 0.3}


def test_papers_that_may_not_answer_are_left_out(tmp_path: Path) -> None:
    titles = TitleVectors(tmp_path, Fake())
    titles.refresh(1, [BATS, FROGS])
    assert list(titles.joined("Fledermaus", {}, frozenset(["frogs"]))) == ["frogs"]


def test_only_new_titles_are_encoded_by_this_process_and_the_next(tmp_path: Path) -> None:
    TitleVectors(tmp_path, Fake()).refresh(1, [BATS, FROGS])
    fake = Fake()
    TitleVectors(tmp_path, fake).refresh(2, [BATS, FROGS, paper("New ones.", "NEW", "new")])
    assert fake.calls == [["NEW"]]


def test_a_damaged_file_is_made_again(tmp_path: Path) -> None:
    (tmp_path / "titles.npz").write_bytes(b"PK\x03\x04 torn")
    fake = Fake()
    TitleVectors(tmp_path, fake).refresh(1, [BATS])
    assert fake.calls == [["BATNET"]]
