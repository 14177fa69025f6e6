"""Plain text with labels, in the ways that people and programs write them."""

from pathlib import Path

import pytest

from rag.papers import Paper
from rag.readers import Refusal
from tests.rag.readers.reading import items_of, papers_of, refusals_of

A = "We study bats and how they hear in the dark. " * 6 + "That is new."
B = "Frogs jump and nobody knows how far they get. " * 6 + "That is old."
BOTH = [("On Bats", A), ("On Frogs", B)]


def read_as(tmp_path: Path, text: str) -> list[tuple[str, str]]:
    assert len(items_of(tmp_path, text)) == len(papers_of(tmp_path, text)), items_of(tmp_path, text)
    return [(paper.title, paper.abstract) for paper in papers_of(tmp_path, text)]


@pytest.mark.parametrize(
    "form",
    [
        "Title: {title}\nAbstract: {abstract}\n\n",
        "TITLE: {title}\r\nABSTRACT: {abstract}\r\n",
        "Title:{title}\n\nAbstract:\n\n{abstract}\n\n",
        "**Title:** {title}\n**Abstract:** {abstract}\n\n",
        "**Title**: {title}\n\n**Abstract**: {abstract}\n\n---\n\n",
        "- Title: {title}\n- Abstract: {abstract}\n\n",
        "1. Title: {title}\n   Abstract: {abstract}\n",
        "> **Title:** {title}\n>\n> **Abstract:** {abstract}\n\n",
        "标题：{title}\n摘要：{abstract}\n\n",
        "【标题】{title}\n【摘要】{abstract}\n\n",
        "题目: {title}\n摘要\n{abstract}\n\n",
        "论文1：\n标题：{title}\n摘要：{abstract}\n\n",
        "Title - {title}\nAbstract - {abstract}\n\n",
        "Title\n{title}\nAbstract\n{abstract}\n\n",
        "Title: {title}\n{abstract}\n\n",
        "## {title}\n\n**Abstract:** {abstract}\n\n",
        "## 1. {title}\n\n### Abstract\n\n{abstract}\n\n### Notes\n\nmine\n\n",
        "{title}\nAbstract: {abstract}\n\n",
        "{title}\n\nAbstract: {abstract}\n\n",
        "{title}\n\nAbstract\n{abstract}\n\n",
        "Title: {title}\nAbstract: {abstract}\nSummary: it works.\nTL;DR: yes.\n\n",
        "Title: {title}\nKeywords: a\nSubjects: b\nComments: c\nAbstract: {abstract}\nKeywords: d\n\n",
        "Abstract: {abstract}\nTitle: {title}\n\n",
    ],
)
def test_titles_and_abstracts_find_each_other(tmp_path: Path, form: str) -> None:
    text = form.format(title="On Bats", abstract=A) + form.format(title="On Frogs", abstract=B)
    assert read_as(tmp_path, text) == BOTH
    assert read_as(tmp_path, f"ICML 2024 papers\n\n{text}") == BOTH


@pytest.mark.parametrize(
    ("title", "authors", "year", "abstract"),
    [
        ("Titre : ", "Auteurs : ", "Année : ", "Résumé : "),
        ("Titel: ", "Autoren: ", "Jahr: ", "Zusammenfassung: "),
        ("Título: ", "Autores: ", "Año: ", "Resumen: "),
        ("Título: ", "Autores: ", "Ano: ", "Resumo: "),
        ("Titolo: ", "Autori: ", "Anno: ", "Riassunto: "),
        ("Название: ", "Авторы: ", "Год: ", "Аннотация: "),
        ("标题：", "作者：", "年份：", "摘要："),
        ("標題：", "作者：", "年份：", "摘要："),
        ("タイトル：", "著者：", "発行年：", "要旨："),
        ("العنوان: ", "المؤلفون: ", "السنة: ", "الملخص: "),
        ("כותרת: ", "מחברים: ", "שנה: ", "תקציר: "),
        ("제목: ", "저자: ", "연도: ", "초록: "),
        ("**Titre :** ", "**Auteurs :** ", "**Anne\u0301e :** ", "**Re\u0301sume\u0301 :** "),
    ],
)
def test_labels_of_other_languages_are_known(
    tmp_path: Path, title: str, authors: str, year: str, abstract: str
) -> None:
    form = f"{title}{{}}\n{authors}Ada Byron, Bo Li\n{year}2021\n{abstract}{{}}\n\n"
    papers = papers_of(tmp_path, form.format("On Bats", A) + form.format("On Frogs", B))
    assert [(paper.title, paper.abstract) for paper in papers] == BOTH
    assert {(paper.authors, paper.year) for paper in papers} == {(("Ada Byron", "Bo Li"), 2021)}


