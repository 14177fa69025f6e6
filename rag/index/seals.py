"""Seals: the digests of derived files, so that one that has changed since it was made is made again."""

import json
from dataclasses import dataclass, field
from functools import lru_cache, partial
from hashlib import blake2b, file_digest
from pathlib import Path
from time import time_ns

SEAL = "seal.json"
_YOUNG_NS = 2_000_000_000


def seal(folder: Path) -> None:
    """Note the digests of a folder's files.

    Raises:
        OSError: they cannot be read, or the note cannot be written.
    """
    (folder / SEAL).write_text(json.dumps(_digests(folder)), encoding="utf-8")


def is_sealed(folder: Path) -> bool:
    """Whether a folder has all of its files, each as it was when it was sealed."""
    try:
        noted = json.loads((folder / SEAL).read_text(encoding="utf-8"))
        return bool(noted == _digests(folder))
    except (OSError, ValueError):  # not there, or cut off
        return False


def digest_of(data: bytes) -> str:
    """The digest of some bytes."""
    return blake2b(data, digest_size=16).hexdigest()


def _digests(folder: Path) -> dict[str, str]:
    files = [path for path in folder.iterdir() if path.is_file() and path.name != SEAL and path.suffix != ".lock"]
    return {path.name: _digest_of_file(path) for path in sorted(files)}


@dataclass(frozen=True)
class _Written:
    """A file as it was last written, by whatever name."""

    path: Path = field(compare=False)
    device: int
    number: int
    size: int
    written_ns: int


def _digest_of_file(path: Path) -> str:
    stat = path.stat()
    written = _Written(path, stat.st_dev, stat.st_ino, stat.st_size, stat.st_mtime_ns)
    # A clock may stand still for some milliseconds: what has just been written may be written again unseen.
    return _read(written) if time_ns() - stat.st_mtime_ns < _YOUNG_NS else _remembered(written)


def _read(written: _Written) -> str:
    with written.path.open("rb") as file:  # in blocks: a million vectors are 1.5 GB
        return file_digest(file, partial(blake2b, digest_size=16)).hexdigest()


# Files of an earlier generation are linked into the next: this process has read them, and nobody has written since.
_remembered = lru_cache(maxsize=1_024)(_read)
