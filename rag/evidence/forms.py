"""Form: the same thing said long or short, "LLMs" where an abstract has "large language models", and the reverse."""

import re
from functools import lru_cache

from rag.questions import is_content
from rag.text.abbreviations import is_short
from rag.text.initials import is_spelled_out

_WELL_KNOWN = {
    "RL": "reinforcement learning",
    "FL": "federated learning",
    "ML": "machine learning",
    "DL": "deep learning",
    "DP": "differential privacy",
    "OT": "optimal transport",
    "GP": "gaussian process",
    "BO": "bayesian optimization",
    "CL": "continual learning",
    "AL": "active learning",
    "ViT": "vision transformer",
}
"""Few letters stand for too many things to go by initials: "RL" is no "representation learning". What the papers have
most often before such letters in brackets."""
_ALSO = {
    "CNN": r"\bconv(?:olution(?:al)?)?[ -]?(?:neural )?net(?:work)?s?\b",
    "DNN": r"\bdeep (?:neural )?net(?:work)?s?\b",
}
"""What papers call by another name than the one whose initials are asked for."""
_SHORTEST = 3
_DIMENSIONS = {"one": "1", "two": "2", "three": "3", "four": "4"}
_DIMENSIONAL = re.compile(r"\b(one|two|three|four|[1-4])[- ]?(?:dimensional|d)\b", re.IGNORECASE)
_SHORT_WORD = re.compile(r"(?<![\w-])[A-Za-z][\w]*[A-Z]\w*")


def is_said_otherwise(phrase: str, text: str) -> bool:
    """Whether a text says a phrase in its long or short form.

    Args:
        phrase: in English, such as "LLMs", "reinforcement learning" or "three-dimensional data".
        text: of a paper.
    """
    if _dimensions(phrase) & _dimensions(text):
        return True
    return any(_is_written_out(word, text) for word in phrase.split() if is_short(word)) or (
        len(phrase.split()) > 1 and any(_is_short_of(word, phrase) for word in _shorts(text))
    )


def _is_written_out(short: str, text: str) -> bool:
    letters = re.sub(r"(?<=[A-Z])s$", "", short)
    if known := _WELL_KNOWN.get(letters):
        return _has_words(known, text) or any(word.endswith(letters) for word in _shorts(text))
    if letters in _ALSO and re.search(_ALSO[letters], text, re.IGNORECASE):
        return True
    return len(letters) >= _SHORTEST and _spell(letters, text)


def _spell(short: str, text: str) -> bool:
    """Whether words side by side begin with the letters of a short name; one with small letters may take more."""
    if not short.isupper():
        return is_spelled_out(short, text)
    stretches = (re.findall(r"[^\W_]+", stretch) for stretch in re.split(r"[^\w\s'’*-]+", text))
    # A small word parts what it stands between: "such as moving objects" spells nothing.
    spelled = ("".join(word[0] if is_content(word.casefold()) else " " for word in words) for words in stretches)
    return any(short.casefold() in initials.casefold() for initials in spelled)


def _is_short_of(word: str, phrase: str) -> bool:
    """Whether a text's short word is a phrase's: "MARL" is "reinforcement learning", too."""
    if len(word) >= _SHORTEST and _spell(word, phrase):
        return True
    return any(
        word.isupper() and word.endswith(short) and _has_words(full, phrase) for short, full in _WELL_KNOWN.items()
    )


def _has_words(full: str, text: str) -> bool:
    pattern = r"[\s-]+".join(re.escape(word.rstrip("s")) + r"\w{0,2}" for word in full.split())
    return bool(re.search(rf"(?<!\w){pattern}(?!\w)", text, re.IGNORECASE))


@lru_cache(maxsize=64)
def _shorts(text: str) -> frozenset[str]:
    return frozenset(re.sub(r"(?<=[A-Z])s$", "", word) for word in _SHORT_WORD.findall(text) if is_short(word))


def _dimensions(text: str) -> set[str]:
    return {_DIMENSIONS.get(match[1].casefold(), match[1]) for match in _DIMENSIONAL.finditer(text)}