def test_a_lists_heading_is_not_the_title_of_its_first_abstract(tmp_path: Path) -> None:
    text = f"ICML 2024 accepted papers\n\nAbstract: {A}\n\nAbstract: {B}"
    assert read_as(tmp_path, text) == [("", A), ("", B)]


def test_every_field_is_read(tmp_path: Path) -> None:
    text = f"""Title: On Bats
Authors: Ada Byron, Bo Li
Year: 2019
Conference: ICML
URL: https://x.org/a
arXiv: 2101.00001
DOI: 10.1/X
Abstract: {A}
"""
    (paper,) = papers_of(tmp_path, text)
    assert (paper.authors, paper.year, paper.venue) == (("Ada Byron", "Bo Li"), 2019, "ICML")
    assert (paper.url, paper.paper_id) == ("https://x.org/a", "2101.00001")
    assert paper.identifiers == ("arxiv:2101.00001", "doi:10.1/x")


def test_an_abstract_goes_on_over_blank_lines_and_lists(tmp_path: Path) -> None:
    rest = "It has parts:\n\n1. one\n2. two\n\n- three\n\nDate: unknown to us.\n\nSo it ends."
    text = f"Title: On Bats\nAbstract: {A}\n\n{rest}\n\nTitle: On Frogs\nAbstract: {B}"
    assert read_as(tmp_path, text) == [("On Bats", f"{A}\n\n{rest}"), ("On Frogs", B)]


def test_a_wrapped_title_is_one_line(tmp_path: Path) -> None:
    assert read_as(tmp_path, f"Title: On\n  Bats\nAbstract: {A}\n\nTitle: On Frogs\nAbstract: {B}") == BOTH


def test_names_below_a_title_without_label_are_authors(tmp_path: Path) -> None:
    text = f"On Bats\nAda Byron, Bo Li\nAbstract: {A}\n\nOn Frogs\n\nCy Dee\n\nAbstract: {B}\n"
    assert read_as(tmp_path, text) == BOTH
    assert [paper.authors for paper in papers_of(tmp_path, text)] == [("Ada Byron", "Bo Li"), ("Cy Dee",)]


@pytest.mark.parametrize("missing", ["", "Abstract:\n", "Abstract: N/A\n", "Authors: Ada Byron\n"])
def test_a_title_without_an_abstract_is_refused_and_takes_no_other_papers(tmp_path: Path, missing: str) -> None:
    text = f"Title: On Owls\n{missing}\nTitle: On Bats\nAbstract: {A}\n\nTitle: On Frogs\nAbstract: {B}\n"
    assert [refusal.record for refusal in refusals_of(tmp_path, text)] == ["On Owls"]
    assert [(paper.title, paper.abstract) for paper in papers_of(tmp_path, text)] == BOTH


def test_a_summary_is_an_abstract_where_there_is_no_other(tmp_path: Path) -> None:
    assert read_as(tmp_path, "Title: On Bats\nSummary: They hear.\n") == [("On Bats", "They hear.")]


def test_a_label_inside_a_line_is_text(tmp_path: Path) -> None:
    text = "Title: On Bats\nAbstract: We report: the title: of it, and the abstract: too.\n"
    assert read_as(tmp_path, text) == [("On Bats", "We report: the title: of it, and the abstract: too.")]


def test_one_label_in_a_plain_list_swallows_nothing(tmp_path: Path) -> None:
    assert read_as(tmp_path, f"{B}\n\nAbstract: {A}\n\n{B}x") == [("", B), ("", A), ("", f"{B}x")]
    plain = "\n\n".join(f"{B} {n}." for n in range(5))
    assert len(papers_of(tmp_path, f"Abstract: {A}\n\n{plain}")) == 6


def test_line_separators_inside_a_value_part_nothing(tmp_path: Path) -> None:
    text = "Title: Lines\nAbstract: first\u2028second\u0085third\n"
    assert read_as(tmp_path, text) == [("Lines", "first second third")]


def test_the_users_own_labels_are_known(tmp_path: Path) -> None:
    (paper,) = papers_of(tmp_path, f"Kop: On Bats\nInhoud: {A}\n", mapping="title=Kop,abstract=Inhoud")
    assert (paper.title, paper.abstract) == ("On Bats", A)


