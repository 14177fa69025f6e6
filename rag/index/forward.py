"""Forward: the terms of each paper in order, so that those of any few papers are counted without reading texts."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from rag.index.generations import linked

_TERMS, _ENDS = "terms-{}.npy", "ends.npy"
_PARTS = 16
"""Files of terms up to which what is added gets one of its own; of more, all but the first become one."""


@dataclass(frozen=True, eq=False)
class Counts:
    """How often each of some papers has each of some terms.

    Args:
        text: in title and abstract; shape (papers, terms).
        title: in the title alone; of the same shape.
        authors: among the authors' names; of the same shape.
        lengths: terms of title and abstract, of title; shape (papers, 2).
    """

    text: NDArray[np.int32]
    title: NDArray[np.int32]
    authors: NDArray[np.int32]
    lengths: NDArray[np.int64]


class Forward:
    """The terms of all papers, a number of 32 bits each: two terms in four thousand million are taken for one.

    Args:
        parts: the terms of one paper after the other: its title's, its abstract's, its authors'; a paper lies in one
            part.
        ends: where each of the three ends in all parts together; shape (papers, 3).
    """

    def __init__(self, parts: Sequence[NDArray[np.uint32]], ends: NDArray[np.int64]) -> None:
        self._parts = list(parts)
        self._starts = np.cumsum([0, *map(len, self._parts)], dtype=np.int64)
        self._ends = ends

    @classmethod
    def open(cls, folder: Path) -> Forward:
        """Read by memory map what `keep` wrote.

        Raises:
            OSError, ValueError: it is not there, or damaged.
        """
        ends = np.load(folder / _ENDS)
        count = sum(1 for _ in folder.glob(_TERMS.format("*")))
        parts = [np.asarray(np.load(folder / _TERMS.format(k), mmap_mode="r")) for k in range(count)]
        if ends.ndim != 2 or ends[-1:, -1:].sum() != sum(map(len, parts)):
            raise ValueError(f"{folder} holds another number of terms than it says")
        return cls(parts, ends)

    @classmethod
    def of(cls, papers: Sequence[Sequence[Sequence[str]]]) -> Forward:
        """Of the terms of each paper's title, abstract and authors."""
        found = Gathering()
        for paper in papers:
            found.add(*paper)
        return found.forward()

    def keep(self, folder: Path, earlier: Path | None = None) -> None:
        """Write into a folder.

        Args:
            folder: where to.
            earlier: that of a Forward which this one begins with; its files are linked, not written again.
        """
        for k, part in enumerate(self._parts):
            name = _TERMS.format(k)
            if earlier is not None and len(self._parts) <= _PARTS and (earlier / name).exists():
                linked(earlier / name, folder / name)
            elif k == 0 or len(self._parts) <= _PARTS:
                np.save(folder / name, part)
        if len(self._parts) > _PARTS:
            np.save(folder / _TERMS.format(1), np.concatenate(self._parts[1:]))
        np.save(folder / _ENDS, self._ends)

    def followed_by(self, other: Forward) -> Forward:
        """With further papers after these."""
        return Forward([*self._parts, *other._parts], np.concatenate([self._ends, other._ends + self._starts[-1]]))

    def mean_length(self, dead: Collection[int] = ()) -> float:
        """Terms of title and abstract, on average over all papers but those numbered; 1 where there are none."""
        lengths = self._ends[:, 1] - self._begins(np.arange(len(self._ends)))
        lengths = np.delete(lengths, list(dead))
        return float(lengths.mean()) if len(lengths) else 1.0

    def _begins(self, numbers: NDArray[np.int64]) -> NDArray[np.int64]:
        return np.where(numbers > 0, self._ends[numbers - 1, 2], 0)

    def _between(self, start: int, end: int) -> NDArray[np.uint32]:
        part = int(np.searchsorted(self._starts[:-1], start, side="right")) - 1
        return self._parts[part][start - self._starts[part] : end - self._starts[part]]

    def counts(self, numbers: Sequence[int], terms: Sequence[str]) -> Counts:
        """Count terms.

        Args:
            numbers: of the papers, in the order in which they were added.
            terms: analysed.
        """
        ends = self._ends[list(numbers)]
        starts = self._begins(np.array(numbers, dtype=np.int64))
        parts = [self._between(int(start), int(end)) for start, end in zip(starts, ends[:, 2], strict=True)]
        together = np.concatenate(parts) if parts else np.zeros(0, np.uint32)
        shape = (len(numbers), len(terms))
        text, title, authors = (np.zeros(shape, dtype=np.int32) for _ in range(3))
        offsets = np.cumsum([0, *map(len, parts)], dtype=np.int64)
        for column, term in enumerate(terms):
            hits = np.flatnonzero(together == number_of(term))
            owners = np.searchsorted(offsets, hits, side="right") - 1
            places = hits - offsets[owners] + starts[owners]
            for table, chosen in (
                (text, places < ends[owners, 1]),
                (title, places < ends[owners, 0]),
                (authors, places >= ends[owners, 1]),
            ):
                table[:, column] = np.bincount(owners[chosen], minlength=len(numbers))
        lengths = np.stack([ends[:, 1] - starts, ends[:, 0] - starts], axis=1)
        return Counts(text, title, authors, lengths)


class Gathering:
    """Papers' terms, taken in one by one."""

    def __init__(self) -> None:
        self._parts: list[NDArray[np.uint32]] = []
        self._ends: list[tuple[int, int, int]] = []
        self._known: dict[str, int] = {}

    def add(self, title: Sequence[str], abstract: Sequence[str], authors: Sequence[str]) -> None:
        """Take in the next paper's analysed terms."""
        start = self._ends[-1][2] if self._ends else 0
        terms = [*title, *abstract, *authors]
        known = self._known
        for term in terms:
            if term not in known:
                known[term] = number_of(term)
        self._parts.append(np.array([known[term] for term in terms], dtype=np.uint32))
        text = start + len(title) + len(abstract)
        self._ends.append((start + len(title), text, start + len(terms)))

    def forward(self) -> Forward:
        """All that was taken in."""
        terms = np.concatenate(self._parts) if self._parts else np.zeros(0, np.uint32)
        return Forward([terms], np.array(self._ends, dtype=np.int64).reshape(-1, 3))


def number_of(term: str) -> int:
    """The number that a term is kept as."""
    return crc32(term.encode("utf-8", "surrogatepass"))
