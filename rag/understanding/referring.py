"""Referring: questions that point to papers talked of, and words thrown in on them, with the papers in their place."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from rag.papers import Paper
from rag.questions import content_terms, is_cjk, names
from rag.text.analysis import analyze
from rag.understanding.aspects import is_aspect
from rag.understanding.lists import Lists
from rag.understanding.narrowing import is_of_list
from rag.understanding.pointing import Pointer, meant_by, pointer_of
from rag.understanding.shorts import Kind, short_of
from rag.understanding.standalone import Standalone
from rag.understanding.subjects import JOINT, Naming, begun, listed, replaced
from rag.understanding.talk import Exchange

FEW = 3
"""Papers that are named one by one in a question."""
_RECORDS = (Kind.AUTHORS, Kind.YEAR, Kind.VENUE, Kind.CODE)
_MERE_POINTING = re.compile(
    r"(?:and|but|so|what|how|about|is|are|tell|me|more|show|list|give|see|keep|i|meant?|want|no|not|just|only"
    r"|please|then|on|summari[sz]e|explain"
    r"|describe|that|paper|那么?|呢|是|的|只看|只要|仅看|看看?|说说|讲讲|讲了?什么|介绍(?:一下)?|总结(?:一下)?"
    r"|我|说|指|想|要|给|请|列出|保留|\W)*",
    re.I,
)
_TELLS = re.compile(r"\b(?:tell\s+me|summari[sz]e|explain|describe)\b|讲|介绍|总结|说说", re.I)
"""Mere pointing that still says what is asked, whatever was asked before."""
_TELL = {
    (False, False): "Tell me about {}.",
    (True, False): "Summarise {}.",
    (False, True): "介绍一下 {}。",
    (True, True): "总结 {}。",
}
"""What is asked of papers that are merely pointed to: of several or of one, in Chinese or in English."""


class Referring:
    """Rewrites questions that refer to papers talked of.

    Args:
        naming: calls the papers.
        lists: reads what a list is about.
    """

    def __init__(self, naming: Naming, lists: Lists) -> None:
        self._naming = naming
        self._lists = lists

    def pointed(self, said: str, talked: Sequence[Exchange]) -> Standalone | None:
        """The question with the papers in it that its words point to by place or description."""
        pointer = pointer_of(said)
        if pointer is None:
            return None
        if pointer.topic and is_cjk(pointer.topic):
            pointer = replace(pointer, topic=self._lists.english(pointer.topic))
        papers = _meant(pointer, talked, bracketed="[" in said)
        if not papers:
            several = any(len(talk.papers) != 1 for talk in talked)  # or none, where they have been taken out
            return Standalone(said, settled=True, lost=True) if pointer.places and several else None
        words = "\n".join(talk.question for talk in talked)
        named = [self._naming.called(paper, words, said) for paper in papers]
        one = len(named) == 2 and re.search(r"\bor\b|还是", said[pointer.span.start : pointer.span.end])
        called = f" {one[0]} ".join(named) if one else listed(named, cjk=is_cjk(said))
        if owned := re.match(r"\s*(?:['’]s|的)\s*(?P<aspect>.+)$", said[pointer.span.end :]):
            short = short_of(owned["aspect"]) if _MERE_POINTING.fullmatch(said[: pointer.span.start]) else None
            if short is not None:
                return replace(linked_to(short.of(called), papers), kind=short.kind, settled=True)
        rest = said[: pointer.span.start] + " " + said[pointer.span.end :]
        if (pointer.topic or pointer.author) and not _fits(rest, papers[0]):
            return None
        if not _MERE_POINTING.fullmatch(rest):
            text = begun(JOINT.sub("", replaced(said, pointer.span.start, pointer.span.end, called)))
            return replace(linked_to(text, papers), settled=True)
        if _TELLS.search(rest):
            frame = _TELL[len(papers) > 1, is_cjk(said)]
            return replace(linked_to(frame.format(called), papers), kind=Kind.GIST, settled=True)
        return replace(self._told(called, papers, talked[-1], cjk=is_cjk(said)), settled=True)

    def _told(self, called: str, papers: Sequence[Paper], last: Exchange, *, cjk: bool) -> Standalone:
        """What is asked where a question does no more than point: the question before, else what the papers do."""
        old = self._naming.name(last.papers[0], last.question) if len(last.papers) == 1 else ""
        if old and len(papers) == 1 and old in last.question and not is_of_list(last.question):
            return linked_to(last.question.replace(old, called), papers)
        frame = _TELL[len(papers) > 1, cjk]
        return replace(linked_to(frame.format(called), papers), kind=Kind.GIST)

    def short(self, said: str, talked: Sequence[Exchange]) -> Standalone | None:
        """A word or two on the papers talked of, written out."""
        short = short_of(said)
        if short is None:
            return None
        talk = talked[-1]
        if not talk.papers and short.kind in _RECORDS and not names(talk.question):
            talk = next((earlier for earlier in reversed(talked) if earlier.papers), talk)
        if not talk.papers or (len(talk.focus) > 1 and is_of_list(talk.question)):
            return None
        papers = talk.focus[:FEW]
        called = listed([self._naming.called(paper, talk.question, said) for paper in papers], cjk=is_cjk(said))
        heard = "\n".join(earlier.answer for earlier in talked)
        return replace(linked_to(short.of(called), papers), kind=short.kind, heard=heard, settled=True)


def linked_to(text: str, papers: Sequence[Paper]) -> Standalone:
    """A question that is about these papers, and asks each where they are several."""
    return Standalone(text, tuple(paper.paper_id for paper in papers), changed=True, each=len(papers) > 1)


def _fits(rest: str, paper: Paper) -> bool:
    """Whether what a question says beside describing a paper is on that paper: half of its words at least."""
    terms = [term for term in content_terms(rest) if not is_aspect(term)]
    held = set(analyze(f"{paper.title}\n{paper.abstract}"))
    return is_cjk(rest) or 2 * sum(term in held for term in terms) >= len(terms)


def _meant(pointer: Pointer, talked: Sequence[Exchange], *, bracketed: bool) -> tuple[Paper, ...]:
    """The papers that are pointed to: of the last exchange that numbers several, or that fits the description.

    Args:
        pointer: from a question.
        talked: the exchanges before it.
        bracketed: it is a number in brackets, which one paper may have, too.
    """
    recent = list(reversed(talked))
    if pointer.other:
        last = talked[-1].papers
        pair = next((talk.papers for talk in recent if len(talk.papers) == 2), ())
        return tuple(paper for paper in pair if paper not in last) if len(last) == 1 and last[0] in pair else ()
    if pointer.pair:
        recent = [talk for talk in recent if len(talk.papers) == 2]
    if pointer.places:
        recent = [
            talk
            for talk in recent
            if len(talk.papers) > 1 or (talk.papers and (bracketed or is_of_list(talk.question)))
        ][:1]
    return next((found for talk in recent if (found := meant_by(pointer, talk.papers))), ())
