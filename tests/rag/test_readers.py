"""Readers: plain-text lists and JSON exports."""

import json
from pathlib import Path

import pytest

from rag.errors import SourceError
from rag.papers import Paper
from rag.readers import Refusal, read

LONG = "We study bats and how they hear. " * 6
OTHER = "Frogs jump and nobody knows how far. " * 6


def papers_of(tmp_path: Path, content: str | bytes, name: str = "list.txt") -> list[Paper | Refusal]:
    path = tmp_path / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return list(read(path))


def titles_of(items: list[Paper | Refusal]) -> list[str]:
    return [item.title for item in items if isinstance(item, Paper)]


def test_a_heading_is_not_a_paper(tmp_path: Path) -> None:
    items = papers_of(tmp_path, f"ICML 2024 论文列表\n\n{LONG}\n\n{OTHER}\n")
    assert titles_of(items) == ["", ""]
    assert len(items) == 2


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_abstracts_are_parted_at_blank_lines_and_kept_to_the_letter(tmp_path: Path, newline: str) -> None:
    items = papers_of(tmp_path, f"{LONG}{newline}{newline} {newline}{OTHER}")
    assert [item.abstract for item in items if isinstance(item, Paper)] == [LONG.strip(), OTHER.strip()]


def test_short_lines_before_each_abstract_are_titles_and_the_first_line_a_heading(tmp_path: Path) -> None:
    items = papers_of(tmp_path, f"Reading list\n\nOn Bats\n\n{LONG}\n\nOn Frogs\n\n{OTHER}")
    assert titles_of(items) == ["On Bats", "On Frogs"]


def test_a_title_on_the_line_above_its_abstract_is_taken(tmp_path: Path) -> None:
    assert titles_of(papers_of(tmp_path, f"On Bats\n{LONG}\n\nOn Frogs\n{OTHER}")) == ["On Bats", "On Frogs"]


def test_a_hard_wrapped_abstract_stays_whole(tmp_path: Path) -> None:
    line = "We study bats and how they hear in the dark of night"
    wrapped = "\n".join([line] * 6)
    items = papers_of(tmp_path, wrapped)
    assert isinstance(items[0], Paper)
    assert items[0].abstract == " ".join([line] * 6)


def test_a_title_without_an_abstract_is_refused(tmp_path: Path) -> None:
    items = papers_of(tmp_path, f"On Bats\n\n{LONG}\n\nOn Owls\n\nOn Frogs\n\n{OTHER}")
    assert Refusal("list.txt", "On Owls", "no abstract follows this title") in items
    assert titles_of(items) == ["On Bats", "On Frogs"]


def test_fields_are_read(tmp_path: Path) -> None:
    text = (
        "Title: On Bats\nAuthors: Ada A., Bo B.\nYear: 2019\nAbstract: They hear.\n\nTitle: On Frogs\nAbstract: Jump.\n"
    )
    first, second = papers_of(tmp_path, text)
    assert isinstance(first, Paper)
    assert isinstance(second, Paper)
    assert (first.title, first.authors, first.year, first.abstract) == (
        "On Bats",
        ("Ada A.", "Bo B."),
        2019,
        "They hear.",
    )
    assert (second.title, second.abstract) == ("On Frogs", "Jump.")


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
        (b'[{"title": "T", "abstract": "A", "year": ' + b"9" * 5000 + b"}]", "a number is too long"),
    ],
    ids=["syntax", "no records", "no abstracts", "binary", "blank", "deep", "huge number"],
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
