"""Archives: read through, bounded, and never unpacked to disk."""

import bz2
import gzip
import io
import lzma
import tarfile
import tracemalloc
import zipfile
from collections.abc import Callable
from pathlib import Path

import pyarrow
import pytest

from rag.errors import SourceError
from rag.papers import Paper
from rag.readers import FieldMapping, Refusal, archives, read
from tests.rag.readers.reading import items_of, papers_of

ONE = b'{"title": "A", "abstract": "We a."}\n'
TWO = b'{"title": "B", "abstract": "We b."}\n'


def zstd(data: bytes) -> bytes:
    packed: bytes = pyarrow.compress(data, codec="zstd", asbytes=True)
    return packed


def zipped(files: dict[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return buffer.getvalue()


def tarred(files: dict[str, bytes], mode: str = "w") -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode=mode) as archive:  # type: ignore[call-overload]
        for name, data in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(data)
            archive.addfile(member, io.BytesIO(data))
    return buffer.getvalue()


PACKERS: dict[str, Callable[[bytes], bytes]] = {
    "gz": gzip.compress,
    "xz": lzma.compress,
    "bz2": bz2.compress,
    "zst": zstd,
}


@pytest.mark.parametrize("suffix", PACKERS)
def test_a_compressed_file_is_read_as_what_it_is(tmp_path: Path, suffix: str) -> None:
    table = PACKERS[suffix](b"T1x;Gist\nA;We a.\n")
    assert [item.title for item in papers_of(tmp_path, PACKERS[suffix](ONE + TWO), f"l.jsonl.{suffix}")] == ["A", "B"]
    assert [item.title for item in papers_of(tmp_path, table, f"l.csv.{suffix}", "title=T1x,abstract=Gist")] == ["A"]


@pytest.mark.parametrize("suffix", PACKERS)
def test_a_file_of_two_compressed_parts_is_read_to_its_end(tmp_path: Path, suffix: str) -> None:
    content = PACKERS[suffix](ONE) + PACKERS[suffix](TWO)
    assert [item.title for item in papers_of(tmp_path, content, f"l.jsonl.{suffix}")] == ["A", "B"]


@pytest.mark.parametrize("suffix", PACKERS)
def test_a_cut_file_is_named_as_damaged(tmp_path: Path, suffix: str) -> None:
    with pytest.raises(SourceError, match=rf"^l\.jsonl\.{suffix} is damaged or cut off"):
        items_of(tmp_path, PACKERS[suffix](ONE * 5000)[:-9], f"l.jsonl.{suffix}")


@pytest.mark.parametrize("mode", ["w", "w:gz", "w:xz", "w:bz2"])
def test_a_tar_is_read_in_every_compression(tmp_path: Path, mode: str) -> None:
    content = tarred({"./a/x.jsonl": ONE, "b.csv": b"title,abstract\nB,We b.\n"}, mode)
    papers = papers_of(tmp_path, content, "lists.tar")
    assert [(item.title, item.source) for item in papers] == [("A", "lists.tar/a/x.jsonl"), ("B", "lists.tar/b.csv")]


def test_archives_in_archives_are_read(tmp_path: Path) -> None:
    inner = zipped({"b.tar.gz": tarred({"c.jsonl.xz": lzma.compress(ONE)}, "w:gz")})
    (paper,) = papers_of(tmp_path, zipped({"a.zip": inner}), "lists.zip")
    assert paper.source == "lists.zip/a.zip/b.tar.gz/c.jsonl.xz"


def test_packing_without_end_is_refused(tmp_path: Path) -> None:
    content = ONE
    for _ in range(20):
        content = gzip.compress(content)
    with pytest.raises(SourceError, match="packed more than 8 times over"):
        items_of(tmp_path, content, "list.gz")


def test_what_is_wrong_with_one_file_costs_no_other(tmp_path: Path) -> None:
    cut = gzip.compress(ONE)[:-9]
    files = {
        "a.pdf": b"%PDF-1.4",
        "b.jsonl.gz": cut,
        "c.json": b'[{"title"',
        "d.txt": b"",
        ".hidden": b"x",
        "e.jsonl": ONE,
    }
    for content in (zipped(files), tarred(files)):
        items = items_of(tmp_path, content, "lists.bin")
        assert [item.source for item in items if isinstance(item, Refusal)] == [
            f"lists.bin/{name}" for name in ("a.pdf", "b.jsonl.gz", "c.json", "d.txt")
        ]
        assert [item.title for item in items if isinstance(item, Paper)] == ["A", "A"]


def test_a_damaged_member_of_a_zip_costs_no_other(tmp_path: Path) -> None:
    content = bytearray(zipped({"a.jsonl": ONE, "b.jsonl": TWO, "c.jsonl": ONE}))
    content[content.index(b"b.jsonl") + 12] ^= 0xFF
    items = items_of(tmp_path, bytes(content), "lists.zip")
    assert [isinstance(item, Paper) for item in items] == [True, False, True]
    assert "lists.zip/b.jsonl is damaged" in next(item.why for item in items if isinstance(item, Refusal))


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (zipped({}), "empty"),
        (zipped({"a/": b""}), "empty"),
        (tarred({}), "empty"),
        (gzip.compress(b""), "empty"),
        (zipped({"a.jsonl": ONE})[:-30], "damaged or cut off"),
        (zipped({"[Content_Types].xml": b"<x/>", "word/document.xml": b"<x/>"}), "office document"),
    ],
    ids=["zip", "only folders", "tar", "gz", "cut", "Word"],
)
def test_an_archive_without_papers_is_an_error(tmp_path: Path, content: bytes, expected: str) -> None:
    with pytest.raises(SourceError, match=r"^lists\.bin ") as caught:
        items_of(tmp_path, content, "lists.bin")
    assert expected in str(caught.value)


