"""Subjects: what a paper talked of is called in a question, and the question with that in its place."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rag.lexical import LexicalIndex
from rag.papers import Paper, method_name
from rag.questions import is_cjk, names
from rag.store import PaperStore
from rag.text.analysis import analyze
from rag.understanding.bearers import is_called, is_own_name, spellings
from rag.understanding.ellipsis import names_thing_first

_COINED = 2
_COINED_IF_INTRODUCED = 20
"""A name is a paper's own where at most so many papers have it."""
_NAME_WORDS = 3
_HEAD_WORDS = 4
"""Words that the name in front of a title has at most, where a name is said without capitals."""
_WORD = re.compile(r"(?<![A-Za-z0-9_+-])[A-Za-z][A-Za-z0-9]*(?:[-+][A-Za-z0-9]+)*\+{0,2}")
_RUN = re.compile(r"(?<![A-Za-z0-9_-])[A-Z][A-Za-z0-9-]*(?: [A-Z][A-Za-z0-9-]*)+")
_NEAR_NAME = 50
"""Papers with a name that are read for whether it is their own."""
_HYPHENED = re.compile(r"(?<![\w-])[A-Z][A-Za-z0-9]*(?:-[A-Z0-9][A-Za-z0-9]*)+(?![\w-])")
"""A name of parts with capitals, each of which is none: "R-Bench"."""
_READ = 400
"""Papers with a word that are read for whether it is the name of another, too."""
JOINT = re.compile(r"^(?:(?:and|but|so|then|also)\b[\s,]*|那么?|然后|而)\s*", re.I)
"""What joins a follow-up to what was said before."""
_GENERIC = r"(?:proposed\s+)?(?:paper|article|method|approach|model|framework|algorithm|system|technique|work|study)"
_ITS = re.compile(
    r"^\W*(?:(?:and|but|so)\s+)?(?:(?:what|how)\s+about\s+)?(?:its|their)\s+(?P<what>[\w-]+(?:\s+[\w-]+){0,2})\s*\?*$",
    re.IGNORECASE,
)
_AN_AUTHOR = re.compile(r"\bthe\s+(?:first|second|third|last|lead|senior|corresponding)\s+authors?\b(?!\s+of\b)", re.I)


class Naming:
    """Calls papers by names that no other paper has.

    Args:
        store: the papers.
        lexical: their words.
    """

    def __init__(self, store: PaperStore, lexical: LexicalIndex) -> None:
        self._store = store
        self._lexical = lexical

    def called(self, paper: Paper, words: str, asked: str) -> str:
        """The name of a paper as it stands in a question: a long title in brackets in Chinese. Args: see `name`."""
        name = self.name(paper, words, asked)
        return f"《{name}》" if is_cjk(asked) and len(name.split()) > _NAME_WORDS else name

    def name(self, paper: Paper, words: str = "", asked: str = "") -> str:
        """What to call a paper: by the name that was used for it, by its own, or by its title.

        Args:
            paper: that is meant.
            words: in which it was asked for. An answer's words are none: a sentence has names of many things.
            asked: the question, whose own names are not its subject.
        """
        held = set(analyze(f"{paper.title}\n{paper.abstract}"))
        taken = {term for term, _ in names(asked)}
        used = [word for term, word in names(words) if term in held - taken and not word[0].isdigit()]
        own = [_whole(word, words) for word in used if self._is_own(word, paper)]
        own += [word for word in _HYPHENED.findall(words) if word not in asked and is_called(paper, word)]
        own += [word for word in spellings(paper.title) if word in words and word not in asked]
        head = paper.title.partition(":")[0].strip() if ":" in paper.title else ""
        for name in (*own, method_name(paper.abstract), head):
            if name and self._is_own(name, paper) and not self.is_shared(name, paper):
                return name
        return paper.title or own[0] if own else paper.title

    def _is_own(self, word: str, paper: Paper) -> bool:
        """Whether a name is a paper's own: hardly another has it, or the paper introduces it."""
        introduced = is_called(paper, word) and (f"({word}" not in paper.abstract or paper.title.startswith(word))
        introduced = introduced or (f"({word})" in paper.abstract and word == method_name(paper.abstract))
        terms = analyze(word)
        rarity = min((self._lexical.document_frequency(term) for term in terms), default=0)
        if len(terms) > 1:
            rarity = len(self._lexical.phrase(terms))
        if re.search(r"[a-z][A-Z]", word) and is_called(paper, word):
            return not word.endswith("s") or word == method_name(paper.abstract)  # "StoP" is no "stop"; GNNs are many
        if introduced and re.fullmatch(r"[A-Z0-9-]{3,}", word):
            return True  # in capitals even a common word is a name: "LESS"
        return 0 < rarity <= (_COINED_IF_INTRODUCED if introduced else _COINED)

    def is_shared(self, word: str, paper: Paper) -> bool:
        """Whether another paper's method has the same name."""
        terms = analyze(word)
        if len(terms) != 1:
            return False
        others = self._store.get(self._lexical.holding(terms, _READ))
        return any(
            other.paper_id != paper.paper_id and (owns(other, word) or is_called(other, word)) for other in others
        )

    def bearing(self, text: str) -> tuple[Paper, ...]:
        """The papers whose own method has a name that stands in a text: "LoRA+", "Chatbot Arena"."""
        words = [word for word in _WORD.findall(text) if re.search(r"\w[A-Z]|\+$", word)]
        found: list[Paper] = []
        for word in dict.fromkeys([*words, *_RUN.findall(text)]):
            papers = self._holding(word)
            found += [paper for paper in papers if is_own_name(paper, word, few=len(papers) <= _COINED)]
        if not found and 1 < len(text.split()) <= _HEAD_WORDS:
            found += [paper for paper in self._holding(text) if _head(paper).casefold() == text.strip().casefold()]
        return tuple(found)

    def _holding(self, word: str) -> list[Paper]:
        terms = analyze(word)
        ids = self._lexical.phrase(terms) if len(terms) > 1 else self._lexical.holding(terms, _NEAR_NAME)
        return self._store.get(list(ids)[:_NEAR_NAME])

    def is_papers_own(self, word: str) -> bool:
        """Whether a name is that of a paper's own method."""
        holding = self._lexical.holding(analyze(word), _NEAR_NAME)
        return any(is_called(paper, word) or paper.title == word for paper in self._store.get(holding))


