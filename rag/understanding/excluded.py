"""Excluded: a topic that a question does not want, and whether a paper deals with it."""

import re
from dataclasses import dataclass

from rag.questions import content_terms
from rag.text.analysis import analyze, words
from rag.text.sentences import Span

_PAPERS = re.compile(r"\s+(?:papers?|articles?|works?|studies|ones|methods?|domains?|tasks?)$", re.IGNORECASE)
_SURVEYS = frozenset(("survey", "review", "overview"))
_OF_SURVEY = re.compile(
    r"\b(?:this|our|the|present|provides?|a|comprehensive|systematic) (?:survey|review|overview)\b", re.I
)
_DENIED = re.compile(
    r"\b(?:without|no|not|non|never|free of|instead of|rather than|avoid(?:s|ing)?|bypass(?:es|ing)?|beyond"
    r"|independent of|eliminat(?:es|ing))\W+(?:[\w-]+\W+){0,3}$",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Exclusion:
    """A topic that is not wanted.

    Args:
        topic: as it is looked for in the papers; several names of one thing are parted by `|`.
        said: the words of the question.
        factor: what the score of a paper that deals with it is multiplied by; 0 puts it behind all others.
        quality: it is said of a thing that it is not so, which leaves nothing out where papers call things "non-" so.
    """

    topic: str
    said: str
    factor: float = 0.0
    quality: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """What it may be called."""
        return tuple(self.topic.split("|"))

    @property
    def is_of_surveys(self) -> bool:
        """Whether a kind of paper is not wanted, rather than a topic."""
        wanted = analyze(self.topic)
        return len(wanted) == 1 and wanted[0] in _SURVEYS

    def concerns(self, title: str, abstract: str) -> bool:
        """Whether a paper deals with the topic: "without images" and "image-free" do not."""
        if self.is_of_surveys:
            return bool(re.search(r"\b(?:survey|review|overview)\b", title, re.I) or _OF_SURVEY.search(abstract))
        text = f"{title}. {abstract}"
        return any(asserted(name, text) for name in self.names)


def asserted(name: str, text: str) -> bool:
    """Whether a text has the words of a name, in any form, and does not deny them."""
    wanted, found = analyze(name), words(text)
    terms = [term for term, _ in found]
    for at in range(len(terms) - len(wanted) + 1):
        if terms[at : at + len(wanted)] == wanted:
            start, end = found[at][1].start, found[at + len(wanted) - 1][1].end
            before = re.split(r"[.;]\s", text[max(0, start - 60) : start])[-1]
            if not _DENIED.search(before) and not text[end:].startswith(("-free", "-less")):
                return True
    return False


Excluded = tuple[Exclusion, Span]
"""An exclusion and its place in the question."""


def meet(one: Span, other: Span) -> bool:
    """Whether two stretches have a character in common."""
    return one.start < other.end and other.start < one.end


def with_brackets(question: str, span: Span) -> Span:
    """A stretch with the brackets that stand around nothing else."""
    start, end = span.start, span.end
    while start < end and question[start] in " (（":
        start += 1
    before, after = question[:start].rstrip(), question[end:].lstrip()
    if before.endswith(("(", "（")) and after.startswith((")", "）")):
        return Span(len(before) - 1, len(question) - len(after) + 1)
    return span


def parted(text: str) -> list[str]:
    """The topics that are named one after the other, without words such as "papers" behind them."""
    topics = re.split(r"\s*(?:,|/|、|\bor\b|\band\b|或|和|与)\s*", text)
    cleaned = [_PAPERS.sub("", topic.strip()) for topic in topics]
    return [topic for topic in cleaned if content_terms(topic) or set(analyze(topic)) & _SURVEYS]
