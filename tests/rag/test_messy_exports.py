"""Messy exports, from the file to what is found: each by a query that a person would type."""

import json
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from rag.encoding.minilm import MAX_TOKENS, bundled_tokenizer
from rag.indexing import Indexer
from rag.papers import Paper
from rag.readers.sources import find_sources
from rag.retrieval import HybridRetriever
from rag.stats import IndexStats
from rag.store import PaperStore
from rag.testing import HashEmbedding
from tests.conftest import HASH

OTHERS = [
    {"title": "Tides", "abstract": "The moon moves the sea twice a day."},
    {"title": "Gulls", "abstract": "Gulls steal chips from people on the pier."},
]
Ingest = Callable[..., IndexStats]


class Recording(HashEmbedding):
    """Keeps what it was asked to embed."""

    def _get_text_embedding(self, text: str) -> list[float]:
        SEEN.append(text)
        return super()._get_text_embedding(text)


SEEN: list[str] = []


@pytest.fixture
def ingest(tmp_path: Path) -> Ingest:
    """Write files into a folder, and read it into the test's own index."""

    def _ingest(**files: bytes) -> IndexStats:
        folder = tmp_path / "exports"
        folder.mkdir(exist_ok=True)
        for name, content in files.items():
            (folder / name.replace("__", ".")).write_bytes(content)
        SEEN.clear()
        store = PaperStore.create(str(tmp_path / "index"), HASH)
        try:
            return Indexer(store, Recording()).ingest_sources(find_sources([folder]))
        finally:
            store.close()

    return _ingest


@pytest.fixture
def search(tmp_path: Path) -> Callable[[str], list[Paper]]:
    """The papers found for a query, best first."""

    def _search(query: str) -> list[Paper]:
        store = PaperStore.open(str(tmp_path / "index"), HASH)
        try:
            found = HybridRetriever(store, HashEmbedding()).retrieve(query)
            known = {paper.paper_id: paper for paper in store.papers()}
            return [known[node.node.node_id] for node in found]
        finally:
            store.close()

    return _search


Search = Callable[[str], list[Paper]]


def lines(*records: object) -> bytes:
    return "".join(f"{json.dumps(record, ensure_ascii=False)}\n" for record in records).encode()


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a__csv", '"title","abstract"\r\n"Moths, Mice and Markov","They chew."\r\n'),
        ("a__json", '[{"title":"Moths, Mice and Markov","abstract":"They chew."}]'),
        ("a__jsonl", '{"title":"Moths, Mice and Markov","abstract":"They chew."}\n'),
        ("a__bib", "@article{m,title={Moths, Mice and Markov},abstract={They chew.}}\n"),
        ("a__txt", "Title: Moths, Mice and Markov\nAbstract: They chew.\n"),
    ],
)
def test_a_byte_order_mark_sticks_to_nothing(ingest: Ingest, search: Search, name: str, content: str) -> None:
    assert ingest(**{name: b"\xef\xbb\xbf" + content.encode()}).papers == 1
    (paper,) = search("moths and mice")
    assert (paper.title, paper.abstract) == ("Moths, Mice and Markov", "They chew.")


def test_separators_of_unicode_part_no_record_and_no_words(ingest: Ingest, search: Search) -> None:
    cut = {"title": "Parts", "abstract": "alpha\u2028bravo\u2029charlie\u0085delta"}
    assert ingest(a__jsonl=lines(cut, *OTHERS)).papers == 3
    assert search("charlie")[0].abstract == "alpha bravo charlie delta"


def test_control_characters_hide_no_word_and_reach_no_store(ingest: Ingest, search: Search) -> None:
    table = b'title,abstract\nNought,"kilo\x00lima \x1b[31mmike\x07 \x0bnovember"\nNext,"here still"\n'
    assert ingest(a__csv=table, b__jsonl=lines(*OTHERS)).papers == 4
    for word in ("kilo", "lima", "mike", "november"):
        paper = search(word)[0]
        assert (paper.title, paper.abstract) == ("Nought", "kilo lima mike november")


def test_nothing_blank_is_embedded_and_the_counts_add_up(ingest: Ingest, search: Search) -> None:
    blank = ["", " \n", "\u00a0\u200b\ufeff", None, "N/A"]
    records = [{"title": f"Blank {at}", "abstract": value} for at, value in enumerate(blank)]
    stats = ingest(a__jsonl=lines(*records, {"title": "None"}, {"title": " ", "abstract": " "}, OTHERS[0]))
    assert (stats.papers, len(stats.refused)) == (1, 7)
    assert SEEN
    assert all(any(map(str.isalnum, text)) for text in SEEN)
    assert search("moon")[0].title == "Tides"


def test_no_entry_of_a_broken_library_vanishes(ingest: Ingest, search: Search) -> None:
    library = rb"""@misc{p1, title={Uno}, abstract={Apples.}}
@misc{p2, title={Due} abstract={Pears.}}
@misc{p3, title={Tre}, abstract={Plums {\url{http://x.test/p}}}}
@misc{p1, title={Quattro}, abstract={Cherries.}}
@misc{, title={Cinque}, abstract={Grapes.}}
@misc{p6, title={Sei}, abstract={a brace { without end}
}
@misc{p7, title={Sette}, abstract={Lemons.}}
"""
    stats = ingest(a__bib=library)
    assert stats.papers + len(stats.refused) == 7
    for query, title in (("apples", "Uno"), ("plums", "Tre"), ("cherries", "Quattro"), ("lemons", "Sette")):
        assert search(query)[0].title == title
    assert any("p2" in refusal.record and "line 2" in refusal.record for refusal in stats.refused)
    assert any("p6" in refusal.record for refusal in stats.refused)


