"""Premise: that one thing outdoes another at something, which a question takes for granted or asks."""

import re
from collections.abc import Sequence

from rag.evidence.evidence import Reading
from rag.questions import content_terms

_NEAR = 0.5
"""Cosine from which an abstract speaks of a word in words of its own."""
_OUTDOES = re.compile(
    r"(?:^|[,;:.]\s*)(?:(?:why|how|when|where|by how much|how much|how come|if|whether|that|do|does|did|can|could|will"
    r"|have|has)\s+)*(?P<one>[^?.,;:]+?)\s+(?:outperform|beat|surpass|defeat|exceed|outdo|outclass)(?:e?s|ed|ing)?\s+"
    r"(?P<other>[^?.,;:]+?)\s+(?:at|in|on|for)\s+(?P<field>[^?.,;:]+)",
    re.IGNORECASE,
)


def is_unmet(question: str, readings: Sequence[Reading]) -> bool:
    """Whether no paper read speaks of all that a question sets against each other: "do X beat Y at Z".

    Papers that each speak of another part of it bear out none of it.

    Args:
        question: in English.
        readings: of the papers ranked first.
    """
    claim = _OUTDOES.search(question)
    if claim is None:
        return False
    parts = [terms for part in claim.groups() if (terms := content_terms(part))]
    return not any(all(_speaks(reading, terms) for terms in parts) for reading in readings)


def _speaks(reading: Reading, terms: Sequence[str]) -> bool:
    return any(reading.holds(term) or reading.nearness(term) >= _NEAR for term in terms)
