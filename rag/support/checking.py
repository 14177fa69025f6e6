"""SupportChecker: whether the abstracts that a sentence cites bear it out, and by which of their sentences."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from rag.evidence.evidence import EvidenceReader
from rag.languages.detection import language_of
from rag.papers import Paper
from rag.questions import is_cjk
from rag.support.alignment import Alignment, Words
from rag.support.besides import Beside
from rag.support.chinese import faults_of, mean_of
from rag.support.formulas import unstated_formulas
from rag.support.general import is_general
from rag.support.glosses import gloss
from rag.support.kinds import states_nothing
from rag.support.names import missing_names
from rag.support.negation import denials
from rag.support.opposites import contradictions, has_opposite
from rag.support.quantities import quantities, unstated
from rag.support.roles import exchanged, turned_ranges
from rag.text.sentences import Span, sentence_spans

# Chosen on the tune halves of benchmarks/support.py.
_LEAST_MEAN = 0.45
_LEAST_WORD = 0.2
_LEAST_SUBJECT = 0.4
_MOST_QUOTES = 3
_LEAST_GAIN = 0.12
_LEAST_AGREEING = 0.66
"""How well a paper must answer to the words of a Chinese sentence that it bears out."""
_SHORT = re.compile(r"\w*[A-Z]\w*[A-Z]\w*")
_HAN = re.compile(r"[\u3400-\u9fff\u3040-\u30ff\uac00-\ud7af]{2}")


@dataclass(frozen=True)
class Finding:
    """What became of one sentence.

    Args:
        supported: None where nothing in it can be checked.
        quotes: for each paper, the sentences of its abstract that are nearest, in their order.
        why: what is not borne out, for people; empty if nothing is.
    """

    supported: bool | None
    quotes: tuple[tuple[Span, ...], ...]
    why: tuple[str, ...] = ()


@dataclass(frozen=True)
class _Read:
    """One paper beside the sentence."""

    alignment: Alignment
    title: Span
    spans: tuple[Span, ...]  # of the abstract's sentences, in the text of title and abstract
    places: tuple[NDArray[np.bool_], ...]  # which words lie in each of them

    @property
    def matches(self) -> NDArray[np.float32]:
        """Shape (sentences of the abstract, words of the answer's): how well each answers to each."""
        rows = [self.alignment.nearness[:, inside].max(axis=1, initial=0.0) for inside in self.places]
        return np.array(rows, dtype=np.float32).reshape(len(rows), len(self.alignment.sentence.terms))


class SupportChecker:
    """Checks sentences of answers against abstracts: numbers, units, names, negations and directions must agree.

    Nothing is written or guessed by a model: words are compared as they stand and by their vectors in context.

    Args:
        reader: gives vectors and the rarity of words.
    """

    def __init__(self, reader: EvidenceReader) -> None:
        self._reader = reader
        self._of_paper = lru_cache(maxsize=64)(self._words_of_paper)

    def check(self, sentence: str, papers: Sequence[Paper]) -> Finding:
        """Check one sentence.

        Args:
            sentence: of an answer, without its markers.
            papers: that it cites.
        """
        evidence = [f"{paper.title}\n{paper.abstract}" if paper.title else paper.abstract for paper in papers]
        if _HAN.search(sentence) and not any(is_cjk(text) for text in evidence):
            return self._check_foreign(sentence, papers, evidence)
        words = Words.of(sentence, self._reader.vectors(sentence))
        reads = [self._read(words, paper) for paper in papers]
        weights = self._weights(words)
        chosen = [_cover(read.matches, weights) for read in reads]
        why = list(self._faults(sentence, words, reads, chosen, weights, evidence))
        return Finding(not why, _quotes(reads, chosen), tuple(why))

    def _check_foreign(self, sentence: str, papers: Sequence[Paper], evidence: Sequence[str]) -> Finding:
        """A sentence in another script than its papers': Chinese is read in English, of others numbers and names."""
        known = language_of(sentence) == "zh"
        read = gloss(sentence)
        words = Words.of(read.text, self._reader.vectors(read.text))
        reads = [self._read(words, paper) for paper in papers]
        weights = self._weights(words)
        besides = [
            Beside(read, paper.alignment, (paper.alignment.evidence.within(paper.title), *paper.places), weights)
            for paper in reads
        ]
        quotes = _quotes(reads, [_cover(beside.matches[1:], beside.weights) for beside in besides])
        why = [*_foreign_faults(sentence, evidence)]
        if known and besides:
            why += faults_of(besides)
        agrees = known and mean_of(besides) >= _LEAST_AGREEING
        return Finding(False if why else True if agrees else None, quotes, tuple(dict.fromkeys(why)))

    def judge(self, sentence: str, cited: Sequence[Paper], shown: Sequence[Paper]) -> Finding:
        """Check a sentence of an answer against what it cites; one that cites nothing, against every paper shown.

        Args:
            sentence: without its markers.
            cited: the papers that it cites, in order.
            shown: the papers that the LLM was given.
        """
        silent = states_nothing(sentence, cites=bool(cited))
        if cited:
            finding = self.check(sentence, cited)
            return Finding(None, finding.quotes) if silent else finding
        if silent:
            return Finding(None, ())
        # A row of a table may hold one cell of each paper, and cite them in its first row alone.
        rivals = [shown] if sentence.startswith("|") else [[paper] for paper in shown]
        findings = [self.check(sentence, papers) for papers in rivals if papers]
        best = next((f for answer in (True, None) for f in findings if f.supported is answer), None)
        return Finding(best.supported, ()) if best else Finding(False, (), findings[0].why if findings else ())

    def _faults(
        self,
        sentence: str,
        words: Words,
        reads: Sequence[_Read],
        chosen: Sequence[Sequence[int]],
        weights: NDArray[np.float32],
        evidence: Sequence[str],
    ) -> Iterator[str]:
        yield from _foreign_faults(sentence, evidence)
        for turned in turned_ranges(sentence, evidence):
            yield f"order of {turned}"
        best = np.max([read.alignment.nearness.max(axis=1, initial=0.0) for read in reads], axis=0)
        if words.content.any():
            mean = float(best @ weights)
            if mean < _LEAST_MEAN:
                yield f"words {mean:.2f}"
            yield from _strange_words(words, best)
        for read, picks, own in zip(reads, chosen, _owned(words, reads, weights), strict=True):
            within = np.any([read.alignment.evidence.within(read.title), *(read.places[i] for i in picks)], axis=0)
            for said, stands in contradictions(read.alignment, within, own):
                yield f"{said} for {stands}"
            for verb in exchanged(read.alignment, within):
                yield f"sides of {verb}"
            for word in denials(read.alignment, within, own):
                yield f"denial of {word}"

    def _read(self, words: Words, paper: Paper) -> _Read:
        evidence, title, spans, places = self._of_paper(paper)
        return _Read(Alignment.between(words, evidence), title, spans, places)

    def _words_of_paper(self, paper: Paper) -> tuple[Words, Span, tuple[Span, ...], tuple[NDArray[np.bool_], ...]]:
        title = f"{paper.title}\n" if paper.title else ""
        text = title + paper.abstract
        words = Words.of(text, self._reader.vectors(text))
        spans = tuple(Span(s.start + len(title), s.end + len(title)) for s in sentence_spans(paper.abstract))
        places = tuple(words.within(span) for span in spans)
        return words, Span(0, len(title)), spans, places

    def _weights(self, words: Words) -> NDArray[np.float32]:
        lexical = self._reader.lexical
        weights = np.array([lexical.idf(term) for term in words.terms], dtype=np.float32) * words.content
        return weights / max(float(weights.sum()), 1e-9)


def _quotes(reads: Sequence[_Read], chosen: Sequence[Sequence[int]]) -> tuple[tuple[Span, ...], ...]:
    """The chosen sentences of each paper, by their places in its abstract."""
    return tuple(
        tuple(Span(read.spans[i].start - read.title.end, read.spans[i].end - read.title.end) for i in picks)
        for read, picks in zip(reads, chosen, strict=True)
    )


def _foreign_faults(sentence: str, evidence: Sequence[str]) -> Iterator[str]:
    """What can be compared in any language: numbers, formulas and names."""
    for quantity in unstated(sentence, evidence):
        yield f"number {quantity.value:g}"
    for formula in unstated_formulas(sentence, evidence):
        yield f"formula {formula}"
    for name in missing_names(sentence, evidence):
        yield f"name {name}"


def _strange_words(words: Words, best: NDArray[np.float32]) -> Iterator[str]:
    """The words of a subject to which nothing in the papers answers."""
    for i in map(int, np.flatnonzero(words.content & (best < _LEAST_SUBJECT))):
        word = words.word(i)
        if quantities(word) or _SHORT.fullmatch(word):  # compared as a number, or as a name
            continue
        general = is_general(words.terms[i], word)
        common = general or has_opposite(words.terms[i]) or words.is_hyphened(i)
        if (best[i] < _LEAST_WORD and not general) or not common:
            yield f"word {word} {best[i]:.2f}"


def _owned(words: Words, reads: Sequence[_Read], weights: NDArray[np.float32]) -> list[frozenset[int]]:
    """The words of the sentence that are held against each paper: those of the clauses to which it answers best.

    In "Unlike [2], which needs labels, [1] learns without them" each half is said of a paper of its own.
    """
    answers = np.array([read.alignment.nearness.max(axis=1, initial=0.0) * weights for read in reads])
    owned: list[set[int]] = [set() for _ in reads]
    for clause in np.unique(words.clause_numbers):
        inside = words.clause_numbers == clause
        owned[int(answers[:, inside].sum(axis=1).argmax())].update(map(int, np.flatnonzero(inside)))
    return [frozenset(own) for own in owned]


def _cover(matches: NDArray[np.float32], weights: NDArray[np.float32]) -> list[int]:
    """The fewest sentences that together answer to the words; each next one is the one that adds most."""
    chosen: list[int] = []
    covered = np.zeros_like(weights)
    while len(chosen) < min(_MOST_QUOTES, len(matches)):
        gains = (np.maximum(matches, covered) - covered) @ weights
        i = int(gains.argmax())
        if chosen and gains[i] < _LEAST_GAIN:
            break
        chosen.append(i)
        covered = np.maximum(covered, matches[i])
    return sorted(chosen)
