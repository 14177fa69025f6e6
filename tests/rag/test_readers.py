"""Readers: JSON exports, and files that cannot be read."""

import json
from pathlib import Path

import pytest

from rag.errors import SourceError
from rag.papers import Paper
from rag.readers import Refusal, read


def papers_of(tmp_path: Path, content: str | bytes, name: str = "list.txt") -> list[Paper | Refusal]:
    path = tmp_path / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return list(read(path))


EVENT = {
    "type": "Poster",
    "name": "On Bats",
    "virtualsite_url": "https://ICML.cc//virtual/2024/poster/35005",
    "speakers/authors": "Ada A, Bo B",
    "abstract": "Bats hear.",
}


def test_an_event_becomes_a_paper_with_all_it_carries(tmp_path: Path) -> None:
    (item,) = papers_of(tmp_path, json.dumps([EVENT]), "events.json")
    assert item == Paper(
        "35005",
        "On Bats",
        "Bats hear.",
        ("Ada A", "Bo B"),
        2024,
        "ICML",
        EVENT["virtualsite_url"],
        "Poster",
        source="events.json",
    )


def test_an_event_without_an_abstract_is_refused_by_name(tmp_path: Path) -> None:
    items = papers_of(tmp_path, json.dumps([EVENT, EVENT | {"name": "A Talk", "abstract": ""}]), "events.json")
    assert items[1] == Refusal("events.json", "A Talk", "it has no abstract")


def test_plain_records_are_read_with_their_ids(tmp_path: Path) -> None:
    (item,) = papers_of(tmp_path, b'\xef\xbb\xbf[{"id": 7, "title": "T", "abstract": "A", "authors": ["X Y"]}]')
    assert isinstance(item, Paper)
    assert (item.paper_id, item.authors) == ("7", ("X Y",))


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b'[{"title": "T",\n "abstract" "A"}]', "line 2, column 13"),
        (b'{"count": 1, "notes": 2}', "count, notes"),
        (b'[{"head": "T", "gist": "A"}]', "head, gist"),
        (bytes(range(9)) * 40, "byte 0 is 0x00"),
        (b" \n ", "empty"),
        (b"[" * 100_000, "nested too deep"),
    ],
    ids=["syntax", "no records", "no abstracts", "binary", "blank", "deep"],
)
def test_a_file_that_cannot_be_read_is_named_with_what_is_wrong(tmp_path: Path, content: bytes, said: str) -> None:
    with pytest.raises(SourceError, match=r"list\.txt") as caught:
        papers_of(tmp_path, content)
    assert said in str(caught.value)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=r"nowhere\.txt does not exist"):
        read(tmp_path / "nowhere.txt")


def test_the_events_export_gives_2672_papers_and_10_refusals(shared: Path) -> None:
    items = list(read(shared / "corpus" / "icml2024_events.json"))
    papers = [item for item in items if isinstance(item, Paper)]
    assert (len(papers), len(items) - len(papers)) == (2672, 10)
    assert len({paper.paper_id for paper in papers}) == 2672
    assert all(paper.title and paper.kind and paper.url and paper.year == 2024 for paper in papers)


def test_half_a_surrogate_pair_becomes_the_replacement_character(tmp_path: Path) -> None:
    (item,) = papers_of(tmp_path, rb'[{"title": "T \ude00", "abstract": "A \ud83d\ude00 and \ud83d"}]')
    assert isinstance(item, Paper)
    assert (item.title, item.abstract) == ("T \ufffd", "A \U0001f600 and \ufffd")
