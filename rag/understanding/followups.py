"""Follow-ups: a question that leans on the conversation, made one that stands alone."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from rag.lexical import LexicalIndex
from rag.papers import Paper
from rag.prompts import is_refusal
from rag.questions import content_terms, is_asked_in_cjk, is_cjk, names
from rag.store import PaperStore
from rag.text.analysis import analyze
from rag.understanding.aspects import is_aspect
from rag.understanding.bearers import is_called
from rag.understanding.courtesies import courtesy_of, opened
from rag.understanding.dependence import Dependence, begins_anew, dependence_of
from rag.understanding.ellipsis import things
from rag.understanding.history import Turn
from rag.understanding.lists import Lists
from rag.understanding.narrowing import Narrowed, asks_for_more, is_dated, is_of_list
from rag.understanding.pointing import pointer_of
from rag.understanding.referring import FEW, Referring, linked_to
from rag.understanding.resembling import asks_for_like, like, says_like
from rag.understanding.returning import return_of, returned_to
from rag.understanding.shorts import Kind, short_of
from rag.understanding.standalone import Standalone
from rag.understanding.subjects import JOINT, Naming, about, begun, listed, owns, with_subject
from rag.understanding.switching import also_by, other_subject, says_one, without_preposition, year_of
from rag.understanding.talk import Exchange, Recall

_MANY = 5
"""Papers that "they" can stand for."""
_TURNS = 40
"""Messages that a follow-up can go back to."""
_SOURCES = 10
"""Titles that a model is told of one answer."""
_HELD = 0.5
_NEAR_NAME = 50
"""Papers with a name that are read for whether it is their own."""
_PLURAL = re.compile(
    r"\b(?:they|them|their|these|those|both|each|the\s+(?:two|three)|papers)\b|它们|他们|两者|二者|这些|这几|两个"
    r"|各自|分别",
    re.I,
)
_TWO = re.compile(r"\b(?:the\s+two|both|either|of\s+(?:them|these|those))\b|两者|二者|两个|它们", re.I)
_PRONOUN = re.compile(r"\b(?:it|its|they|them|their|this|these|those|that|he|she|his|her)\b|它|他们|该|这|其", re.I)
_CHOOSES = re.compile(
    r"^\W*(?:and\s+|so\s+|but\s+)?which(?:\s+one)?\s+(?:is|are|was|has|have|does|works?|performs?|uses?|needs?|gets?"
    r"|would|should)\b"
    r"|哪(?:个|一个|篇|一篇|种)",
    re.I,
)
"""Of several papers talked of, one is asked for."""
_ASIDE = re.compile(r"^(?:what|how)\s+about\s+[^:?]{1,40}:\s*", re.I)
_OF_ANOTHER = re.compile(r"^(?:on|in|with|against|under|at|to|using)\s", re.I)


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
            lambda said, talked: also_by(said, talked[-1].question, talked[-1].papers),
            self._referring.pointed,
            self._lists.narrowed,
            self._referring.short,
            self._switched,
        ):
            if (found := reading(said, talked)) is not None:
                return found
        leaning, talk = dependence_of(said), talked[-1]
        if leaning is not None and self._is_of_all(said, leaning):
            return replace(plain, text=begun(_ASIDE.sub("", said)))
        if leaning is None or (not leaning.certain and not self._concerns(said, talk.papers[:1])):
            return plain
        if not leaning.others and self._stands_alone(said, talk):
            return replace(plain, text=begun(_ASIDE.sub("", JOINT.sub("", said))), changed=True)
        return self._linked(said, leaning, talked)

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
        question = self._lists.further(said, talked[-1])
        if not question:
            return self._lists.recounted(said, talked)
        shown = [paper.paper_id for talk in talked if talk.question == question for paper in talk.papers]
        shown = shown if asks_for_more(said) else []
        return Standalone(question, changed=True, settled=True, beyond=tuple(dict.fromkeys(shown)))

    def _switched(self, said: str, talked: Sequence[Exchange]) -> Standalone | None:
        """The question before, asked of another subject: "What about FROGNET?", "And the frog one?"."""
        subject, talk = other_subject(said), talked[-1]
        if not subject or ((pointer := pointer_of(subject)) and pointer.places):
            return None
        if (year := year_of(subject)) and (old := year_of(talk.question, within=True)):
            return Standalone(talk.question.replace(old, year), changed=True, settled=True)
        if year or (other := self._list_with(subject, talked, cjk=is_cjk(said))) is not None:
            return self._lists.narrowed(f"Only those in {year}", talked) if year else other
        named = [word for _, word in names(subject) if word[0].isalpha()]  # "3D" calls nothing
        if is_of_list(talk.question) and not any(map(self._is_papers_own, named)):
            text = self._lists.of_other(talk.question, subject, cjk=is_cjk(said))
            return Standalone(text, changed=True, settled=True) if text else None
        wanted = re.sub(r"^(?:the|a|an)\s+|\s+ones?$", "", without_preposition(subject), flags=re.I)
        if owned := re.match(r"(?P<name>.+?)(?:['’]s\s+|\s*的\s*)(?P<aspect>.+)$", wanted):
            short = short_of(owned["aspect"])
            return Standalone(short.of(owned["name"].strip()), changed=True, settled=True) if short else None
        if named:
            known = any(self._lexical.document_frequency(term) for word in named for term in analyze(word))
            if any(map(self._is_papers_own, named)) or not (known or _OF_ANOTHER.match(subject)):
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
            return Standalone(talk.question.replace(old, subject), _ids(papers), changed=True, settled=True)
        text = f"{subject} 是什么？" if is_cjk(said) else f"What is {subject}?"
        return Standalone(text, _ids(papers), changed=True, settled=True)

    def _linked(self, said: str, leaning: Dependence, talked: Sequence[Exchange]) -> Standalone:
        talk = talked[-1]
        papers = talk.papers if _PLURAL.search(said) else talk.focus
        if leaning.others:
            return Standalone(about(said, talk.subject), changed=True)
        if _TWO.search(said) and len(papers) < 2:
            earlier = talked[-2].papers if len(talked) > 1 else ()
            papers += tuple(paper for paper in earlier if paper.paper_id not in _ids(papers))
            papers = papers[:2]
        elif not _PLURAL.search(said) and not _CHOOSES.search(said):
            papers = papers[:1]
        if not papers:
            told = names(talk.question)
            text = with_subject(said, told[0][1]) if len(told) == 1 else about(said, talk.subject)
            return Standalone(text, changed=True)
        called = [self._naming.called(paper, talk.question, said) for paper in papers[: FEW + 1]]
        if len(papers) == 1 and any(owns(papers[0], word) for _, word in names(said)):
            return linked_to(begun(JOINT.sub("", said)), papers)
        if len(papers) == 1:
            text = with_subject(said, called[0]) if called[0] else about(said, talk.subject)
            # Of the paper at hand a Chinese question is asked as it is: in English, word for word, what it was given
            # for a subject would be looked for in the sentences.
            return replace(linked_to(text, papers), query=JOINT.sub("", said) if is_cjk(said) else "")
        if len(papers) == 2 and _TWO.search(said):
            return linked_to(about(said, " / ".join(called)), papers)
        if len(papers) > FEW:
            return linked_to(about(said, talk.subject), papers if is_of_list(talk.question) else papers[:_MANY])
        return linked_to(with_subject(said, listed(called, cjk=is_cjk(said)), several=True), papers)

    def _is_papers_own(self, word: str) -> bool:
        """Whether a name is that of a paper's own method."""
        holding = self._lexical.holding(analyze(word), _NEAR_NAME)
        return any(is_called(paper, word) or paper.title == word for paper in self._store.get(holding))

    def _of_that_name(self, said: str, talked: Sequence[Exchange]) -> tuple[str, ...]:
        """The paper talked of that has a name of the question, where others of that name were not talked of."""
        words = set(re.findall(r"(?<![\w-])[A-Z][\w-]*[A-Z]\w*(?![\w-])", said))
        for talk in reversed(talked):
            called = [(paper, word) for paper in talk.papers for word in words if owns(paper, word)]
            if called:
                alone = len(called) == 1 and not is_of_list(said) and self._naming.is_shared(called[0][1], called[0][0])
                return _ids([called[0][0]]) if alone else ()
        return ()

    def _stands_alone(self, said: str, talk: Exchange) -> bool:
        """Whether a question that opens like a follow-up has a subject of its own, and points to no paper talked of."""
        if _PRONOUN.search(said):
            return False
        if is_of_list(said) and self._lists.english(said):
            return True
        held = {term for paper in talk.papers for term in analyze(f"{paper.title}\n{paper.abstract}")}
        return any(term not in held and self._is_papers_own(word) for term, word in names(said))

    def _is_of_all(self, said: str, leaning: Dependence) -> bool:
        """Whether a question is of the papers of the index: "How many papers are there?" goes on with nothing."""
        joined = _PRONOUN.search(said) or JOINT.match(said) or leaning.others
        return bool(re.search(r"\bpapers\b|论文", said)) and not joined

    def _concerns(self, question: str, papers: Sequence[Paper]) -> bool:
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


def _ids(papers: Sequence[Paper]) -> tuple[str, ...]:
    return tuple(paper.paper_id for paper in papers)
