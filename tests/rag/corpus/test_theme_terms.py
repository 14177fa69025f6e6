"""What names a theme."""

from pathlib import Path

from rag.corpus.theme_terms import subjects_of, telling
from rag.lexical import LexicalIndex
from tests.conftest import paper


def test_what_titles_never_have_names_no_subject(tmp_path: Path) -> None:
    papers = [paper(f"We conduct a study of bats, part {at}.", f"Bats {at}", f"b{at}") for at in range(9)]
    lexical = LexicalIndex.open(tmp_path / "lexical", 0, [*papers, paper("Frogs leap.", "Frogs", "f")])
    frogs, conduct, joined = subjects_of(["frogs", "conduct", "conduct frogs"], lexical)
    assert frogs > 0.5
    assert conduct == 0.0 or conduct < frogs / 10
    assert joined < frogs


def test_of_terms_alike_by_count_the_subject_names_the_theme() -> None:
    counts = {"conduct": 4, "cave": 4}
    found = telling(counts, counts, 4, 9, lambda phrases: [float(phrase == "cave") for phrase in phrases])
    assert found == ("cave", "conduct")
