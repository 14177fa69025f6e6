"""Word index: which papers have a word, or one that begins so, for a search that answers while it is typed.

BM25 (`rag.lexical`) ranks whole questions by the stems of their words; half a word has no stem. Here every word stands
as it is written, in order, so that those that begin alike lie side by side.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from rag.text.analysis import analyze
from rag.understanding.filters import folded

_CJK = r"\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af"
_WORDS = re.compile(rf"[^\W_{_CJK}]+|[{_CJK}]")
_APART = bytes(code if chr(code).isalnum() else ord(" ") for code in range(128)) + bytes(128)
"""Turns each ASCII character that is of no word into a space."""
_LAST = "\U0010ffff"
_TITLE, _AUTHORS, _ABSTRACT = 1, 2, 4
_WEIGHTS = np.array([5.0 * bool(f & _TITLE) + 5.0 * bool(f & _AUTHORS) + bool(f & _ABSTRACT) for f in range(8)])
"""What a word is worth by where it stands; the place is the flags' sum."""
_EXACT = 2.0
"""How much more the very word is worth than a longer one."""
_INFLECTIONS = 500
"""A stem that so many words begin with is too short to tell which of them are its forms."""


def words_of(text: str) -> list[str]:
    """The words of a text, lower case, without accents; Chinese, Japanese and Korean by character."""
    plain = folded(text)
    if plain.isascii():  # the same words, in a sixth of the time
        return plain.encode("ascii").translate(_APART).decode("ascii").split()
    return _WORDS.findall(plain)


@dataclass(frozen=True, eq=False)
class WordIndex:
    """The papers of each word.

    Args:
        words: all that occur, in order.
        starts: where the papers of each word begin in `papers`; one more than there are words.
        papers: their places, word after word.
        flags: where in the paper the word stands: 1 title, 2 authors, 4 abstract, or sums of these.
        size: how many papers there are.
    """

    words: Sequence[str]
    starts: NDArray[np.int64]
    papers: NDArray[np.int32]
    flags: NDArray[np.uint8]
    size: int

    def search(self, text: str) -> NDArray[np.float64]:
        """How well each paper fits a text: 0 where it lacks a word, else more for title and authors, and rare words.

        Args:
            text: what was typed; each of its words may be the beginning of one.
        """
        wanted = list(dict.fromkeys(words_of(text)))
        scores = np.zeros(self.size)
        fits = np.ones(self.size, dtype=bool) if wanted else np.zeros(self.size, dtype=bool)
        for word in wanted:
            worth = self._worth(word)
            has = worth > 0
            fits &= has
            rarity = np.log1p(self.size / max(int(has.sum()), 1))
            scores += rarity * worth / (worth + 3.0)
        scores[~fits] = 0.0
        return scores

    def _worth(self, word: str) -> NDArray[np.float64]:
        first, end = self._range(word)
        worth = self._sum(first, end)
        if first < end and self.words[first] == word:
            worth += (_EXACT - 1.0) * self._sum(first, first + 1)
        for other in self._forms(word):
            if not first <= other < end:
                worth += self._sum(other, other + 1)
        return worth

    def _range(self, beginning: str) -> tuple[int, int]:
        return bisect_left(self.words, beginning), bisect_left(self.words, beginning + _LAST)

    def _forms(self, word: str) -> list[int]:
        """The words that are other forms of one: network for networks."""
        stem = next(iter(analyze(word)), "") if len(word) > 3 else ""
        if not stem:
            return []
        first, end = self._range(stem.removesuffix("i"))
        if end - first > _INFLECTIONS:
            return []
        return [place for place in range(first, end) if analyze(self.words[place]) == [stem]]

    def _sum(self, first: int, end: int) -> NDArray[np.float64]:
        among = slice(self.starts[first], self.starts[end])
        worth = np.bincount(self.papers[among], weights=_WEIGHTS[self.flags[among]], minlength=self.size)
        return worth.astype(np.float64, copy=False)

    def only(self, stays: NDArray[np.bool_]) -> WordIndex:
        """The index without some papers; the others move up.

        Args:
            stays: of each paper, whether it does.
        """
        kept = stays[self.papers]
        before = np.concatenate(([0], np.cumsum(kept)))[self.starts]
        used = np.diff(before) > 0
        words = [word for word, is_used in zip(self.words, used.tolist(), strict=True) if is_used]
        starts = np.concatenate(([0], before[1:][used]))
        places = np.cumsum(stays, dtype=np.int32) - 1
        papers = places[self.papers[kept]]
        return WordIndex(words, starts, papers.astype(np.int32), self.flags[kept], int(stays.sum()))

    def with_more(self, other: WordIndex) -> WordIndex:
        """The index with the papers of another one behind its own."""
        if not other.size:
            return self
        words = sorted({*self.words, *other.words})
        numbers = {word: number for number, word in enumerate(words)}
        counts = np.zeros(len(words), dtype=np.int64)
        for index in (self, other):
            counts[[numbers[word] for word in index.words]] += np.diff(index.starts)
        # Of each word the papers of this index come first: the other's go where these end.
        ends = np.zeros(len(words), dtype=np.int64)
        ends[[numbers[word] for word in self.words]] = np.diff(self.starts)
        where = np.repeat(np.cumsum(ends)[[numbers[word] for word in other.words]], np.diff(other.starts))
        papers = np.insert(self.papers, where, other.papers + np.int32(self.size))
        flags = np.insert(self.flags, where, other.flags)
        return WordIndex(words, np.concatenate(([0], np.cumsum(counts))), papers, flags, self.size + other.size)

    def keep(self, folder: Path) -> None:
        """Write into a folder."""
        (folder / "words.txt").write_text("\n".join(self.words), encoding="utf-8", newline="\n")
        for name, column in (("starts", self.starts), ("papers", self.papers), ("flags", self.flags)):
            np.save(folder / f"{name}.npy", column)

    @classmethod
    def kept(cls, folder: Path, size: int) -> WordIndex:
        """Read what `keep` wrote.

        Raises:
            OSError, ValueError: it is not there, or damaged.
        """
        text = (folder / "words.txt").read_text(encoding="utf-8")
        starts, papers, flags = (np.load(folder / f"{name}.npy") for name in ("starts", "papers", "flags"))
        return cls(text.split("\n") if text else [], starts, papers, flags, size)


