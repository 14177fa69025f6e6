"""Directions: which way a thing goes (up, down) in a text, read at the word that says so and at what it is said of."""

from functools import cache

from rag.text.analysis import analyze

# More of a thing, and less of it.
_MORE = """
increase increases increasing raise rise grow growth boost amplify enlarge elevate escalate higher greater larger
more gain expand extend longer long high large huge maximum maximal faster fast speedup accelerate speed quick
quicker rapid stronger strong exacerbate aggravate worsen exceed above longest most superlinear widen
"""
_LESS = """
decrease decreases reduce reduction diminish shrink decline drop cut lessen lower fewer less smaller lose mitigate
alleviate downregulate low small minimal minimum tiny negligible little shorter short slower slow slowly decelerate
weaker weak weaken below shortest narrow limited ease relieve compress save saving saves
"""
# Better and worse, of which "improves the error" and "less of an error" are one.
_BETTER = """
improve improvement enhance better boost strengthen benefit superior superiority outperform surpass beat advance
help facilitate best gain exceed promote advantage advantageous favorable favorably win winning
"""
_WORSE = """
degrade degradation degenerate degeneration worse worsen hurt harm harmful impair deteriorate weaken hinder impede
undermine inferior underperform worst lag detrimental detrimentally decline damage suffer exacerbate aggravate poor
poorly behind
"""
# Of these less is better: "improves" says that they fall.
_COSTS = """
regret error cost time latency variance complexity loss risk bias noise memory overhead bound rate gap failure
distance consumption budget usage runtime violation discrepancy perplexity forgetting overfitting hallucination
"""
_UP, _DOWN = frozenset(["more", "better"]), frozenset(["less", "worse"])


@cache
def sides() -> dict[str, frozenset[str]]:
    """The analysed terms that say "more", "less", "better" and "worse", and those of costs."""
    named = {"more": _MORE, "less": _LESS, "better": _BETTER, "worse": _WORSE, "costs": _COSTS}
    return {name: frozenset(analyze(words)) for name, words in named.items()}


def leaning(terms: list[str]) -> frozenset[str]:
    """The sides on which words stand: "more", "less", "better", "worse"; none for words that lean nowhere.

    Args:
        terms: analysed.
    """
    return frozenset(
        name for name, words in sides().items() if name != "costs" and any(term in words for term in terms)
    )


def opposed(said: frozenset[str], stands: frozenset[str], *, cost: bool) -> bool:
    """Whether two leanings of one thing cannot both be true.

    Args:
        said: by the sentence.
        stands: in the evidence.
        cost: the thing is one of which less is better.
    """
    if said & stands:
        return False
    if said <= {"better"} or stands <= {"better"}:
        other = stands if said <= {"better"} else said
        return "worse" in other or ("less" in other and not cost and said != {"better"})
    return bool((said & _UP and stands & _DOWN) or (said & _DOWN and stands & _UP))


def agreed(said: frozenset[str], stands: frozenset[str], *, cost: bool) -> bool:
    """Whether two leanings of one thing say the same, so that one of them denied is the contrary.

    Args:
        said: by the sentence.
        stands: in the evidence.
        cost: the thing is one of which less is better.
    """
    if said & stands:
        return True
    return not cost and bool((said & _UP and stands & _UP) or (said & _DOWN and stands & _DOWN))
