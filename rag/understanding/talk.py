"""Talk: the exchanges of a conversation, each with its question made to stand alone and the papers it was about."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from rag.lexical import LexicalIndex
from rag.papers import Paper
from rag.questions import content_terms
from rag.store import PaperStore
from rag.understanding.standalone import Standalone

_PREVIOUS = re.compile(r"[\s?？!.。]+$")
_NEAREST = 3
"""Papers among which the one with a given title is looked for."""
_TITLE_WORDS = 5
"""Words in bold from which they are a title: where no paper has it, the paper has been taken out."""


@dataclass(frozen=True)
class Exchange:
    """A question of the conversation and what was answered.

    Args:
        question: made to stand alone.
        answer: its text; empty where there was none, or a refusal.
        papers: in the order in which the answer numbers them.
        read: the question as it was read, where a conversation led to it.
    """

    question: str
    answer: str = ""
    papers: tuple[Paper, ...] = field(default=())
    read: Standalone | None = None

    @property
    def subject(self) -> str:
        """The question without what ends it."""
        return _PREVIOUS.sub("", self.question)

    @property
    def focus(self) -> tuple[Paper, ...]:
        """The papers that "it" stands for: of a list of papers like one, that one, if it is known."""
        about = () if self.read is None else self.read.about
        return about or self.papers


class Recall:
    """Finds the papers that an answer was about.

    Args:
        store: the papers.
        lexical: their words.
    """

    def __init__(self, store: PaperStore, lexical: LexicalIndex) -> None:
        self._store = store
        self._lexical = lexical

    def papers(self, paper_ids: Sequence[str], headings: Sequence[str], words: str) -> tuple[Paper, ...]:
        """The papers of these ids, else those of these titles, else the one whose words the exchange repeats.

        Args:
            paper_ids: that the answer cites, as far as they are known; papers that have been taken out are passed over.
            headings: that it shows, in order.
            words: that were said.
        """
        known = self._store.get(list(paper_ids)) if paper_ids else []
        if known or paper_ids:
            return tuple(known)
        titled = self._titled(headings)
        if titled or any(len(text.split()) >= _TITLE_WORDS for text in headings):
            return titled
        found = self._lexical.search(content_terms(words), 1)
        return tuple(self._store.get([found[0][0]])) if found else ()

    def _titled(self, headings: Sequence[str]) -> tuple[Paper, ...]:
        near = [[key for key, _ in self._lexical.search(content_terms(text), _NEAREST)] for text in headings]
        wanted = list(dict.fromkeys(key for keys in near for key in keys))
        papers = {paper.paper_id: paper for paper in self._store.get(wanted)} if wanted else {}
        found: dict[str, Paper] = {}
        for text, keys in zip(headings, near, strict=True):
            same = (papers[key] for key in keys if key in papers and _plain(papers[key].heading) == _plain(text))
            if (paper := next(same, None)) is not None:
                found.setdefault(paper.paper_id, paper)
        return tuple(found.values())


def ids_of(papers: Sequence[Paper]) -> tuple[str, ...]:
    """The ids of papers, in their order."""
    return tuple(paper.paper_id for paper in papers)


def _plain(title: str) -> str:
    return re.sub(r"[\W_]+", "", title.casefold())
