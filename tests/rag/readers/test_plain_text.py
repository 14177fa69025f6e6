"""Plain-text lists without labels: what is a title, what an abstract, what neither."""

import time
from pathlib import Path

import pytest

from rag.errors import SourceError
from rag.papers import Paper
from rag.readers import Refusal, read
from tests.conftest import ROOT
from tests.rag.readers.reading import items_of, papers_of, refusals_of

A = "We study bats and how they hear in the dark. " * 6 + "That is new."
B = "Frogs jump and nobody knows how far they get. " * 6 + "That is old."
C = "Owls hunt at night and eat whatever they meet. " * 6 + "That is so."
BARE = [("", A), ("", B)]
TITLED = [("On Bats", A), ("On Frogs", B)]


def wrapped(text: str) -> str:
    words, lines = text.split(), [""]
    for word in words:
        if len(lines[-1]) + len(word) > 76:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return "\n".join(lines)


def read_as(tmp_path: Path, text: str | bytes) -> list[tuple[str, str]]:
    items = items_of(tmp_path, text)
    assert all(isinstance(item, Paper) for item in items), items
    return [(item.title, item.abstract) for item in items if isinstance(item, Paper)]


@pytest.mark.parametrize(
    "text",
    [
        f"{A}\n\n{B}\n",
        f"{A}\r\n\r\n \r\n{B}",
        f"{wrapped(A)}\n\n{wrapped(B)}",
        f"ICML 2024 论文列表\n\n{A}\n\n{B}",
        f"# Reading list\n\n{A}\n\n{B}",
        f"# Monday\n\n{A}\n\n{B}\n\n",
        f"{A}\n{B}\n",
        f"ICML 2024 papers\n{A}\n{B}\n",
        f"1. {A}\n\n2. {B}",
        f"1) {A}\n2) {B}",
        f"(1) {A}\n\n(2) {B}",
        f"1、{A}\n\n2、{B}",
        f"（1）{A}\n\n（2）{B}",
        f"① {A}\n\n② {B}",
        f"一、{A}\n\n二、{B}",
        f"- {A}\n- {B}",
        f"• {A}\n\n• {B}",
        f"> {A}\n\n> {B}",
        f"{A}\n\n==========\n\n{B}",
        f"{A}\n---\n{B}",
        f"Abstract: {A}\n\nAbstract: {B}",
        f"{A}\n\n**Abstract.** {B}",
        f"\ufeff{A}\n\x0c\n{B}",
    ],
)
def test_abstracts_are_parted_and_kept_to_the_letter(tmp_path: Path, text: str) -> None:
    assert read_as(tmp_path, text) == BARE


@pytest.mark.parametrize(
    "text",
    [
        f"On Bats\n\n{A}\n\nOn Frogs\n\n{B}",
        f"On Bats\n{A}\n\nOn Frogs\n{B}",
        f"On Bats\n{wrapped(A)}\n\nOn Frogs\n{wrapped(B)}",
        f"Reading list\n\nOn Bats\n\n{A}\n\nOn Frogs\n\n{B}",
        f"On Bats\n{A}\nOn Frogs\n{B}",
        f"On Bats.\n\n{A}\n\nOn Frogs.\n\n{B}",
        f"On Bats.\n{A}\n\nOn Frogs.\n{B}",
        f"1. On Bats\n{A}\n\n2. On Frogs\n{B}",
        f"1. On Bats\n\n{wrapped(A)}\n\n2. On Frogs\n\n{wrapped(B)}",
        f"1. On Bats\n{A}\n2. On Frogs\n{B}",
        f"List:\n\n[1] On Bats\n\n{A}\n\n[2] On Frogs\n\n{B}",
        f"Paper 1: On Bats\n{A}\n\nPaper 2: On Frogs\n{B}",
        f"#1 On Bats\n{A}\n\n#2 On Frogs\n{B}",
        f"# List\n\n## On Bats\n\n{A}\n\n## On Frogs\n{B}",
        f"## 1. On Bats\n\n{A}\n\n## 2. On Frogs\n\n{B}",
        f"**On Bats**\n\n{A}\n\n**On Frogs**\n{B}",
        f"# Papers\n\n- **On Bats**: {A}\n- **On Frogs**: {B}",
        f"* On Bats\n\n  {A}\n\n* On Frogs\n\n  {B}",
        f"On Bats\t{A}\nOn Frogs\t{B}",
        f"---\ntitle: My list\ntags: [x]\n---\n\n# On Bats\n\n{A}\n\n# On Frogs\n\n{B}",
        f"On Bats\n\nAbstract. {A}\n\nOn Frogs\n\nAbstract. {B}",
        f"On Bats\nAbstract—{A}\n\nOn Frogs\nAbstract—{B}",
        f"ICML 2024 accepted papers\n\nOn Bats\n{A}\n\nOn Frogs\n{B}",
        f"ICML 2024\n\nOn Bats\n\n{A}\n\nOn Frogs\n\n{B}",
        f"Artículos aceptados en 2024\n\nOn Bats\n\n{A}\n\nOn Frogs\n\n{B}",
    ],
)
def test_titles_are_told_from_abstracts(tmp_path: Path, text: str) -> None:
    assert read_as(tmp_path, text) == TITLED


