"""Texts without a label between labelled papers."""

from pathlib import Path

import pytest

from rag.papers import Paper
from rag.readers import Refusal
from tests.rag.readers.reading import items_of, papers_of

A = "We study bats and how they hear in the dark. " * 6 + "That is new."
B = "Frogs jump and nobody knows how far they get. " * 6 + "That is old."
D = "Foxes dig long tunnels below the old city wall. " * 6 + "That is it."
BATS, FROGS = f"Title: On Bats\nAbstract: {A}\n\n", f"Title: On Frogs\nAbstract: {B}\n"


@pytest.mark.parametrize("text", [f"On Foxes\n\n{D}\n\n", f"On Foxes\n{D}\n\n"])
def test_a_title_and_an_abstract_without_labels_are_a_paper(tmp_path: Path, text: str) -> None:
    papers = papers_of(tmp_path, BATS + text + FROGS)
    assert [(paper.title, paper.abstract) for paper in papers] == [("On Bats", A), ("On Foxes", D), ("On Frogs", B)]


def test_a_text_that_nothing_ties_to_the_abstract_before_it_is_refused_by_its_line(tmp_path: Path) -> None:
    items = items_of(tmp_path, f"{BATS}{D}\n\n{FROGS}")
    assert [item.abstract for item in items if isinstance(item, Paper)] == [A, B]
    (refusal,) = (item for item in items if isinstance(item, Refusal))
    assert refusal.record.startswith("line 4, Foxes dig long tunnels")
    assert "label it Title: and Abstract:" in refusal.why


@pytest.mark.parametrize("goes_on", [f"In addition, {D}", f"Methods: {D}", "Our code is there.", f"- {D}"])
def test_a_paragraph_that_goes_on_stays_with_its_abstract(tmp_path: Path, goes_on: str) -> None:
    bats, _ = papers_of(tmp_path, f"{BATS}{goes_on}\n\n{FROGS}")
    assert bats.abstract == f"{A}\n\n{goes_on}"


def test_where_papers_have_paragraphs_one_more_is_no_stray(tmp_path: Path) -> None:
    papers = papers_of(tmp_path, f"{BATS}{D}\n\n{FROGS}\n{D}\n\nTitle: On Owls\nAbstract: They hunt.\n")
    assert [paper.abstract for paper in papers] == [f"{A}\n\n{D}", f"{B}\n\n{D}", "They hunt."]


def test_a_heading_over_the_next_papers_is_no_part_of_an_abstract(tmp_path: Path) -> None:
    bats, frogs = papers_of(tmp_path, f"{BATS}Session 2: Animals\n\n{FROGS}")
    assert (bats.abstract, frogs.title) == (A, "On Frogs")
