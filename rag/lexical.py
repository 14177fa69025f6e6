"""The BM25 index: derived from the store, named by the store's generation, never the truth."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import lru_cache
from math import log
from pathlib import Path

import tantivy

from rag.index.changes import Changes
from rag.index.forward import Counts, Forward
from rag.index.generations import Generations
from rag.index.lexical_files import ANALYZER, NAMES, build, fill, renew, schema
from rag.papers import Paper
from rag.text.analysis import analyzer

_FEW = 300


class LexicalIndex:
    """BM25 (Robertson & Zaragoza 2009, as tantivy computes it) over title, abstract and authors.

    Args:
        index: as `open` builds it.
        ids: the paper_id of each number that the index keeps: to read an id from it takes a hundred times as long;
            empty for one that was taken out.
        forward: the terms of the papers, in the order of `ids`.
    """

    def __init__(self, index: tantivy.Index, ids: Sequence[str], forward: Forward) -> None:
        index.register_tokenizer(ANALYZER, analyzer())
        # A generation never changes: a reader that watches its files would only meet what damages them.
        index.config_reader("manual")
        index.reload()
        self._index = index
        self._ids = ids
        self._numbers = {paper_id: number for number, paper_id in enumerate(ids) if paper_id}
        self._forward = forward
        self._searcher = index.searcher()
        dead = [number for number, paper_id in enumerate(ids) if not paper_id]
        self._has_gone = bool(dead)
        self.mean_length = forward.mean_length(dead)
        """Terms of title and abstract, on average over the papers."""
        # A condition on a common word is asked with each question of a conversation, and finds thousands of papers.
        self._held = lru_cache(maxsize=16)(self._holding)

    @classmethod
    def open(
        cls, folder: Path, generation: int, papers: Iterable[Paper], changes: Changes | None = None
    ) -> LexicalIndex:
        """Open the index of a generation, making it where it is not there yet.

        Args:
            folder: where the generations lie side by side; one that is read-only gets an index in memory.
            generation: the store's.
            papers: the store's, read only when needed, and again where the disk is found to be full.
            changes: since an earlier generation, to make the index from that one's.
        """
        generations = Generations(folder)
        if (found := generations.find(generation)) is not None:
            with suppress(ValueError, OSError):  # of another layout: it is derived, and made again
                return cls._kept(found)
        if changes is not None and (earlier := generations.find(changes.since)) is not None:
            with suppress(ValueError, OSError):
                return cls._kept(generations.make(generation, lambda target: renew(target, earlier, changes)))
        try:
            return cls._kept(generations.make(generation, lambda target: build(target, papers)))
        except (OSError, ValueError):  # a folder that may not be written, or a disk that is full
            return cls(*fill(tantivy.Index(schema()), papers))

    @classmethod
    def _kept(cls, folder: Path) -> LexicalIndex:
        ids = json.loads((folder / NAMES).read_text(encoding="utf-8"))
        index = tantivy.Index.open(str(folder))
        tantivy.Query.term_query(index.schema, "names", "")  # of another layout: it raises ValueError
        return cls(index, ids, Forward.open(folder))

    @property
    def ids(self) -> list[str]:
        """The papers, in the order in which they were added."""
        return list(self._numbers)

    def __len__(self) -> int:
        return int(self._searcher.num_docs)

    def search(
        self, terms: Sequence[str], limit: int, allowed: frozenset[str] | None = None
    ) -> list[tuple[str, float]]:
        """The papers that share a term, best first, as (paper_id, BM25 score above 0).

        Args:
            terms: analysed terms, each counted once.
            limit: how many papers at most.
            allowed: the papers to choose from; None for all.
        """
        if not terms or not len(self) or allowed == frozenset():
            return []
        clauses = [
            (tantivy.Occur.Should, tantivy.Query.term_query(self._index.schema, field, term))
            for term in dict.fromkeys(terms)
            for field in ("text", "authors")
        ]
        query = tantivy.Query.boolean_query(clauses)
        if allowed is None:
            return self._hits(query, limit)
        if len(allowed) <= _FEW:
            return self._hits(_both(query, self._among(allowed)), limit)
        # A set of many terms is slower than asking for more papers than are needed.
        more = limit * max(1, round(1.5 * len(self) / len(allowed)))
        while True:
            hits = self._hits(query, more)
            found = [hit for hit in hits if hit[0] in allowed][:limit]
            if len(found) == limit or len(hits) < more:
                return found
            more *= 4

    def holding(self, terms: Iterable[str], limit: int, allowed: Iterable[str] | None = None) -> list[str]:
        """The papers that have all these terms in title or abstract, those first that have them most.

        Args:
            terms: analysed.
            limit: how many papers at most.
            allowed: the papers to choose from; None for all.
        """
        wanted = tuple(dict.fromkeys(terms))
        if allowed is None:
            return list(self._held(wanted, max(limit, 1)))
        query = _both(self._with_all(wanted), self._among(allowed))
        return [paper_id for paper_id, _ in self._hits(query, max(limit, 1))]

    def _holding(self, terms: tuple[str, ...], limit: int) -> tuple[str, ...]:
        return tuple(paper_id for paper_id, _ in self._hits(self._with_all(terms), limit))

    def _with_all(self, terms: Iterable[str]) -> tantivy.Query:
        return tantivy.Query.boolean_query([(tantivy.Occur.Must, self._term(term)) for term in terms])

    def phrase(self, terms: Sequence[str], limit: int | None = None) -> list[str]:
        """The papers that have these terms one after the other in title or abstract.

        Args:
            terms: analysed.
            limit: how many at most; all by default.
        """
        most = max(len(self) if limit is None else limit, 1)
        if len(terms) < 2:  # tantivy ends the program at a phrase of fewer
            return self.holding(terms, most) if terms else []
        query = tantivy.Query.phrase_query(self._index.schema, "text", list(terms))
        return [paper_id for paper_id, _ in self._hits(query, most)]

    def counts(self, paper_ids: Sequence[str], terms: Sequence[str]) -> Counts:
        """How often each of some papers has each of some analysed terms."""
        return self._forward.counts([self._numbers[paper_id] for paper_id in paper_ids], terms)

    def naming(self, key: str, limit: int) -> list[str]:
        """The papers that have a name, in any writing, in title or abstract.

        Args:
            key: of the name, see `rag.text.writings.key_of`.
            limit: how many papers at most.
        """
        return [paper_id for paper_id, _ in self._hits(self._term(key, "names"), limit)]

    def resembling(self, key: str, distance: int, limit: int) -> list[str]:
        """The papers with a name whose key is at most `distance` edits (1 or 2) away from another."""
        query = tantivy.Query.fuzzy_term_query(self._index.schema, "names", key, distance=distance)
        return [paper_id for paper_id, _ in self._hits(query, limit)]

    def _hits(self, query: tantivy.Query, limit: int) -> list[tuple[str, float]]:
        hits = self._searcher.search(query, limit, count=False).hits
        numbers = self._searcher.fast_field_values("number", [address for _, address in hits])
        return [(self._ids[int(number or 0)], score) for number, (score, _) in zip(numbers, hits, strict=True)]

    def _term(self, term: str, field: str = "text") -> tantivy.Query:
        return tantivy.Query.term_query(self._index.schema, field, term)

    def _among(self, paper_ids: Iterable[str]) -> tantivy.Query:
        some = tantivy.Query.term_set_query(self._index.schema, "paper_id", list(paper_ids))
        return tantivy.Query.const_score_query(some, 0.0)

    def idf(self, term: str) -> float:
        """How rare a term is: ln(1 + (N - n + 0.5) / (n + 0.5)) over titles and abstracts."""
        n = self.document_frequency(term)
        return log(1 + (len(self) - n + 0.5) / (n + 0.5))

    def document_frequency(self, term: str) -> int:
        """Papers whose title or abstract has the term."""
        return self._frequency(term, "text")

    def name_frequency(self, key: str) -> int:
        """Papers that have a name in any writing, by its key."""
        return self._frequency(key, "names")

    def _frequency(self, term: str, field: str) -> int:
        if not self._has_gone:
            return int(self._searcher.doc_freq(field, term))
        # tantivy's own figure counts papers that were taken out, until it writes their part anew.
        return int(self._searcher.search(self._term(term, field), 1, count=True).count or 0)  # type: ignore[attr-defined]


def _both(one: tantivy.Query, other: tantivy.Query) -> tantivy.Query:
    return tantivy.Query.boolean_query([(tantivy.Occur.Must, one), (tantivy.Occur.Must, other)])
