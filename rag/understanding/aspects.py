"""Aspects: the words in which any paper is talked of, and which name no subject: "dataset", "baseline"."""

from rag.text.analysis import analyze

_ASPECT_WORDS = """
benchmark dataset data code github repository open source available speed fast faster slower speedup accuracy accurate
parameter hyperparameter size big large small baseline metric score loss limitation drawback weakness strength
experiment experimental complexity cost memory compute gpu hour time number count gain improvement improve improved
percent percentage year venue published theory theoretical proof prove proven assumption assume better worse best
evaluate evaluated evaluation test tested train trained training inference compare compared comparison real world
architecture component module stage step advantage benefit disadvantage difference differ example application apply
applied future ablation regret bound convergence rate converge guarantee setting case scenario domain task finding
contribution novelty novel new important matter require requirement need performance perform win beat outperform
exactly precisely detail further else happen fail failure wrong condition practice practical scale generalize robust
write wrote written release released run take make implementation implement used motivation intuition insight reason
enough sufficient suffice
previous prior existing state art sota original total overall average final short simple summary sentence
"""
_ASPECTS = frozenset(term for word in _ASPECT_WORDS.split() for term in analyze(word))


def is_aspect(term: str) -> bool:
    """Whether an analysed term belongs to the talk about any paper ("dataset"), and names no subject."""
    return term in _ASPECTS
