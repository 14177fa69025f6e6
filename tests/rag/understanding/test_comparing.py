"""Sides of a comparison."""

import pytest
from llama_index.core.schema import NodeWithScore, TextNode

from rag.understanding.comparing import comparison_of, interleaved
from tests.conftest import paper

RARE = {"pepflow", "ppflow", "selfi"}


@pytest.mark.parametrize(
    ("question", "sides"),
    [
        ("How do PepFlow and PPFlow differ?", ("PepFlow", "PPFlow")),
        ("How do AQLM and QuIP# differ?", ("AQLM", "QuIP#")),
        ("PepFlow和PPFlow有什么区别？", ("PepFlow", "PPFlow")),
        ("What is the difference between LoRA and full fine-tuning?", ("LoRA", "full fine-tuning")),
        ("Compare bats with frogs.", ("bats", "frogs")),
        ("Compare bats and frogs in a table", ("bats", "frogs")),
        ("How fast is pruning compared with quantization?", ("pruning", "quantization")),
        ("About PepFlow / PPFlow: Which of the two is better?", ("PepFlow", "PPFlow")),
        (
            "Both aligning LLMs and training robots use it. What does each need?",
            ("aligning LLMs", "training robots use it"),
        ),
        (
            "Max-min is used both for aligning models and for RL with rewards. What motivates it in each?",
            ("aligning models", "RL with rewards"),
        ),
    ],
)
def test_the_sides_are_told_apart(question: str, sides: tuple[str, ...]) -> None:
    found = comparison_of(question, lambda term: term in RARE)
    assert found is not None
    assert found.sides == sides


def test_what_is_said_of_both_sides_goes_with_each() -> None:
    found = comparison_of(
        "Givens rotations appear in a sparse paper and in a PEFT paper. What for in each?", lambda _: False
    )
    assert found is not None
    assert found.questions()[0] == "Givens rotations appear in . a sparse paper"


@pytest.mark.parametrize("question", ["What is PepFlow?", "How do bats hear and navigate?", "Which papers study bats?"])
def test_a_question_that_compares_nothing_has_no_sides(question: str) -> None:
    assert comparison_of(question, lambda term: term in RARE) is None


def ranking(*ids: str) -> list[NodeWithScore]:
    return [NodeWithScore(node=TextNode(id_=id_), score=1 - at / 10) for at, id_ in enumerate(ids)]


def test_rankings_are_dealt_out_in_turn_and_scores_never_rise() -> None:
    found = interleaved([ranking("a", "b"), ranking("c", "a"), ranking("b", "c", "d")])
    assert [node.node.node_id for node in found] == ["a", "c", "b", "d"]
    scores = [node.score or 0.0 for node in found]
    assert scores == sorted(scores, reverse=True)


@pytest.mark.parametrize(
    "question",
    ["What score does PepFlow get on CIFAR-10 versus SELFI?", "About PepFlow / PPFlow: Who wrote them?"],
)
def test_what_one_method_is_tried_on_is_no_side(question: str) -> None:
    assert comparison_of(question, lambda term: term in RARE) is None


OWN = {
    "SHINE": paper("SHINE shields agents.", "SHINE: Shields", "shine"),
    "LAGMA": paper("LAGMA guides agents.", "LAGMA: Goals", "lagma"),
    "FlyNet": paper("FlyNet beats LAGMA.", "FlyNet: Wings", "fly"),
}


@pytest.mark.parametrize(
    ("question", "sides"),
    [
        ("Which of SHINE and LAGMA uses StarCraft?", ("SHINE", "LAGMA")),
        ("Which has more maps, LAGMA or SHINE?", ("LAGMA", "SHINE")),
        ("LAGMA 和 SHINE 哪个用了 StarCraft？", ("LAGMA", "SHINE")),
        ("Which of LAGMA and Zorblax uses goals?", ("LAGMA", "Zorblax")),
        ("Does FlyNet beat LAGMA?", None),
        ("Does SHINE have more authors than LAGMA?", None),
        ("Does SHINE use GPT?", None),
    ],
)
def test_two_papers_own_names_are_sides(question: str, sides: tuple[str, ...] | None) -> None:
    found = comparison_of(
        question, lambda _: False, lambda name: [held for held in OWN.values() if held.title.startswith(f"{name}:")]
    )
    assert (found.sides if found else None) == sides


@pytest.mark.parametrize("question", ["SELFI vs PepFlow vs Zorbex", "Compare SELFI, PepFlow and Zorbex"])
def test_a_side_of_a_list_is_one_though_no_paper_has_it(question: str) -> None:
    owned = {"SELFI": [paper("We propose SELFI.", "SELFI: A", "s")], "PepFlow": [paper("Flow.", "PepFlow: B", "p")]}
    compared = comparison_of(question, RARE.__contains__, lambda name: owned.get(name, []))
    assert compared is not None
    assert compared.sides == ("SELFI", "PepFlow", "Zorbex")
