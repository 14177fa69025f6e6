"""Opposites: words of which one says the contrary of the other (increase, decrease)."""

from collections.abc import Collection, Iterator
from functools import cache

import numpy as np
from numpy.typing import NDArray

from rag.support.alignment import Alignment
from rag.support.negation import negated, neighbours
from rag.text.analysis import analyze

# One pair of sides a line; a line that begins with spaces goes on. A word may stand in several.
_PAIRS = """
increase increases increasing raise rise grow boost amplify enlarge elevate escalate higher greater larger more
  gain expand upregulate
  | decrease reduce diminish shrink decline drop cut lessen lower fewer less smaller lose mitigate alleviate
  downregulate minimize
aggravate exacerbate worsen intensify increase | alleviate mitigate reduce ease lessen relieve
improve enhance better boost strengthen benefit superior outperform exceed surpass beat advance help facilitate
  best improvement more
  | less degrade worsen worse hurt harm impair deteriorate weaken hinder impede undermine inferior underperform
  worst lag
outperform exceed surpass beat superior better higher improve | underperform inferior worse lag lower behind lose
maintain preserve retain | degrade deteriorate impair sacrifice
high large big | low small tiny
faster fast accelerate speed quick quicker quickly speedup rapid rapidly | slower slow slowly decelerate
white | black
stronger strong | weaker weak
before prior precede preceding | after following subsequent
maximize maximum maximal most | minimize minimum minimal least
upper above | lower below
positive positively | negative negatively
easy simple simpler easier simplify | hard difficult complex harder complicated complicate
same similar identical | different dissimilar distinct
succeed success successful successfully | fail failure unsuccessful
possible able | impossible unable
always | never
early earlier | late later
short shorter | long longer
sparse sparsity | dense
global globally | local locally
linear linearly | nonlinear nonlinearly
convex | nonconvex concave
supervised | unsupervised selfsupervised
online | offline
discrete | continuous
static | dynamic
deterministic | stochastic random
symmetric | asymmetric
centralized | decentralized distributed
parametric | nonparametric
explicit explicitly | implicit implicitly
sufficient | insufficient
dependent | independent
stable stability stabilize | unstable instability destabilize
robust robustness | vulnerable brittle fragile vulnerability
accurate accurately | inaccurate inaccurately
known | unknown
labeled labelled | unlabeled unlabelled
seen | unseen
encoder | decoder
forward | backward
teacher | student
cheap inexpensive cheaper cheaply | expensive
efficient efficiently efficiency | inefficient inefficiently inefficiency
bounded | unbounded
homogeneous | heterogeneous
single | multiple multi
overfit overfitting | underfit underfitting
synchronous | asynchronous
include | exclude
activate activation promote stimulate induce enhance increase | inhibit inhibition suppress block repress prevent
presence | absence
necessary required | unnecessary unneeded
biased | unbiased
consistent consistently | inconsistent inconsistently
optimal | suboptimal
tractable | intractable
adaptive | fixed nonadaptive
acute | chronic
male men | female women
often frequently usually commonly | rarely seldom hardly
many numerous | few
all every | some few none
most majority | minority
entire full whole fully | partial partially
first | last
public | private
simultaneous simultaneously jointly joint | separately separate
lossless | lossy
left | right
top | bottom
win | loss lose
support confirm | contradict refute reject
underestimate | overestimate
""".strip()
_LEAST = 0.55
_SLACK = 0.08
_CONTEXT = 0.5
# A pair of few words has no near synonyms: where one is absent and the other there, they are meant.
_TIGHT = 4


@cache
def _opposites() -> dict[str, tuple[tuple[frozenset[str], frozenset[str]], ...]]:
    table: dict[str, list[tuple[frozenset[str], frozenset[str]]]] = {}
    for line in _PAIRS.replace("\n  ", " ").splitlines():
        left, right = (frozenset(analyze(side)) for side in line.split("|"))
        for own, other in ((left, right), (right, left)):
            for term in own - other:
                table.setdefault(term, []).append((own - other, other - own))
    return {term: tuple(sides) for term, sides in table.items()}


def has_opposite(term: str) -> bool:
    """Whether an analysed term stands in the table."""
    return term in _opposites()


def contraries(term: str) -> frozenset[str]:
    """The analysed terms that say the contrary of one; none where it stands on no side alone."""
    return frozenset(other for _, others in _opposites().get(term, ()) for other in others)


def contradictions(
    alignment: Alignment, within: NDArray[np.bool_], words: Collection[int] | None = None
) -> Iterator[tuple[str, str]]:
    """Words of the sentence in whose place the evidence has their contrary, each with that.

    Args:
        alignment: of the sentence with a paper.
        within: which words of the paper are looked at.
        words: those of the sentence that are looked at; all of them by default.
    """
    table, terms, said = _opposites(), np.array(alignment.evidence.signed), alignment.sentence.signed
    looked = [i for i, term in enumerate(said) if term in table and (words is None or i in words)]
    if not looked:
        return
    denied, denied_there = negated(alignment.sentence), negated(alignment.evidence)
    around, around_there = neighbours(alignment.sentence), neighbours(alignment.evidence)
    for i in looked:
        near = around[i]
        beside = alignment.nearness[near].max(axis=0, initial=0.0) if near else np.zeros(len(terms), dtype=np.float32)
        for own, other in table[said[i]]:
            is_own, is_other = np.isin(terms, list(own)), np.isin(terms, list(other))
            same = denied_there == denied[i]
            agree, oppose = is_own | (is_other & ~same), is_other & same
            score = np.full(len(terms), -1.0)
            for j in np.flatnonzero((agree | oppose) & within):
                context = max((float(beside[k]) for k in around_there[j]), default=0.0)
                score[j] = (1 - _CONTEXT) * max(float(alignment.nearness[i, j]), 0.0) + _CONTEXT * context
            agrees, opposed = (float(score[mask].max(initial=-1.0)) for mask in (agree, oppose))
            both = not other.isdisjoint(said)
            alone = len(own) + len(other) <= _TIGHT and opposed >= 0 and not both and not is_own.any()
            if both and len(own) + len(other) <= _TIGHT:  # "teacher-student": both are spoken of
                continue
            if alone or (opposed >= _LEAST and opposed > agrees + _SLACK):
                place = int(np.where(oppose, score, -2.0).argmax())
                yield alignment.sentence.word(i), alignment.evidence.word(place)
