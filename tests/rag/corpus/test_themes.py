"""Papers that belong together."""

import numpy as np

from rag.corpus.themes import themes_of
from tests.conftest import paper

BATS = [paper(f"Echolocation of bats in caves, report {at}.", f"Bats {at}", f"bat{at}") for at in range(4)]
FROGS = [paper(f"Frogs leap over ponds, report {at}.", f"Frogs {at}", f"frog{at}") for at in range(3)]


def vectors(*groups: int) -> np.ndarray:
    rows = [np.eye(4, dtype=np.float32)[which] for which, size in enumerate(groups) for _ in range(size)]
    return np.array(rows, dtype=np.float32)


def test_papers_are_parted_by_their_vectors_the_largest_theme_first() -> None:
    found = themes_of(vectors(4, 3), [*BATS, *FROGS], 2)
    assert [sorted(theme.members) for theme in found] == [[0, 1, 2, 3], [4, 5, 6]]


def test_a_theme_is_named_by_what_sets_it_apart() -> None:
    bats, frogs = themes_of(vectors(4, 3), [*BATS, *FROGS], 2)
    assert {"bats", "caves"} & {word for term in bats.terms for word in term.split()}
    assert {"frogs", "ponds", "leap"} & {word for term in frogs.terms for word in term.split()}
    assert not set(bats.terms) & set(frogs.terms)


def test_the_same_papers_have_the_same_themes_each_time() -> None:
    assert themes_of(vectors(4, 3), [*BATS, *FROGS]) == themes_of(vectors(4, 3), [*BATS, *FROGS])


def test_papers_that_are_all_alike_are_one_theme() -> None:
    assert len(themes_of(vectors(4), BATS)) == 1


def test_commands_of_formulas_name_no_theme() -> None:
    maths = [
        paper(rf"Bounds of $\mathbb{{R}}$ and \mathbb sets, case {at}.", f"Bounds {at}", f"m{at}") for at in range(4)
    ]
    found = themes_of(vectors(4, 3), [*maths, *FROGS], 2)
    assert "mathbb" not in " ".join(theme.name for theme in found)
