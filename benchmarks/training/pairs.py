"""Pairs of a question-like text and the paper that it was made from."""

import random
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from benchmarks.training.papers import Source
from rag.questions import is_content
from rag.text.analysis import words
from rag.text.sentences import Span, sentence_spans

RARE = 30
"""A word in at most so many papers is taken for a name, and is left out of a paraphrase."""

_WE = ("the authors", "the authors", "they", "this paper", "the paper", "this work")
_OUR = ("the", "their", "the proposed")
_OPENINGS = (
    "Which paper {}?",
    "paper about {}",
    "How {}?",
    "What {}?",
    "Is there work where {}?",
    "method where {}",
    "How can {}?",
    "Which method {}?",
)


_FOUND = re.compile(
    r"\b(?:we|this (?:paper|work|article))\b[^.;]{0,40}?\b(?:propos|present|introduc|show|stud|develop|demonstrat|"
    r"investigat|prove|provid|deriv|describ|design|find|explor|analy|establish|address)\w*",
    re.IGNORECASE,
)
"""What opens a sentence that says what a paper does, as a summary does."""
_ASIDE = re.compile(r"\s*\([^()]*\)|,? (?:which|where|thereby|such as|e\.g\.|i\.e\.)\b.*|[;:—].*", re.DOTALL)
_ADDRESSED = re.compile(
    r"^(?:in this (?:paper|work|article|study)|here|in particular|specifically|to this end),? ", re.I
)
_SUMMARY_WORDS = 32


@dataclass(frozen=True)
class Pair:
    """A training example.

    Args:
        question: what stands for a question.
        paper: title, if it is shown, a line end, and abstract, as the product embeds them.
    """

    question: str
    paper: str


class PairMaker:
    """Makes a random pair of a paper: its title, or a sentence of its abstract, as it is or reworded.

    Args:
        papers: all of them, to know which words are rare.
        seed: of the random choices.
        summaries: also make pairs of a summary, as a reader would write it; the shipped model saw none.
    """

    def __init__(self, papers: Iterable[Source], seed: int, *, summaries: bool = False) -> None:
        self._random = random.Random(seed)
        self._summaries = summaries
        self._papers_with: Counter[str] = Counter()
        for paper in papers:
            self._papers_with.update(set(_words(f"{paper.title} {paper.abstract}")))

    def pair(self, paper: Source) -> Pair:
        """A pair, another one each time."""
        spans = [span for span in sentence_spans(paper.abstract) if 60 <= span.end - span.start <= 350]
        kind = self._random.random()
        if kind < (0.2 if self._summaries else 0.25) or not spans:
            title = self._reworded(paper.title) if kind < 0.06 else paper.title
            return Pair(title, paper.abstract)
        told = [span for span in spans if _FOUND.search(paper.abstract, span.start, span.end)]
        if self._summaries and kind > 0.6 and told:
            return self._summary(paper, told)
        span = self._random.choice(spans)
        question = self._other_person(paper.abstract[span.start : span.end])
        if kind < 0.6:
            question = self._reworded(question)
        if self._random.random() < 0.15:
            question = self._random.choice(_OPENINGS).format(question.rstrip(".").strip())
        # Out of the paper, so that not the same words answer; a reworded one may stay, now and then.
        if kind < 0.6 and self._random.random() < 0.4:
            abstract = paper.abstract
        else:
            abstract = f"{paper.abstract[: span.start].strip()} {paper.abstract[span.end :].strip()}".strip()
        titled = self._random.random() < 0.5
        return Pair(question, f"{paper.title}\n{abstract}" if titled else abstract)

    def _summary(self, paper: Source, spans: Sequence[Span]) -> Pair:
        """A summary as a reader writes it: what one or two sentences say is done, shortened, and the abstract."""
        chosen = sorted(self._random.sample(range(len(spans)), min(len(spans), self._random.choice((1, 1, 2)))))
        said = []
        for at in chosen:
            text = paper.abstract[spans[at].start : spans[at].end]
            text = _ASIDE.sub("", _ADDRESSED.sub("", text)) if self._random.random() < 0.7 else text
            said.append(" ".join(self._other_person(text).split()[:_SUMMARY_WORDS]))
        summary = " ".join(said)
        if self._random.random() < 0.75:
            summary = self._reworded(summary)
        abstract = paper.abstract
        if self._random.random() < 0.5:
            for at in reversed(chosen):
                abstract = f"{abstract[: spans[at].start].strip()} {abstract[spans[at].end :].strip()}".strip()
        if len(abstract) < 100:
            abstract = paper.abstract
        return Pair(summary, f"{paper.title}\n{abstract}" if self._random.random() < 0.3 else abstract)

    def _reworded(self, text: str) -> str:
        """The text without its rare words, and without some of the others."""
        kept = []
        share = self._random.choice((0.1, 0.25, 0.4))
        for word in text.split():
            bare = _words(word)
            if any(self._papers_with[part] <= RARE for part in bare):
                continue
            if bare and self._random.random() < share and any(is_content(term) for term, _ in words(word)):
                continue
            kept.append(word)
        return " ".join(kept) if len(kept) >= 4 else text

    def _other_person(self, text: str) -> str:
        if self._random.random() < 0.3:
            return text
        text = re.sub(r"\bwe\b", self._random.choice(_WE), text, flags=re.IGNORECASE)
        return re.sub(r"\bour\b", self._random.choice(_OUR), text, flags=re.IGNORECASE)


def _words(text: str) -> list[str]:
    return re.findall(r"[a-z0-9]+", text.lower())
