"""Wording: where the sentences of a paper show a phrase, in any form of its words."""

import re
from collections.abc import Sequence
from functools import lru_cache

from rag.corpus.families import family_of, told_apart
from rag.corpus.topics import POSITION, content
from rag.papers import Paper
from rag.text.abbreviations import expansion, is_short
from rag.text.analysis import analyze, places, words
from rag.text.sentences import sentence_spans

LONG = 3
"""Words from which a term may have others between its own: "forecasting of multivariate time series"."""
_BLURRED = re.compile(r"i[sz]ations?$", re.IGNORECASE)
"""Ends of words that share a stem with words of another meaning."""
_AGENT = re.compile(r"[^\W\d_]{3,}(?:er|or)s?", re.IGNORECASE)
"""What does a thing shares its stem with the doing: an optimizer is no optimization."""
_DOING = re.compile(r"\w{5,}ing", re.IGNORECASE)
_ABLE = re.compile(r"abl[ey]$|abilit(?:y|ies)$", re.IGNORECASE)
_SPREAD = 3
_LOOSELY = 3
"""Further words among those of a phrase that is no term: "compress the local gradients"."""

_EXAMPLE = re.compile(
    r"\b(?:such as|including|includes?|e\.g\.,?|for (?:example|instance),?|ranging from|spanning|like|across"
    r"|as well as)\b[^.;:]{0,120}$"
    r"|\b(?:outperform(?:s|ed|ing)?|compared (?:to|with)|(?:better|faster|more \w+) than|unlike|in contrast to"
    r"|similar to|inspired by|akin to|beyond|existing|rather than|instead of)\s[^.;:,]{0,40}$",
    re.IGNORECASE,
)
"""Before what is named as an example, or to be compared with: "such as finance, healthcare and"."""

_JOINTS = frozenset(analyze("of for in on to with from by via the a an and our their its these those such"))
"""What follows a word that what it is done to comes after: "compress the gradients"."""

TITLE = -1
_POSITION_TITLE = re.compile(r"^position(?=\s*:)", re.IGNORECASE)
"""How the title of a position paper begins."""


