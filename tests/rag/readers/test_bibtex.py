"""BibTeX and BibLaTeX, valid and broken, as reference managers and people write it."""

import time
from pathlib import Path

import pytest

from rag.papers import Paper
from rag.readers import Refusal
from tests.rag.readers.reading import items_of, papers_of, refusals_of

OK = "@article{ok,title={Fine},abstract={All is well.}}\n"


def paper_of(tmp_path: Path, entry: str | bytes) -> Paper:
    (item,) = items_of(tmp_path, entry, "refs.bib")
    assert isinstance(item, Paper), item
    return item


def abstract_of(tmp_path: Path, value: str, before: str = "") -> str:
    return paper_of(tmp_path, f"{before}@misc{{k,\n title={{T}},\n abstract = {value},\n}}\n").abstract


def test_every_field_of_an_entry_is_read(tmp_path: Path) -> None:
    entry = """@inproceedings{k, title={On {BERT}},
      author={Ada Byron and Bo Li}, booktitle={ICML}, year=2024, month=jul, keywords={a, b},
      abstract={They hear.}, url={https://x.org/a_b}, doi={10.1/ABC}}"""
    paper = paper_of(tmp_path, entry)
    assert (paper.title, paper.abstract, paper.authors) == ("On BERT", "They hear.", ("Ada Byron", "Bo Li"))
    assert (paper.venue, paper.year, paper.url, paper.kind) == ("ICML", 2024, "https://x.org/a_b", "inproceedings")
    assert (paper.paper_id, paper.identifiers) == ("10.1/abc", ("doi:10.1/abc",))


def test_biblatex_names_of_fields_are_known(tmp_path: Path) -> None:
    entry = "@ARTICLE{k, TITLE={T}, Abstract={A}, journaltitle={J}, date={2021-05-03}, eprint={2101.00001v2}, %s}"
    for fields in ("eprinttype={arxiv}", "archivePrefix={arXiv}, primaryClass={cs.LG}"):
        paper = paper_of(tmp_path, entry % fields)
        assert (paper.paper_id, paper.venue, paper.year) == ("2101.00001", "J", 2021)


def test_an_eprint_of_another_archive_is_no_arxiv_id(tmp_path: Path) -> None:
    entry = "@article{k, title={T}, abstract={A}, eprint={2101.00001}, eprinttype={pubmed}}"
    assert paper_of(tmp_path, entry).identifiers == ()


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("{We {really} {{hear}}}", "We really hear"),
        ("{{{Thrice}}}", "Thrice"),
        ('"In {"}quotes{"}"', 'In "quotes"'),
        ('{A } # "B" # { C}', "A B C"),
        ('ours # " hears"', "Our own method hears"),
        ("OURS", "Our own method"),
        ("{Ours # theirs}", "Ours # theirs"),
        ("{mail a@b.org, see @home}", "mail a@b.org, see @home"),
        (r"{A line \\ ends \\}", "A line\nends"),
        ("{We study bats\n  and how they hear.}", "We study bats and how they hear."),
        ("{One.\n\nTwo.}", "One.\n\nTwo."),
        ("{We show:\n- bats\n- frogs}", "We show:\n- bats\n- frogs"),
        ("{The conver-\ngence rate}", "The convergence rate"),
        (r"{p {\textless} 0.05, 10\textsuperscript{-3} {\&} 5\%}", "p < 0.05, 10⁻³ & 5%"),
        (r"{{$<$}i{$>$}E. coli{$<$}/i{$>$} grows}", "E. coli grows"),
        (r"{bats{'} {\textasciitilde}5{\%}}", "bats' ~5%"),
        (r"{See \url{http://x.org/~a--b_c}}", "See http://x.org/~a--b_c"),
    ],
)
def test_a_value_is_read_as_bibtex_means_it(tmp_path: Path, value: str, said: str) -> None:
    assert abstract_of(tmp_path, value, '@string{ours = "Our own" # " method"}\n') == said


