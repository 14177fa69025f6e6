"""Switches: what follow-ups that name another subject ask, with that subject in the place of the one talked of."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rag.lexical import LexicalIndex
from rag.papers import Paper
from rag.questions import content_terms, is_cjk, names
from rag.store import PaperStore
from rag.text.analysis import analyze
from rag.understanding.aspects import is_aspect
from rag.understanding.lists import Lists
from rag.understanding.narrowing import Narrowed, is_dated, is_of_list
from rag.understanding.pointing import pointer_of
from rag.understanding.shorts import short_of
from rag.understanding.standalone import Standalone
from rag.understanding.subjects import Naming
from rag.understanding.switching import other_subject, says_one, without_preposition, year_of
from rag.understanding.talk import Exchange, ids_of

_OF_ANOTHER = re.compile(r"^(?:on|in|with|against|under|at|to|using)\s", re.I)


class Switches:
    """Asks the question before of another subject.

    Args:
        store: the papers.
        lexical: their words.
        naming: calls the papers.
        lists: reads what a list is about.
    """

    def __init__(self, store: PaperStore, lexical: LexicalIndex, naming: Naming, lists: Lists) -> None:
        self._store = store
        self._lexical = lexical
        self._naming = naming
        self._lists = lists

    def switched(self, said: str, talked: Sequence[Exchange]) -> Standalone | None:
        """The question before, asked of another subject: "What about FROGNET?", "And the frog one?"."""
        subject, talk = other_subject(said), talked[-1]
        if not subject or ((pointer := pointer_of(subject)) and pointer.places):
            return None
        if (year := year_of(subject)) and (old := year_of(talk.question, within=True)):
            return Standalone(talk.question.replace(old, year), changed=True, settled=True)
        if year or (other := self._list_with(subject, talked, cjk=is_cjk(said))) is not None:
            return self._lists.narrowed(f"Only those in {year}", talked) if year else other
        named = [word for _, word in names(subject) if word[0].isalpha()]  # "3D" calls nothing
        wanted = re.sub(r"^(?:the|a|an)\s+|\s+ones?$", "", without_preposition(subject), flags=re.I)
        borne = self._naming.bearing(wanted)
        if is_of_list(talk.question) and not borne and not any(map(self._naming.is_papers_own, named)):
            text = self._lists.of_other(talk.question, subject, cjk=is_cjk(said))
            return Standalone(text, changed=True, settled=True) if text else None
        if owned := re.match(r"(?P<name>.+?)(?:['’]s\s+|\s*的\s*)(?P<aspect>.+)$", wanted):
            short = short_of(owned["aspect"])
            return Standalone(short.of(owned["name"].strip()), changed=True, settled=True) if short else None
        if named or borne:
            known = any(self._lexical.document_frequency(term) for word in named for term in analyze(word))
            if borne or any(map(self._naming.is_papers_own, named)) or not (known or _OF_ANOTHER.match(subject)):
                return self._asked_of(wanted, (), talk, said)
            return None
        terms = [term for term in content_terms(wanted) if not is_aspect(term)]
        held = {term for paper in talk.papers[:1] for term in analyze(f"{paper.title}\n{paper.abstract}")}
        if not says_one(subject) or not any(self._lexical.document_frequency(t) and t not in held for t in terms):
            return None
        if without_preposition(subject) != subject:
            return None
        found = self._store.get([paper_id for paper_id, _ in self._lexical.search(terms, 1)])
        return self._asked_of(self._naming.name(found[0]) if found else wanted, found, talk, said)

    def _list_with(self, subject: str, talked: Sequence[Exchange], *, cjk: bool) -> Standalone | None:
        """The list talked of with a date more, or with another condition in the place of its last."""
        if is_of_list(talked[-1].question) and is_dated(subject):
            return self._lists.put(Narrowed(subject), talked, cjk=cjk)
        return self._lists.instead(subject, talked, cjk=cjk)

    def _asked_of(self, subject: str, papers: Sequence[Paper], talk: Exchange, said: str) -> Standalone:
        """The question before with another subject in the place of its own."""
        old = self._naming.name(talk.papers[0], talk.question) if len(talk.papers) == 1 else ""
        if old not in talk.question:
            old = next((word for _, word in names(talk.question)), "") if len(names(talk.question)) == 1 else ""
        if old and not is_of_list(talk.question):
            return Standalone(talk.question.replace(old, subject), ids_of(papers), changed=True, settled=True)
        text = f"{subject} 是什么？" if is_cjk(said) else f"What is {subject}?"
        return Standalone(text, ids_of(papers), changed=True, settled=True)
