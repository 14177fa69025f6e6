"""Reasons: why a paper was found: the question's words that it has, and the sentence that comes nearest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rag.lexical import LexicalIndex
from rag.papers import Paper
from rag.questions import is_content
from rag.ranking.ranking import Compared
from rag.text.analysis import analyze, signed, words
from rag.text.sentences import Span, sentence_spans


@dataclass(frozen=True)
class Reason:
    """Why one paper was found.

    Args:
        terms: words of the question, as they stand there, that the paper has in any form; the rarest first.
        sentence: the place of the nearest sentence in the abstract; None where it has none.
    """

    terms: tuple[str, ...]
    sentence: Span | None

    def record(self, abstract: str) -> dict[str, Any]:
        """In the form of the JSON contract."""
        found = self.sentence
        quoted = {"text": abstract[found.start : found.end], "start": found.start, "end": found.end} if found else None
        return {"terms": list(self.terms), "sentence": quoted}


class Reasons:
    """Finds why papers were found for one question.

    Args:
        question: what they were ranked by.
        lexical: tells how rare a word is.
        compared: the papers as the ranker saw them; None where they were ranked by a fused score alone.
    """

    def __init__(self, question: str, lexical: LexicalIndex, compared: Compared | None) -> None:
        first: dict[str, str] = {}
        for term, span in words(question):
            if is_content(term):
                first.setdefault(term, signed(question, span))
        self._words = dict(sorted(first.items(), key=lambda item: -lexical.idf(item[0])))
        self._weights = {term: lexical.idf(term) for term in self._words}
        self._compared = compared
        self._rows = {paper_id: row for row, paper_id in enumerate(compared.ids)} if compared else {}

    def of(self, paper: Paper) -> Reason:
        """Why a paper was found."""
        spans = sentence_spans(paper.abstract)
        row = self._rows.get(paper.paper_id)
        if self._compared is None or row is None:
            inside = [set(analyze(paper.abstract[span.start : span.end])) for span in spans]
            held = {*analyze(f"{paper.title}\n{' '.join(paper.authors)}"), *(term for each in inside for term in each)}
            worth = [sum(self._weights[term] for term in each & self._weights.keys()) for each in inside]
        else:
            held = set(self._compared.held(row))
            worth = _nearness(paper, spans, self._compared.nearness(row))
        terms = tuple(_as_held(word, paper) for term, word in self._words.items() if term in held)
        return Reason(terms, spans[int(np.argmax(worth))] if spans else None)


def _as_held(word: str, paper: Paper) -> str:
    """A word of the question with the signs at its end only where the paper has it so."""
    if word[-1:].isalnum() or word.casefold() in f"{paper.title}\n{paper.abstract}".casefold():
        return word
    return word.rstrip("#+")


def _nearness(paper: Paper, spans: Sequence[Span], near: NDArray[np.float32]) -> list[float]:
    """How well the tokens of each sentence answer to those of the question.

    Where a token stands is told by its share of the text: to tokenise the abstracts again takes longer than the rest of
    a search.
    """
    before = len(paper.title) + 1 if paper.title else 0
    share = len(near) / max(before + len(paper.abstract), 1)
    starts = [min(int((before + span.start) * share), len(near) - 1) for span in spans]
    return list(map(float, np.maximum.reduceat(near, starts, axis=0).sum(axis=1))) if starts else []
