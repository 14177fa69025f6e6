"""Seals: the digests of derived files, so that one that has changed since it was made is made again."""

import json
from functools import partial
from hashlib import blake2b, file_digest
from pathlib import Path

SEAL = "seal.json"


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


def _digest_of_file(path: Path) -> str:
    with path.open("rb") as file:  # in blocks: a million vectors are 1.5 GB
        return file_digest(file, partial(blake2b, digest_size=16)).hexdigest()
