"""What else the papers of an index call a thing."""

from collections.abc import Callable, Sequence

import pytest

from rag.config import RagConfig
from rag.corpus.naming import Namer
from rag.corpus.topics import Facet
from rag.corpus.wording import Wording
from rag.indexing import IndexStats
from rag.papers import Paper
from tests.conftest import engine_over, paper

TEXTS = (
    "Oversmoothing ruins graph neural networks.",
    "Over-smoothing of a graph neural network is bad.",
    "A graph neural network with tokenization.",
    "Over-smoothing again.",
    "Few-shot prompting; few-shot learning.",
    "Mixture of experts (MoE) layers route tokens.",
    "A mixture of experts (MoE) is sparse.",
    "Offline reinforcement learning needs logs; reinforcement learning (RL) does not.",
    "We do reinforcement learning (RL) in robots.",
    "Reinforcement learning scales.",
    "KV cache quantization saves memory; KV cache compression too.",
    "We train differentially private models. Theoretical results follow.",
    "Differential privacy hurts accuracy.",
    "Molecule generation. We generate proteins.",
    "Molecule generation again.",
    "On molecule generation.",
    "Tuned from Llama2.",
    "Tuned from Llama 2.",
    "Tuned from Llama-2.",
)


@pytest.fixture
def namer(index: Callable[[Sequence[Paper]], IndexStats], config: RagConfig) -> Namer:
    """Over a dozen abstracts."""
    index([paper(text, f"T{at}", f"p{at}") for at, text in enumerate(TEXTS)])
    retriever = engine_over(config)[0].retriever
    return Namer(retriever.lexical, retriever.store.get)


def names(namer: Namer, *phrases: str) -> list[tuple[str, ...]]:
    return [namer.named(facet).alternatives for facet in namer.parted([Facet(phrases)])]


@pytest.mark.parametrize(
    ("phrase", "name"),
    [
        ("oversmoothing", "over-smoothing"),
        ("over-smoothing", "oversmoothing"),
        ("mixture of experts models", "mixture of experts"),
        ("mixture of experts", "MoE"),
        ("offline reinforcement learning", "offline RL"),
        ("differential privacy", "differentially private"),
        ("theory", "theoretical"),
        ("few-shot learning", "few-shot"),
        ("Llama 2", "Llama2"),
        ("llama2", "llama-2"),
    ],
)
def test_a_phrase_has_the_other_names_that_papers_use(namer: Namer, phrase: str, name: str) -> None:
    assert name in names(namer, phrase)[0]


def test_british_spelling_is_read_as_the_papers_spell(namer: Namer) -> None:
    assert names(namer, "tokenisation") == [("tokenization",)]


def test_a_phrase_that_no_paper_has_is_the_terms_it_is_made_of(namer: Namer) -> None:
    facets = names(namer, "graph neural network tokenization")
    assert [facet[0] for facet in facets] == ["graph neural network", "tokenization"]


def test_an_alternative_shares_the_beginning_of_the_first(namer: Namer) -> None:
    assert names(namer, "KV cache compression", "quantization")[0][:2] == (
        "KV cache compression",
        "KV cache quantization",
    )


def test_a_term_is_known_by_its_last_word_where_that_means_nothing_else(
    index: Callable[[Sequence[Paper]], IndexStats], config: RagConfig
) -> None:
    texts = [
        *("Machine unlearning forgets.", "We verify machine unlearning.", "Fast machine unlearning."),
        *("Unlearning in language models.", "We measure unlearning.", "Data made unlearnable."),
        *("Graph clustering.", "A graph clustering.", "Our graph clustering."),
        *("Image clustering.", "An image clustering.", "More image clustering."),
    ]
    index([paper(f"{text} It is case {at}.", f"T{at}", f"p{at}") for at, text in enumerate(texts)]
          + [paper(f"Owls {at} hunt a machine or graph.", f"O{at}", f"o{at}") for at in range(120)])  # fmt: skip
    retriever = engine_over(config)[0].retriever
    namer = Namer(retriever.lexical, retriever.store.get)
    assert names(namer, "machine unlearning") == [("machine unlearning", "unlearning")]
    assert names(namer, "graph clustering") == [("graph clustering",)]


def test_what_is_merely_unlearnable_is_not_about_unlearning() -> None:
    text = Wording(paper("Unlearnable data resists. Models unlearn it. Unlearning works.", "Unlearnability"))
    assert text.places("unlearning", ()) == {1, 2}


def test_an_act_named_before_its_object_is_found_after_it(namer: Namer) -> None:
    assert namer.parted([Facet(("generation molecule",))]) == [Facet(("generation molecule", "molecule generation"))]