@pytest.mark.parametrize("text", [A, wrapped(A), f"\n\n{A}\n\n\n"])
def test_a_file_with_one_abstract_has_one_paper(tmp_path: Path, text: str) -> None:
    assert read_as(tmp_path, text) == [("", A)]
    assert read_as(tmp_path, f"On Bats\n\n{text}") == [("On Bats", A)]


def test_short_abstracts_are_abstracts(tmp_path: Path) -> None:
    assert read_as(tmp_path, "Bats hear.\n\nFrogs jump.\n") == [("", "Bats hear."), ("", "Frogs jump.")]


def test_chinese_lists_are_read(tmp_path: Path) -> None:
    one, two = "我们研究蝙蝠如何听见，并提出一种方法。" * 9, "青蛙跳得很远，没有人知道有多远。" * 9
    assert read_as(tmp_path, f"蝙蝠的听觉\n\n{one}\n\n青蛙的跳跃\n\n{two}") == [
        ("蝙蝠的听觉", one),
        ("青蛙的跳跃", two),
    ]
    assert read_as(tmp_path, f"{one}\n\n{two}") == [("", one), ("", two)]


def test_a_paragraph_under_a_heading_belongs_to_its_abstract(tmp_path: Path) -> None:
    text = f"## On Bats\n\n{A}\n\nOur code is there.\n\n## On Frogs\n\n{B}"
    assert read_as(tmp_path, text) == [("On Bats", f"{A}\n\nOur code is there."), ("On Frogs", B)]


def test_bold_sections_are_no_titles(tmp_path: Path) -> None:
    bold = f"**Background:** {A}"
    assert read_as(tmp_path, f"{bold}\n\n{B}") == [("", bold), ("", B)]


@pytest.mark.parametrize(
    ("below", "authors", "url"),
    [
        ("Ada Byron, Bo Li\n", ("Ada Byron", "Bo Li"), ""),
        ("Ada Byron\n", ("Ada Byron",), ""),
        ("*Ada Byron and Bo Li*\n\n", ("Ada Byron", "Bo Li"), ""),
        ("https://x.org/a\n", (), "https://x.org/a"),
        ("Ada Byron, Bo Li\n<https://x.org/a>\n", ("Ada Byron", "Bo Li"), "https://x.org/a"),
    ],
)
def test_names_and_links_below_a_title_are_taken(
    tmp_path: Path, below: str, authors: tuple[str, ...], url: str
) -> None:
    for paper in papers_of(tmp_path, f"1. On Bats\n{below}{A}\n\n2. On Bats\n{below}{B}"):
        assert (paper.title, paper.authors, paper.url) == ("On Bats", authors, url)


def test_a_linked_title_gives_its_address(tmp_path: Path) -> None:
    (paper,) = papers_of(tmp_path, f"## [On Bats](https://x.org/a)\n\n{A}")
    assert (paper.title, paper.url) == ("On Bats", "https://x.org/a")
    text = f"- **[On Bats](https://x.org/a)** — Jane Doe, Rick Roe\n  {A}\n"
    text += f"- **[On Frogs](https://x.org/b)** | Oral 2024\n  {B}"
    bats, frogs = papers_of(tmp_path, text, "list.md")
    assert (bats.title, bats.url, bats.authors) == ("On Bats", "https://x.org/a", ("Jane Doe", "Rick Roe"))
    assert (frogs.title, frogs.url, frogs.abstract) == ("On Frogs — Oral 2024", "https://x.org/b", B)


def test_a_title_without_an_abstract_is_refused_and_costs_no_other(tmp_path: Path) -> None:
    text = f"On Bats\n\n{A}\n\nOn Owls\n\nOn Frogs\n\n{B}"
    assert refusals_of(tmp_path, text) == [Refusal("list.txt", "On Owls", "no abstract follows this title")]
    assert [paper.title for paper in papers_of(tmp_path, text)] == ["On Bats", "On Frogs"]


