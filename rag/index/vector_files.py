"""Vector files: whether Chroma's files of nearest neighbours can be loaded.

Chroma's loader trusts them: where a length or a link is wrong, it takes the whole process down. What is looked at
here is all that it follows: sizes, links, labels, and that each vector has length 1.
"""

from __future__ import annotations

import pickle  # nosec B403: see its use
import struct
from dataclasses import dataclass
from math import log
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

_HEADER = struct.Struct("<iQQQQQQiIQQQdQ")
_WORD = 4
_ROWS = 20_000
_DELETED = 1 << 16
"""A mark beside the number of a row's links."""


class DamageError(Exception):
    """A file is not whole, or does not go with the others; says which, and how."""


@dataclass(frozen=True)
class _Header:
    """What `header.bin` says (lengths in bytes)."""

    version: int
    start: int
    room: int
    count: int
    row: int
    label_at: int
    vector_at: int
    top: int
    entry: int
    links: int
    links_at_bottom: int
    m: int
    level_factor: float
    ef_construction: int

    def fits(self) -> bool:
        """Whether the numbers agree with each other."""
        return (
            (self.version, self.start) == (1, 0)
            and 2 <= self.m == self.links <= 10_000
            and self.links_at_bottom == 2 * self.links
            and self.vector_at == _WORD * (1 + self.links_at_bottom)
            and self.row == self.label_at + 8
            and self.label_at > self.vector_at
            and self.label_at % _WORD == 0
            and self.count <= self.room
            and (not self.count or (0 <= self.top < 64 and self.entry < self.count))
            and abs(self.level_factor * log(self.m) - 1) < 1e-6
            and 0 < self.ef_construction < 1_000_000
        )


def named_rows(folder: Path) -> dict[str, int]:
    """Look at the files of one collection.

    Args:
        folder: its vector segment's.

    Returns:
        The rows that have a vector there, with its label.

    Raises:
        DamageError: the files would not load, or are of two moments.
    """
    header = _header(folder)
    labels = _checked_rows(folder, header) if header.count else np.zeros(0, np.uint64)
    _check_upper_links(folder, header)
    if _size(folder, "length.bin") < _WORD * header.count:
        raise DamageError(f"{folder.name}/length.bin is not whole")
    return _names(folder, labels) if header.count else {}


def _header(folder: Path) -> _Header:
    data = _bytes(folder, "header.bin")
    header = _Header(*_HEADER.unpack(data)) if len(data) == _HEADER.size else None
    if header is None or not header.fits():
        raise DamageError(f"{folder.name}/header.bin is not whole")
    size = _size(folder, "data_level0.bin")
    if size < header.count * header.row:
        raise DamageError(f"{folder.name}/data_level0.bin has {size:,} bytes of {header.count * header.row:,}")
    return header


def _checked_rows(folder: Path, header: _Header) -> NDArray[np.uint64]:
    """The label of each row that is not deleted, once its links and its vector have been looked at."""
    name = f"{folder.name}/data_level0.bin"
    width = header.row // _WORD
    words = np.memmap(folder / "data_level0.bin", np.dtype("<u4"), "r")[: header.count * width].reshape(-1, width)
    slots = np.arange(header.links_at_bottom)
    labels: list[NDArray[np.uint64]] = []
    for at in range(0, len(words), _ROWS):
        rows = np.ascontiguousarray(words[at : at + _ROWS])
        counts = rows[:, :1] & 0xFFFF
        links = rows[:, 1 : 1 + header.links_at_bottom]
        if (counts > header.links_at_bottom).any() or (links[slots < counts] >= header.count).any():
            raise DamageError(f"{name} has a link that leads nowhere")
        vectors = rows[:, header.vector_at // _WORD : header.label_at // _WORD].view("<f4")
        with np.errstate(all="ignore"):
            lengths = np.einsum("ij,ij->i", vectors, vectors)
        if not ((np.abs(lengths - 1) < 1e-3) | (lengths == 0)).all():
            raise DamageError(f"{name} has a vector that is not of length 1")
        live = rows[:, 0] & _DELETED == 0
        labels.append(np.ascontiguousarray(rows[live, -2:]).view("<u8")[:, 0])
    return np.concatenate(labels) if labels else np.zeros(0, np.uint64)


def _check_upper_links(folder: Path, header: _Header) -> None:
    name = f"{folder.name}/link_lists.bin"
    data = _bytes(folder, "link_lists.bin")
    if len(data) % _WORD:
        raise DamageError(f"{name} is not whole")
    words = np.frombuffer(data, "<u4")
    per_level = 1 + header.links
    levels = np.zeros(header.count, np.int64)
    starts: dict[int, int] = {}
    at = 0
    for row in range(header.count):
        if at >= len(words):
            raise DamageError(f"{name} ends too early")
        levels[row], rest = divmod(int(words[at]), _WORD * per_level)
        if rest or levels[row] > header.top:
            raise DamageError(f"{name} is not whole")
        if levels[row]:
            starts[row] = at + 1
        at += 1 + int(levels[row]) * per_level
    if at > len(words) or (header.count and levels[header.entry] != header.top):
        raise DamageError(f"{name} is not whole")
    for row, start in starts.items():
        for level in range(int(levels[row])):
            begin = start + level * per_level
            count = int(words[begin]) & 0xFFFF
            linked = words[begin + 1 : begin + 1 + count]
            if count > header.links or (linked >= header.count).any() or (levels[linked] <= level).any():
                raise DamageError(f"{name} has a link that leads nowhere")


def _names(folder: Path, labels: NDArray[np.uint64]) -> dict[str, int]:
    """The file of names, written after all others: where these are newer, Chroma fails as it deletes a vector twice."""
    name = f"{folder.name}/index_metadata.pickle"
    try:
        names = _Plain(folder / "index_metadata.pickle").names
        known = np.fromiter(names.values(), np.uint64, len(names))
    except FileNotFoundError:
        raise DamageError(f"{name} is missing") from None
    except Exception as error:  # what a broken pickle raises is of any kind
        raise DamageError(f"{name} is not whole ({type(error).__name__})") from None
    if len(np.unique(known)) != len(known) or not np.isin(known, labels).all():
        raise DamageError(f"{name} names vectors that are not there")
    return names


class _Plain(pickle.Unpickler):
    """Reads the file of names: numbers, texts and tables alone, whatever else it may say."""

    def __init__(self, path: Path) -> None:
        with path.open("rb") as file:
            super().__init__(file)
            self.names: dict[str, int] = self.load()["id_to_label"]

    def find_class(self, module_name: str, global_name: str) -> Any:
        raise pickle.UnpicklingError(f"{module_name}.{global_name} is not expected")


def _bytes(folder: Path, name: str) -> bytes:
    try:
        return (folder / name).read_bytes()
    except FileNotFoundError:
        raise DamageError(f"{folder.name}/{name} is missing") from None


def _size(folder: Path, name: str) -> int:
    try:
        return (folder / name).stat().st_size
    except FileNotFoundError:
        raise DamageError(f"{folder.name}/{name} is missing") from None
