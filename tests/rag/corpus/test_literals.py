"""Which papers have a word."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from rag.corpus.listing import Listing
from rag.corpus.literals import Literal, in_english, listed, literal_of
from rag.lexical import LexicalIndex
from rag.papers import Paper
from tests.conftest import paper

PAPERS = [
    paper("We prune on ImageNet.", "Pruning nets", "a"),
    paper("Pruned nets. An optimizer.", "Nets", "b"),
    paper("Optimization on CIFAR10 and CIFAR-100.", "Convex optimization", "c"),
]


def found(tmp_path: Path, question: str, papers: Sequence[Paper] = PAPERS) -> Listing:
    known = {one.paper_id: one for one in papers}
    literal = literal_of(question)
    assert literal is not None
    lexical = LexicalIndex.open(tmp_path / "lexical", 0, papers)
    return listed(literal, lexical, lambda ids: [known[id_] for id_ in ids], [])


@pytest.mark.parametrize(
    ("question", "literal"),
    [
        ("How many papers mention ImageNet?", Literal((("ImageNet",),))),
        ("有多少篇论文提到ImageNet？", Literal((("ImageNet",),))),
        ("How many papers mention both MNIST and ImageNet?", Literal((("MNIST",), ("ImageNet",)))),
        ("GPT-4 和 GPT-3.5 都提到的论文有多少篇？", Literal((("GPT-4",), ("GPT-3.5",)))),
        ("Which papers mention MNIST or ImageNet?", Literal((("MNIST", "ImageNet"),))),
        ('How many abstracts contain the word "optimizer"?', Literal((('"optimizer"',),))),
        ("有多少篇论文中出现了benchmark这个词？", Literal((("benchmark",),))),
        ("How many papers mention nets in the title?", Literal((("nets",),), titles=True)),
        ("哪些论文的标题包含“扩散”？", Literal((('"扩散"',),), titles=True)),
    ],
)
def test_the_words_that_are_asked_after_are_read(question: str, literal: Literal) -> None:
    assert literal_of(question) == literal


@pytest.mark.parametrize(
    "question", ["Which papers study ImageNet?", "Which papers contain proofs?", "哪些论文研究剪枝？"]
)
def test_a_topic_is_no_word_that_is_asked_after(question: str) -> None:
    assert literal_of(question) is None


@pytest.mark.parametrize(
    ("question", "ids"),
    [
        ("Which papers mention imagenet?", {"a"}),
        ("Which papers mention pruning?", {"a", "b"}),
        ("Which papers mention optimizers?", {"b"}),
        ('Which papers contain the word "pruning"?', {"a"}),
        ("Which papers mention CIFAR-10?", {"c"}),
        ("Which papers mention nets in the title?", {"a", "b"}),
        ("Which papers mention pruning and ImageNet?", {"a"}),
        ("Which papers mention MNIST?", set()),
    ],
)
def test_papers_are_counted_by_the_word_in_any_case_and_number(tmp_path: Path, question: str, ids: set[str]) -> None:
    listing = found(tmp_path, question)
    assert {match.paper.paper_id for match in listing.matches} == ids
    assert listing.clear == len(ids)


def test_a_chinese_word_that_no_paper_has_is_looked_for_in_english() -> None:
    read = in_english(Literal((("剪枝",),)), lambda _: False, {"剪枝": ["pruning"]}.__getitem__)
    assert read == Literal((("pruning",),))


def test_a_word_with_its_other_name_in_brackets_is_found_by_either(tmp_path: Path) -> None:
    papers = [paper("We use RAG.", "A", "a"), paper("We use retrieval-augmented generation.", "B", "b")]
    listing = found(tmp_path, "How many papers mention RAG (retrieval-augmented generation)?", papers)
    assert listing.clear == len(papers)


@pytest.mark.parametrize(
    ("question", "count"),
    [
        ("How many papers mention llama2?", 3),
        ("How many papers mention Llama 2?", 3),
        ("How many papers mention LLaMA-2?", 3),
        ('How many papers mention "llama2"?', 1),
        ("How many papers mention GSM8K?", 2),
    ],
)
def test_a_name_s_number_counts_joined_on_and_apart_unless_it_is_quoted(
    tmp_path: Path, question: str, count: int
) -> None:
    texts = (
        "We tune on GSM8K.",
        "We tune on GSM-8k.",
        "We tune LLaMA2.",
        "We tune Llama 2.",
        "We tune LLaMA-2.",
        "We tune Llama 3, 2 times.",
    )
    papers = [paper(text, "Tuning", str(at)) for at, text in enumerate(texts)]
    assert found(tmp_path, question, papers).clear == count


def test_a_chinese_term_is_either_of_its_english_names() -> None:
    read = in_english(
        Literal((("检索增强生成",),)), lambda _: False, lambda _: ["retrieval-augmented generation", "RAG"]
    )
    assert read.groups == (("retrieval-augmented generation", "RAG"),)
