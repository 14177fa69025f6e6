"""RIS, EndNote's tags, PubMed's .nbib and Web of Science's tagged text."""

import time
from pathlib import Path

import pytest

from rag.papers import Paper
from tests.rag.readers.reading import items_of, papers_of, refusals_of

RIS = """TY  - JOUR
TI  - On Bats
AU  - Byron, Ada
AU  - Li, B.
AB  - We study bats
  and how they hear.
PY  - 2020/05/01/
T2  - Nature
DO  - 10.1/X
UR  - https://x.org/a
ER  -

"""


def paper_of(tmp_path: Path, content: str, name: str) -> Paper:
    (item,) = items_of(tmp_path, content, name)
    assert isinstance(item, Paper), item
    return item


def ris(*lines: str) -> str:
    return "\n".join(["TY  - JOUR", "TI  - T", *lines, "ER  - ", ""])


def test_a_record_of_ris_is_read(tmp_path: Path) -> None:
    paper = paper_of(tmp_path, RIS, "x.ris")
    assert (paper.title, paper.abstract) == ("On Bats", "We study bats and how they hear.")
    assert (paper.authors, paper.year, paper.venue) == (("Ada Byron", "B. Li"), 2020, "Nature")
    assert (paper.paper_id, paper.url, paper.kind) == ("10.1/x", "https://x.org/a", "JOUR")


@pytest.mark.parametrize(
    "content",
    [
        RIS.replace("\n", "\r\n"),
        "\ufeff" + RIS,
        RIS.replace("  - ", " - "),
        RIS.replace("AB  - ", "AB- ").replace("AU  - ", "AU- "),
        RIS.replace("\n", "\n\n"),
        RIS.replace("ER  - \n", ""),
        "1.\n" + RIS,
        'Provider: A Press\nContent: text/plain; charset="UTF-8"\n\n' + RIS,
        RIS.replace("TY", "ty").replace("TI", "ti").replace("AB", "ab").replace("AU", "au").replace("ER", "er"),
        RIS.replace("TI  ", "T1  ").replace("AB  ", "N2  ").replace("AU  ", "A1  "),
    ],
    ids=[
        "crlf",
        "bom",
        "one space",
        "no space",
        "blank lines",
        "no end",
        "numbered",
        "preamble",
        "lower case",
        "other tags",
    ],
)
def test_variants_of_ris_say_the_same(tmp_path: Path, content: str) -> None:
    paper = paper_of(tmp_path, content, "x.txt")
    assert (paper.title, paper.abstract) == ("On Bats", "We study bats and how they hear.")
    assert paper.authors == ("Ada Byron", "B. Li")


@pytest.mark.parametrize(
    ("lines", "abstract"),
    [
        (["AB  - One.", "AB  - Two."], "One.\n\nTwo."),
        (["AB  - One.", "N2  - One."], "One."),
        (["AB  - BACKGROUND: a", "METHODS: b", "  RESULTS: 5 - 10"], "BACKGROUND: a METHODS: b RESULTS: 5 - 10"),
        (["AB  - <p>x &lt; y</p>"], "x < y"),
        (["AB  -", "     Below the tag."], "Below the tag."),
    ],
)
def test_an_abstract_of_several_lines_or_tags_is_whole(tmp_path: Path, lines: list[str], abstract: str) -> None:
    assert paper_of(tmp_path, ris(*lines), "x.ris").abstract == abstract


def test_a_record_without_its_end_costs_no_other(tmp_path: Path) -> None:
    content = RIS.replace("ER  - \n", "") + RIS.replace("On Bats", "On Frogs") + RIS.replace("AB  -", "KW  -")
    assert [paper.title for paper in papers_of(tmp_path, content, "x.ris")] == ["On Bats", "On Frogs"]
    (refusal,) = refusals_of(tmp_path, content, "x.ris")
    assert refusal.record == "On Bats"


def test_endnote_tags_are_read(tmp_path: Path) -> None:
    content = """%0 Journal Article
%T On Bats
%A Byron, Ada
%A Bo Li
%D 2020
%J Nature
%X We study bats
 and how they hear.
%R 10.1/X

%0 Conference Paper
%T On Frogs
%X They jump.
"""
    bats, frogs = papers_of(tmp_path, content, "x.enw")
    assert (bats.title, bats.abstract) == ("On Bats", "We study bats and how they hear.")
    assert (bats.authors, bats.year, bats.venue, bats.paper_id) == (("Ada Byron", "Bo Li"), 2020, "Nature", "10.1/x")
    assert (frogs.title, frogs.abstract, frogs.kind) == ("On Frogs", "They jump.", "Conference Paper")


NBIB = """
PMID- 123
OWN - NLM
TI  - Effects of bats on
      bees.
LID - S0140-1 [pii]
LID - 10.1016/x [doi]
AB  - BACKGROUND: We study. METHODS: We count 10 - 20
      bats. RESULTS: p < 0.05.
CI  - Copyright (c) 2020
FAU - Byron, Ada
AU  - Byron A
FAU - Li, Bo
AU  - Li B
PT  - Journal Article
DP  - 2020 May 3
TA  - Nat
JT  - Nature

PMID- 124
TI  - On frogs.
AB  -
      They jump.
PT  - Retracted Publication

PMID- 125
TI  - On owls.
PT  - Editorial
"""