class WordGathering:
    """Papers' words, taken in one by one."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        self._words = array("i")
        self._flags = array("B")
        self._lengths = array("i")

    def add(self, title: str, authors: Iterable[str], abstract: str) -> None:
        """Take in the next paper."""
        flags: dict[str, int] = dict.fromkeys(words_of(abstract), _ABSTRACT)
        for text, flag in ((title, _TITLE), *((name, _AUTHORS) for name in authors)):
            for word in words_of(text):
                flags[word] = flags.get(word, 0) | flag
        numbers = self._numbers
        self._words.extend([numbers.setdefault(word, len(numbers)) for word in flags])
        self._flags.extend(flags.values())
        self._lengths.append(len(flags))

    def index(self) -> WordIndex:
        """All that was taken in."""
        words = sorted(self._numbers)
        places = np.empty(len(words), dtype=np.int32)
        places[[self._numbers[word] for word in words]] = np.arange(len(words), dtype=np.int32)
        column = places[np.frombuffer(self._words, dtype=np.int32)] if words else np.zeros(0, np.int32)
        papers = np.repeat(np.arange(len(self._lengths), dtype=np.int32), np.array(self._lengths, dtype=np.int64))
        order = np.argsort(column, kind="stable")
        starts = np.searchsorted(column[order], np.arange(len(words) + 1))
        flags = np.frombuffer(self._flags, dtype=np.uint8) if words else np.zeros(0, np.uint8)
        return WordIndex(words, starts.astype(np.int64), papers[order], flags[order], len(self._lengths))
