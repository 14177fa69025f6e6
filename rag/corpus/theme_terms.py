"""Terms of themes: the words by which the papers of a theme are told from others, and which name subjects."""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from math import log

from rag.lexical import LexicalIndex
from rag.papers import Paper
from rag.questions import is_content
from rag.text.analysis import analyze

Subjects = Callable[[Sequence[str]], Sequence[float]]
"""Gives for each of some phrases how far it names a subject, 0 to 1."""

_TERMS = 3
_WEIGHED = 40
"""Terms of a theme, the most telling by counts, that are weighed by how titles use them."""
_OF_TITLES = 0.1
"""Share of the papers with a word that have it in their title, from which it counts in full: a subject is named there
(watermark 1.0, privacy 0.2, client 0.1), what is said of any ("conduct" 0.0, "output" 0.01, "speedup" 0.02) is not."""
_COMMON = 10
"""A word of one paper in so many is rare enough to name a theme; of more, it counts less."""
_TEX = re.compile(r"\\[A-Za-z]+\*?|(?<!\\)\$[^$\n]{1,200}\$")
"""Commands and formulas, which name no theme."""
_GENERAL_WORDS = """
algorithm algorithms approach approaches data dataset datasets deep effective efficient evaluate existing experiment
experiments framework improve large learn learning machine method methods model models network networks neural new
novel performance problem problems propose quality result results show state-of-the-art task tasks technique
techniques theoretical training various work
"""
_GENERAL = frozenset(_GENERAL_WORDS.split())


_PLAIN_WORDS = """
accuracy accurate achieve achieved achieves across against
adding address addresses advance advances advantage aims allow
allows application applications approximately arbitrary available based benchmark benchmarks best better beyond
capabilities capability capable certain challenge challenges challenging characterize classical combine compared
complex considered contrast contribute create criteria criterion crucial current demonstrate demonstrates design
despite develop different directly diverse domain domains due effect effectively effects efficiency efficiently
empirical empirically enable enables enabling end ensure establish evaluation extensive fewer find first five focus
four fully function functions further general generate generated github given good guarantee guarantees high higher
highly however https identify important improved improvement improves including increasing insight insights
interests introduce introduces investigate key known lack leading leads less limitation limitations limited low
lower main make many matches matching maximum method-agnostic much multiple negative number numbers often one open
order outperform outperforms paper particular positive potential powerful practical previous prior process processes
properties property prove provide provides rate rates recent recently reduce reduces remains require requires
requiring respectively same second set setting settings several significant significantly simple single small sota
specific specifically standard state-of-the-art step strong study substantial substantially such synthetic testing
third three thus time times total towards two type under understand understanding unified unlike used using utilize
via well wide widely within without world-class yield yields
"""
"""Words that say nothing of what papers are on: verbs, ordinals, praise. Abstracts of every theme have them."""
_PLAIN = frozenset(_PLAIN_WORDS.split())
_NO_NOUN = re.compile(
    r".*(?:ly|ized|ised|ates|ating|izes|izing|ises|ising|ifies|ified|ifying|ves|ers?tand)"
    r"|.{3,}(?:ed|able|ible|ful|ous|less|al|ic|ive|ary|aic)|.+-(?:free|based|aware|optimal|to-\w+)",
)
"""Ends of words that are hardly nouns: adverbs, verbs and most adjectives, which name a theme only before a noun."""
_NOUN_WORDS = """
anomaly approval arithmetic assembly boundary critic dictionary family feed graphic heuristic interval library logic
metric music narrative objective perspective removal retrieval seed semantic signal speed statistic summary supply
survival table topic traffic variable vocabulary
"""
_NOUNS = frozenset(_NOUN_WORDS.split())


def naming_terms(paper: Paper) -> set[str]:
    """One- and two-word terms of a paper that may name a theme, in lower case."""
    found: set[str] = set()
    text = _TEX.sub(" , ", f"{paper.title}\n{paper.abstract}")
    for run in re.split(r"[^\w\s-]+|\n", text.lower()):
        before = ""
        for word in run.split():
            if not _carries(word) or word in _PLAIN:
                before = ""
                continue
            if word not in _GENERAL and _is_noun(word):
                found.add(word)
            if before and _is_noun(word):
                found.add(f"{before} {word}")
            before = word
    return found


@lru_cache(maxsize=1 << 16)
def _is_noun(word: str) -> bool:
    """Whether a word may be the last of a theme's name, as far as its end tells."""
    return word in _NOUNS or not _NO_NOUN.fullmatch(word)


@lru_cache(maxsize=1 << 16)
def _carries(word: str) -> bool:
    """Whether a word carries meaning of its own."""
    terms = analyze(word)
    return (
        len(word) > 2
        and word[0].isalnum()
        and any(is_content(term) and re.search(r"[^\W\d_]{2}", term) for term in terms)
    )


def telling(
    inside: Mapping[str, int],
    overall: Mapping[str, int],
    members: int,
    total: int,
    subjects: Subjects | None = None,
) -> tuple[str, ...]:
    """The terms with the greatest log-likelihood weight inside a theme, none within another.

    Args:
        inside: in how many papers of the theme each term is.
        overall: the same of all papers that were parted.
        members: papers of the theme.
        total: papers that were parted.
        subjects: tells how far words name subjects.
    """

    def weight(phrase: str) -> float:
        here, there = inside[phrase], overall[phrase] - inside[phrase]
        share, rest = here / members, (there + 0.5) / (total - members + 1)
        return here * max(log(share / rest), 0.0) * (1.6 if " " in phrase else 1.0)

    least = 2 if members > 3 else 1
    weights = {phrase: weight(phrase) for phrase, count in inside.items() if count >= least}
    ranked = sorted(weights, key=lambda phrase: (-weights[phrase], phrase))
    if subjects is not None:
        ranked = ranked[:_WEIGHED]
        weights = {phrase: weights[phrase] * of for phrase, of in zip(ranked, subjects(ranked), strict=True)}
        ranked.sort(key=lambda phrase: (-weights[phrase], phrase))
    chosen: list[str] = []
    for phrase in ranked:
        stems = set(analyze(phrase))
        if all(not stems & set(analyze(other)) for other in chosen):
            chosen.append(phrase)
        if len(chosen) == _TERMS:
            break
    return tuple(chosen)


def subjects_of(phrases: Sequence[str], lexical: LexicalIndex) -> list[float]:
    """How far phrases name subjects of an index's papers, 0 to 1.

    A phrase counts by the word of it that titles have least, a single word also by how rare it is.

    Args:
        phrases: of one or two words.
        lexical: the words of all papers.
    """
    terms = sorted({term for phrase in phrases for term in analyze(phrase)})
    counts = lexical.counts(lexical.ids, terms)
    titles, texts = (counts.title > 0).sum(axis=0), (counts.text > 0).sum(axis=0)
    share = {term: (n + 0.5) / (of + 5) for term, n, of in zip(terms, titles, texts, strict=True)}
    rare = {term: log(len(lexical) / max(of, 1)) / log(_COMMON) for term, of in zip(terms, texts, strict=True)}

    def of(phrase: str) -> float:
        words = analyze(phrase)
        told = min([1.0, *(share[term] / _OF_TITLES for term in words)])
        return float(told * (min(1.0, rare[words[0]]) if len(words) == 1 else 1.0))

    return [of(phrase) for phrase in phrases]
