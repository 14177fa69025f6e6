"""Theme: papers that belong together, and the terms that set them apart from the rest."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import log, sqrt
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from rag.papers import Paper
from rag.questions import is_content
from rag.text.analysis import analyze

if TYPE_CHECKING:
    from rag.store import PaperStore

_FEWEST, _MOST = 3, 12
_ROUNDS = 40
_CRUMB = 4
"""Papers of the smallest theme, where there are many."""
_TERMS = 3
_SEED = 7
_TRIES = 8
_PAGE = 2_000
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
accuracy accurate achieve achieved achieves across adding address addresses advance advances advantage aims allow
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


@dataclass(frozen=True)
class Theme:
    """Papers that belong together.

    Args:
        terms: that set them apart, the most telling first.
        members: their places among the papers, the nearest to the middle first.
    """

    terms: tuple[str, ...]
    members: tuple[int, ...]

    @property
    def name(self) -> str:
        """The terms in one line."""
        return ", ".join(self.terms)


def themed(store: "PaperStore", chosen: frozenset[str] | None = None) -> tuple[list[Paper], NDArray[np.float32]]:
    """The papers whose themes are sought, sorted by id, and their vectors of length 1, row by row.

    Of a paper in several chunks the first chunk's vector is taken.

    Args:
        store: an opened index.
        chosen: the papers' ids; None for all.
    """
    papers = sorted(store.papers() if chosen is None else store.get(list(chosen)), key=lambda paper: paper.paper_id)
    rows: dict[str, NDArray[np.float32]] = {}
    for at in range(0, len(papers), _PAGE):
        ids = [f"{paper.paper_id}:0" for paper in papers[at : at + _PAGE]]
        got = store.collection.get(ids=ids, include=["embeddings"])
        rows |= dict(zip(got["ids"], np.asarray(got["embeddings"], dtype=np.float32), strict=True))
    kept = [paper for paper in papers if f"{paper.paper_id}:0" in rows]
    if not kept:
        return [], np.zeros((0, 1), dtype=np.float32)
    vectors = np.array([rows[f"{paper.paper_id}:0"] for paper in kept], dtype=np.float32)
    return kept, vectors / np.maximum(np.linalg.norm(vectors, axis=-1, keepdims=True), 1e-12)


def themes_of(vectors: NDArray[np.float32], papers: Sequence[Paper], count: int | None = None) -> list[Theme]:
    """Part papers into themes by spherical k-means (Dhillon & Modha 2001), the largest theme first.

    Args:
        vectors: shape (papers, dimensions), each of length 1, in the papers' order.
        papers: at least one.
        count: of themes; by default it grows with the square root of the papers, from 3 to 12.
    """
    wanted = count or min(_MOST, max(_FEWEST, round(sqrt(len(papers) / 12))))
    labels, centres = _even(vectors, min(wanted, len(papers)))
    counts = [_phrases(paper) for paper in papers]
    overall = Counter(phrase for phrases in counts for phrase in phrases)
    found: list[Theme] = []
    for label in range(len(centres)):
        members = np.flatnonzero(labels == label)
        if not len(members):
            continue
        nearest = members[np.argsort(-(vectors[members] @ centres[label]), kind="stable")]
        inside = Counter(phrase for at in members for phrase in counts[at])
        terms = _telling(inside, overall, len(members), len(papers))
        found.append(Theme(terms, tuple(int(at) for at in nearest)))
    return sorted(found, key=lambda theme: (-len(theme.members), theme.name))


def _parted(vectors: NDArray[np.float32], count: int, seed: int) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
    generator = np.random.default_rng(seed)
    centres = vectors[[int(generator.integers(len(vectors)))]]
    while len(centres) < count:  # k-means++ (Arthur & Vassilvitskii 2007)
        far = np.maximum(1 - (vectors @ centres.T).max(axis=1), 0).astype(np.float64)
        if far.sum() <= 0:
            break
        centres = np.vstack([centres, vectors[[int(generator.choice(len(vectors), p=far / far.sum()))]]])
    labels = np.full(len(vectors), -1, dtype=np.int64)
    for _ in range(_ROUNDS):
        now = (vectors @ centres.T).argmax(axis=1)
        if (now == labels).all():
            break
        labels = now
        for label in range(len(centres)):
            members = vectors[labels == label]
            if len(members):
                mean = members.mean(axis=0)
                centres[label] = mean / max(float(np.linalg.norm(mean)), 1e-9)
    return labels, centres


def _even(vectors: NDArray[np.float32], count: int) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
    """Papers parted so that no theme has hardly a paper; where no beginning does that, such ones go to neighbours."""
    least = min(_CRUMB, len(vectors) // (2 * count))
    for seed in range(_SEED, _SEED + _TRIES):
        labels, centres = _parted(vectors, count, seed)
        if np.bincount(labels, minlength=len(centres)).min() >= least:
            return labels, centres
    while len(centres) > 1 and (sizes := np.bincount(labels, minlength=len(centres))).min() < least:
        centres = np.delete(centres, int(sizes.argmin()), axis=0)
        labels = (vectors @ centres.T).argmax(axis=1)
    return labels, centres


def _phrases(paper: Paper) -> set[str]:
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


def _telling(inside: Mapping[str, int], overall: Mapping[str, int], members: int, total: int) -> tuple[str, ...]:
    """The terms with the greatest log-likelihood weight inside a theme, none within another."""

    def weight(phrase: str) -> float:
        here, there = inside[phrase], overall[phrase] - inside[phrase]
        share, rest = here / members, (there + 0.5) / (total - members + 1)
        return here * max(log(share / rest), 0.0) * (1.6 if " " in phrase else 1.0)

    least = 2 if members > 3 else 1
    ranked = sorted((p for p, n in inside.items() if n >= least), key=lambda phrase: (-weight(phrase), phrase))
    chosen: list[str] = []
    for phrase in ranked:
        stems = set(analyze(phrase))
        if all(not stems & set(analyze(other)) for other in chosen):
            chosen.append(phrase)
        if len(chosen) == _TERMS:
            break
    return tuple(chosen)