def test_pubmed_records_are_read(tmp_path: Path) -> None:
    bats, frogs = papers_of(tmp_path, NBIB, "x.nbib")
    assert (bats.title, bats.authors, bats.year) == ("Effects of bats on bees.", ("Ada Byron", "Bo Li"), 2020)
    assert bats.abstract == "BACKGROUND: We study. METHODS: We count 10 - 20 bats. RESULTS: p < 0.05."
    assert (bats.paper_id, bats.identifiers, bats.venue) == ("10.1016/x", ("doi:10.1016/x", "pmid:123"), "Nature")
    assert (frogs.paper_id, frogs.abstract, frogs.status) == ("pmid:124", "They jump.", "retracted")
    assert [refusal.record for refusal in refusals_of(tmp_path, NBIB, "x.nbib")] == ["On owls."]


@pytest.mark.parametrize(
    ("line", "status"),
    [
        ("PT  - Retracted Publication", "retracted"),
        ("RIN - Nature. 2021;1(1):2. PMID: 34", "retracted"),
        ("PT  - Retraction of Publication", ""),
        ("ROF - Nature. 2020;1(1):2. PMID: 33", ""),
        ("PT  - Journal Article", ""),
    ],
)
def test_a_retracted_publication_is_told_from_the_notice_of_another(tmp_path: Path, line: str, status: str) -> None:
    assert paper_of(tmp_path, f"PMID- 1\nTI  - T\nAB  - A\n{line}\n", "x.nbib").status == status


def test_web_of_science_records_are_read(tmp_path: Path) -> None:
    content = """\ufeffFN Clarivate Analytics Web of Science
VR 1.0
PT J
AU Byron, A
   Li, B
AF Byron, Ada
   Li, Bo
TI On bats and
   how they hear
SO NATURE
DT Article; Retracted Publication
AB We use AB
   testing.
PY 2020
DI 10.1/X
UT WOS:0001
ER

PT C
TI On frogs
AB They jump.
UT WOS:0002
ER

EF
"""
    bats, frogs = papers_of(tmp_path, content, "savedrecs.txt")
    assert (bats.title, bats.abstract) == ("On bats and how they hear", "We use AB testing.")
    assert (bats.authors, bats.year, bats.venue) == (("Ada Byron", "Bo Li"), 2020, "NATURE")
    assert (bats.paper_id, bats.status, frogs.paper_id) == ("10.1/x", "retracted", "WOS:0002")


def test_ten_thousand_records_and_one_of_many_lines_take_seconds(tmp_path: Path) -> None:
    start = time.monotonic()
    assert len(papers_of(tmp_path, RIS * 10_000, "x.ris")) == 10_000
    assert len(papers_of(tmp_path, "TY  - JOUR\nAB  - " + "hear\n" * 100_000, "y.ris")) == 1
    assert time.monotonic() - start < 30


def test_a_record_without_its_first_line_is_a_record(tmp_path: Path) -> None:
    content = "TY  - JOUR\nTI  - One\nAB  - First.\nER  - \n\nTI  - Two\nAB  - Second.\nER  - \n"
    assert [paper.title for paper in papers_of(tmp_path, content, "x.ris")] == ["One", "Two"]


def test_pubmed_breaks_lines_behind_hyphens(tmp_path: Path) -> None:
    content = "PMID- 1\nTI  - A state-of-\n      the-art test\nAB  - Pre-\n      and post-treatment.\n"
    (paper,) = papers_of(tmp_path, content, "x.nbib")
    assert (paper.title, paper.abstract) == ("A state-of-the-art test", "Pre- and post-treatment.")


def test_refworks_tags_are_read(tmp_path: Path) -> None:
    content = "RT Journal Article\nSR Electronic(1)\nA1 Byron,Ada\nT1 On bats\nYR 1843\nAB They hear.\nDO 10.1/X\n\n"
    bats, frogs = papers_of(tmp_path, content + "RT Book\nT1 On frogs\nAB They jump.\n", "refworks.txt")
    assert (bats.title, bats.abstract, bats.authors) == ("On bats", "They hear.", ("Ada Byron",))
    assert (bats.paper_id, bats.year, frogs.title) == ("10.1/x", 1843, "On frogs")


def test_a_second_title_below_a_blank_line_is_another_record(tmp_path: Path) -> None:
    content = "PMID- 1\nTI  - One\nAB  - First.\n\nTI  - Two\nAB  - Second.\n\nPMID- 3\nTI  - Three\nAB  - Third.\n"
    found = [(paper.title, paper.abstract) for paper in papers_of(tmp_path, content, "x.nbib")]
    assert found == [("One", "First."), ("Two", "Second."), ("Three", "Third.")]
