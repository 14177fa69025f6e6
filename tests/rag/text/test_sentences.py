"""Sentences and chunks."""

import pytest

from rag.encoding.minilm import MAX_TOKENS, MiniLMEmbedding
from rag.ingestion.chunking import chunk
from rag.text.sentences import sentence_spans
from tests.conftest import paper


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("We reach 3.5%. It is fast.", ["We reach 3.5%.", "It is fast."]),
        ("Bats (e.g. Fig. 1) hear. Frogs jump!", ["Bats (e.g. Fig. 1) hear.", "Frogs jump!"]),
        ("我们提出方法。它很快。", ["我们提出方法。", "它很快。"]),
        ("", []),
        ("no end", ["no end"]),
        (
            "Two ideas help: 1) feed bats; 2) feed frogs. We test both.",
            ["Two ideas help: 1) feed bats; 2) feed frogs.", "We test both."],
        ),
        (
            "It helps in two ways: (1) Bats hear. (2) Frogs see.",
            ["It helps in two ways: (1) Bats hear. (2) Frogs see."],
        ),
        (
            "They flatter, i.e., lie. Bats (w.r.t. frogs) hear.",
            ["They flatter, i.e., lie.", "Bats (w.r.t. frogs) hear."],
        ),
        ("*Do bats hear?* This paper asks.", ["*Do bats hear?*", "This paper asks."]),
        ("It is a new form.Empirically, it works.", ["It is a new form.", "Empirically, it works."]),
        ("Let $f(x. Y) = 1$ hold. Then it ends.", ["Let $f(x. Y) = 1$ hold.", "Then it ends."]),
    ],
)
def test_a_text_is_parted_into_sentences(text: str, sentences: list[str]) -> None:
    assert [text[span.start : span.end] for span in sentence_spans(text)] == sentences


def test_the_points_of_a_list_that_is_still_written_are_sentences() -> None:
    text = "(1) Bats hear. (2) Frogs see."
    assert [text[span.start : span.end] for span in sentence_spans(text, points_apart=True)] == [
        "(1) Bats hear.",
        "(2) Frogs see.",
    ]


def test_a_short_paper_is_one_chunk_with_its_title() -> None:
    (only,) = chunk(paper("Bats hear.", "BATNET"))
    assert (only.text, only.embedded) == ("Bats hear.", "BATNET\nBats hear.")


@pytest.mark.parametrize(
    "abstract",
    [
        "Bats hear well in the dark. " * 300,
        "a" * 200_000,
        "| :--- " * 20_000,
        "深度学习模型" * 5000,
        "x" + "\n" * 9999 + "y",
    ],
    ids=["sentences", "one word", "table", "chinese", "blank lines"],
)
def test_no_text_is_lost_and_every_chunk_fits_the_model(abstract: str, minilm: MiniLMEmbedding) -> None:
    chunks = chunk(paper(abstract, "A title"))
    assert "".join(part.text for part in chunks) == abstract
    assert all(minilm._hidden(part.embedded)[0].shape[0] <= MAX_TOKENS for part in (chunks[0], chunks[-1]))


def test_a_long_abstract_is_split_where_a_sentence_ends() -> None:
    first, *_ = chunk(paper("Bats hear well in the dark. " * 300))
    assert first.text.rstrip().endswith("dark.")


def test_a_title_too_long_for_the_model_leaves_room_for_the_abstract(minilm: MiniLMEmbedding) -> None:
    chunks = chunk(paper("Bats hear.", "echo " * 2000))
    assert [part.text for part in chunks] == ["Bats hear."]
    assert len(minilm.get_text_embedding(chunks[0].embedded)) == 384
