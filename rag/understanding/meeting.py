"""Meeting: which papers meet conditions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from rag.index.facts import Facts
from rag.lexical import LexicalIndex
from rag.store import PaperStore
from rag.text.analysis import analyze
from rag.understanding.filters import Filter
from rag.understanding.quoted import has_phrase
from rag.understanding.unmentioned import is_without_words

_CHECKED_FOR_PHRASE = 40
"""Papers with a phrase in any form of its words that are read for the very words; of more, all count as having it."""


class Meeting:
    """The papers of one generation of an index, by what they meet.

    Args:
        store: the papers.
        lexical: their words.
        facts: their years, venues, authors, kinds and standing.
    """

    def __init__(self, store: PaperStore, lexical: LexicalIndex, facts: Facts) -> None:
        self._store = store
        self._lexical = lexical
        self._facts = facts

    def every(self, where: Sequence[Filter]) -> frozenset[str]:
        """The papers that meet all conditions."""
        allowed = frozenset(self._facts.ids)
        for condition in where:
            allowed &= self.one(condition)
        return allowed

    def one(self, condition: Filter) -> frozenset[str]:
        """The papers that meet one condition."""
        if condition.field != "keyword":
            return self._facts.meeting(condition)
        if is_without_words(condition):
            from rag.corpus.literals import having  # which is built on what this package reads

            return frozenset(self._facts.ids) - having(condition.values, self._lexical, self._store.get)
        found = frozenset(paper_id for value in condition.values for paper_id in self._having(value))
        return frozenset(self._facts.ids) - found if condition.operator == "!=" else found

    def _having(self, words: str) -> Iterable[str]:
        """The papers that have a word in any of its forms, or several words one after the other."""
        terms = analyze(words)
        if not terms:
            return []
        if len(terms) == 1:
            return self._lexical.holding(terms, len(self._lexical))
        found = self._lexical.phrase(terms)
        if len(found) > _CHECKED_FOR_PHRASE:
            return found
        papers = self._store.get(found)
        return [paper.paper_id for paper in papers if has_phrase(words, f"{paper.title}\n{paper.abstract}")]

    def title_in(self, condition: Filter) -> str:
        """The title of the one paper that a condition names by its id, as people read it; empty for any other."""
        if condition.field != "paper" or len(condition.values) != 1:
            return ""
        papers = self._store.get([*self._facts.meeting(replace(condition, operator="="))])
        return f"{'not ' if condition.operator == '!=' else ''}“{papers[0].label}”" if papers else ""
