"""Sources: each file of what was asked for, with what tells whether it changed since it was read last."""

import io
import os
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import IO, cast

import rag.text
from rag.errors import SourceError
from rag.papers import Paper
from rag.readers.fields import FieldMapping
from rag.readers.folders import found_files
from rag.readers.live import is_live, read_live
from rag.readers.paths import STDIN, check, opened, read_stream
from rag.readers.refusals import Refusal

_BLOCK = 1 << 20
_SCHEME = re.compile(r"[A-Za-z][\w+.-]*://")
Items = Iterator[Paper | Refusal]


@dataclass
class Meter:
    """How far a source has been read.

    Args:
        done: bytes so far.
        total: bytes in all; 0 if that is not known.
    """

    done: int = 0
    total: int = 0


@dataclass(frozen=True)
class Source:
    """One file, one live query, or records at hand.

    Args:
        name: as people are told of it.
        origin: what the index knows it by: an absolute path, or a live query; empty for records at hand.
        items: begins to read it; raises SourceError, at once or on the way, where it is broken.
        digest: gives a number that changes with the file, the mapping or the readers; "" for what is always read.
        meter: how far it has been read.
    """

    name: str
    origin: str
    items: Callable[[], Items]
    digest: Callable[[], str] = field(default=lambda: "")
    meter: Meter = field(default_factory=Meter)


def find_sources(
    places: Sequence[str | Path], mapping: FieldMapping | None = None, folder: Path | None = None
) -> list[Source]:
    """Find the files behind what was typed, and look at each, before anything is done with one.

    Args:
        places: files, folders, patterns, "-", addresses, `arxiv:…`, `openreview:…`.
        mapping: which field is which, for shapes that are not known.
        folder: where partly fetched results are kept; needed for live places.

    Raises:
        SourceError: nothing is there, or a file named for itself is of no format that is known.
    """
    mapping = mapping or FieldMapping()
    found: dict[str, Source] = {}
    for place in places:
        for source in _sources(str(place), mapping, folder):
            found.setdefault(source.origin, source)
    return list(found.values())


def _sources(place: str, mapping: FieldMapping, folder: Path | None) -> Iterator[Source]:
    if place == STDIN:
        yield Source("standard input", STDIN, lambda: read_stream(sys.stdin.buffer, "standard input", mapping))
    elif is_live(place):
        if folder is None:
            raise SourceError(
                f"{place} is fetched, which needs a folder to keep what has come. Name an index: --index DIR"
            )
        yield Source(place, place, lambda: read_live(place, mapping, folder))
    elif _SCHEME.match(place):
        raise SourceError(
            f"{place} is an address of a kind that is not fetched; http:// and https:// are. Download it, then name "
            "the file: python ingest.py FILE"
        )
    else:
        path = Path(os.path.expanduser(place))
        files = found_files(path)
        if files == [path]:
            check(path, mapping)
        root = path if path.is_dir() else None
        for file in files:
            yield _file(file, file.relative_to(root).as_posix() if root else file.name, mapping)


def _file(path: Path, name: str, mapping: FieldMapping) -> Source:
    meter = Meter(total=os.path.getsize(path) if os.path.isfile(path) else 0)
    name = _printable(name)

    def _items() -> Items:
        with opened(path) as file:
            yield from read_stream(cast(IO[bytes], _Metered(file, meter)), name, mapping)

    return Source(name, _printable(os.path.realpath(path)), _items, lambda: _digest(path, mapping), meter)


def _printable(name: str) -> str:
    """A file's name as text: its bytes need not be UTF-8, and neither a store nor a terminal takes what is not."""
    return name.encode("utf-8", "replace").decode("utf-8")


class _Metered(io.RawIOBase):
    """A file that tells how far it was read."""

    def __init__(self, file: IO[bytes], meter: Meter) -> None:
        self._file = file
        self._meter = meter

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: object) -> int:
        target = cast(bytearray, buffer)
        data = self._file.read(len(target))
        target[: len(data)] = data
        self._meter.done += len(data)
        return len(data)


def _digest(path: Path, mapping: FieldMapping) -> str:
    digest = blake2b(_readers(), digest_size=16)
    digest.update(repr(sorted(mapping.named.items())).encode())
    with opened(path) as file:
        while block := file.read(_BLOCK):
            digest.update(block)
    return digest.hexdigest()


@cache
def _readers() -> bytes:
    """A digest of the code that reads and cleans: a file that was read by other code is read again."""
    here = Path(__file__).parent
    files = [*here.glob("*.py"), *Path(rag.text.__file__).parent.glob("*.py"), here.parent / "papers.py"]
    return blake2b(b"".join(file.read_bytes() for file in sorted(files)), digest_size=16).digest()