def test_a_notes_front_matter_is_the_papers(tmp_path: Path) -> None:
    text = (
        f"---\ntitle: On Bats\nauthors: [Ada Byron, Bo Li]\nyear: 2020\n---\n\n## Abstract\n\n{A}\n\n## Notes\n\n{B}\n"
    )
    (paper,) = papers_of(tmp_path, text, "note.md")
    assert (paper.title, paper.abstract, paper.year) == ("On Bats", A, 2020)
    assert paper.authors == ("Ada Byron", "Bo Li")


def test_an_arxiv_listing_is_read(tmp_path: Path) -> None:
    text = f"""Showing 2 of 2
[1] arXiv:2401.00001 [pdf, other]
Title: On Bats
Authors: Ada Byron, Bo Li
Comments: 10 pages
Subjects: Machine Learning (cs.LG)
{A}

[2] arXiv:2401.00002 [pdf]
Title: On Frogs
Authors: Cy Dee
Comments: This paper has been withdrawn by the author
Subjects: Machine Learning (cs.LG)
{B}
"""
    bats, frogs = papers_of(tmp_path, text)
    assert [(paper.title, paper.abstract) for paper in (bats, frogs)] == BOTH
    assert (bats.paper_id, frogs.paper_id) == ("2401.00001", "2401.00002")
    assert (bats.status, frogs.status) == ("", "withdrawn")


def test_arxivs_daily_mail_is_read(tmp_path: Path) -> None:
    one = """------------------------------------------------------------------------------
\\\\
arXiv:2401.0000{n}
Date: Mon, 1 Jan 2024 00:00:00 GMT   (10kb)

Title: {title}
Authors: Ada Byron, Bo Li
Categories: cs.LG
Comments: 10 pages
\\\\
  {abstract}
\\\\ ( https://arxiv.org/abs/2401.0000{n} ,  10kb)
"""
    text = one.format(n=1, title="On Bats", abstract=A) + one.format(n=2, title="On Frogs", abstract=B)
    bats, frogs = papers_of(tmp_path, text)
    assert [(paper.title, paper.abstract) for paper in (bats, frogs)] == BOTH
    assert (frogs.paper_id, frogs.url, frogs.year) == ("2401.00002", "https://arxiv.org/abs/2401.00002", 2024)


def test_text_too_short_for_an_abstract_is_refused_by_its_heading_not_lost(tmp_path: Path) -> None:
    items = items_of(
        tmp_path,
        "## Bats in cities\n\nWe show that bats change their call rate in streets.\n\n"
        "## Whales and ships\n\n**Abstract:** We study how whale song changes near shipping lanes.\n",
        "list.md",
    )
    assert [item.record for item in items if isinstance(item, Refusal)] == ["Bats in cities"]
    assert [item.title for item in items if isinstance(item, Paper)] == ["Whales and ships"]


def test_tags_and_notes_below_an_abstract_are_no_venue_and_no_paper(tmp_path: Path) -> None:
    prose = "We listen to bats at dusk and find that they hear their own calls come back from walls and moths. " * 2
    head = "# Bats\n\nVenue: Nature\nTags: bats, dusk\n\n## Abstract\n\n"
    page = f"{head}{prose}\n\n## Notes\n\n- Ask Bob what he thinks of it\n"
    (paper,) = items_of(tmp_path, page, "bats.md")
    assert isinstance(paper, Paper)
    assert (paper.title, paper.venue) == ("Bats", "Nature")


@pytest.mark.parametrize(
    "text",
    [
        "{Reference Type}: Journal Article\n{Title}: 蝙蝠\n{Author}: 张三\n{Author}: 李四\n{Abstract}: 它们能听见。",
        "SrcDatabase-来源库: 期刊\nTitle-题名: 蝙蝠\nAuthor-作者: 张三;李四;\nSummary-摘要: 它们能听见。",
    ],
)
def test_labels_of_chinese_libraries_are_known(tmp_path: Path, text: str) -> None:
    paper, other = papers_of(tmp_path, f"{text}\n\n{text.replace('蝙蝠', '青蛙')}", "cnki.txt")
    assert other.title == "青蛙"
    assert (paper.title, paper.abstract, paper.authors) == ("蝙蝠", "它们能听见。", ("张三", "李四"))
