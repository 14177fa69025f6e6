"""Papers: ids, fingerprints and labels."""

from dataclasses import replace

import pytest

from rag.papers import content_id, label_of, method_name
from tests.conftest import BATS


def test_content_id_is_blind_to_case_spacing_and_punctuation() -> None:
    assert content_id("Deep  Nets", "We hear bats.") == content_id("deep nets.", "we  HEAR bats")


def test_content_id_tells_a_lens_from_a_slit() -> None:
    assert content_id("Focus by a lens", "x") != content_id("Focus by a slit", "x")


@pytest.mark.parametrize(
    "change",
    [{"title": "B"}, {"abstract": "b"}, {"authors": ("Ada",)}, {"year": 1999}, {"venue": "V"}, {"url": "http://u"},
     {"kind": "Poster"}],
)  # fmt: skip
def test_any_change_of_a_field_changes_the_fingerprint(change: dict[str, object]) -> None:
    assert replace(BATS, **change).fingerprint != BATS.fingerprint  # type: ignore[arg-type]


def test_the_file_that_a_paper_came_from_is_no_part_of_its_fingerprint() -> None:
    assert replace(BATS, source="other.json").fingerprint == BATS.fingerprint


@pytest.mark.parametrize(
    ("abstract", "name"),
    [
        ("We present *PepFlow*, the first model.", "PepFlow"),
        ("We introduce a framework called Patchscopes and show it.", "Patchscopes"),
        ("We name the method Tilt and Average, and validate it.", "Tilt and Average"),
        ("We introduce SPARse fine-grained Contrastive alignment (SPARC), a method.", "SPARC"),
        (r"We introduce $\partial$-CROWN: a general framework.", r"$\partial$-CROWN"),
        ("We propose a novel scheme that compresses images.", ""),
        ("We present Bayesian methods.", ""),
    ],
)
def test_the_method_that_an_abstract_names_is_found(abstract: str, name: str) -> None:
    assert method_name(abstract) == name


def test_an_untitled_paper_is_called_by_its_method_and_first_words() -> None:
    abstract = "Peptides play a vital role in many parts of life and of the cell. We present PepFlow."
    assert label_of(abstract) == "PepFlow: Peptides play a vital role in many parts of life and of…"


def test_a_title_is_its_own_label() -> None:
    assert BATS.label == "BATNET"
