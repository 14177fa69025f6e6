"""Follow-ups: a question that leans on the conversation, made one that stands alone."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from rag.lexical import LexicalIndex
from rag.papers import Paper, method_name
from rag.prompts import is_refusal
from rag.questions import content_terms, is_cjk, names
from rag.store import PaperStore
from rag.text.analysis import analyze
from rag.understanding.courtesies import courtesy_of
from rag.understanding.dependence import Dependence, dependence_of, is_aspect
from rag.understanding.history import Turn

_COINED = 2
_COINED_IF_INTRODUCED = 20
"""A name is a paper's own where at most so many papers have it."""
_LONG_TITLE = 12
_MANY = 5
"""Papers that "they" can stand for."""
_HELD = 0.5
_PREVIOUS = re.compile(r"[\s?？!.。]+$")
_SWITCH = re.compile(
    r"^(?:and|but|so|then)?[\s,]*(?:(?:what|how)\s+about|and)\s+(?P<subject>.+?)\s*\?*$|^(?:那|还有)(?P<cjk>.+?)呢?[？?]?$",
    re.I,
)
_ASPECT_START = re.compile(
    r"^(?:on|in|for|with|at|by|from|to|under|over|against|if|when|why|how|what|which|who|where|is|are|was|were|do|does|"
    r"did|can|could|has|have|will|would|its?|their|his|her|they|that|this|these|those|it)\b",
    re.I,
)
_PLURAL = re.compile(
    r"\b(?:they|them|their|these|those|both|the\s+(?:two|three)|papers)\b|它们|他们|两者|二者|这些|两个", re.I
)
_TWO = re.compile(r"\b(?:the\s+two|both|either|of\s+(?:them|these|those))\b|两者|二者|两个|它们", re.I)
_ORDINALS = (
    re.compile(r"\bthe\s+(?:first|former)\b|第一(?:个|篇)|前者", re.I),
    re.compile(r"\bthe\s+(?:second|latter)\b|第二(?:个|篇)|后者", re.I),
    re.compile(r"\bthe\s+third\b|第三(?:个|篇)", re.I),
)
_GENERIC = r"(?:proposed\s+)?(?:paper|article|method|approach|model|framework|algorithm|system|technique|work|study)"


@dataclass(frozen=True)
class Standalone:
    """A question that stands alone.

    Args:
        text: the question, its subject written out.
        paper_ids: the papers that it is about, best guess first; empty where it names its own.
        changed: whether the text is another than was asked.
    """

    text: str
    paper_ids: tuple[str, ...] = field(default=())
    changed: bool = False


@dataclass(frozen=True)
class _Talk:
    """What the conversation was about when it came to a question."""

    question: str
    papers: tuple[Paper, ...]
    words: str


