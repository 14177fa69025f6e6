"""Passing: words that papers have by the way, "individuals with diabetes", and that are no subject of theirs."""

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from rag.evidence.evidence import Reading
from rag.lexical import LexicalIndex
from rag.questions import content_terms, names
from rag.text.analysis import analyze

_FEW = 5
"""Words of a question up to which their being a paper's subject tells much: a long one has many of no field."""
_VERY_FEW = 3
_LEAST = 0.12
"""Share of a question's words, by rarity, that are a paper's subject. Of 60 questions in odd words that a paper answers
none of up to five words has less; of 30 out of the field that passed all else, half have less."""
_LEAST_OF_OTHERS = 0.45
"""The same of papers ranked lower, which have common words of a question oftener."""
_LEAST_UNLIKELY = 0.6
"""The same where the best paper is improbable, of questions of up to three words."""
_UNLIKELY = 0.15
_SMALL = 500
"""Papers below which one that has all words of a question does not have them by accident: "do birds fly"."""
_SEVERAL = 3
"""Papers that have two words of a question side by side, from which these are a term of the field."""
_NEAR = 0.45
"""Cosine from which a sentence speaks of a word."""
_DEFINES = re.compile(
    r"\W*(?:what(?:['’]s| is| are)|define|explain)\s+(?:an? |the )?(?P<term>[\w'’-]+(?:\s+[\w'’-]+){1,2})\W*$",
    re.IGNORECASE,
)
_OFTEN = 2
"""Times that an abstract has a word of its subject, if its title lacks that."""


def is_in_passing(question: str, readings: Sequence[Reading], chance: float | None, lexical: LexicalIndex) -> bool:
    """Whether a short question's words are no subject of any paper read, so that none is on what it asks.

    Args:
        question: in English.
        readings: of the papers ranked first, none of which it names.
        chance: the highest probability of a paper to answer; None where nothing is known of that.
        lexical: the words of all papers.
    """
    asked = set(readings[0].asked) if readings else set()
    if (
        not asked
        or len(asked) > _FEW
        or any(reading.holds(term) for term, _ in names(question) for reading in readings)
    ):
        return False
    if _is_undefined(question, readings):
        return True
    if any(re.search(r"[\u3040-\u9fff]", term) for term in asked):
        return False
    if _has_phrase_of_field(readings[0].asked, lexical):
        return False
    if len(lexical) < _SMALL and len(asked) > 1 and all(map(readings[0].holds, asked)):
        return False
    if len(asked) == 1:  # a word alone is asked about where a paper is on it
        return not any(asked & set(analyze(reading.paper.title)) for reading in readings)
    first, *others = map(_subject_share, readings)
    if chance is not None and chance < _UNLIKELY and len(asked) <= _VERY_FEW:
        return max(first, *others, 0.0) < _LEAST_UNLIKELY
    return first < _LEAST and max(others, default=0.0) < _LEAST_OF_OTHERS


def _is_undefined(question: str, readings: Sequence[Reading]) -> bool:
    """Whether it is asked what a term of several words is, of which no paper read has them all or comes near them."""
    match = _DEFINES.match(question)
    terms = content_terms(match["term"]) if match else []
    # "What is X good for" asks for no term: a small word stands in it.
    if match is None or not 1 < len(terms) == len(match["term"].split()):
        return False
    return not any(
        all(reading.holds(term) or reading.nearness(term) >= _NEAR for term in terms) for reading in readings
    )


def _has_phrase_of_field(asked: Sequence[str], lexical: LexicalIndex) -> bool:
    """Whether several papers have two words of a question side by side, "mode collapse", and every other word, too."""
    if not all(map(lexical.document_frequency, asked)):
        return False
    return any(len(lexical.phrase(pair)) >= _SEVERAL for pair in pairwise(asked))


def _subject_share(reading: Reading) -> float:
    """Share of the question's words, by rarity, that a paper's title has, or its abstract more than once."""
    titled, held = set(analyze(reading.paper.title)), Counter(analyze(reading.paper.abstract))
    pairs = zip(reading.asked, reading.weights, strict=True)
    return float(sum(weight for term, weight in pairs if term in titled or held[term] >= _OFTEN))