@pytest.mark.parametrize(
    "text", ["1. On Bats\n\n2. On Owls\n", "1. On Bats\n2. On Owls", "On Bats\nOn Owls\n", "# On Bats\n- On Owls"]
)
def test_titles_alone_are_refused_one_by_one(tmp_path: Path, text: str) -> None:
    assert items_of(tmp_path, text) == [
        Refusal("list.txt", title, "no abstract follows this title") for title in ("On Bats", "On Owls")
    ]


def test_a_numbered_title_among_bare_abstracts_is_refused(tmp_path: Path) -> None:
    items = items_of(tmp_path, f"1. {A}\n\n2. On Owls\n\n3. {B}")
    assert [item.record if isinstance(item, Refusal) else item.abstract for item in items] == [A, "On Owls", B]


def test_lines_of_about_equal_length_that_are_whole_sentences_are_papers(tmp_path: Path) -> None:
    lines = [
        f"We present a method for {what} which holds in all of the cases that we looked at. " * 2 + "It is fast."
        for what in ("bats", "frogs", "owls")
    ]
    assert read_as(tmp_path, "\n".join(lines)) == [("", line) for line in lines]
    chinese = [
        "我们研究蝙蝠如何听见，并提出一种方法，该方法在所有测试中都表现得很好，而且速度很快，非常适合使用。",
        "青蛙跳得很远，没有人知道有多远，本文研究了青蛙的跳跃能力，并提出了新的理论来解释这种现象的原因。",
    ]
    assert read_as(tmp_path, "\n".join(chinese)) == [("", line) for line in chinese]


def test_a_text_with_one_sentence_a_line_is_one_abstract(tmp_path: Path) -> None:
    text = (
        "We study bats and how they hear in the dark at night.\nThey hear well.\nThat is new and we say why it is so."
    )
    assert read_as(tmp_path, text) == [("", text)]


@pytest.mark.parametrize("text", ["---\n===\n", "\u200b\u00a0"])
def test_a_file_of_marks_alone_is_said_to_hold_no_text(tmp_path: Path, text: str) -> None:
    with pytest.raises(SourceError, match=r"^list\.txt holds no text"):
        items_of(tmp_path, text)


def test_numbers_that_do_not_count_on_are_text(tmp_path: Path) -> None:
    assert read_as(tmp_path, f"50. Bats: {A}\n\n{B}") == [("", f"50. Bats: {A}"), ("", B)]


def test_pubmeds_text_listing_is_read(tmp_path: Path) -> None:
    record = """{n}. Nature. 2020 May;1(1):2-3. doi: 10.1016/x{n}.

{title}.

Byron A(1), Li B(2).

Author information:
(1)Here.

{abstract}

DOI: 10.1016/x{n}
PMID: 12{n}{notice}
"""
    text = "\n\n".join(
        [
            record.format(n=1, title="On bats", abstract=wrapped(A), notice=""),
            record.format(n=2, title="On frogs", abstract=wrapped(B), notice="\n\nRetraction in\n    Nature. 2021."),
        ]
    )
    bats, frogs = papers_of(tmp_path, text)
    assert (bats.title, bats.abstract, bats.authors) == ("On bats.", A, ("Byron A", "Li B"))
    assert (bats.year, bats.identifiers) == (2020, ("doi:10.1016/x1", "pmid:121"))
    assert (frogs.abstract, bats.status, frogs.status) == (B, "", "retracted")


def test_the_owners_list_has_nineteen_papers() -> None:
    papers = list(read(ROOT / "data" / "icml2024-list.txt"))
    assert len(papers) == 19
    assert all(isinstance(paper, Paper) and not paper.title and len(paper.abstract) > 500 for paper in papers)


def test_a_long_list_and_text_of_marks_alone_take_seconds(tmp_path: Path) -> None:
    start = time.monotonic()
    assert len(papers_of(tmp_path, "\n\n".join(f"Title {n}\n\n{A}" for n in range(5000)))) == 5000
    for mark in ("Title:\n", "a\n", "1. ", "#\n", "- ", "> ", "**", "---\n", "[", "Abstract: x\n"):
        items_of(tmp_path, f"{C}\n{mark * (100_000 // len(mark))}")
    assert time.monotonic() - start < 60


def test_a_hundred_thousand_blank_lines_are_a_paragraphs_end(tmp_path: Path) -> None:
    assert read_as(tmp_path, b"Title: Blank\nAbstract: x" + b"\n" * 100_000 + b"y\n") == [("Blank", "x\n\ny")]