def test_names_and_maths_in_latex_are_found_and_kept(ingest: Ingest, search: Search) -> None:
    entry = rb"""@article{q, author = {Mar{\'\i}lo Z{\'u}{\~n}ar and P{\~{\^e}}ko D{\'{\u a}}l and Ivo Kra{\v c} and
 {\L}en {\O}dal and J{\"o}{\ss}k}, title = {An {$O(n^2)$} law for {ELMO}~\& kin: 7\% less},
 abstract = {For $\beta \le 10^{-4}$ --- cf. ``Claim 3''. Paul Erd\H{o}s--R\'enyi; a na\"{\i}ve price of \$9.}}"""
    ingest(a__bib=entry, b__jsonl=lines(*OTHERS))
    paper = search("naive Erdos Renyi")[0]
    assert paper.authors == ("Marílo Zúñar", "Pễko Dắl", "Ivo Krač", "Łen Ødal", "Jößk")
    assert paper.title == "An $O(n^2)$ law for ELMO & kin: 7% less"
    assert r"$\beta \le 10^{-4}$" in paper.abstract
    assert "Erdős–Rényi; a naïve price of $9." in paper.abstract


def test_ligatures_and_invisible_characters_hide_nothing_and_exponents_stay(ingest: Ingest, search: Search) -> None:
    odd = {
        "title": "E\ufb03cient com\u00adpu\u00adta\u00adtion",
        "abstract": "A de\ufb01ned bound of 10\u207b\u00b3 for 7\u00a0kg under\u200bwater; "
        "the re-\nsult \U0001f9ea holds.",
    }
    plain = {
        "title": "Efficient computation",
        "abstract": "A defined bound of 10⁻³ for 7 kg underwater; the result 🧪 holds.",
    }
    stats = ingest(a__jsonl=lines(odd, plain, *OTHERS))
    assert (stats.papers, stats.merged) == (3, 1)
    for query in ("efficient computation defined underwater", "result"):
        assert search(query)[0].abstract == plain["abstract"]


def test_two_shapes_of_one_venue_in_one_file_are_both_text(ingest: Ingest, search: Search) -> None:
    new = {"title": {"value": "Fresh"}, "abstract": {"value": "Kites fly."}, "authors": {"value": ["A B", "C D"]}}
    notes = [
        {"id": "m1", "content": new | {"keywords": {"value": []}}},
        {"id": "m2", "content": {"title": "Stale", "abstract": "Yachts sail.", "authors": ["E F"]}},
        {"id": "m3", "content": {"title": {"value": "Gone"}, "venue": {"value": "Withdrawn Submission"}}},
    ]
    stats = ingest(a__json=json.dumps({"count": 3, "notes": notes}).encode())
    assert (stats.papers, [refusal.record for refusal in stats.refused]) == (2, ["Gone"])
    kites, yachts = search("kites")[0], search("yachts")[0]
    assert [(paper.title, paper.abstract, paper.authors) for paper in (kites, yachts)] == [
        ("Fresh", "Kites fly.", ("A B", "C D")),
        ("Stale", "Yachts sail.", ("E F",)),
    ]
    assert not any("'value'" in text for text in SEEN)


def test_one_paper_in_three_spellings_is_one_and_two_alike_stay_two(ingest: Ingest, search: Search) -> None:
    stats = ingest(
        a__jsonl=lines(
            {"id": "2202.00002v1", "title": "Wide  Maps of Eels", "abstract": "We map eels."},
            {"id": "arXiv:2202.00002v2", "title": "wide maps of eels.", "abstract": "We map eels. "},
            {"id": "10.1/E", "title": "{Wide} Maps of Eels", "abstract": "We  map\neels."},
            {"id": "10.1/F", "title": "Drag on a boat by a wave", "abstract": "By a wave."},
            {"id": "10.1/G", "title": "Drag on a boat by a weed", "abstract": "By a weed."},
        )
    )
    assert (stats.papers, stats.merged, len(stats.merges)) == (3, 2, 2)
    assert search("map of eels")[0].url == "https://arxiv.org/abs/2202.00002v2"
    assert [search(query)[0].paper_id for query in ("wave", "weed")] == ["10.1/f", "10.1/g"]


@pytest.mark.parametrize(
    "abstract", ["z" * 200_000, "| :--- " * 20_000, "深度学习模型" * 5000, "x" + "\n" * 100_000 + "y"]
)
def test_text_without_spaces_or_ends_is_stored_whole_and_soon(ingest: Ingest, search: Search, abstract: str) -> None:
    began = time.monotonic()
    stats = ingest(a__jsonl=lines({"title": "Endless", "abstract": abstract}))
    assert time.monotonic() - began < 30
    assert stats.papers == 1
    assert max(len(bundled_tokenizer().encode(text).ids) for text in SEEN) <= MAX_TOKENS
    (paper,) = search("endless")
    assert "".join(paper.abstract.split()) == "".join(abstract.split())
