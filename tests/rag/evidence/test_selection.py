"""Which sentences are quoted, where some say nothing by themselves."""

import numpy as np
import pytest

from rag.evidence.selection import Sheet, chosen
from rag.evidence.wanted import Part, Wanted

LEAD = "Peptides are short chains of residues that play a role in cells."
LONG = "We propose a method of flows for peptides" + ", with many words that fill its length" * 6 + "."
DANGLING = "Their accuracy is 90% on yeast."
OTHER = "Code for yeast is public."


def sheet(texts: list[str], column: np.ndarray, question: str = "What of yeast?", names: tuple[str, ...] = ()) -> Sheet:
    """A question of as many words as there are columns, of one part."""
    words = tuple(f"word{at}" for at in range(column.shape[1]))
    weights = np.full(len(words), 1 / len(words), dtype=np.float32)
    part = Part(tuple(range(len(words))), question, Wanted.ANYTHING)
    return Sheet(question, (part,), texts, column, weights, words, names)


def quoted(texts: list[str], matches: list[float]) -> list[str]:
    """The sentences chosen, where each answers to the one word of the question as told."""
    column = np.array([[match] for match in matches], dtype=np.float32)
    return [texts[place] for place in chosen(sheet(texts, column))]


def test_an_answer_that_would_begin_with_it_begins_with_the_sentence_before() -> None:
    assert quoted([LEAD, LONG, DANGLING], [0.1, 0.2, 1.0]) == [LONG, DANGLING]


def test_a_second_sentence_that_says_nothing_by_itself_and_does_not_fit_with_the_one_before_is_left_out() -> None:
    assert quoted([OTHER, LONG, DANGLING], [1.0, 0.2, 0.9]) == [OTHER]


def test_the_best_sentence_brings_the_one_before_it_and_nothing_that_adds_no_word() -> None:
    assert quoted([OTHER, LONG, DANGLING], [0.9, 0.2, 1.0]) == [LONG, DANGLING]


@pytest.mark.parametrize(
    "dangling",
    [
        "However, these results hold for yeast.",
        "Their error on yeast is small.",
        "To address this, yeast is used.",
        "Such nets grow yeast.",
        "The latter holds for yeast.",
        "In contrast, yeast is cut by the token.",
        "On the other hand, yeast grows.",
    ],
)
def test_every_kind_of_sentence_that_points_back_comes_with_what_it_points_to(dangling: str) -> None:
    assert quoted([LEAD, "We propose flows.", dangling, OTHER], [0.0, 0.0, 1.0, 0.0])[:2] == [
        "We propose flows.",
        dangling,
    ]


@pytest.mark.parametrize(
    "standing",
    ["This paper is about yeast.", "It is known that yeast grows.", "In this work, we feed yeast."],
)
def test_a_sentence_that_says_something_by_itself_comes_alone(standing: str) -> None:
    assert quoted([LEAD, LONG, standing], [0.0, 0.0, 1.0]) == [standing]


def test_a_sentence_that_asks_answers_nothing_unless_questions_are_asked_for() -> None:
    texts = ["Is yeast better than mould?", "Yeast surpasses mould in every case."]
    column = np.array([[1.0], [0.8]], dtype=np.float32)
    assert chosen(sheet(texts, column, "Is yeast better than mould?")) == [1]
    assert chosen(sheet(texts, column, "Which question does the paper ask of yeast?")) == [0]


def test_a_link_is_quoted_only_where_it_is_asked_for() -> None:
    texts = [
        "We feed yeast.",
        "Code for yeast is available at https://example.org/yeast.",
        "Mice sleep all day long here.",
    ]
    column = np.array([[0.9], [1.0], [0.0]], dtype=np.float32)
    plain = chosen(sheet(texts, column))
    asked = chosen(sheet(texts, column, "Where is the code for yeast?"))
    assert plain == [0]
    assert 1 in asked


def test_sentences_that_lean_on_one_another_are_settled_whatever_their_length() -> None:
    texts = [LONG, f"It leans. {LONG}", f"This leans, too. {LONG}", "These results on yeast stand at the end."]
    assert quoted(texts, [0.0, 0.0, 0.1, 1.0]) == texts


def test_it_needs_no_sentence_before_it_where_it_is_what_the_paper_proposes() -> None:
    assert quoted([LEAD, "We propose flows.", "It halves the error on yeast."], [0.0, 0.0, 1.0]) == [
        "It halves the error on yeast."
    ]


def test_a_question_for_a_number_is_answered_by_the_sentence_that_counts_what_is_asked_for() -> None:
    texts = ["We feed yeast in tanks of steel.", "We feed 40 yeasts in tanks.", "We feed 3 mice on yeast."]
    column = np.array([[0.9], [0.9], [0.9]], dtype=np.float32)
    question = "How many yeasts?"
    part = Part((0,), question, Wanted.NUMBER)
    one = np.ones(1, dtype=np.float32)
    assert chosen(Sheet(question, (part,), texts, column, one, ("yeast",))) == [1]


def test_a_question_that_only_names_the_paper_gets_the_kind_of_sentence_that_it_asks_for() -> None:
    texts = ["We introduce FLOW, a net for yeast.", "We show that the net outperforms all others by 9%."]
    column = np.array([[1.0], [0.1]], dtype=np.float32)
    question = "What are the results of FLOW?"
    part = Part((0,), question, Wanted.RESULT)
    one = np.ones(1, dtype=np.float32)
    assert chosen(Sheet(question, (part,), texts, column, one, ("flow",), ("FLOW",), ("flow",))) == [1]
