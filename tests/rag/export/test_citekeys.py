"""Citation keys: short, stable, and never twice in one list."""

import pytest

from rag.export.citekeys import keys_of
from rag.papers import Paper


def paper(title: str, *authors: str, paper_id: str = "1", year: int | None = 2024) -> Paper:
    return Paper(paper_id, title, "Bats hear.", authors, year)


@pytest.mark.parametrize(
    ("one", "key"),
    [
        (paper("On the Peptides of Bats", "Ada Byron", "Bo Li"), "byron2024peptides"),
        (paper("Towards Hearing", "Ludwig van Beethoven"), "beethoven2024hearing"),
        (paper("$S^2$IP-LLM: hearing", "Zed Volč Jr."), "volc2024s2ip"),
        (paper("Łódź", "Søren Łuk", year=None), "luknd" + "lodz"),
        (paper("深度学习", "张伟", paper_id="2401.00001"), "anon2024240100001"),
        (paper("Hearing"), "anon2024hearing"),
        (paper("", "Ada Byron"), "byron2024bats"),
    ],
)
def test_a_key_is_author_year_and_word(one: Paper, key: str) -> None:
    assert keys_of([one]) == [key]


def test_papers_that_would_share_a_key_take_further_words() -> None:
    papers = [paper("Learning to hear", "A Li"), paper("Learning to fly", "B Li"), paper("Sleep", "C Li")]
    assert keys_of(papers) == ["li2024learninghear", "li2024learningfly", "li2024sleep"]
    assert keys_of(papers[::-1]) == keys_of(papers)[::-1]


def test_papers_of_one_title_are_told_apart_by_letters_in_the_order_of_their_ids() -> None:
    papers = [paper("Bats", "A Li", paper_id="z"), paper("Bats", "A Li", paper_id="b"), paper("Batsa", "A Li")]
    assert keys_of(papers) == ["li2024batsc", "li2024batsb", "li2024batsa"]
