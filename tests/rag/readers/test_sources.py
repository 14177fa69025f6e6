"""What is typed becomes files, each with what tells whether it changed."""

from pathlib import Path

import pytest

from rag.errors import SourceError
from rag.readers.fields import FieldMapping
from rag.readers.reach import roots_of
from rag.readers.sources import find_sources


@pytest.fixture
def exports(tmp_path: Path) -> Path:
    (tmp_path / "sub").mkdir()
    for name in ("b.jsonl", "a.jsonl", "sub/c.jsonl", ".hidden.jsonl"):
        (tmp_path / name).write_text('{"title": "Bats", "abstract": "They hear."}\n')
    return tmp_path


def test_a_folder_is_its_files_in_order_named_from_it(exports: Path) -> None:
    assert [source.name for source in find_sources([exports])] == ["a.jsonl", "b.jsonl", "sub/c.jsonl"]


def test_a_file_reached_twice_is_one_source(exports: Path) -> None:
    found = find_sources([exports / "a.jsonl", exports / "sub" / ".." / "a.jsonl", exports / "[ab].jsonl"])
    assert [source.name for source in found] == ["a.jsonl", "b.jsonl"]


def test_the_digest_follows_the_content_and_the_mapping_not_the_name(exports: Path) -> None:
    a, b = (source.digest() for source in find_sources([exports / "a.jsonl", exports / "b.jsonl"]))
    (mapped,) = find_sources([exports / "a.jsonl"], FieldMapping({"venue": "where"}))
    assert a == b != mapped.digest()
    (exports / "a.jsonl").write_text('{"title": "Bats", "abstract": "They see."}\n')
    assert find_sources([exports / "a.jsonl"])[0].digest() != a


def test_a_wrong_path_is_found_before_anything_is_read(exports: Path) -> None:
    with pytest.raises(SourceError, match=r"nowhere\.txt does not exist"):
        find_sources([exports, exports / "nowhere.txt"])


def test_a_source_tells_how_far_it_was_read(exports: Path) -> None:
    (source,) = find_sources([exports / "a.jsonl"])
    assert (source.meter.done, source.meter.total > 0) == (0, True)
    list(source.items())
    assert source.meter.done == source.meter.total


def test_a_live_place_needs_a_folder_and_is_its_own_origin(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="--index DIR"):
        find_sources(["arxiv:bats"])
    (source,) = find_sources(["arxiv:bats"], folder=tmp_path)
    assert (source.origin, source.digest()) == ("arxiv:bats", "")
    assert roots_of(["arxiv:bats", tmp_path]) == ["arxiv:bats", str(tmp_path.resolve())]


@pytest.mark.parametrize("place", ["ftp://x.org/a.json", "file:///home/me/a.json", "s3://bucket/a.jsonl"])
def test_an_address_that_is_not_fetched_is_named_as_it_was_typed(place: str) -> None:
    with pytest.raises(SourceError, match=f"{place} is an address of a kind that is not fetched"):
        find_sources([place])