def owns(paper: Paper, word: str) -> bool:
    """Whether a word is the name in front of a paper's title, or that of what its abstract proposes."""
    head = _head(paper)
    return word in (head, method_name(paper.abstract)) or bool(re.match(rf"{re.escape(word)}[^\w\s-]", paper.title))


def _head(paper: Paper) -> str:
    return paper.title.partition(":")[0].strip()


def listed(subjects: Sequence[str], *, cjk: bool) -> str:
    """Several subjects in one phrase: "A, B and C"."""
    if len(subjects) < 2:
        return "".join(subjects)
    if cjk:
        return "、".join(subjects[:-1]) + f" 和 {subjects[-1]}"
    return f"{', '.join(subjects[:-1])} and {subjects[-1]}"


def about(question: str, subject: str) -> str:
    """A question under its subject; in Chinese a sentence, which may begin with what it is about."""
    subject = re.sub(r"^(?:about\s+|关于)", "", subject, flags=re.I)
    if is_cjk(question):
        gap = "" if is_cjk(subject[-1:]) else " "
        if names_thing_first(question):  # "在 GBE 中，为什么 ABE 会失败？"
            return f"在{gap}{subject}{gap}中，{JOINT.sub('', question)}"
        return f"{subject}{gap}{JOINT.sub('', question)}"
    return f"About {subject}: {question}"


def with_subject(question: str, subject: str, *, several: bool = False) -> str:
    """A question with its subject in the place of what stood for it, or before it.

    Args:
        question: as asked.
        subject: of the talk.
        several: it is of several papers, so that "they" are these and not their authors.
    """
    places = (
        (
            r"它们?|他们|(?:该|这个|这种|这篇|此|这些|这几篇|这两篇)(?:方法|论文|模型|工作|算法|框架|研究|文章|文)"
            r"|这篇",
            subject,
        ),
        (r"\bits\b", f"{subject}'s"),
        (r"(?<!\bis )(?<!\bwas )\bit\b", subject),
        (r"\bit\b", subject),
        (rf"\b(?:this|that)\s+one\b|\b(?:this|that|the)\s+{_GENERIC}\b(?!\s+(?:of|for|size|sizes)\b)", subject),
        (r"\bthe\s+authors\b(?!\s+of\b)", f"the authors of {subject}"),
        (r"\btheir\b", f"{subject}'s"),
        (r"\bthem\b", subject),
        (r"\bthey\b", subject if several else f"the authors of {subject}"),
        (r"\b(?:these|those)(?:\s+(?:two|three|papers|works|methods))*\b", subject),
    )
    if subject and subject.casefold() in question.casefold():
        return question
    if owned := _ITS.match(question):
        return f"What {'are' if owned['what'].endswith('s') else 'is'} {subject}'s {owned['what']}?"
    if author := _AN_AUTHOR.search(question):
        return begun(f"{question[: author.end()]} of {subject}{question[author.end() :]}")
    question = re.sub(r"^(?:那么?|然后)[，\s]*", "", question)
    if is_cjk(question) and (stands := re.search(places[0][0], question)):
        return replaced(question, stands.start(), stands.end(), subject)
    for pattern, instead in places[1:]:
        text, found = re.subn(pattern, lambda _, put=instead: put, question, count=1, flags=re.I)  # type: ignore[misc]
        if found:
            return begun(re.sub(r"^(?:so|then|and|but)\s+", "", text, flags=re.I))
    return about(question, subject)


def replaced(question: str, start: int, end: int, subject: str) -> str:
    """A question with a subject in the place of a stretch of it, blanks between Latin and Chinese letters."""
    before, after = question[:start], question[end:]
    gap = (
        " "
        if is_cjk(question) and subject[-1:].isascii() and after[:1] and not re.match(r"[\s，。？?！]", after)
        else ""
    )
    lead = " " if is_cjk(question) and subject[:1].isascii() and before and not before.endswith((" ", "，")) else ""
    text = f"{before}{lead}{subject}{gap}{after}".strip()
    return text[:1].upper() + text[1:]


def _whole(word: str, text: str) -> str:
    """A word with what hyphens join to it where it stands: SPHINX in "SPHINX-X"."""
    found = re.search(rf"(?<![A-Za-z0-9-])[A-Za-z0-9-]*{re.escape(word)}[A-Za-z0-9-]*", text)
    return re.sub(r"(?:-[a-z]+)+$", "", found[0].strip("-")) if found else word  # "SNN-based" only describes


def begun(text: str) -> str:
    """A question with a capital at its beginning."""
    return text[:1].upper() + text[1:]
