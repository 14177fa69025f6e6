"""Follow-ups: a question that leans on the conversation, made one that stands alone."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from rag.lexical import LexicalIndex
from rag.prompts import is_refusal
from rag.questions import is_asked_in_cjk, is_cjk, names
from rag.store import PaperStore
from rag.text.analysis import analyze
from rag.understanding.courtesies import courtesy_of, opened
from rag.understanding.dependence import Dependence, begins_anew, dependence_of
from rag.understanding.history import Turn
from rag.understanding.leaning import Leaning
from rag.understanding.lists import Lists
from rag.understanding.narrowing import asks_for_more, is_of_list
from rag.understanding.referring import Referring, linked_to
from rag.understanding.resembling import asks_for_like, like, says_like
from rag.understanding.returning import return_of, returned_to
from rag.understanding.shorts import Kind
from rag.understanding.standalone import Standalone
from rag.understanding.subjects import JOINT, Naming, about, begun, owns
from rag.understanding.switches import Switches
from rag.understanding.switching import also_by, by_the_same, is_compared, others_on
from rag.understanding.talk import Exchange, Recall, ids_of

_TURNS = 40
"""Messages that a follow-up can go back to."""
_SOURCES = 10
"""Titles that a model is told of one answer."""
_PRONOUN = re.compile(r"\b(?:it|its|they|them|their|this|these|those|that|he|she|his|her)\b|它|他们|该|这|其", re.I)
_ASIDE = re.compile(r"^(?:what|how)\s+about\s+[^:?]{1,40}:\s*", re.I)


class FollowUps:
    """Rewrites follow-ups by rules, without a model.

    Args:
        store: the papers.
        lexical: their words.
    """

    def __init__(self, store: PaperStore, lexical: LexicalIndex) -> None:
        self._store = store
        self._lexical = lexical
        self._recall = Recall(store, lexical)
        self._naming = Naming(store, lexical)
        self._lists = Lists()
        self._referring = Referring(self._naming, self._lists)
        self._switches = Switches(store, lexical, self._naming, self._lists)
        self._leaning = Leaning(lexical, self._naming)

    def standalone(self, question: str, history: Sequence[Turn]) -> Standalone:
        """The question by itself.

        Args:
            question: as asked.
            history: the turns before it, oldest first; without any, the question stays as it is.
        """
        found = self._read(question, self._talked(history[-_TURNS:]))
        return replace(found, text=re.sub(r"\s*(《[^》]*》)\s*", r"\1", found.text)) if "《" in found.text else found

    def sourced(self, history: Sequence[Turn]) -> list[Turn]:
        """The conversation with the titles of what answers cite, so that "[2]" says something to a model, too."""
        told = []
        for turn in history:
            papers = self._store.get(list(turn.paper_ids[:_SOURCES])) if turn.paper_ids else []
            titles = (f"[{n}] {paper.label}" for n, paper in enumerate(papers, 1) if paper.label not in turn.content)
            told.append(replace(turn, content="\n".join([turn.content, *titles])))
        return told

    def _read(self, question: str, talked: Sequence[Exchange]) -> Standalone:
        said, anew = opened(question)
        said = said[:1].upper() + said[1:] if said != question.strip() else said
        plain = Standalone(said, changed=said != question.strip())
        if anew or not talked or begins_anew(said):
            return plain
        plain = replace(plain, paper_ids=self._of_that_name(said, talked))
        for reading in (
            self._returned,
            self._alike,
            self._further,
            others_on,
            by_the_same,
            lambda said, talked: also_by(said, talked[-1].question, talked[-1].papers),
            self._referring.pointed,
            self._lists.narrowed,
            self._referring.short,
            self._switches.switched,
        ):
            if (found := reading(said, talked)) is not None:
                return found
        leaning, talk = dependence_of(said), talked[-1]
        if leaning is not None and self._is_of_all(said, leaning):
            return replace(plain, text=begun(_ASIDE.sub("", said)))
        if leaning is not None and not leaning.certain and not leaning.others and self._names_another(said, talk):
            return plain
        if leaning is None or (not leaning.certain and not self._leaning.concerns(said, talk.papers[:1])):
            return plain
        if not leaning.others and self._stands_alone(said, talk):
            return replace(plain, text=begun(_ASIDE.sub("", JOINT.sub("", said))), changed=True)
        return self._leaning.linked(said, leaning, talked)

    def _talked(self, history: Sequence[Turn]) -> list[Exchange]:
        """The exchanges that were about something, their questions made to stand alone."""
        talked: list[Exchange] = []
        for at, turn in enumerate(history):
            if not turn.is_question or courtesy_of(turn.content) is not None:
                continue
            answer = next((turn for turn in history[at + 1 :] if not turn.is_question), None)
            before = self._read(turn.content, talked)
            refused = answer is not None and not answer.paper_ids and is_refusal(answer.content)
            if answer is None or refused:
                papers = self._store.get(list(before.paper_ids)) if before.paper_ids else []
                talked.append(Exchange(before.text, papers=tuple(papers), read=before))
                continue
            ids = answer.paper_ids or (() if answer.headings else before.paper_ids)
            if not ids and not answer.headings and is_of_list(before.text):  # a list told without its papers
                talked.append(Exchange(before.text, answer.content, read=before))
                continue
            papers_of = self._recall.papers(ids, answer.headings, f"{before.text}\n{answer.content}")
            talked.append(Exchange(before.text, answer.content, papers_of, before))
        return talked

    def _returned(self, said: str, talked: Sequence[Exchange]) -> Standalone | None:
        """What is asked of a paper that the talk goes back to."""
        back = return_of(said)
        if back is None:
            return None
        paper = returned_to(back.what, talked)
        frame = "介绍一下 {}。" if is_asked_in_cjk(said) else "Tell me about {}."
        if paper is None:
            return Standalone(begun(back.rest) or frame.format(back.what), changed=True)
        words = "\n".join([back.what, *(talk.question for talk in talked)])
        name = self._naming.called(paper, words, back.rest or frame)
        if not back.rest:
            return replace(linked_to(frame.format(name), (paper,)), kind=Kind.GIST, settled=True)
        found = self._read(back.rest, [*talked, Exchange(frame.format(name), papers=(paper,))])
        if found.paper_ids:
            return replace(found, changed=True)
        return linked_to(begun(about(back.rest, name)), (paper,))

    def _alike(self, said: str, talked: Sequence[Exchange]) -> Standalone | None:
        """The papers that are like the one last talked of."""
        papers = next((talk.focus for talk in reversed(talked) if talk.papers), ())
        if not papers or not asks_for_like(said):
            return None
        if is_of_list(talked[-1].question) and len(papers) > 1 and not says_like(said):
            return None  # "any more papers?" on a list asks for the rest of it
        name = self._naming.called(papers[0], talked[-1].question, said)
        return replace(linked_to(like(name, cjk=is_cjk(said)), papers[:1]), settled=True, about=tuple(papers[:1]))

    def _further(self, said: str, talked: Sequence[Exchange]) -> Standalone | None:
        """What of a list has not been shown."""
        last = talked[-1]
        if re.search(r"篇|论文|\bpapers\b", said) and asks_for_more(said):  # of papers there are lists alone
            last = next((talk for talk in reversed(talked) if is_of_list(talk.question)), last)
        question = self._lists.further(said, last)
        if not question:
            return self._lists.recounted(said, talked)
        shown = [paper.paper_id for talk in talked if talk.question == question for paper in talk.papers]
        shown = shown if asks_for_more(said) else []
        return Standalone(question, changed=True, settled=True, beyond=tuple(dict.fromkeys(shown)))

    def _of_that_name(self, said: str, talked: Sequence[Exchange]) -> tuple[str, ...]:
        """The paper talked of that has a name of the question, where others of that name were not talked of."""
        words = set(re.findall(r"(?<![\w-])[A-Z][\w-]*[A-Z]\w*(?![\w-])", said))
        for talk in reversed(talked):
            called = [(paper, word) for paper in talk.papers for word in words if owns(paper, word)]
            if called:
                alone = len(called) == 1 and not is_of_list(said) and self._naming.is_shared(called[0][1], called[0][0])
                return ids_of([called[0][0]]) if alone else ()
        return ()

    def _stands_alone(self, said: str, talk: Exchange) -> bool:
        """Whether a question that opens like a follow-up has a subject of its own, and points to no paper talked of."""
        if _PRONOUN.search(said) or is_compared(said):
            return False
        if is_of_list(said) and self._lists.english(said):
            return True
        held = {term for paper in talk.papers for term in analyze(f"{paper.title}\n{paper.abstract}")}
        return any(term not in held and self._naming.is_papers_own(word) for term, word in names(said))

    def _names_another(self, said: str, talk: Exchange) -> bool:
        """Whether a question names the method of a paper that is not the one talked of: it explains its own "it"."""
        borne = ids_of(self._naming.bearing(said))
        return bool(borne) and not any(paper.paper_id in borne for paper in talk.papers[:1])

    def _is_of_all(self, said: str, leaning: Dependence) -> bool:
        """Whether a question is of the papers of the index: "How many papers are there?" goes on with nothing."""
        joined = _PRONOUN.search(said) or JOINT.match(said) or leaning.others
        return bool(re.search(r"\bpapers\b|论文", said)) and not joined
