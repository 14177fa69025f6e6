"""Wording: where the sentences of a paper show a phrase, in any form of its words."""

import re
from collections.abc import Sequence

from rag.corpus.topics import content
from rag.papers import Paper
from rag.text.abbreviations import expansion, is_short
from rag.text.analysis import analyze, places
from rag.text.sentences import sentence_spans

LONG = 3
"""Words from which a term may have others between its own: "forecasting of multivariate time series"."""
BLURRED = re.compile(r"i[sz]ations?$", re.IGNORECASE)
"""Ends of words that share a stem with words of another meaning."""
_DOING = re.compile(r"\w{5,}ing", re.IGNORECASE)
_ABLE = re.compile(r"abl[ey]$|abilit(?:y|ies)$", re.IGNORECASE)
_SPREAD = 3
_LOOSELY = 8

TITLE = -1


class Wording:
    """A paper's sentences as terms; the title is sentence `TITLE`.

    Args:
        paper: as the index keeps it.
    """

    def __init__(self, paper: Paper) -> None:
        self._text = _text(paper)
        self._title, self._abstract = paper.title, paper.abstract
        self.sentences = sentence_spans(paper.abstract)
        self._terms = {TITLE: analyze(paper.title)} | {
            at: analyze(paper.abstract[span.start : span.end]) for at, span in enumerate(self.sentences)
        }

    def places(self, phrase: str, names: Sequence[str], *, loosely: bool = False) -> set[int]:
        """The sentences that show a phrase: its words side by side or, `loosely`, all in the one sentence.

        Args:
            phrase: as written.
            names: what else the same thing is called; a short form that the paper gives another meaning shows nothing.
            loosely: see above.
        """
        terms, meant = analyze(phrase), set(content(phrase)) or set(analyze(phrase))
        if is_short(phrase) and names and self._means_other(phrase, names):
            return set()
        return {
            at
            for at, held in self._terms.items()
            if (
                _consecutive(terms, held)
                or (loosely and len(meant) > 1 and _within(meant, held, len(terms) + _LOOSELY))
                or (len(meant) >= LONG and _within(meant, held, len(terms) + _SPREAD))
            )
            and self._is_worded(phrase, at)
        }

    def _is_worded(self, phrase: str, at: int) -> bool:
        """Whether a sentence has the words that a stem blurs: "general" is no "generalization"."""
        if _DOING.fullmatch(phrase) and not self._is_done(phrase, at):
            return False
        roots = [word[: match.start() + 1] for word in phrase.split() if (match := BLURRED.search(word))]
        if not roots:
            return True
        return all(re.search(rf"{re.escape(root)}[sz]", self._sentence(at), re.IGNORECASE) for root in roots)

    def _is_done(self, doing: str, at: int) -> bool:
        """Whether a sentence tells of doing, not of what can be done: "unlearnable" is no "unlearning"."""
        text, terms = self._sentence(at), analyze(doing)
        forms = (text[span.start : span.end] for span in places(text))
        return any(not _ABLE.search(form) and analyze(form) == terms for form in forms)

    def _sentence(self, at: int) -> str:
        if at == TITLE:
            return self._title
        return self._abstract[self.sentences[at].start : self.sentences[at].end]

    def has(self, phrase: str) -> bool:
        """Whether the words of a phrase stand side by side anywhere."""
        terms = analyze(phrase)
        return any(_consecutive(terms, held) for held in self._terms.values())

    def _means_other(self, short: str, names: Sequence[str]) -> bool:
        full = expansion(short, self._text)
        if not full:
            return False
        terms = set(analyze(full))
        meant = [set(content(name)) for name in names if not is_short(name)]
        return bool(meant) and not any(name <= terms or terms <= name for name in meant)


def _consecutive(terms: Sequence[str], held: Sequence[str]) -> bool:
    size = len(terms)
    return bool(size) and any(list(held[at : at + size]) == list(terms) for at in range(len(held) - size + 1))


def _within(meant: set[str], held: Sequence[str], reach: int) -> bool:
    """Whether a stretch of so many terms has all that are meant."""
    places = [at for at, term in enumerate(held) if term in meant]
    return any(meant <= set(held[at : at + reach]) for at in places)


def _text(paper: Paper) -> str:
    return f"{paper.title}\n{paper.abstract}"