def test_a_password_is_named(tmp_path: Path) -> None:
    content = bytearray(zipped({"a.jsonl": ONE}))
    for mark, at in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        content[content.index(mark) + at] |= 1  # the flag that says so
    with pytest.raises(SourceError, match=r"lists\.zip is locked by a password"):
        items_of(tmp_path, bytes(content), "lists.zip")


def test_names_that_climb_out_write_nothing(tmp_path: Path) -> None:
    files = {"../../up.jsonl": ONE, "/abs.jsonl": TWO}
    for content in (zipped(files), tarred(files)):
        (tmp_path / "in").mkdir(exist_ok=True)
        assert [item.title for item in papers_of(tmp_path / "in", content, "lists.bin")] == ["A", "B"]
        assert [path.name for path in tmp_path.rglob("*")] == ["in", "lists.bin"]


@pytest.mark.parametrize("kind", ["gz", "xz", "bz2", "zst", "zip"])
def test_a_trap_is_refused_before_it_fills_the_memory(
    tmp_path: Path, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archives, "_HARMLESS", 1 << 20)
    content = b'{"title": "T", "abstract": "' + b"a" * (1 << 25) + b'"}\n'
    packed = zipped({"a.jsonl": content}) if kind == "zip" else PACKERS[kind](content)
    tracemalloc.start()
    try:
        with pytest.raises(SourceError, match="would unpack to more than 200 times its size"):
            items_of(tmp_path, packed, f"list.jsonl.{kind}")
        assert tracemalloc.get_traced_memory()[1] < len(content)
    finally:
        tracemalloc.stop()


def test_records_before_a_cut_are_kept_and_the_byte_is_named(tmp_path: Path) -> None:
    lines = b"".join(b'{"title":"T%d","abstract":"Words %d %d"}\n' % (at, at * 7919, at * at * 31) for at in range(300))
    (tmp_path / "cut.jsonl.gz").write_bytes(gzip.compress(lines)[:-1500])
    items: list[Paper | Refusal] = []
    with pytest.raises(
        SourceError, match=r"after (\d+) records \(.*, at byte [\d,]+ of what it unpacks to\)"
    ) as caught:
        items.extend(read(tmp_path / "cut.jsonl.gz", FieldMapping()))
    assert f"after {len(items)} records" in str(caught.value)
    assert len(items) > 100


def test_what_stands_before_a_damaged_end_is_kept_however_short_the_file(tmp_path: Path) -> None:
    content = gzip.compress(ONE) + b"no gzip"
    (tmp_path / "list.jsonl.gz").write_bytes(content)
    items: list[Paper | Refusal] = []
    with pytest.raises(SourceError, match="damaged or cut off after 1 record "):
        items.extend(read(tmp_path / "list.jsonl.gz", FieldMapping()))
    assert [item.title for item in items if isinstance(item, Paper)] == ["A"]
