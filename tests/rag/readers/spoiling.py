"""Spoiling: valid small files of each reader, with something done to them at random."""

from __future__ import annotations

import io
import random
import re
import zipfile

from tests.rag.readers.grammars import pieces
from tests.rag.readers.samples import SAMPLES

_MOST_BYTES = 20_000
_SUFFIXES = {"PubMed .nbib": "nbib", "JSON lines": "jsonl", "JSON": "json", "XML": "xml", "YAML": "yaml"} | {
    "RIS": "ris", "BibTeX": "bib", "table": "csv", "HTML table": "html", "Markdown note": "md"
}  # fmt: skip
_NUMBERS = (b"0", b"-1", b"1e999", b"9" * 40, b"2147483648", b"0x7f", b"NaN", b"1e-400", b"9" * 5000, "٣²".encode())
_ODD = (
    *(
        b"\x00",
        b"\xff\xfe",
        b"\xef\xbb\xbf",
        b"\xc3\x28",
        b"\xed\xa0\x80",
        b"\x1b[31m",
        b"\x85",
        b"\x0c",
        b"\x1a",
        b"\r",
    ),
    *(text.encode() for text in ("\u2028", "\u202e", "\U0001f9ec\u200d", "\x9b", "e\u0301\u0327")),
)
_ENCODINGS = (
    "utf-16",
    "utf-16-be",
    "utf-32",
    "latin-1",
    "gb18030",
    "shift_jis",
    "cp1252",
    "utf-8-sig",
    "utf-7",
    "cp037",
)


def mutant(reader: str, chance: random.Random, suffix: str = "") -> tuple[str, bytes]:
    """A file of a reader, with one to six things done to it; its name and its bytes.

    Args:
        reader: its name in `SAMPLES`.
        chance: what is done.
        suffix: of the files taken, where not all are.
    """
    name = chance.choice([name for name in SAMPLES[reader] if name.endswith(suffix)])
    data = SAMPLES[reader][name]
    if reader == "Excel" and chance.random() < 0.8:
        return name, _spoilt_bytes(data, chance) if name.endswith(".xls") else _spoilt_member(data, chance)
    for _ in range(chance.randrange(1, 7)):
        data = _spoilt(reader, data, chance)
    return name, data


def _spoilt(reader: str, data: bytes, chance: random.Random) -> bytes:
    at, length = chance.randrange(len(data) + 1), chance.choice((1, 2, 8, 40, 300))
    part, kind = data[at : at + length], chance.randrange(10)
    if kind == 0:
        return data[:at]
    if kind == 1 and data:
        at = min(at, len(data) - 1)
        return data[:at] + bytes([data[at] ^ 1 << chance.randrange(8)]) + data[at + 1 :]
    if kind == 2:
        return data[:at] + data[at + length :]
    if kind == 3:  # nested, or in a long row
        return (data[:at] + part * chance.choice((2, 3, 50, 2000)) + data[at:])[:_MOST_BYTES]
    if kind == 4:
        numbers = list(re.finditer(rb"\d+", data))
        start, end = chance.choice(numbers).span() if numbers else (at, at)
        return data[:start] + chance.choice(_NUMBERS) + data[end:]
    if kind == 5:
        return data[:at] + chance.choice(_ODD) * chance.choice((1, 1, 5)) + data[at:]
    if kind == 6:
        other = chance.choice([sample for samples in SAMPLES.values() for sample in samples.values()])
        start = chance.randrange(len(other))
        return data[:at] + other[start : start + length * 2] + data[at:]
    if kind == 7 and chance.random() < 0.3:
        return data.decode("utf-8", "replace").encode(chance.choice(_ENCODINGS), "replace")
    made = "".join(chance.choices(pieces(_SUFFIXES.get(reader, "txt")), k=chance.randrange(1, 6))).encode()
    return data[:at] + made + data[at + (length if kind == 8 else 0) :]


def _spoilt_member(data: bytes, chance: random.Random) -> bytes:
    """A workbook whose archive is whole, with a file in it spoilt; its XML stays one half of the time."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(buffer, "w") as new:
        which = chance.choice(old.namelist())
        for name in old.namelist():
            content = old.read(name)
            if name == which:
                content = _spoilt_part(name, content, chance)
            new.writestr(name, content)
    return buffer.getvalue()


def _spoilt_part(name: str, content: bytes, chance: random.Random) -> bytes:
    if name.endswith(".bin"):
        return _spoilt_bytes(content, chance)
    if chance.random() < 0.5:  # or most would be refused for their XML
        values = list(re.finditer(rb'(?<=[="])[^"<>]*(?=")|(?<=>)[^<>]+(?=<)', content))
        start, end = chance.choice(values).span() if values else (0, 0)
        return content[:start] + chance.choice((*_NUMBERS, b"1048576", b"16384", content[:start][-4:])) + content[end:]
    for _ in range(chance.randrange(1, 5)):
        content = _spoilt("XML", content, chance)
    return content


def _spoilt_bytes(data: bytes, chance: random.Random) -> bytes:
    """A binary file, with some bytes, such as lengths and kinds of records, changed, put in or taken out."""
    spoilt, used = bytearray(data), [at for at, byte in enumerate(data) if byte]  # much is padding
    for _ in range(chance.randrange(1, 7)):
        at, kind = min(chance.choice(used) + chance.randrange(-2, 3), len(spoilt)), chance.randrange(5)
        if kind == 0:
            spoilt[at : at + 1] = bytes([chance.randrange(256)])
        elif kind == 1:
            width = chance.choice((2, 4, 8))
            spoilt[at : at + width] = chance.choice((b"\0", b"\1", b"\x7f", b"\xff")) * width
        elif kind == 2:
            del spoilt[at : at + chance.randrange(1, 9)]
        elif kind == 3:
            spoilt[at:at] = spoilt[at : at + chance.choice((1, 4, 12, 40, 512))]
        else:
            other = chance.choice(used)
            spoilt[at : at + 8] = data[other : other + 8]
    return bytes(spoilt)
