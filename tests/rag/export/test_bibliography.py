"""Papers as BibTeX, RIS and CSV: what others read, and what our own readers make of it again."""

import csv
import io
from dataclasses import replace
from pathlib import Path

import pytest

from rag.export.bibliography import FORMATS, bibtex, entry_type, ris, table
from rag.papers import Paper, content_id
from tests.rag.readers.reading import papers_of

ABSTRACT = "We bound $O(\\epsilon^{-2})$ for <mask> at 5% & $3.\n\nIt is snake_case {x} -- \\ours | a<b."
TRICKY = Paper(
    "10.1/ab_c", "PepFlow: 100% of $S^2$ {now} & <mask> ~ #1", ABSTRACT,
    ("Ada Byron", "Ludwig van Beethoven", "Søren Łuk Jr.", "张伟", "OpenAI"), 2024, "Journal of Bats & Owls",
    "https://x.org/a_b?c=1&d=%20", "article", "", ("doi:10.1/ab_c", "arxiv:2401.00001"),
)  # fmt: skip
POSTER = Paper(
    "35005", "Bats hear", "They hear well.", ("Bo Li",), 2024, "ICML", "https://icml.cc/virtual/2024/poster/35005",
    "Oral", "retracted",
)  # fmt: skip
OWN = Paper("my notes 7", "Owls hunt", "They hunt at night.", (), None, "", "", "misc")
UNTITLED = Paper(content_id("", "They jump far and high."), "", "They jump far and high.", kind="misc")
PREPRINT = Paper(
    "2401.00001", "Frogs jump", "They jump.", ("A. B. Cole",), 2024, "", "https://arxiv.org/abs/2401.00001v2", "misc",
    identifiers=("arxiv:2401.00001",),
)  # fmt: skip
SHELF = [TRICKY, POSTER, OWN, UNTITLED, PREPRINT]


def read_back(tmp_path: Path, text: str, name: str) -> list[Paper]:
    return [replace(paper, source="") for paper in papers_of(tmp_path, text, name)]


@pytest.mark.parametrize(("form", "suffix"), [("bibtex", "bib"), ("csv", "csv")])
def test_what_is_given_out_is_read_back_as_the_same_papers(tmp_path: Path, form: str, suffix: str) -> None:
    assert read_back(tmp_path, FORMATS[form](SHELF), f"papers.{suffix}") == SHELF


def test_ris_is_read_back_but_for_what_it_has_no_place_for(tmp_path: Path) -> None:
    plain = [replace(TRICKY, identifiers=("doi:10.1/ab_c",)), replace(POSTER, status=""), OWN, UNTITLED, PREPRINT]
    assert read_back(tmp_path, ris(plain), "papers.ris") == plain


def test_an_entry_is_what_a_reference_manager_expects() -> None:
    assert bibtex([replace(POSTER, status="", kind="")]) == (
        "@inproceedings{li2024bats,\n"
        "  title = {Bats hear},\n"
        "  author = {Bo Li},\n"
        "  year = {2024},\n"
        "  booktitle = {ICML},\n"
        "  url = {https://icml.cc/virtual/2024/poster/35005},\n"
        "  paperid = {35005},\n"
        "  abstract = {They hear well.},\n"
        "}\n"
    )


def test_a_reference_of_ris_has_family_names_first_and_can_go_without_abstract() -> None:
    text = ris([replace(TRICKY, title="Bats", url="", identifiers=("doi:10.1/ab_c",))], abstracts=False)
    assert text.splitlines() == [
        "TY  - JOUR", "TI  - Bats", "AU  - Byron, Ada", "AU  - van Beethoven, Ludwig", "AU  - Łuk, Søren, Jr.",
        "AU  - 张伟", "AU  - OpenAI", "PY  - 2024", "T2  - Journal of Bats & Owls", "M3  - article", "DO  - 10.1/ab_c",
        "ER  - ",
    ]  # fmt: skip


def test_a_preprint_carries_its_eprint_and_a_retracted_paper_says_so() -> None:
    assert "@misc{cole2024frogs," in bibtex([PREPRINT])
    assert "  eprint = {2401.00001},\n  archiveprefix = {arXiv},\n" in bibtex([PREPRINT])
    assert "  note = {Retracted},\n" in bibtex([POSTER])
    assert "N1  - Retracted" in ris([POSTER])


def test_a_paper_without_a_title_gets_none_but_its_label_as_a_short_one() -> None:
    assert "  title =" not in bibtex([UNTITLED])
    assert "  shorttitle = {They jump far and high},\n" in bibtex([UNTITLED])
    assert "ST  - They jump far and high" in ris([UNTITLED])


@pytest.mark.parametrize(
    ("venue", "kind", "expected"),
    [
        ("ICML 2024 Poster", "", "inproceedings"), ("NeurIPS", "", "inproceedings"), ("", "Poster", "misc"),
        ("Journal of Machine Learning Research", "", "article"), ("TMLR", "", "article"), ("bioRxiv", "", "article"),
        ("IEEE Transactions on Robotics", "", "article"), ("Bioinformatics", "", "article"),
        ("Proceedings of the National Academy of Sciences", "", "article"), ("Nature", "Article", "article"),
        ("International Conference on Machine Learning", "", "inproceedings"), ("KTH", "PhdThesis", "phdthesis"),
    ],
)  # fmt: skip
def test_the_type_of_an_entry_follows_the_venue(venue: str, kind: str, expected: str) -> None:
    assert entry_type(Paper("1", "T", "A", venue=venue, kind=kind)) == expected


def test_a_name_with_a_comma_or_an_and_is_one_name() -> None:
    entry = bibtex([replace(OWN, authors=("Bats and Sons", "Owls, Inc."))])
    assert "author = {{Bats and Sons} and {Owls, Inc.}}" in entry


def test_no_cell_of_a_table_is_a_formula() -> None:
    rows = list(csv.reader(io.StringIO(table([replace(OWN, title='=HYPERLINK("http://x")', venue="@x")]))))
    assert rows[1][1] == ' =HYPERLINK("http://x")'
    assert rows[1][4] == " @x"
