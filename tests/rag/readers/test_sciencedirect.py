"""ScienceDirect's text export."""

from pathlib import Path

from rag.papers import Paper
from rag.readers import Refusal
from tests.rag.readers.reading import items_of

CITATION = """Ana Díaz, Bo Li,
{title},
Bat J,
Volume 5,
2021,
Pages 1-9,
ISSN 0000-0000,
https://doi.org/10.1016/{doi}.
(https://www.sciencedirect.com/science/article/pii/{doi})
"""


def test_a_citation_and_the_abstract_below_it_are_one_paper(tmp_path: Path) -> None:
    whole = CITATION.format(title="On bats, and moths", doi="S1") + "Abstract: They hear.\nKeywords: bats; moths\n\n"
    bats, frogs = items_of(tmp_path, whole + CITATION.format(title="On frogs", doi="S2"), "sd.txt")
    assert bats == Paper(
        "10.1016/s1",
        "On bats, and moths",
        "They hear.",
        ("Ana Díaz", "Bo Li"),
        2021,
        "Bat J",
        "https://www.sciencedirect.com/science/article/pii/S1",
        identifiers=("doi:10.1016/s1",),
        source="sd.txt",
    )
    assert frogs == Refusal("sd.txt", "On frogs", "it has no abstract")
