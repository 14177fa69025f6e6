"""YAML: bibliographies, broken ones, and attacks that come to nothing."""

from pathlib import Path

import pytest

from rag.errors import SourceError
from tests.rag.readers.reading import items_of, papers_of

CSL = """---
references:
- id: diaz2021
  title: "Bats: a tale"
  abstract: >
    They hear
    at 10^{-3}.
  author:
  - family: Díaz
    given: Ana
  issued:
    date-parts:
    - - 2021
      - 2
- id: li2022
  title: Frogs
  abstract: They jump.
  author:
  - literal: Frog Group
...
"""


def test_a_bibliography_of_zotero_is_read(tmp_path: Path) -> None:
    bats, frogs = papers_of(tmp_path, CSL, "library.yaml")
    assert (bats.paper_id, bats.title, bats.abstract) == ("diaz2021", "Bats: a tale", "They hear at 10^{-3}.")
    assert (bats.authors, bats.year, frogs.authors) == (("Ana Díaz",), 2021, ("Frog Group",))


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("- title: Bats\n  abstract: They: hear\n", "line 2, column 17"),
        ("a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]\n", "refers to parts of itself"),
        ("count: 3\nnames: [a, b]\n", "count, names"),
        ("a: " + "[" * 5000, "is broken YAML"),
    ],
)
def test_what_is_no_list_of_papers_is_refused_with_the_reason(tmp_path: Path, content: str, expected: str) -> None:
    with pytest.raises(SourceError, match=r"^list\.yml ") as caught:
        items_of(tmp_path, content, "list.yml")
    assert expected in str(caught.value)
