"""Shelf: all papers of an index in memory, to be browsed: searched while typing, filtered, sorted, counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from rag.browsing.columns import UNKNOWN_YEAR, Columns, Entry
from rag.browsing.word_index import WordGathering, WordIndex, words_of
from rag.index.changes import Changes
from rag.index.generations import Generations
from rag.papers import Paper
from rag.understanding.filters import folded

SORTS = ("relevance", "title", "authors", "venue", "year")
Rows = NDArray[np.int64]


@dataclass(frozen=True)
class Search:
    """Which papers are wanted, and in which order.

    Args:
        text: words, the last of which may be half typed; all must be in title, authors or abstract.
        venues: any of these; all where there are none. "" is an unknown one.
        years: any of these; all where there are none.
        sort: one of `SORTS`; relevance without a text is the order of the titles.
        descending: the last first.
    """

    text: str = ""
    venues: tuple[str, ...] = ()
    years: tuple[int, ...] = ()
    sort: str = "relevance"
    descending: bool = False


@dataclass(frozen=True, eq=False)
class Found:
    """What a search gives.

    Args:
        rows: places of the papers on the shelf, in the order wanted.
        venues: how many papers each venue would give, the most first, whatever venues are chosen.
        years: the same for each year, the latest first.
    """

    rows: Rows
    venues: tuple[tuple[str, int], ...]
    years: tuple[tuple[int, int], ...]


class Shelf:
    """The papers of one generation of an index.

    Args:
        columns: what is known of each.
        words: of each paper, in the same order.
        generation: the store's.
    """

    def __init__(self, columns: Columns, words: WordIndex, generation: int) -> None:
        self._columns = columns
        self._words = words
        self.generation = generation
        self.find = lru_cache(maxsize=32)(self._find)
        """The papers that meet a `Search`, as `Found`."""

    @classmethod
    def kept(cls, folder: Path, generation: int) -> Shelf | None:
        """The shelf of a generation as it was kept; None where it was not, or is damaged.

        Args:
            folder: where the generations lie side by side.
            generation: the store's.
        """
        found = Generations(folder).find(generation)
        if found is not None:
            with suppress(OSError, ValueError, TypeError):  # of another layout: it is derived, and made again
                columns = Columns.kept(found)
                return cls(columns, WordIndex.kept(found, len(columns.ids)), generation)
        return None

    @classmethod
    def latest(cls, folder: Path, before: int) -> Shelf | None:
        """The kept shelf of the last generation before another; None where there is none."""
        names = [path.name for path in folder.iterdir() if path.name.isdigit()] if folder.is_dir() else []
        found = (cls.kept(folder, number) for number in sorted(map(int, names), reverse=True) if number < before)
        return next((shelf for shelf in found if shelf is not None), None)

    @classmethod
    def of(cls, papers: Iterable[Paper], generation: int = 0) -> Shelf:
        """Gather the shelf of some papers."""
        columns, words = Columns.empty(), WordGathering()
        for paper in papers:
            columns.add(paper)
            words.add(paper.label, paper.authors, paper.abstract)
        return cls(columns, words.index(), generation)

    def after(self, changes: Changes, generation: int) -> Shelf:
        """The shelf of a later generation, without going through the papers that have stayed as they were."""
        stays = np.array([paper_id not in changes.outdated for paper_id in self._columns.ids], dtype=bool)
        columns, words = self._columns.only(np.flatnonzero(stays).tolist()), WordGathering()
        for paper in changes.papers:
            columns.add(paper)
            words.add(paper.label, paper.authors, paper.abstract)
        return Shelf(columns, self._words.only(stays).with_more(words.index()), generation)

    def keep(self, folder: Path) -> None:
        """Write it where `kept` finds it; those of earlier generations go.

        Raises:
            OSError: the folder may not be written, or the disk is full.
        """
        Generations(folder).make(self.generation, self._fill)

    def _fill(self, folder: Path) -> None:
        self._columns.keep(folder)
        self._words.keep(folder)

    def prints(self) -> dict[str, str]:
        """The fingerprint of each paper."""
        return dict(zip(self._columns.ids, self._columns.fingerprints, strict=True))

    def __len__(self) -> int:
        return len(self._columns.ids)

    @cached_property
    def places(self) -> dict[str, int]:
        """The place of each paper, by its id."""
        return {paper_id: place for place, paper_id in enumerate(self._columns.ids)}

    def entries(self, rows: Iterable[int]) -> list[Entry]:
        """The papers of some places."""
        return self._columns.entries(rows)

    def _find(self, wanted: Search) -> Found:
        scores = self._words.search(wanted.text) if words_of(wanted.text) else None
        met = scores > 0 if scores is not None else np.full(len(self), not wanted.text.strip())
        of_venue = self._is_among(self._venue_codes, [self._venues[v] for v in wanted.venues if v in self._venues])
        of_year = self._is_among(self._years, wanted.years)
        venues = np.bincount(self._venue_codes[met & (of_year if wanted.years else True)], minlength=len(self._venues))
        years = Counter(self._years[met & (of_venue if wanted.venues else True)].tolist())
        named = sorted(
            ((name, int(venues[code])) for name, code in self._venues.items() if venues[code] or name in wanted.venues),
            key=lambda item: (-item[1], folded(item[0])),
        )
        for year in wanted.years:
            years.setdefault(year, 0)
        met = met & (of_venue if wanted.venues else True) & (of_year if wanted.years else True)
        rows = np.flatnonzero(met)
        return Found(self._sorted(rows, wanted, scores), tuple(named), tuple(sorted(years.items(), reverse=True)))

    def _sorted(self, rows: Rows, wanted: Search, scores: NDArray[np.float64] | None) -> Rows:
        titles = self._title_order[rows]
        if wanted.sort == "relevance" and scores is not None:
            return rows[np.lexsort((titles, -self._years[rows], -scores[rows]))]
        if wanted.sort in ("relevance", "title"):
            order = np.argsort(titles)
            return rows[order[::-1] if wanted.descending else order]
        column = {"venue": self._venue_order, "authors": self._author_order, "year": self._years}[wanted.sort][rows]
        unknown = column == (UNKNOWN_YEAR if wanted.sort == "year" else -1)
        return rows[np.lexsort((titles, -column if wanted.descending else column, unknown))]

    @staticmethod
    def _is_among(column: NDArray[np.int32], wanted: Sequence[int]) -> NDArray[np.bool_]:
        return np.isin(column, np.array(list(wanted), dtype=np.int32))

    @cached_property
    def _years(self) -> NDArray[np.int32]:
        return np.array(self._columns.years, dtype=np.int32)

    @cached_property
    def _venues(self) -> dict[str, int]:
        return {name: code for code, name in enumerate(sorted(set(self._columns.venues), key=folded))}

    @cached_property
    def _venue_codes(self) -> NDArray[np.int32]:
        return np.array([self._venues[name] for name in self._columns.venues], dtype=np.int32)

    @cached_property
    def _venue_order(self) -> NDArray[np.int32]:
        """The codes are in order; an unknown venue is -1."""
        return np.where(self._venue_codes == self._venues.get("", -1), np.int32(-1), self._venue_codes)

    @cached_property
    def _author_order(self) -> NDArray[np.int32]:
        return _order([name.partition("; ")[0] for name in self._columns.authors])

    @cached_property
    def _title_order(self) -> NDArray[np.int32]:
        places = np.argsort(_order(self._columns.titles), kind="stable")
        order = np.empty(len(places), dtype=np.int32)
        order[places] = np.arange(len(places), dtype=np.int32)
        return order


def _order(texts: Sequence[str]) -> NDArray[np.int32]:
    """The place of each text among all in the order of their words; -1 where there is none."""
    keys = [" ".join(words_of(text)) for text in texts]
    places = {key: place for place, key in enumerate(sorted(set(keys)))}
    return np.array([places[key] if key else -1 for key in keys], dtype=np.int32)
