"""Leaning: what a question that leans on the talk asks, with the papers that it leans on in it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from rag.lexical import LexicalIndex
from rag.papers import Paper
from rag.questions import content_terms, is_cjk, names
from rag.text.analysis import analyze
from rag.understanding.aspects import is_aspect
from rag.understanding.dependence import Dependence
from rag.understanding.ellipsis import things
from rag.understanding.narrowing import is_of_list
from rag.understanding.referring import FEW, linked_to
from rag.understanding.standalone import Standalone
from rag.understanding.subjects import JOINT, Naming, about, begun, listed, owns, with_subject
from rag.understanding.talk import Exchange, ids_of

_MANY = 5
"""Papers that "they" can stand for."""
_HELD = 0.5
_PLURAL = re.compile(
    r"\b(?:they|them|their|these|those|both|each|the\s+(?:two|three)|papers)\b|它们|他们|两者|二者|这些|这几|两个"
    r"|各自|分别",
    re.I,
)
_TWO = re.compile(r"\b(?:the\s+two|both|either|of\s+(?:them|these|those))\b|两者|二者|两个|它们", re.I)
_CHOOSES = re.compile(
    r"^\W*(?:and\s+|so\s+|but\s+)?which\s+one\s+(?!do|does|did)\w+"
    r"|^\W*(?:and\s+|so\s+|but\s+)?which\s+(?:is|are|was|has|have|does|works?|performs?|uses?|needs?|gets?"
    r"|would|should)\b"
    r"|哪(?:个|一个|篇|一篇|种)",
    re.I,
)
"""Of several papers talked of, one is asked for."""
_WHICH_ONE = re.compile(
    r"^\W*(?:(?:and|so|but)\s+)?which\s+one(?:\s+of\s+(?:them|these|those|the\s+two))?\s+(?!do|does|did)", re.I
)
_THE_TWO = re.compile(
    r"(?<!of )\b(?:the\s+two|both(?:\s+of\s+them)?)(?:\s+(?:papers|methods|works|approaches))?(?=\s*[?.!]*$)", re.I
)


class Leaning:
    """Writes out what a leaning question leaves to the talk.

    Args:
        lexical: the words of the papers.
        naming: calls the papers.
    """

    def __init__(self, lexical: LexicalIndex, naming: Naming) -> None:
        self._lexical = lexical
        self._naming = naming

    def linked(self, said: str, leaning: Dependence, talked: Sequence[Exchange]) -> Standalone:
        """A leaning question with its subject written out, and the papers that it is about.

        Args:
            said: the follow-up.
            leaning: how it leans.
            talked: the exchanges before it, at least one.
        """
        talk = talked[-1]
        papers = talk.papers if _PLURAL.search(said) else talk.focus
        if leaning.others:
            return Standalone(about(said, talk.subject), changed=True)
        if _TWO.search(said) and len(papers) < 2:
            earlier = talked[-2].papers if len(talked) > 1 else ()
            papers += tuple(paper for paper in earlier if paper.paper_id not in ids_of(papers))
            papers = papers[:2]
        elif not _PLURAL.search(said) and not _CHOOSES.search(said):
            papers = papers[:1]
        if not papers:
            told = names(talk.question)
            text = with_subject(said, told[0][1]) if len(told) == 1 else about(said, talk.subject)
            return Standalone(text, changed=True)
        called = [self._naming.called(paper, talk.question, said) for paper in papers[: FEW + 1]]
        if len(papers) == 1 and self._is_named(papers[0], said):
            return linked_to(begun(JOINT.sub("", said)), papers)
        if len(papers) == 1:
            text = with_subject(said, called[0]) if called[0] else about(said, talk.subject)
            # Of the paper at hand a Chinese question is asked as it is: in English, word for word, what it was given
            # for a subject would be looked for in the sentences.
            against = re.search(r"(?:和|与|跟|比)\s*[A-Z]", said)  # what is compared needs both sides
            bare = is_cjk(said) and not names(said) and not against
            return replace(linked_to(text, papers), query=JOINT.sub("", said) if bare else "")
        return self._of_several(said, papers, called, talk)

    @staticmethod
    def _of_several(said: str, papers: Sequence[Paper], called: Sequence[str], talk: Exchange) -> Standalone:
        if len(papers) == 2 and (two := _THE_TWO.search(said)):
            pair = listed(called, cjk=False)
            return linked_to(f"{said[: two.start()]}{pair}{said[two.end() :]}", papers)
        if len(papers) <= FEW and len(papers) > 1 and (one := _WHICH_ONE.match(said)):
            return replace(linked_to(f"Which of {listed(called, cjk=False)} {said[one.end() :]}", papers), each=False)
        if len(papers) == 2 and _TWO.search(said):
            return linked_to(about(said, " / ".join(called)), papers)
        if len(papers) > FEW:
            return linked_to(about(said, talk.subject), papers if is_of_list(talk.question) else papers[:_MANY])
        return linked_to(with_subject(said, listed(called, cjk=is_cjk(said)), several=True), papers)

    def _is_named(self, paper: Paper, said: str) -> bool:
        """Whether a question calls a paper by its name itself."""
        told = [word for _, word in names(said)]
        return any(owns(paper, word) for word in told) or self._naming.name(paper, said) in told

    def concerns(self, question: str, papers: Sequence[Paper]) -> bool:
        """Whether a paper has the greater part of what the question is about, by rarity.

        Of a Chinese question it must have all, and not in its title: what a paper is on as a whole is named anew by
        whoever asks of that at large.
        """
        if is_cjk(question):
            return len(papers) > 0 and all(self._is_detail(papers[0], terms) for terms in things(question))
        terms = [term for term in content_terms(question) if not is_aspect(term)]
        total = sum(self._lexical.idf(term) for term in terms)
        for paper in papers:
            held = set(analyze(f"{paper.title}\n{paper.abstract}"))
            if total and sum(self._lexical.idf(term) for term in terms if term in held) >= _HELD * total:
                return True
        return not total and bool(papers)

    def _is_detail(self, paper: Paper, terms: Sequence[str]) -> bool:
        """Whether a paper speaks of a thing, by half of its English words, and not in its title."""
        held, title = set(analyze(paper.abstract)), set(analyze(paper.title))
        weights = {term: self._lexical.idf(term) for term in terms}
        named = sum(weight for term, weight in weights.items() if term in held - title)
        return named > 0 and named >= _HELD * sum(weights.values())
