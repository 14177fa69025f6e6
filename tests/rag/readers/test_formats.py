"""Formats: what content looks like decides, and the suffix only where it does not."""

from pathlib import Path

import pytest

from rag.errors import SourceError
from tests.rag.readers.reading import items_of, papers_of

BIBTEX = "@article{k, title={A}, abstract={We a.}}\n"
RIS = "TY  - JOUR\nTI  - A\nAB  - We a.\nER  - \n"
NBIB = "PMID- 1\nTI  - A\nAB  - We a.\n"
XML = "<l><p><title>A</title><abstract>We a.</abstract></p></l>"
CONTENTS = {
    "JSON": '[{"title": "A", "abstract": "We a."}]',
    "JSON lines": '{"title": "A", "abstract": "We a."}\n',
    "CSV": "title,abstract\nA,We a.\n",
    "TSV": "Title\tAbstract\nA\tWe a.\n",
    "BibTeX": BIBTEX,
    "RIS": RIS,
    "nbib": NBIB,
    "XML": XML,
    "labelled": "Title: A\nAbstract: We a.\n",
}


@pytest.mark.parametrize("content", CONTENTS)
@pytest.mark.parametrize("name", ["list", "list.txt", "list.dat", "LIST.TXT"])
def test_content_is_known_without_a_suffix(tmp_path: Path, content: str, name: str) -> None:
    assert [(item.title, item.abstract) for item in papers_of(tmp_path, CONTENTS[content], name)] == [("A", "We a.")]


@pytest.mark.parametrize(("content", "name"), [(RIS, "list.json"), (BIBTEX, "list.ris"), (XML, "list.json")])
def test_a_wrong_suffix_does_no_harm(tmp_path: Path, content: str, name: str) -> None:
    assert [item.title for item in papers_of(tmp_path, content, name)] == ["A"]


@pytest.mark.parametrize(
    ("content", "name", "expected"),
    [
        (b"%PDF-1.7 ...", "a.pdf", "is a PDF"),
        (b"{\\rtf1 x}", "a.rtf", "rich-text"),
        (b"SQLite format 3\0" + bytes(100), "a.db", "a database"),
        (b"7z\xbc\xaf\x27\x1c", "a.7z", "7z archive"),
        (b"\x89PNG\r\n", "a.png", "a picture"),
        (b"version https://git-lfs.github.com/spec/v1\n", "a.json", "git lfs pull"),
        (b"<!DOCTYPE html><html><body>x</body></html>", "a.html", "a web page"),
        (b"<html><body>x</body></html>", "a.csv", "a web page"),
        (bytes(range(256)) * 10, "a.bin", "byte 0 is 0x00"),
        (b"text " + bytes(range(1, 32)) * 40, "a.txt", "byte 5 is 0x01"),
        (b"% A paper\n\\documentclass{article}\n\\title{Bats}", "a.tex", "a LaTeX document"),
        (b"", "a.txt", "is empty"),
        (b" \n\t\r\n", "a.json", "is empty"),
        (b"\xef\xbb\xbf", "a.csv", "is empty"),
        (b"\xff\xfe", "a.csv", "is empty"),
        (bytes(1000), "a.jsonl", "is empty"),
    ],
)
def test_what_holds_no_list_is_named_for_what_it_is(tmp_path: Path, content: bytes, name: str, expected: str) -> None:
    with pytest.raises(SourceError, match=rf"^{name} ") as caught:
        items_of(tmp_path, content, name)
    assert expected in str(caught.value)


@pytest.mark.parametrize("name", ["list.csv", "list.json", "list.jsonl", "list.bib"])
def test_a_byte_order_mark_sticks_to_nothing(tmp_path: Path, name: str) -> None:
    content = {
        "list.csv": b'"title","abstract"\r\n"Bats, Bees and Bayes","We count bees."\r\n',
        "list.json": b'[{"title":"Bats, Bees and Bayes","abstract":"We count bees."}]',
        "list.jsonl": b'{"title":"Bats, Bees and Bayes","abstract":"We count bees."}\n',
        "list.bib": b"@article{b,title={Bats, Bees and Bayes},abstract={We count bees.}}\n",
    }[name]
    (paper,) = papers_of(tmp_path, b"\xef\xbb\xbf" + content, name)
    assert (paper.title, paper.abstract) == ("Bats, Bees and Bayes", "We count bees.")
    assert "\ufeff" not in repr(paper)
