"""Robustness: of a damaged file come papers and refusals, or an error that names it."""

import bz2
import gzip
import io
import lzma
import random
import tarfile
import time
import zipfile
from pathlib import Path

import pyarrow
import pyarrow.parquet
import pytest

from rag.errors import SourceError
from rag.papers import Paper
from rag.readers import Refusal, read

_RECORD = b'{"id": "2101.00001v1", "title": "On {Bats} \\u00e9", "abstract": "We $a<b$ \\n hear.", "authors": ["A B"]}'
_PROSE = b"We study how bats hunt in the dark and show that echolocation beats sight by a wide margin. "


def _zip() -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(zipfile.ZipInfo("a.csv"), "title,abstract\nA,We.\n")
        archive.writestr(zipfile.ZipInfo("b.jsonl.gz"), gzip.compress(_RECORD, mtime=0))
    return buffer.getvalue()


def _tar() -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w:xz") as archive:
        member = tarfile.TarInfo("a.jsonl")
        member.size = len(_RECORD)
        archive.addfile(member, io.BytesIO(_RECORD))
    return buffer.getvalue()


def _parquet() -> bytes:
    buffer = io.BytesIO()
    columns = {"title": ["A", "B"], "abstract": ["We a.", "We b."], "authors": [["X"], []]}
    pyarrow.parquet.write_table(pyarrow.table(columns), buffer)
    return buffer.getvalue()


SAMPLES = {
    "a.json": b"[" + _RECORD + b",\n" + _RECORD + b"]",
    "wrapped.json": b'{"notes": [{"id": "n", "content": {"title": {"value": "T"}, "abstract": {"value": "W"}}}]}',
    "columns.json": b'{"title": {"0": "A", "1": "B"}, "abstract": {"0": "We a.", "1": null}}',
    "inverted.json": b'{"results": [{"id": "W1", "title": "T", "abstract_inverted_index": {"We": [0, 2], "go": [1]}}]}',
    "rows.json": b'[["title", "abstract"], ["A", "We a."]]',
    "a.jsonl": _RECORD + b"\n" + _RECORD + b"\n",
    "utf16.json": b"\xff\xfe" + ("[" + _RECORD.decode() + "]").encode("utf-16-le"),
    "a.csv": b'\xef\xbb\xbf"title","abstract","year"\r\n"A, b","We\n""hear""",2020\r\nB,We b.,2021\r\n',
    "a.tsv": b"Title\tAbstract\nA\tWe a.\nB\tWe b.\n",
    "latin.csv": "Titel;Kurzfassung\nFledermäuse;Wir hören.\n".encode("latin-1"),
    "gbk.csv": "标题,摘要\n蝙蝠,我们研究了蝙蝠的听觉模型与学习方法。\n".encode("gb18030"),
    "a.parquet": _parquet(),
    "a.xml": b"<l><p><title>A</title><abstract>We <i>a</i>.</abstract></p><p><title>B</title></p></l>",
    "a.atom": b'<feed xmlns="http://www.w3.org/2005/Atom"><entry><title>A</title><summary>We.</summary></entry></feed>',
    "jats.xml": b"<article><front><article-meta><title-group><article-title>A</article-title></title-group>"
    b"<abstract><p>We.</p></abstract></article-meta></front></article>",
    "a.zip": _zip(),
    "a.tar.xz": _tar(),
    "a.jsonl.gz": gzip.compress(_RECORD, mtime=0),
    "a.jsonl.xz": lzma.compress(_RECORD),
    "a.jsonl.bz2": bz2.compress(_RECORD),
    "a.jsonl.zst": pyarrow.compress(_RECORD, codec="zstd", asbytes=True),
    "a.bib": rb"@article{k, title={On {Bats} \'e}, abstract={We $a$ \v c.}}" + b"\n@misc{l, title={L}}\n",
    "a.ris": b"TY  - JOUR\nTI  - A\nAU  - Diaz, A\nAB  - We a.\nER  - \n",
    "a.nbib": b"PMID- 1\nTI  - A\n      b\nAB  - We a.\nFAU - Diaz, Ana\n",
    "a.txt": b"1. On Bats\n\n" + _PROSE * 2 + b"\n\n2. On Frogs\n\n" + _PROSE * 2,
    "labelled.txt": b"Title: A\nAuthors: B C\nAbstract: We a.\n\nTitle: D\nAbstract: We d.\n",
    "a.md": b"# Papers\n\n## On Bats\n\n*A B*\n\n" + _PROSE + b"\n\n| Title | Abstract |\n|---|---|\n| A | We. |\n",
}


def damaged(data: bytes, chance: random.Random) -> bytes:
    """Cut, with bits flipped, with a piece doubled or taken out."""
    wrong = bytearray(data)
    if chance.random() < 0.5:
        del wrong[chance.randrange(len(wrong)) :]
    for _ in range(chance.randrange(6)):
        if wrong:
            wrong[chance.randrange(len(wrong))] ^= 1 << chance.randrange(8)
    if wrong and chance.random() < 0.2:
        at = chance.randrange(len(wrong))
        wrong[at:at] = wrong[at : at + chance.randrange(40)]
    return bytes(wrong)


def try_damaged(folder: Path, name: str, runs: int, seed: int) -> None:
    """Read damaged copies of a sample; anything but papers, refusals and a SourceError that names the file fails."""
    chance = random.Random(f"{seed} {name}")
    path = folder / name
    for run in range(runs):
        wrong = damaged(SAMPLES[name], chance)
        path.write_bytes(wrong)
        try:
            met = list(read(path))
        except BaseException as error:
            if not (isinstance(error, SourceError) and name in str(error)):
                pytest.fail(f"run {run} of seed {seed}: {error!r} came of {wrong!r}")
            continue
        assert met, f"run {run} of seed {seed}: nothing came of {wrong!r}"
        assert all(isinstance(item, Paper | Refusal) for item in met)
        assert all(item.abstract.strip() for item in met if isinstance(item, Paper))


@pytest.mark.parametrize("name", SAMPLES)
def test_samples_are_whole(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_bytes(SAMPLES[name])
    assert any(isinstance(item, Paper) for item in read(tmp_path / name))


@pytest.mark.parametrize("name", SAMPLES)
def test_damage_is_told_and_harms_nothing(tmp_path: Path, name: str) -> None:
    try_damaged(tmp_path, name, 30, 7)


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("name", SAMPLES)
def test_much_damage_is_told_and_harms_nothing(tmp_path: Path, name: str) -> None:
    began, seed = time.monotonic(), 0
    while time.monotonic() - began < 20 or seed == 0:
        try_damaged(tmp_path, name, 200, seed)
        seed += 1
