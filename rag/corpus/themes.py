"""Theme: papers that belong together, and the terms that set them apart from the rest."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from rag.corpus.theme_terms import Subjects, naming_terms, telling
from rag.papers import Paper

if TYPE_CHECKING:
    from rag.store import PaperStore

_FEWEST, _MOST = 3, 12
_FEW = 9
"""Papers below which two themes are enough."""
_ROUNDS = 40
_CRUMB = 4
"""Papers of the smallest theme, where there are many."""
_SEED = 7
_TRIES = 8
_PAGE = 2_000


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


def themes_of(
    vectors: NDArray[np.float32],
    papers: Sequence[Paper],
    count: int | None = None,
    subjects: Subjects | None = None,
) -> list[Theme]:
    """Part papers into themes by spherical k-means (Dhillon & Modha 2001), the largest theme first.

    Args:
        vectors: shape (papers, dimensions), each of length 1, in the papers' order.
        papers: at least one.
        count: of themes; by default it grows with the square root of the papers, from 2 or 3 to 12.
        subjects: tells how far words name subjects, where the papers are too few for their own counts to tell that.
    """
    fewest = _FEWEST if len(papers) >= _FEW else _FEWEST - 1
    wanted = count or min(_MOST, max(fewest, round(sqrt(len(papers) / 12))))
    labels, centres = _even(vectors, min(wanted, len(papers)))
    counts = [naming_terms(paper) for paper in papers]
    overall = Counter(phrase for phrases in counts for phrase in phrases)
    found: list[Theme] = []
    for label in range(len(centres)):
        members = np.flatnonzero(labels == label)
        if not len(members):
            continue
        nearest = members[np.argsort(-(vectors[members] @ centres[label]), kind="stable")]
        inside = Counter(phrase for at in members for phrase in counts[at])
        terms = telling(inside, overall, len(members), len(papers), subjects)
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
    least = min(_CRUMB, max(len(vectors) // (2 * count), min(2, len(vectors) // count)))
    for seed in range(_SEED, _SEED + _TRIES):
        labels, centres = _parted(vectors, count, seed)
        if np.bincount(labels, minlength=len(centres)).min() >= least:
            return labels, centres
    while len(centres) > 1 and (sizes := np.bincount(labels, minlength=len(centres))).min() < least:
        centres = np.delete(centres, int(sizes.argmin()), axis=0)
        labels = (vectors @ centres.T).argmax(axis=1)
    return labels, centres