class Wording:
    """A paper's sentences as terms; the title is sentence `TITLE`.

    Args:
        paper: as the index keeps it.
    """

    def __init__(self, paper: Paper) -> None:
        self._text = _text(paper)
        self._title, self._abstract = paper.title, paper.abstract
        self.sentences = sentence_spans(paper.abstract)
        self._terms = {TITLE: analyze(_POSITION_TITLE.sub(POSITION, paper.title))} | {
            at: analyze(paper.abstract[span.start : span.end]) for at, span in enumerate(self.sentences)
        }

    def places(self, phrase: str, names: Sequence[str], *, loosely: bool = False) -> set[int]:
        """The sentences that show a phrase: its words side by side or, `loosely`, all in the one sentence.

        Args:
            phrase: as written.
            names: what else the same thing is called; a short form that the paper gives another meaning shows nothing.
            loosely: see above.
        """
        terms, meant = analyze(phrase), content(phrase) or list(dict.fromkeys(analyze(phrase)))
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

    def scattered(self, phrase: str) -> set[int]:
        """The sentences that have the words of a phrase of three or more near one another, in whatever order."""
        meant = set(content(phrase))
        if len(meant) < LONG:
            return set()
        reach = len(analyze(phrase)) + _SPREAD
        return {at for at, held in self._terms.items() if _near(meant, held, reach) and self._is_worded(phrase, at)}

    def _is_worded(self, phrase: str, at: int) -> bool:
        """Whether a sentence has the words that a stem blurs: "general" is no "generalization"."""
        if _DOING.fullmatch(phrase) and not self._is_done(phrase, at):
            return False
        roots = [word[: match.start() + 1] for word in phrase.split() if (match := _BLURRED.search(word))]
        if not all(re.search(rf"{re.escape(root)}[sz]", self.sentence(at), re.IGNORECASE) for root in roots):
            return False
        return all(self._is_named(agent, at) for agent in agents(phrase)) and all(
            self._is_of_family(family, at) for family in told_apart(phrase)
        )

    def _is_of_family(self, family: tuple[str, int], at: int) -> bool:
        """Whether a sentence has a word itself, not only another one of its stem: "conformation" is not "conformal"."""
        text, stem = self.sentence(at), family[0]
        forms = (text[span.start : span.end] for span in places(text))
        return any(family_of(form) in (family, None) for form in forms if analyze(form)[:1] == [stem])

    def _is_named(self, agent: str, at: int) -> bool:
        text, term = self.sentence(at), analyze(agent)
        forms = (text[span.start : span.end] for span in places(text))
        return any(_AGENT.fullmatch(form) and analyze(form) == term for form in forms)

    def _is_done(self, doing: str, at: int) -> bool:
        """Whether a sentence tells of doing, not of what can be done: "unlearnable" is no "unlearning"."""
        text, terms = self.sentence(at), analyze(doing)
        forms = (text[span.start : span.end] for span in places(text))
        return any(not _ABLE.search(form) and analyze(form) == terms for form in forms)

    def sentence(self, at: int) -> str:
        """A sentence by its place, or the title."""
        if at == TITLE:
            return self._title
        return self._abstract[self.sentences[at].start : self.sentences[at].end]

    def in_passing(self, phrase: str, at: int) -> bool:
        """Whether a sentence names a thing as one of several examples, or to compare with, wherever it names it."""
        text, terms = self.sentence(at), analyze(phrase)
        found = words(text)
        starts = [
            found[first][1].start
            for first in range(len(found) - len(terms) + 1)
            if [term for term, _ in found[first : first + len(terms)]] == terms
        ]
        return bool(starts) and all(_EXAMPLE.search(text[:start]) for start in starts)

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


def is_blurred(phrase: str) -> bool:
    """Whether the index of stems finds more for a phrase than what has its words."""
    return bool(agents(phrase) or told_apart(phrase)) or any(_BLURRED.search(word) for word in phrase.split())


@lru_cache(maxsize=1024)
def agents(phrase: str) -> tuple[str, ...]:
    """The words of a phrase that name what does a thing, and whose stem is that of the doing."""
    return tuple(
        word
        for word in re.split(r"[^\w]+", phrase)
        if _AGENT.fullmatch(word) and not _AGENT.fullmatch(next(iter(analyze(word)), word))
    )


def _consecutive(terms: Sequence[str], held: Sequence[str]) -> bool:
    if not terms or terms[0] not in held:
        return False
    wanted, size = list(terms), len(terms)
    return any(held[at] == wanted[0] and list(held[at : at + size]) == wanted for at in range(len(held) - size + 1))


def _within(meant: Sequence[str], held: Sequence[str], reach: int) -> bool:
    """Whether a stretch of so many terms has all that are meant, in their order or the last one first.

    "Forecasting of multivariate time series" is multivariate time series forecasting; "adaptive low-rank debiasing" is
    no low-rank adaptation.
    """
    if not set(meant) <= set(held):
        return False
    places = [at for at, term in enumerate(held) if term in meant]
    for start in places:
        stretch = held[start : start + reach]
        if not set(meant) <= set(stretch):
            continue
        turned = stretch[0] == meant[-1] and not _JOINTS.isdisjoint(stretch[1:3])
        if turned or _in_order(meant, stretch):
            return True
    return False


def _near(meant: set[str], held: Sequence[str], reach: int) -> bool:
    if not meant <= set(held):
        return False
    return any(meant <= set(held[at : at + reach]) for at, term in enumerate(held) if term in meant)


def _in_order(meant: Sequence[str], stretch: Sequence[str]) -> bool:
    rest = iter(stretch)
    return all(term in rest for term in meant)


def _text(paper: Paper) -> str:
    return f"{paper.title}\n{paper.abstract}"
