"""The BM25 index: derived from the store, named by the store's generation, never the truth."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cache, lru_cache
from math import log
from pathlib import Path

import tantivy

from rag.index.changes import Changes
from rag.index.forward import Counts, Forward, Gathering
from rag.index.generations import Generations, linked
from rag.index.seals import SEAL
from rag.papers import Paper
from rag.text.sentences import Span
from rag.text.writings import names_in

_NAMES = "ids.json"
_ANALYZER = "papers"
# Decimal numbers stay whole; Chinese, Japanese and Korean are parted by character, so that a Latin name
# inside Chinese text is a word of its own.
_CJK = r"\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af"
_WORDS = rf"[0-9]+(?:\.[0-9]+)+|[^\W_{_CJK}]+|[{_CJK}]"
_PLURAL = re.compile(r"\b([A-Z][A-Za-z0-9]*[A-Z])s\b")
_WRITER_BYTES = 64_000_000
_FEW = 300
_MOST_GONE = 0.05
"""Share of an index that may be papers taken out: their words go on counting in what BM25 takes for rare."""


@cache
def analyzer() -> tantivy.TextAnalyzer:
    """Words, lower case, without accents, English stems: one analysis for papers, questions and sentences."""
    builder = tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.regex(_WORDS))
    for step in (tantivy.Filter.lowercase(), tantivy.Filter.ascii_fold(), tantivy.Filter.stemmer("english")):
        builder = builder.filter(step)
    return builder.build()


def analyze(text: str) -> list[str]:
    """The terms of a text, in order."""
    terms: list[str] = analyzer().analyze(_singular(text))
    return terms


def _singular(text: str) -> str:
    """A text with "LLMs" as "LLM": the stemmer leaves an s after capitals without a vowel."""
    return _PLURAL.sub(r"\1", text)


def words(text: str) -> list[tuple[str, Span]]:
    """The terms of a text, each with the place of its word."""
    found = ((_term(text[span.start : span.end]), span) for span in places(text))
    return [(term, span) for term, span in found if term]


# A question's words are looked at by each of its readers, and an abstract's by each question.
@lru_cache(maxsize=1 << 16)
def _term(word: str) -> str:
    return next(iter(analyze(word)), "")


def places(text: str) -> Iterator[Span]:
    """The places of a text's words, which are not analysed."""
    return (Span(match.start(), match.end()) for match in re.finditer(_WORDS, text))


class LexicalIndex:
    """BM25 (Robertson & Zaragoza 2009, as tantivy computes it) over title, abstract and authors.

    Args:
        index: as `open` builds it.
        ids: the paper_id of each number that the index keeps: to read an id from it takes a hundred times as long;
            empty for one that was taken out.
        forward: the terms of the papers, in the order of `ids`.
    """

    def __init__(self, index: tantivy.Index, ids: Sequence[str], forward: Forward) -> None:
        index.register_tokenizer(_ANALYZER, analyzer())
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
                return cls._kept(generations.make(generation, lambda target: _renew(target, earlier, changes)))
        try:
            return cls._kept(generations.make(generation, lambda target: _build(target, papers)))
        except (OSError, ValueError):  # a folder that may not be written, or a disk that is full
            return cls(*_fill(tantivy.Index(_schema()), papers))

    @classmethod
    def _kept(cls, folder: Path) -> LexicalIndex:
        ids = json.loads((folder / _NAMES).read_text(encoding="utf-8"))
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

    def phrase(self, terms: Sequence[str]) -> list[str]:
        """All papers that have these terms one after the other in title or abstract.

        Args:
            terms: analysed, two or more.
        """
        query = tantivy.Query.phrase_query(self._index.schema, "text", list(terms))
        return [paper_id for paper_id, _ in self._hits(query, max(len(self), 1))]

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


def _build(folder: Path, papers: Iterable[Paper]) -> None:
    _, ids, forward = _fill(tantivy.Index(_schema(), path=str(folder)), papers)
    (folder / _NAMES).write_text(json.dumps(ids), encoding="utf-8")
    forward.keep(folder)


def _renew(folder: Path, earlier: Path, changes: Changes) -> None:
    """Fill a folder with an earlier generation's index, and what has changed since.

    Raises:
        ValueError: so much was taken out that the index is better made anew.
    """
    known: list[str] = json.loads((earlier / _NAMES).read_text(encoding="utf-8"))
    ids = ["" if paper_id in changes.outdated else paper_id for paper_id in known]
    if ids.count("") > _MOST_GONE * len(ids):
        raise ValueError(f"of {len(ids)} papers in {earlier}, {ids.count('')} are gone")
    for file in earlier.iterdir():  # tantivy's files never change but for these three
        if file.suffix == ".json" and file.name != SEAL:
            shutil.copyfile(file, folder / file.name)
        elif file.suffix not in (".npy", ".lock", ".json"):
            linked(file, folder / file.name)
    index = tantivy.Index.open(str(folder))
    _, added, forward = _fill(index, changes.papers, len(ids), changes.outdated & set(known))
    (folder / _NAMES).write_text(json.dumps([*ids, *added]), encoding="utf-8")
    Forward.open(earlier).followed_by(forward).keep(folder, earlier)


def _both(one: tantivy.Query, other: tantivy.Query) -> tantivy.Query:
    return tantivy.Query.boolean_query([(tantivy.Occur.Must, one), (tantivy.Occur.Must, other)])


def _schema() -> tantivy.Schema:
    builder = tantivy.SchemaBuilder()
    builder.add_text_field("paper_id", tokenizer_name="raw")
    builder.add_unsigned_field("number", fast=True)
    builder.add_text_field("text", tokenizer_name=_ANALYZER, index_option="position")
    builder.add_text_field("authors", tokenizer_name=_ANALYZER, index_option="freq")
    builder.add_text_field("names", tokenizer_name="raw", index_option="basic")
    return builder.build()


def _fill(
    index: tantivy.Index, papers: Iterable[Paper], first: int = 0, outdated: Iterable[str] = ()
) -> tuple[tantivy.Index, list[str], Forward]:
    """Put papers into an index, the first with a given number, once others are taken out; gives their ids and terms."""
    index.register_tokenizer(_ANALYZER, analyzer())
    writer = index.writer(heap_size=_WRITER_BYTES, num_threads=1)
    for paper_id in outdated:
        writer.delete_documents_by_term("paper_id", paper_id)
    ids: list[str] = []
    gathering = Gathering()
    for paper in papers:
        authors = "\n".join(paper.authors)
        document = tantivy.Document(paper_id=paper.paper_id)
        document.add_unsigned("number", first + len(ids))
        document.add_text("text", _singular(f"{paper.title}\n{paper.abstract}"))
        document.add_text("authors", authors)
        for key in {name.key for name in names_in(paper.title, paper.abstract) if not name.key.isdigit()}:
            document.add_text("names", key)
        writer.add_document(document)
        ids.append(paper.paper_id)
        gathering.add(analyze(paper.title), analyze(paper.abstract), analyze(authors))
    writer.commit()
    writer.wait_merging_threads()
    index.reload()
    return index, ids, gathering.forward()
