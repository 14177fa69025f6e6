"""The writings of a name, and their key."""

import pytest

from rag.text.writings import key_of, names_in, runs, writings


@pytest.mark.parametrize(
    "one",
    [
        ("LLaMA 2", "Llama2", "llama-2"),
        ("GPT-4", "GPT4"),
        ("k-means", "kmeans", "$k$-means"),
        (r"$\alpha$-NeuS", "alpha-NeuS", "α-NeuS"),
        ("ϵ-greedy", "epsilon-greedy"),
        (r"$\bf{\Phi}_\textrm{Flow}$", "PhiFlow", "ΦFlow"),
        (r"$\partial$-CROWN", "partial-CROWN"),
        ("MS$^3$D", "MS3D"),
        (r"QuIP$\#$", "QuIP#"),
        ("DéjàVu", "DejaVu"),
        ("SNNs", "SNN"),
    ],
)
def test_all_writings_of_a_name_have_one_key(one: tuple[str, ...]) -> None:
    assert len({key_of(name) for name in one}) == 1


@pytest.mark.parametrize(("one", "other"), [("C++", "C"), ("LoRA+", "LoRA"), ("GPT-3.5", "GPT-35"), ("νPI", "PI")])
def test_what_tells_two_names_apart_is_in_their_keys(one: str, other: str) -> None:
    assert key_of(one) != key_of(other)


def test_a_name_is_found_whole_and_with_its_version_also_inside_chinese() -> None:
    assert [word.text for word in writings("对比Tag-LLM和LLaMA 2的C++版")] == [
        "Tag-LLM", "LLaMA", "LLaMA 2", "2", "C++",
    ]  # fmt: skip


def test_a_name_has_its_place() -> None:
    word = writings("Why $S^2$IP-LLM?")[1]
    assert (word.text, word.span.start, word.span.end) == ("S2IP-LLM", 4, 15)


def test_the_names_of_a_paper_are_its_head_and_words_that_look_like_names() -> None:
    names = names_in("Efficient Zero V2: planning", "Our method uses max-min search in Paris, and MuZero.")
    assert [name.text for name in names] == ["Efficient Zero V2", "V2", "max-min", "Paris", "MuZero"]


def test_words_side_by_side_are_run_together_the_longest_first() -> None:
    assert [run.key for run in runs("Pep Flow, now")] == ["pepflow", "pep", "flow", "now"]
