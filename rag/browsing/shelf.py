"""Shelf: all papers of an index in memory, to be browsed: searched while typing, filtered, sorted, counted."""

from __future__ import annotations

import json
import shutil
import tempfile
from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import cached_property, lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from rag.browsing.word_index import WordGathering, WordIndex, words_of
from rag.index.seals import is_sealed, seal
from rag.papers import Paper
from rag.understanding.filters import folded

SORTS = ("relevance", "title", "authors", "venue", "year")
_COLUMNS = "columns.json"
UNKNOWN_YEAR = 0
Rows = NDArray[np.int64]


@dataclass(frozen=True)
class Entry:
    """A paper as a list shows it; its abstract is in the store.

    Args:
        paper_id, title, authors, venue, status: as the paper has them; the title is its label where it has none.
        year: `UNKNOWN_YEAR` where it is not known.
    """

    paper_id: str
    title: str
    authors: str
    venue: str
    year: int
    status: str


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


@dataclass(frozen=True, eq=False)
class Columns:
    """One entry a paper in each."""

    ids: list[str]
    titles: list[str]
    authors: list[str]
    venues: list[str]
    years: list[int]
    statuses: list[str]


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
    def open(cls, folder: Path, generation: int, papers: Iterable[Paper]) -> Shelf:
        """Open the shelf of a generation, gathering it from `papers` where it is not there yet.

        Args:
            folder: where the generations lie side by side; one that may not be written keeps none.
            generation: the store's.
            papers: the store's, read only when needed.
        """
        target = folder / str(generation)
        if is_sealed(target):
            with suppress(OSError, ValueError, TypeError):  # of another layout: it is derived, and made again
                return cls._kept(target, generation)
        found = cls.of(papers, generation)
        with suppress(OSError):  # a full disk, or an index that may not be written, is browsed all the same
            found._keep(target)
        return found

    @classmethod
    def of(cls, papers: Iterable[Paper], generation: int = 0) -> Shelf:
        """Gather the shelf of some papers."""
        columns, words = Columns([], [], [], [], [], []), WordGathering()
        for paper in papers:
            columns.ids.append(paper.paper_id)
            columns.titles.append(paper.label)
            columns.authors.append("; ".join(paper.authors))
            columns.venues.append(paper.venue)
            columns.years.append(paper.year or UNKNOWN_YEAR)
            columns.statuses.append(paper.status)
            words.add(paper.label, paper.authors, paper.abstract)
        return cls(columns, words.index(), generation)

    def __len__(self) -> int:
        return len(self._columns.ids)

    @cached_property
    def places(self) -> dict[str, int]:
        """The place of each paper, by its id."""
        return {paper_id: place for place, paper_id in enumerate(self._columns.ids)}

    def entries(self, rows: Iterable[int]) -> list[Entry]:
        """The papers of some places."""
        known = self._columns
        return [
            Entry(known.ids[n], known.titles[n], known.authors[n], known.venues[n], known.years[n], known.statuses[n])
            for n in map(int, rows)
        ]

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

    @classmethod
    def _kept(cls, folder: Path, generation: int) -> Shelf:
        columns = Columns(**json.loads((folder / _COLUMNS).read_text(encoding="utf-8")))
        return cls(columns, WordIndex.kept(folder, len(columns.ids)), generation)

    def _keep(self, target: Path) -> None:
        folder = target.parent
        folder.mkdir(parents=True, exist_ok=True)
        building = Path(tempfile.mkdtemp(prefix="building-", dir=folder))
        try:
            text = json.dumps(asdict(self._columns), ensure_ascii=False).encode("utf-8", "replace")
            (building / _COLUMNS).write_bytes(text)
            self._words.keep(building)
            seal(building)
            shutil.rmtree(target, ignore_errors=True)
            with suppress(OSError):  # another process was first with the same generation
                building.rename(target)
        finally:
            shutil.rmtree(building, ignore_errors=True)
        for other in folder.iterdir():
            if other.name.isdigit() and int(other.name) < int(target.name):
                shutil.rmtree(other, ignore_errors=True)


def _order(texts: Sequence[str]) -> NDArray[np.int32]:
    """The place of each text among all in the order of their words; -1 where there is none."""
    keys = [" ".join(words_of(text)) for text in texts]
    places = {key: place for place, key in enumerate(sorted(set(keys)))}
    return np.array([places[key] if key else -1 for key in keys], dtype=np.int32)
