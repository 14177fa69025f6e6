"""Verdict: whether the papers at hand answer a question at all, judged before anything is written."""

import re
from collections.abc import Sequence
from enum import StrEnum

from rag.evidence.evidence import Reading
from rag.lexical import LexicalIndex
from rag.questions import RARE, is_cjk, is_content, names, proper_nouns
from rag.text.analysis import analyze, words
from rag.text.initials import is_spelled_out
from rag.understanding.strangers import is_taken_for, strangers

LEAST_CHANCE = 0.05
"""Highest probability of a paper below which none answers. On questions set aside, of a hundred that are answered two
lie below it, and nearly all that are out of the field."""
_LEAST_CHANCE_WITH_UNKNOWN_NAME = 0.4
# Where nothing is known of probabilities (an index of another model): answerable English questions of the project lie
# at 0.45 and above, questions out of the field at 0.34 and below, those of the field that no paper answers between
# 0.26 and 0.59.
LEAST_SIMILARITY = 0.44
_LEAST_SIMILARITY_WITH_UNKNOWN_NAME = 0.62
_SAME_THING = 0.5
_RARE_SHARE = 0.005
"""Share of a small index that has the name of a method, at most."""
# A question that is little more than a name ("What is BECoTTA?") has no near tokens, but its words are there. Of
# questions that no paper answers, none has more than 0.47 of its rarity in one paper.
_ENOUGH_COVERAGE = 0.55
# Of a word-for-word reading, words that stand in no paper have up to 0.32 of the rarity where a paper answers (114
# Chinese questions), and more than this in over half of those that no paper answers (32).
_MOST_UNHEARD = 0.4
_WEIGHING_WORDS = """
best worst good bad top favorite favourite interesting important great happen happened thing ICML NeurIPS ICLR
"""
_WEIGHING = frozenset(analyze(_WEIGHING_WORDS))
"""Words that weigh papers, or place them, and say nothing of what they are on."""


class Verdict(StrEnum):
    """What an answer amounts to."""

    ANSWERED = "answered"
    NOT_IN_PAPERS = "not_in_papers"
    ABSTRACT_DOES_NOT_SAY = "abstract_does_not_say"


def judge(
    question: str,
    readings: Sequence[Reading],
    lexical: LexicalIndex,
    *,
    rough: bool = False,
    chance: float | None = None,
) -> Verdict:
    """Judge from the best-ranked papers whether the question can be answered.

    What decides is the probability; words and names that no paper has are further evidence.

    A question in Chinese, Japanese or Korean says nothing to an English model's token vectors, so without an English
    reading it must share a word in Latin letters with a paper: a method, a task, an abbreviation.

    Args:
        question: in English where a reading of it is known, else as asked.
        readings: of the papers ranked first.
        lexical: tells which words occur in no paper.
        rough: the question is a reading word for word, in which a name need have no capital inside.
        chance: the highest probability of a paper to answer, 0 to 1; None where nothing is known of that.
    """
    if any(is_taken_for(name, reading.paper) for name in strangers(question, lexical) for reading in readings[:1]):
        return Verdict.NOT_IN_PAPERS
    if not readings or (rough and _unheard(readings[0].asked, lexical) > _MOST_UNHEARD):
        return Verdict.NOT_IN_PAPERS
    nearest = max(readings, key=lambda reading: reading.similarity)
    unknown = _unknown_names(question, nearest, lexical)
    if is_cjk(question):
        shared = any(reading.holds(term) for term in _latin_terms(question) for reading in readings)
        spoken = max(reading.coverage for reading in readings) >= _ENOUGH_COVERAGE  # the papers are Chinese, too
        return Verdict.ANSWERED if (shared or spoken) and not unknown else Verdict.NOT_IN_PAPERS
    telling = [term for term in nearest.asked if term not in _WEIGHING]
    if not re.search(r"[^\W\d_]", " ".join(telling)):  # "What is 2+2?" and "the best paper?" ask nothing of a paper
        return Verdict.NOT_IN_PAPERS
    if chance is not None:
        likely = chance >= (_LEAST_CHANCE_WITH_UNKNOWN_NAME if unknown else LEAST_CHANCE)
        return Verdict.ANSWERED if likely else Verdict.NOT_IN_PAPERS
    covered = not unknown and max(reading.coverage for reading in readings) >= _ENOUGH_COVERAGE
    needed = _LEAST_SIMILARITY_WITH_UNKNOWN_NAME if unknown else LEAST_SIMILARITY
    return Verdict.ANSWERED if covered or nearest.similarity >= needed else Verdict.NOT_IN_PAPERS


def _unheard(terms: Sequence[str], lexical: LexicalIndex) -> float:
    """Share of the words that stand in no paper, weighted by their rarity, 0 to 1."""
    rarity = {term: lexical.idf(term) for term in terms}
    lost = sum(weight for term, weight in rarity.items() if not lexical.document_frequency(term))
    return lost / max(sum(rarity.values()), 1e-9)


def _latin_terms(question: str) -> list[str]:
    return [term for term, _ in words(question) if is_content(term) and re.search(r"[a-z]", term)]


def _unknown_names(question: str, nearest: Reading, lexical: LexicalIndex) -> list[str]:
    """Names that the nearest paper has neither as they stand nor in other words, and that few papers or none have.

    "AlphaFold" with its capital inside is a name wherever it stands; "Arnold" is one where it does not begin a
    sentence, and then only if no paper has it.
    """
    few = min(RARE, _RARE_SHARE * len(lexical))
    named = {term: word for term, word in names(question) if lexical.document_frequency(term) <= few}
    named |= {term: word for term, word in proper_nouns(question) if not lexical.document_frequency(term)}
    numbered = [name for name in strangers(question, lexical) if not names(name)]
    return numbered + [
        word
        for term, word in named.items()
        if not nearest.holds(term)
        and nearest.nearness(term) < _SAME_THING
        and not is_spelled_out(word, nearest.paper.abstract)
    ]