class FollowUps:
    """Rewrites follow-ups by rules, without a model.

    Args:
        store: the papers.
        lexical: their words.
    """

    def __init__(self, store: PaperStore, lexical: LexicalIndex) -> None:
        self._store = store
        self._lexical = lexical

    def standalone(self, question: str, history: Sequence[Turn]) -> Standalone:
        """The question by itself.

        Args:
            question: as asked.
            history: the turns before it, oldest first; without any, the question stays as it is.
        """
        leaning = dependence_of(question) if history else None
        talk = self._talk(history) if leaning else None
        if leaning is None or talk is None:
            return Standalone(question)
        if not leaning.certain and not self._concerns(question, talk.papers[:1]):
            return Standalone(question)
        return self._linked(question, leaning, talk, history)

    def _linked(self, question: str, leaning: Dependence, talk: _Talk, history: Sequence[Turn]) -> Standalone:
        if other := self._switched(question, talk):
            return other
        papers = self._meant(question, talk, history)
        subject = self._subject(question, papers[0], talk) if papers else talk.question
        if leaning.others:
            return Standalone(about(question, talk.question), changed=True)
        if len(papers) > 1 and _TWO.search(question):
            both = [self._subject(question, paper, talk) for paper in papers[:2]]
            return Standalone(about(question, " / ".join(both)), _ids(papers), changed=True)
        text = about(question, subject) if subject == talk.question else with_subject(question, subject)
        return Standalone(text, _ids(papers), changed=True)

    def _talk(self, history: Sequence[Turn]) -> _Talk | None:
        """The last exchange that was about something, its question made to stand alone."""
        for at in range(len(history) - 1, -1, -1):
            if not history[at].is_question or courtesy_of(history[at].content) is not None:
                continue
            earlier, answer = history[:at], next((turn for turn in history[at + 1 :] if not turn.is_question), None)
            before = self.standalone(history[at].content, earlier)
            refused = answer is not None and not answer.paper_ids and is_refusal(answer.content)
            if refused and not before.paper_ids:
                return _Talk(_PREVIOUS.sub("", before.text), (), before.text)
            words = before.text if answer is None or refused else f"{before.text}\n{answer.content}"
            cited = () if answer is None else answer.paper_ids
            return _Talk(_PREVIOUS.sub("", before.text), self._papers(cited or before.paper_ids, words), words)
        return None

    def _papers(self, paper_ids: Sequence[str], words: str) -> tuple[Paper, ...]:
        """The papers of these ids, else the one whose words the exchange repeats."""
        known = self._store.get(list(paper_ids)) if paper_ids else []
        if known:
            return tuple(known)
        found = self._lexical.search(content_terms(words), 1)
        return tuple(self._store.get([found[0][0]])) if found else ()

    def _switched(self, question: str, talk: _Talk) -> Standalone | None:
        """The question before, asked of another subject: "What about FROGNET?", "And the frog one?"."""
        match = _SWITCH.match(question.strip())
        named = (match["subject"] or match["cjk"] or "").strip(" ?？呢") if match else ""
        if not named or _ASPECT_START.match(named):
            return None
        wanted = re.sub(r"^(?:the|a|an)\s+|\s+ones?$", "", named, flags=re.I)
        terms = [term for term in content_terms(wanted) if not is_aspect(term)]
        held = {term for paper in talk.papers[:1] for term in analyze(f"{paper.title}\n{paper.abstract}")}
        pointed = wanted != named or bool(names(wanted))
        if (
            not terms
            or not pointed
            or not any(self._lexical.document_frequency(term) and term not in held for term in terms)
        ):
            return None
        found = self._store.get([paper_id for paper_id, _ in self._lexical.search(terms, 1)])
        subject = wanted if names(wanted) or not found else self._name(found[0]) or wanted
        old = self._subject("", talk.papers[0], talk) if talk.papers else ""
        text = talk.question.replace(old, subject) if old and old in talk.question else about(talk.question, subject)
        return Standalone(text + ("？" if is_cjk(text) else "?"), _ids(found), changed=True)

    def _meant(self, question: str, talk: _Talk, history: Sequence[Turn]) -> tuple[Paper, ...]:
        """Which of the papers talked of the question is about."""
        papers = talk.papers
        for place, ordinal in enumerate(_ORDINALS):
            if len(papers) > max(place, 1) and ordinal.search(question):
                return (papers[place],)
        if _TWO.search(question) and len(papers) < 2:
            earlier = self._talk(_before_last(history))
            known = _ids(papers)
            papers += tuple(paper for paper in (earlier.papers if earlier else ()) if paper.paper_id not in known)
            return papers[:2]
        return papers[:_MANY] if _PLURAL.search(question) else papers[:1]

    def _subject(self, question: str, paper: Paper, talk: _Talk) -> str:
        """What to call a paper: by the name that was used for it, its own, or the question that led to it."""
        held = set(analyze(f"{paper.title}\n{paper.abstract}"))
        asked = {term for term, _ in names(question)}
        used = [word for term, word in names(talk.words) if term in held - asked and self._is_coined(word, paper)]
        return next((_whole(word, talk.words) for word in used), self._name(paper) or talk.question)

    def _is_coined(self, word: str, paper: Paper) -> bool:
        """Whether a name is a paper's own: hardly another has it, or the paper introduces it."""
        introduced = f"({word}" in paper.abstract or paper.title.startswith(word)
        rarity = min((self._lexical.document_frequency(term) for term in analyze(word)), default=0)
        return rarity <= (_COINED_IF_INTRODUCED if introduced else _COINED)

    def _name(self, paper: Paper) -> str:
        title = paper.title.partition(":")[0] if ":" in paper.title else paper.title
        name = method_name(paper.abstract)
        if name and self._is_coined(name, paper):
            return name
        return title if len(title.split()) <= _LONG_TITLE else ""

    def _concerns(self, question: str, papers: Sequence[Paper]) -> bool:
        """Whether a paper has the greater part of what the question is about, by rarity."""
        terms = [term for term in content_terms(question) if not is_aspect(term)]
        total = sum(self._lexical.idf(term) for term in terms)
        for paper in papers:
            held = set(analyze(f"{paper.title}\n{paper.abstract}"))
            if total and sum(self._lexical.idf(term) for term in terms if term in held) >= _HELD * total:
                return True
        return not total and bool(papers)


def about(question: str, subject: str) -> str:
    """A question under its subject."""
    return f"关于{subject}：{question}" if is_cjk(question) else f"About {subject}: {question}"


def with_subject(question: str, subject: str) -> str:
    """A question with its subject in the place of what stood for it, or before it."""
    places = (
        (r"它们?|(?:该|这个|这种|这篇|此)(?:方法|论文|模型|工作|算法|框架|研究|文)", subject),
        (r"\bits\b", f"{subject}'s"),
        (r"(?<!\bis )(?<!\bwas )\bit\b", subject),
        (r"\bit\b", subject),
        (rf"\b(?:this|that|the)\s+{_GENERIC}\b(?!\s+(?:of|for|size|sizes)\b)", subject),
        (r"\bthe\s+authors\b", f"the authors of {subject}"),
        (r"\btheir\b", f"{subject}'s"),
        (r"\bthem\b", subject),
        (r"\bthey\b", f"the authors of {subject}"),
    )
    if subject and subject.casefold() in question.casefold():
        return question
    for pattern, instead in places:
        text, found = re.subn(pattern, instead.replace("\\", r"\\"), question, count=1, flags=re.I)
        if found:
            return text[:1].upper() + text[1:]
    return about(question, subject)


def _whole(word: str, text: str) -> str:
    """A word with what hyphens join to it where it stands: SPHINX in "SPHINX-X"."""
    found = re.search(rf"(?<![A-Za-z0-9-])[A-Za-z0-9-]*{re.escape(word)}[A-Za-z0-9-]*", text)
    return found[0].strip("-") if found else word


def _before_last(history: Sequence[Turn]) -> Sequence[Turn]:
    """The history without its last exchange."""
    last = max((at for at, turn in enumerate(history) if turn.is_question), default=0)
    return history[:last]


def _ids(papers: Sequence[Paper]) -> tuple[str, ...]:
    return tuple(paper.paper_id for paper in papers)