def test_an_abbreviation_holds_in_a_later_part_of_a_large_file_and_lines_are_still_counted(tmp_path: Path) -> None:
    content = (
        "@string{ours = {Our\n method}}\n" + OK * 600 + "@misc{k, title={T}, abstract=ours}\n@misc{bad, title={T}\n"
    )
    items = items_of(tmp_path, content, "refs.bib")
    assert isinstance(items[-2], Paper)
    assert items[-2].abstract == "Our method"
    assert isinstance(items[-1], Refusal)
    assert items[-1].record == "bad (line 604)"


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("Ada Byron and others", ("Ada Byron",)),
        ("Byron, Ada and {The Bat Group and Friends}", ("Ada Byron", "The Bat Group and Friends")),
        ("van der Berg, Jan and King, Jr., Martin", ("Jan van der Berg", "Martin King Jr.")),
        (r"Ver{\'\i}lo N{\'u}{\~n}el and T{\~{\^e}}sto B{\'{\u a}}mp", ("Verílo Núñel", "Tễsto Bắmp")),
        (r"Vol{\v c}, Zed and {\L}omp {\O}rbel and G{\"o}{\ss}l", ("Zed Volč", "Łomp Ørbel", "Gößl")),
        ('Doe, Jane  and\n  M{\\"u}ller, J{\\"o}rg', ("Jane Doe", "Jörg Müller")),
        ("王小明 and 李雷", ("王小明", "李雷")),
    ],
)
def test_authors_are_parted_and_turned(tmp_path: Path, written: str, read: tuple[str, ...]) -> None:
    assert paper_of(tmp_path, f"@misc{{k, title={{T}}, abstract={{A}}, author={{{written}}}}}").authors == read


@pytest.mark.parametrize(
    "entry",
    [
        "@article(k, title={T (x)}, abstract={A})",
        "@article { k , title = {T (x)} , abstract = {A} , }",
        "@article{,title={T (x)},abstract={A}}",
        "@article{k, title={T (x)},, abstract={A},,}",
        "@article{k,\n title={T (x)}, % a remark, indeed\n abstract={A},\n}",
        "@article{k,\n title={T (x)},\n % abstract={Old},\n abstract={A},\n}",
        "@article{k, title={T (x)}, abstract={A}, abstract={B}}",
        "@article{k:x/y.1+2, title={T (x)}, abstract={A}}",
        "% Encoding: UTF-8\n@comment{jabref-meta: databaseType:bibtex;}\n@article{k, title={T (x)}, abstract={A}}",
        "\ufeff@article{k, title={T (x)}, abstract={A}}",
        '@preamble{"\\newcommand{\\x}[1]{}"}\r\n@article{k,\r\n  title={T (x)},\r\n  abstract={A}\r\n}\r\n',
    ],
)
def test_what_people_write_is_taken(tmp_path: Path, entry: str) -> None:
    paper = paper_of(tmp_path, entry)
    assert (paper.title, paper.abstract) == ("T (x)", "A")


@pytest.mark.parametrize(
    ("broken", "where", "why"),
    [
        (
            "@article{a2,\n title={T}\n abstract={A}\n}\n",
            "a2 (line 2)",
            "a comma is missing between title and abstract",
        ),
        ("@article{a2, title={T} abstract={A}}\n", "a2 (line 2)", "a comma is missing between title and abstract"),
        ("@article{a2, title={T} % x\n abstract={A}}\n", "a2 (line 2)", "a comma is missing between title"),
        ("@article{a2 title={T}, abstract={A}}\n", "a2 (line 2)", "a comma is missing"),
        ("@article{a2, title={T}, abstract={A { B}\n}\n", "a2 (line 2)", "a brace or a quote is not closed"),
        ('@article{a2, title={T}, abstract="A}\n', "a2 (line 2)", "a brace or a quote is not closed"),
        ("@article{a2,\n title={T},\n abstract={A}\n", "a2 (line 2)", "a brace or a quote is not closed"),
    ],
)
def test_a_broken_entry_is_refused_by_key_and_line_and_costs_no_other(
    tmp_path: Path, broken: str, where: str, why: str
) -> None:
    items = items_of(tmp_path, OK + broken + OK.replace("ok", "ok2"), "refs.bib")
    assert [isinstance(item, Paper) for item in items] == [True, False, True]
    assert isinstance(items[1], Refusal)
    assert items[1].record == where
    assert why in items[1].why


