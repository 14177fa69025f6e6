"""Names of one person, as sources write them."""

import pytest

from rag.ingestion.people import share_author


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("García Márquez, Gabriel", "G. Garcia-Marquez"),
        ("García Márquez, Gabriel", "Gabriel García Márquez"),
        ("G. Garcia-Marquez", "Gabriel García Márquez"),
        ("Wei Wang", "Wang, W."),
        ("Wei Wang", "Wang Wei"),
        ("Yann LeCun", "LeCun"),
        ("Martin Luther King Jr.", "King, Martin Luther"),
        ("Conor O’Neil", "C. O'Neil"),
        ("王伟", "王伟"),
    ],
)
def test_one_person_in_two_spellings_is_one(name: str, other: str) -> None:
    assert share_author((name,), ("Bo Bell", other))
    assert share_author(("Bo Bell", other), (name,))


@pytest.mark.parametrize(
    ("name", "other"), [("Wei Wang", "Jun Wang"), ("Ada Ames", "Ada Bell"), ("A. Ames", "Bo Ames"), ("王伟", "李伟")]
)
def test_two_people_are_two(name: str, other: str) -> None:
    assert not share_author((name,), (other,))
    assert not share_author((other,), (name,))


def test_nobody_is_on_an_empty_list() -> None:
    assert not share_author((), ("Ada Ames",))
