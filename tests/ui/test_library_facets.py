from rag.browsing.shelf import Search, Shelf
from tests.conftest import paper
from ui.library_facets import facets_html
from ui.library_view import View
from ui.library_words import EN

SHELF = Shelf.of([paper("Owls.", "Owls", "o", year=2020, venue="ICML"), paper("Bats.", "Bats", "b")])


def drawn(view: View, shelf: Shelf = SHELF) -> str:
    return facets_html(view, shelf.find(view.search), EN)


def test_a_chosen_facet_is_checked_and_counts_are_shown() -> None:
    facets = drawn(View(Search(venues=("ICML",))))
    assert facets.count('aria-checked="true"') == 1
    assert '<span class="ap-count">1</span>' in facets
    assert EN.unknown in facets


def test_many_values_are_folded_until_asked_for_but_never_a_chosen_one() -> None:
    shelf = Shelf.of([paper(f"{n}.", str(n), str(n), year=1990 + n) for n in range(30)])
    folded, unfolded = (
        drawn(View(Search(years=(1991,)), unfolded=frozenset(names)), shelf) for names in ((), ("years",))
    )
    assert folded.count('class="ap-lib-facet"') == 11 + 1
    assert "Show all 30" in folded
    assert unfolded.count('class="ap-lib-facet"') == 30 + 1
