"""The BM25 index: derived from the store, named by the store's generation, never the truth."""

import json
import re
import shutil
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cache, lru_cache
from math import log
from pathlib import Path

import tantivy

from rag.forward import Counts, Forward, Gathering
from rag.papers import Paper
from rag.seals import is_sealed, seal
from rag.sentences import Span

_NAMES = "ids.json"
_ANALYZER = "papers"
# Decimal numbers stay whole; Chinese, Japanese and Korean are parted by character, so that a Latin name
# inside Chinese text is a word of its own.
_CJK = r"\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af"
_WORDS = rf"[0-9]+(?:\.[0-9]+)+|[^\W_{_CJK}]+|[{_CJK}]"
_PLURAL = re.compile(r"\b([A-Z][A-Za-z0-9]*[A-Z])s\b")
_WRITER_BYTES = 64_000_000
_FEW = 300


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
    found = ((analyze(text[span.start : span.end]), span) for span in places(text))
    return [(terms[0], span) for terms, span in found if terms]


def places(text: str) -> Iterator[Span]:
    """The places of a text's words, which are not analysed."""
    return (Span(match.start(), match.end()) for match in re.finditer(_WORDS, text))


class LexicalIndex:
    """BM25 (Robertson & Zaragoza 2009, as tantivy computes it) over title, abstract and authors.

    Args:
        index: as `open` builds it.
        ids: the paper_id of each number that the index keeps: to read an id from it takes a hundred times as long.
        forward: the terms of the papers, in the order of `ids`.
    """

    def __init__(self, index: tantivy.Index, ids: Sequence[str], forward: Forward) -> None:
        index.register_tokenizer(_ANALYZER, analyzer())
        self._index = index
        self.ids = ids
        self._numbers = {paper_id: number for number, paper_id in enumerate(ids)}
        self._forward = forward
        self._searcher = index.searcher()
        # A condition on a common word is asked with each question of a conversation, and finds thousands of papers.
        self._held = lru_cache(maxsize=16)(self._holding)

    @classmethod
    def open(cls, folder: Path, generation: int, papers: Iterable[Paper]) -> "LexicalIndex":
        """Open the index of a generation, building it from `papers` where it is not there yet.

        Args:
            folder: where the generations lie side by side; one that is read-only gets an index in memory.
            generation: the store's.
            papers: the store's, read only when needed, and again where the disk is found to be full.
        """
        target = folder / str(generation)
        if is_sealed(target):
            with suppress(ValueError, OSError):  # of another layout: it is derived, and made again
                return cls._kept(target)
        try:
            return cls._kept(_built(target, papers))
        except (OSError, ValueError):  # a folder that may not be written, or a disk that is full
            return cls(*_fill(tantivy.Index(_schema()), papers))

    @classmethod
    def _kept(cls, folder: Path) -> "LexicalIndex":
        ids = json.loads((folder / _NAMES).read_text(encoding="utf-8"))
        return cls(tantivy.Index.open(str(folder)), ids, Forward.open(folder))

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

    @property
    def mean_length(self) -> float:
        """Terms of title and abstract, on average over the papers."""
        return self._forward.mean_length

    def resembling(self, term: str, distance: int, limit: int) -> list[str]:
        """The papers with a term at most `distance` edits (1 or 2) away from an analysed one."""
        query = tantivy.Query.fuzzy_term_query(self._index.schema, "text", term, distance=distance)
        return [paper_id for paper_id, _ in self._hits(query, limit)]

    def _hits(self, query: tantivy.Query, limit: int) -> list[tuple[str, float]]:
        hits = self._searcher.search(query, limit, count=False).hits
        numbers = self._searcher.fast_field_values("number", [address for _, address in hits])
        return [(self.ids[int(number or 0)], score) for number, (score, _) in zip(numbers, hits, strict=True)]

    def _term(self, term: str) -> tantivy.Query:
        return tantivy.Query.term_query(self._index.schema, "text", term)

    def _among(self, paper_ids: Iterable[str]) -> tantivy.Query:
        some = tantivy.Query.term_set_query(self._index.schema, "paper_id", list(paper_ids))
        return tantivy.Query.const_score_query(some, 0.0)

    def idf(self, term: str) -> float:
        """How rare a term is: ln(1 + (N - n + 0.5) / (n + 0.5)) over titles and abstracts."""
        n = self.document_frequency(term)
        return log(1 + (len(self) - n + 0.5) / (n + 0.5))

    def document_frequency(self, term: str) -> int:
        """Papers whose title or abstract has the term."""
        return int(self._searcher.doc_freq("text", term))


def _built(target: Path, papers: Iterable[Paper]) -> Path:
    """Build an index aside, then put it in its place; those of earlier generations go."""
    folder = target.parent
    shutil.rmtree(target, ignore_errors=True)
    folder.mkdir(parents=True, exist_ok=True)
    building = Path(tempfile.mkdtemp(prefix="building-", dir=folder))
    try:
        _, ids, forward = _fill(tantivy.Index(_schema(), path=str(building)), papers)
        (building / _NAMES).write_text(json.dumps(ids), encoding="utf-8")
        forward.keep(building)
        seal(building)
        with suppress(OSError):  # another process was first with the same generation
            building.rename(target)
    finally:
        shutil.rmtree(building, ignore_errors=True)
    for other in folder.iterdir():
        if other.name.isdigit() and int(other.name) < int(target.name):
            shutil.rmtree(other, ignore_errors=True)
    return target


def _both(one: tantivy.Query, other: tantivy.Query) -> tantivy.Query:
    return tantivy.Query.boolean_query([(tantivy.Occur.Must, one), (tantivy.Occur.Must, other)])


def _schema() -> tantivy.Schema:
    builder = tantivy.SchemaBuilder()
    builder.add_text_field("paper_id", tokenizer_name="raw")
    builder.add_unsigned_field("number", fast=True)
    builder.add_text_field("text", tokenizer_name=_ANALYZER, index_option="position")
    builder.add_text_field("authors", tokenizer_name=_ANALYZER, index_option="freq")
    return builder.build()


def _fill(index: tantivy.Index, papers: Iterable[Paper]) -> tuple[tantivy.Index, list[str], Forward]:
    index.register_tokenizer(_ANALYZER, analyzer())
    writer = index.writer(heap_size=_WRITER_BYTES, num_threads=1)
    ids: list[str] = []
    gathering = Gathering()
    for paper in papers:
        authors = "\n".join(paper.authors)
        document = tantivy.Document(paper_id=paper.paper_id)
        document.add_unsigned("number", len(ids))
        document.add_text("text", _singular(f"{paper.title}\n{paper.abstract}"))
        document.add_text("authors", authors)
        writer.add_document(document)
        ids.append(paper.paper_id)
        gathering.add(analyze(paper.title), analyze(paper.abstract), analyze(authors))
    writer.commit()
    writer.wait_merging_threads()
    index.reload()
    return index, ids, gathering.forward()