def test_two_papers_under_one_key_and_glued_entries_are_all_taken(tmp_path: Path) -> None:
    content = "@article{k,title={One},abstract={A}}@article{k,title={Two},abstract={B {\\url{http://x.org/a}}}}\n"
    papers = papers_of(tmp_path, content, "refs.bib")
    assert [(paper.title, paper.abstract) for paper in papers] == [("One", "A"), ("Two", "B http://x.org/a")]


def test_an_entry_without_an_abstract_is_refused_by_its_title(tmp_path: Path) -> None:
    (refusal,) = refusals_of(tmp_path, OK + "@online{e, title={On Owls}, year={2020}}\n", "refs.bib")
    assert refusal.record == "On Owls"


def test_maths_stays_and_prose_becomes_unicode(tmp_path: Path) -> None:
    entry = r"""@article{k1, title = {The {$O(n\log n)$} bound for {BERT}~\& co.: 5\% better},
      abstract = {We prove $\alpha \le 10^{-3}$ --- see ``Lemma 2''. Erd\H{o}s--R\'enyi; na\"{\i}ve cost \$5.}}"""
    paper = paper_of(tmp_path, entry)
    assert paper.title == r"The $O(n\log n)$ bound for BERT & co.: 5% better"
    assert paper.abstract == r"We prove $\alpha \le 10^{-3}$ — see “Lemma 2”. Erdős–Rényi; naïve cost $5."


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "latin-1"])
def test_any_usual_encoding_is_read(tmp_path: Path, encoding: str) -> None:
    assert abstract_of(tmp_path, "{Müller's café}") == "Müller's café"
    content = "@misc{k, title={T}, abstract={Müller's café}}\n".encode(encoding)
    assert paper_of(tmp_path, content).abstract == "Müller's café"


def test_a_library_without_its_suffix_is_known_by_its_first_lines(tmp_path: Path) -> None:
    head = "Automatically generated by a reference manager 1.19\nChanges to this file will be lost.\n\n"
    (paper,) = papers_of(tmp_path, head + OK.replace(",title", ",\ntitle"), "refs.txt")
    assert paper.title == "Fine"


def test_ten_thousand_entries_and_text_of_braces_alone_take_seconds(tmp_path: Path) -> None:
    start = time.monotonic()
    assert len(papers_of(tmp_path, OK * 10_000, "refs.bib")) == 10_000
    for odd in (
        "@article{a, abstract={" + "{" * 50_000,
        "@article{a,\n" * 5000,
        '@article{a, abstract="' + 'x"' * 50_000,
    ):
        assert refusals_of(tmp_path, OK + odd + "\n", "refs.bib")
    assert time.monotonic() - start < 30


def test_a_later_author_whose_name_begins_with_an_accent_keeps_it(tmp_path: Path) -> None:
    names = r"Li, Bo and \v{C}apek, Karel and \'{S}liwa, Ewa and \'Alvarez, Ana"
    paper = paper_of(tmp_path, f"@misc{{a,author={{{names}}},title={{T}},abstract={{A text.}}}}")
    assert paper.authors == ("Bo Li", "Karel Čapek", "Ewa Śliwa", "Ana Álvarez")


def test_abbreviations_that_double_are_refused_and_cost_no_other_entry(tmp_path: Path) -> None:
    bomb = "@string{a = a # a}\n" * 3000 + "@misc{k, title={A}, abstract=a # a}\n@misc{l, title={B}, abstract={We b.}}"
    swollen, fine = items_of(tmp_path, bomb, "bomb.bib")
    assert isinstance(swollen, Refusal)
    assert swollen.record == "k (line 3001)"
    assert swollen.why == "its abstract is put together of too many parts. Write it out"
    assert isinstance(fine, Paper)
    parts = " # ".join(["{x}"] * 5000)
    (joined,) = items_of(tmp_path, f"@misc{{k, title={{A}}, abstract={parts}}}", "parts.bib")
    assert isinstance(joined, Refusal)
