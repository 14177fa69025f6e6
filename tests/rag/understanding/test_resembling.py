"""Questions for papers like one."""

import pytest

from rag.understanding.resembling import asks_for_like, likened


@pytest.mark.parametrize(
    "question",
    [
        "Any similar papers?",
        "papers like this",
        "Are there others like it?",
        "related work?",
        "类似的论文",
        "有没有相关的论文？",
    ],
)
def test_papers_like_the_one_talked_of_are_asked_for(question: str) -> None:
    assert asks_for_like(question)


@pytest.mark.parametrize(
    "question",
    [
        "papers on similarity learning",
        "similar papers on graphs",
        "more papers",
        "How are they similar?",
        "水印相关的论文",
    ],
)
def test_a_topic_of_its_own_is_no_likeness(question: str) -> None:
    assert not asks_for_like(question)


@pytest.mark.parametrize(
    "question", ["Which papers are similar to BATNET?", "papers like BATNET", "与 BATNET 类似的论文有哪些？"]
)
def test_the_paper_that_others_are_to_be_like_is_read_from_the_question(question: str) -> None:
    assert likened(question) == "BATNET"
