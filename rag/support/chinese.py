"""A Chinese sentence beside English abstracts: what it denies, counts, names and turns round, unlike them."""

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from rag.support.besides import Beside
from rag.support.general import is_general
from rag.support.glosses import COUNTS, is_term
from rag.support.negation import best_of, denies_at_all, masks, neighbours, runs_of
from rag.support.opposites import contradictions, has_opposite
from rag.support.turns import turned
from rag.text.analysis import analyze

_SOFTLY = frozenset(analyze("avoid lack fail overlook hard limited only instead rather few insufficient"))
# Chosen on the tune half of benchmarks/support_sentences_zh.jsonl.
_SAME = 0.58
_HEAD = 0.7
_LEAST_TERM = 0.33
_LEAST_MEAN = 0.45
_COUNTED = frozenset([*COUNTS, *map(str, COUNTS.values())])


def mean_of(besides: Sequence[Beside]) -> float:
    """How well papers together answer to the words of a sentence, 0 to 1.

    Args:
        besides: the sentence beside each of them.
    """
    return max(
        (float(np.max([b.matches.max(axis=0) for b in besides], axis=0) @ one.weights) for one in besides), default=0.0
    )


def faults_of(besides: Sequence[Beside]) -> Iterator[str]:
    """What papers together do not bear out; each clause is held against the one that answers to it best.

    Args:
        besides: the sentence beside each paper; at least one.
    """
    mean = mean_of(besides)
    if mean < _LEAST_MEAN:
        yield f"words {mean:.2f}"
    for clause in besides[0].clauses:
        answers = [beside.answer(clause) for beside in besides]
        yield from _faults(besides[int(np.argmax(answers))], clause)


def _faults(beside: Beside, clause: Sequence[int]) -> Iterator[str]:
    """What a clause says, denies or turns round, unlike the paper."""
    within = beside.about(clause)
    yield from _denied(beside, clause, within)
    yield from _affirmed(beside, clause, within)
    yield from turned(beside, clause, within)
    yield from _counted(beside, clause)
    for k in clause:
        token = beside.gloss.tokens[k]
        if (
            beside.owned[k]
            and is_term(token.word)
            and beside.near[k].max() < _LEAST_TERM
            and not _is_general(beside, k)
        ):
            yield f"word {token.word} {beside.near[k].max():.2f}"
    words = {i for k in clause for i in beside.owned[k]}
    yield from (f"{said} for {stands}" for said, stands in contradictions(beside.alignment, within, words))


def _denied(beside: Beside, clause: Sequence[int], within: NDArray[np.bool_]) -> Iterator[str]:
    """What the clause denies and the paper does not."""
    explicit, wide, taken = masks(beside.alignment.evidence)
    of = beside.alignment.evidence.sentence_numbers
    denying = np.isin(of, of[explicit | taken]) | wide
    near = np.where(within[None, :], beside.near, -1.0)
    for at, k in enumerate(clause):
        if not beside.gloss.tokens[k].denies:
            continue
        scope = [i for i in clause[at + 1 :] if beside.owned[i]][:3]
        if any(beside.near[i].max() >= _SAME and wide[best_of(beside.near[i])].any() for i in scope[:1]):
            continue
        if not denies_at_all(beside.alignment.evidence, within):
            yield f"denial {beside.gloss.tokens[k].word}"
            continue
        heads = [i for i in scope if near[i].max() >= _SAME]
        if heads and not any(denying[best_of(near[i])].any() for i in heads):
            yield f"denial of {beside.gloss.tokens[heads[0]].word}"


def _affirmed(beside: Beside, clause: Sequence[int], within: NDArray[np.bool_]) -> Iterator[str]:
    """What the paper denies and the clause does not."""
    if any(beside.gloss.tokens[k].denies or not _SOFTLY.isdisjoint(beside.terms(k)) for k in clause):
        return
    explicit, _, _ = masks(beside.alignment.evidence)
    near = np.where(within[None, :], beside.near, -1.0)
    for group in runs_of(explicit & within):
        rows = [clause[int(near[list(clause), j].argmax())] for j in group]
        if any(near[k, j] < _SAME for k, j in zip(rows, group, strict=True)):
            continue
        free = [
            bool((~explicit & (beside.near[k] >= near[k, j] - 0.15)).any()) for k, j in zip(rows, group, strict=True)
        ]
        if not all(free):
            yield f"no denial of {beside.gloss.tokens[rows[0]].word}"


def _counted(beside: Beside, clause: Sequence[int]) -> Iterator[str]:
    """Counts in words ("three data sets") of which the paper knows another alone."""
    evidence = beside.alignment.evidence
    told = {j: COUNTS.get(term, 0) or int(term) for j, term in enumerate(evidence.terms) if term in _COUNTED}
    for at, k in enumerate(clause):
        count = COUNTS.get(beside.gloss.tokens[k].english)
        nouns = [i for i in clause[at + 1 :] if beside.owned[i]][:3]
        if count is None or not nouns or count in told.values():
            continue
        for j in told:
            after = [i for i in neighbours(evidence)[j] if i > j]
            if after and beside.near[np.ix_(nouns, after)].max() >= _HEAD:
                yield f"number {beside.gloss.tokens[k].word}"
                break


def _is_general(beside: Beside, token: int) -> bool:
    words = beside.alignment.sentence
    return any(is_general(words.terms[i], words.word(i)) or has_opposite(words.terms[i]) for i in beside.owned[token])
